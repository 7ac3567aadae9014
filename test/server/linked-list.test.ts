import { describe, expect, test } from 'vitest';
import { LinkedList } from '../../server/limits/linked-list.ts';
import { ByNetwork } from '../../server/limits/share.ts';

describe('a linked list', () => {
  test.each([
    ['the first', 0, ['b', 'c']],
    ['one between others', 1, ['a', 'c']],
    ['the last', 2, ['a', 'b']],
  ])('without %s keeps the order of the others', (_, at, left) => {
    const list = new LinkedList<string>();
    const links = ['a', 'b', 'c'].map((item) => list.add(item));
    links[at]?.remove();
    links[at]?.remove();
    expect([...list]).toEqual(left);
    expect(list.size).toBe(2);
    list.add('d');
    expect([...list]).toEqual([...left, 'd']);
  });

  test('an item that is added again comes last', () => {
    const list = new LinkedList<string>();
    const [first] = ['a', 'b'].map((item) => list.add(item));
    first?.remove();
    if (first) list.append(first);
    expect([...list]).toEqual(['b', 'a']);
  });

  test('an item may be removed while the list is read', () => {
    const list = new LinkedList<string>();
    const links = new Map(['a', 'b', 'c'].map((item) => [item, list.add(item)]));
    const read: string[] = [];
    for (const item of list) {
      read.push(item);
      links.get(item)?.remove();
    }
    expect(read).toEqual(['a', 'b', 'c']);
    expect([...list]).toEqual([]);
    expect(list.size).toBe(0);
  });
});

test('the list of a network goes with its last item, and comes back with the next', () => {
  const networks = [
    { name: 'narrow', weight: 1 },
    { name: 'wide', weight: 4 },
  ];
  const lists = new ByNetwork<string>();
  const one = lists.add(networks, 'one');
  const two = lists.add(networks.slice(1), 'two');
  lists.remove(networks, one);
  lists.remove(networks, one);
  expect(lists.get('narrow')).toBeUndefined();
  expect([...(lists.get('wide') ?? [])]).toEqual(['two']);
  lists.append(networks, one);
  expect([...(lists.get('narrow') ?? [])]).toEqual(['one']);
  expect([...(lists.get('wide') ?? [])]).toEqual(['two', 'one']);
  lists.remove(networks.slice(1), two);
  expect([...(lists.get('wide') ?? [])]).toEqual(['one']);
});
