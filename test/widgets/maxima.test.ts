/** The maximum of each attribute: it is read, and one more is not, which the console says. */
import { describe, expect, test } from 'vitest';
import { apihelperSettings } from '../../src/attributes/apihelper.ts';
import { confirmationSettings } from '../../src/attributes/confirmation-message.ts';
import { finderSettings } from '../../src/attributes/finder.ts';
import { readSettings, type Rows } from '../../src/attributes/kinds.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1).join();

/** Texts at the maximum and beyond it, by the sentence that the console has about a value. */
const kinds: [wants: RegExp, at: (max: number) => string][] = [
  [/^text of at most (\d+) characters$/, (length) => 'x'.repeat(length)],
  [/^up to (\d+) Project IDs/, numbers],
  [/^a whole number from 1 to (\d+)$/, String],
];

describe.each<[string, Rows]>([
  ['message', confirmationSettings],
  ['finder', finderSettings],
])('the %s', (_, all) => {
  const rows = Object.entries(all).flatMap(([name, { wants }]) =>
    kinds.flatMap(([pattern, at]) => {
      const max = Number(pattern.exec(wants)?.[1]);
      return max > 0 ? [{ name, max, at }] : [];
    }),
  );

  test.each(rows)('$name: $max', ({ name, max, at }) => {
    const read = (text: string) => readSettings({ [name]: all[name] } as Rows, () => text);
    expect(read(at(max)).wrong).toEqual([]);
    expect(read(at(max)).settings[name]).toBeDefined();
    expect(read(at(max + 1)).wrong).toEqual([expect.stringContaining(`data-${name}=`)]);
  });
});

test('every attribute that has a maximum is among them', () => {
  const all = [confirmationSettings, finderSettings, apihelperSettings].flatMap((rows: Rows) =>
    Object.values(rows),
  );
  const withDigits = all.filter(({ wants }) => /\d/.test(wants) && !/above 0/.test(wants));
  expect(withDigits.filter(({ wants }) => !kinds.some(([pattern]) => pattern.test(wants)))).toEqual([]);
});
