/** Writes tables as CSV (RFC 4180), for spreadsheets of every country and for programs. */

export type CsvCell = string | number | boolean | null;
type CsvRows = readonly (readonly CsvCell[])[];

/** Without it, Excel reads UTF-8 as the code page of its country. */
const byteOrderMark = '\uFEFF';

/** The signs that begin a formula; spreadsheets of some locales take full-width and small ones for the usual ones. */
const sign = /[=+\-@＝＋－＠﹦﹢﹣﹫]/;
/** A program may take these for the end of a cell, whatever quotation marks are around it. */
const end = /[,;|\p{Cc}\p{Zl}\p{Zp}]/u;
/** Before a sign, these leave it the first thing that a program sees in a cell. */
const unseen = /["\p{C}\p{Z}]/u;

/** Puts an apostrophe before each sign that begins what any program makes a cell of. */
function withoutFormulas(text: string): string {
  let safe = '';
  let isAtStart = true;
  for (const character of text) {
    safe += isAtStart && sign.test(character) ? `'${character}` : character;
    isAtStart = end.test(character) || (isAtStart && unseen.test(character));
  }
  return safe;
}

/** Ends of a cell, and blanks around a text, which some programs take away. */
const needsQuotes = /[,;|"\p{Cc}\p{Zl}\p{Zp}]|^[\p{Z}\uFEFF]|[\p{Z}\uFEFF]$/u;

/** Only a text can be a formula: numbers are ours. */
function cellText(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const safe = withoutFormulas(cell);
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const linesOf = (rows: CsvRows): string => rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');

/** A whole table, with a byte order mark. */
export const csvText = (columns: readonly string[], rows: CsvRows): string =>
  byteOrderMark + linesOf([columns, ...rows]);

/**
 * A table as a file to save, whose rows are written while they are read. `name`: without its ending. With `bom=no` in
 * its address it has no byte order mark: some programs take the mark for a part of the first column's name.
 */
export function csvFile(
  name: string,
  { bom }: Readonly<Record<string, string>>,
  columns: readonly string[],
  rows: Iterable<CsvRows> | AsyncIterable<CsvRows>,
) {
  async function* written() {
    yield (bom === 'no' ? '' : byteOrderMark) + linesOf([columns]);
    for await (const some of rows) yield linesOf(some);
  }
  return { file: written(), type: 'text/csv; charset=utf-8', name: `${name}.csv` };
}
