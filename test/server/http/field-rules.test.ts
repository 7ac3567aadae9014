/** Values that cannot be words: refused by name, never an internal error. */
import { expect, test } from 'vitest';
import { recordEventInput } from '../../../src/contract/api/event.ts';
import { flag, list, oneOf, text } from '../../../src/contract/fields/kinds.ts';
import { instant } from '../../../src/contract/fields/instant.ts';
import { finderInput } from '../../../src/contract/api/finder.ts';

const deep = JSON.parse('['.repeat(60_000) + ']'.repeat(60_000)) as unknown;
const textless = JSON.parse('{"toString":1,"valueOf":1}') as unknown;

test.each([
  ['an object without a text', textless],
  ['an array of great depth', deep],
  ['the name of what every object has', 'constructor'],
])('%s is not a boolean, not a word of a list and not a time', (_name, value) => {
  for (const shape of [flag('f'), oneOf('o', ['a', 'b']), instant('i')])
    expect(shape.safeParse(value).success).toBe(false);
});

test('extra of great depth is refused by name', () => {
  const read = recordEventInput.safeParse({ profile_id: 1, project_id: 1, type: 'collection', extra: deep });
  expect(read.error?.issues.map(({ path }) => path.join('.'))).toEqual(['extra']);
});

test('years that our pages cannot show are refused', () => {
  expect(instant('i').safeParse('0000-01-01T00:00:00+14:00').success).toBe(false);
  expect(instant('i').safeParse('1999-12-31T23:59:59Z').success).toBe(true);
});

test.each([
  ['a text', text('t', 500), (given: string) => given],
  ['an entry of a list', list('l', 1, 500), (given: string) => [given]],
  ['a search', finderInput.shape.q, (given: string) => given],
])('the length of %s is counted in code points, not in UTF-16 units', (_, shape, said) => {
  expect(shape.safeParse(said('🐝'.repeat(500))).success).toBe(true);
  expect(shape.safeParse(said('🐝'.repeat(501))).success).toBe(false);
  expect(shape.safeParse(said('b'.repeat(501))).success).toBe(false);
});
