/**
 * Moves the rows of a store to the pepper in use, while the service runs. Rows are changed by UPDATE and never deleted
 * and inserted again: a person who takes an opt-out back at the same moment removes it in either form.
 */
import { sql } from 'kysely';
import type { Database, Store } from '../db/store.ts';
import { sealer } from '../secrets/secrets.ts';
import { type DigestColumn, digestColumns, type SealedColumn, sealedColumns } from './columns.ts';
import type { Peppers } from './live.ts';
import { digestAt, type PepperRing, splitForm } from './ring.ts';

/** Rows of one statement: others who write wait for a few milliseconds. */
const pageSize = 500;

type KeyValue = string | number;
type Row = Record<string, KeyValue | null>;

/** Moves all rows; repeats until a pass finds none, since requests under way may still have stored an earlier form. */
export async function rekey(
  store: Store,
  peppers: Peppers,
  onProgress: (rows: number) => void,
): Promise<number> {
  const { db } = store;
  let total = 0;
  for (;;) {
    let moved = 0;
    const add = (rows: number) => {
      moved += rows;
      onProgress(total + moved);
    };
    for (const column of digestColumns)
      await eachPage(db, column, (rows) => moveDigests(store, peppers.ring(), column, rows).then(add));
    for (const column of sealedColumns)
      await eachPage(db, column, (rows) => moveSealed(db, peppers, column, rows).then(add));
    total += moved;
    if (moved === 0) return total;
  }
}

/** Reads a table in the order of its key: a moved row is perhaps read twice, and never skipped. */
async function eachPage(
  db: Database,
  { table, key, column }: Pick<DigestColumn, 'table' | 'key' | 'column'>,
  act: (rows: Row[]) => Promise<void>,
): Promise<void> {
  const keys = sql.join(key.map((name) => sql.ref(name)));
  let last: Row | undefined;
  for (;;) {
    const after = last ? sql`(${keys}) > (${sql.join(key.map((name) => last?.[name]))})` : sql`1 = 1`;
    const { rows } =
      await sql<Row>`select ${sql.join([...new Set([...key, column])].map((name) => sql.ref(name)))}
      from ${sql.table(table)} where ${after} order by ${keys} limit ${pageSize}`.execute(db);
    if (rows.length === 0) return;
    last = rows.at(-1);
    await act(rows);
  }
}

async function moveDigests(
  { db, engine }: Store,
  ring: PepperRing,
  { table, key, column, isUnique }: DigestColumn,
  rows: Row[],
): Promise<number> {
  const moves = new Map<string, string>();
  for (const row of rows) {
    const digest = row[column];
    const moved = typeof digest === 'string' && digestAt(ring, digest, ring.current);
    if (moved && moved !== digest) moves.set(digest, moved);
  }
  if (moves.size === 0) return 0;
  const [at, place] = [sql.table(table), sql.ref(`${table}.${column}`)];
  await db.transaction().execute(async (trx) => {
    // A row that a request has locked is left for the next pass: two lock orders can deadlock.
    const { rows: free } = await sql<{ digest: string }>`select ${place} as digest from ${at}
      where ${place} in (${sql.join([...moves.keys()])})
      ${engine === 'postgres' ? sql`for update skip locked` : sql``}`.execute(trx);
    if (free.length === 0) return;
    const values = free.map(
      ({ digest }) => sql`(cast(${digest} as text), cast(${moves.get(digest)} as text))`,
    );
    const pairs = sql`(select column1 as former, column2 as moved from (values ${sql.join(values)}) as v) as pairs`;
    // A request stored the new form meanwhile, and that row stays.
    const isTwin = sql.join(
      [
        sql`other.${sql.ref(column)} = pairs.moved`,
        ...key
          .filter((name) => name !== column)
          .map((name) => sql`other.${sql.ref(name)} = ${sql.ref(`${table}.${name}`)}`),
      ],
      sql` and `,
    );
    if (isUnique)
      await sql`delete from ${at} where exists (select 1 from ${pairs} join ${sql.table(table)} as other on ${isTwin}
        where pairs.former = ${place})`.execute(trx);
    await sql`update ${at} set ${sql.ref(column)} = pairs.moved from ${pairs}
      where ${place} = pairs.former`.execute(trx);
  });
  return moves.size;
}

/** Encrypts values again. A row that changed meanwhile is left for the next pass. */
async function moveSealed(
  db: Database,
  peppers: Peppers,
  { table, key, column, purpose }: SealedColumn,
  rows: Row[],
): Promise<number> {
  const ring = peppers.ring();
  const { seal, open } = sealer(peppers.ring, purpose);
  let moved = 0;
  for (const row of rows) {
    const sealed = row[column];
    if (typeof sealed !== 'string' || sealed === '' || splitForm(ring, sealed)?.place === ring.current)
      continue;
    const value = open(sealed);
    // The value is damaged, or was encrypted with a pepper from before a backup was restored; it cannot be recovered.
    if (value === undefined) continue;
    const isThis = sql.join(
      key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
      sql` and `,
    );
    const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${seal(value)}
      where ${isThis} and ${sql.ref(column)} = ${sealed}`.execute(db);
    moved += Number(numAffectedRows ?? 0);
  }
  return moved;
}
