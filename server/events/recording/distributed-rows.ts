/**
 * Multi-row inserts for Citus. Their numbers of rows are powers of two, so that there are few different texts and all of
 * them stay prepared.
 */
import type { PostgresQuery } from '../../db/postgres/connections.ts';

/** The columns of a table, in the order of every row; for a roll-up, also its key and how two rows become one. */
export type RowShape = { columns: readonly string[]; key?: readonly string[]; merge?: string };

/** A statement takes 65,535 values. */
const maxRows = 256;

const texts = new Map<string, string>();

function insertText(
  table: string,
  { columns, key, merge }: RowShape,
  rows: number,
  returning?: string,
): string {
  const name = `${table} ${rows}`;
  const known = texts.get(name);
  if (known !== undefined) return known;
  const row = (index: number) =>
    `(${columns.map((_, column) => `$${index * columns.length + column + 1}`).join(', ')})`;
  const conflict = key ? `(${key.join(', ')}) do update set ${merge}` : 'do nothing';
  const text = `insert into ${table} as t (${columns.join(', ')}) values ${Array.from({ length: rows }, (_, index) => row(index)).join(', ')}
    on conflict ${conflict}${returning === undefined ? '' : ` returning ${returning}`}`;
  texts.set(name, text);
  return text;
}

/** The smallest power of two that is not below a number. */
const powerFrom = (number: number): number => 2 ** Math.ceil(Math.log2(number));

/** Inserts rows that are not there yet; returns a column of them. The last row is repeated, and then there already. */
export async function insertPadded(
  query: PostgresQuery,
  table: string,
  shape: RowShape,
  rows: unknown[][],
  returning: string,
): Promise<number[]> {
  const inserted: number[] = [];
  for (let at = 0; at < rows.length; at += maxRows) {
    const some = rows.slice(at, at + maxRows);
    const padded = Array.from({ length: powerFrom(some.length) }, (_, n) => some[n] ?? some.at(-1));
    const result = await query<Record<string, number>>(
      insertText(table, shape, padded.length, returning),
      padded.flat(),
    );
    inserted.push(...result.rows.map((row) => row[returning] as number));
  }
  return inserted;
}

/**
 * Inserts the rows of a roll-up, or adds them to those that are there. A statement must not change a row twice, so that
 * there is nothing to pad with: the rows are split into powers of two.
 */
export async function upsertInParts(
  query: PostgresQuery,
  table: string,
  shape: RowShape,
  rows: unknown[][],
): Promise<void> {
  for (let at = 0; at < rows.length;) {
    const size = Math.min(maxRows, 2 ** Math.floor(Math.log2(rows.length - at)));
    await query(insertText(table, shape, size), rows.slice(at, at + size).flat());
    at += size;
  }
}
