import { expect, test } from 'vitest';
import { ByNetwork } from '../../../server/limits/share.ts';

test('the set of a network goes with its last item, and comes back with the next', () => {
  const networks = [
    { name: 'narrow', weight: 1 },
    { name: 'wide', weight: 4 },
  ];
  const sets = new ByNetwork<string>();
  sets.add(networks, 'one');
  sets.add(networks.slice(1), 'two');
  sets.remove(networks, 'one');
  sets.remove(networks, 'one');
  expect(sets.get('narrow')).toBeUndefined();
  expect([...(sets.get('wide') ?? [])]).toEqual(['two']);
  sets.add(networks, 'one');
  expect([...(sets.get('narrow') ?? [])]).toEqual(['one']);
  expect([...(sets.get('wide') ?? [])]).toEqual(['two', 'one']);
  sets.remove(networks.slice(1), 'two');
  expect([...(sets.get('wide') ?? [])]).toEqual(['one']);
});
