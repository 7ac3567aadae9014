/** Turns under load: a network with many requests does not keep others waiting, however many addresses it has. */
import { expect, test } from 'vitest';
import { FairTurns } from '../../../server/http/load/fair-turns.ts';
import { networksOf } from '../../../server/limits/network.ts';

const busy = (milliseconds: number) => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

/** Handles a burst of one address after the other, and then one request of another client; returns its place. */
const placeAfter = async (burst: string[], other: string): Promise<number> => {
  const turns = new FairTurns();
  const handled: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = (address: string) =>
    turns.run(networksOf(address), () => {
      busy(3);
      handled.push(address);
      if (handled.length === burst.length + 1) resolve();
    });
  for (const address of [...burst, other]) run(address);
  await promise;
  return handled.indexOf(other);
};

const many = (of: (n: number) => string) => Array.from({ length: 40 }, (_, n) => of(n));

test.each([
  ['one IPv4 address', many(() => '192.0.2.1'), '192.0.2.2'],
  ['the /64 networks of one site', many((n) => `2001:db8:1:${n.toString(16)}::1`), '2001:db8:2::1'],
  ['the addresses of one /64', many((n) => `2001:db8:1:1::${n.toString(16)}`), '2001:db8:2::1'],
])('%s', async (_, burst, other) => {
  expect(await placeAfter(burst, other)).toBeLessThan(6);
});

test('another client of the same site waits with it', async () => {
  const burst = many((n) => `2001:db8:1:${n.toString(16)}::1`);
  expect(await placeAfter(burst, '2001:db8:1:ffff::1')).toBe(burst.length);
});
