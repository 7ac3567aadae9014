/**
 * Copies a store into a new one of either engine, table by table in the order of their keys. The target notes how far
 * the copy has come in the transaction of each batch, so that an interrupted copy goes on where it stopped. The tables and
 * columns are those that both have: a store of a release before 0.2.0 has other ones, too (before-baseline.ts).
 */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { mustBeEqual, type RowCounts } from './row-counts.ts';
import { withHost } from '../postgres/address.ts';
import { lockFolder } from '../sqlite/lock.ts';
import { hasTable, type Store, type StoreSettings, unfinishedCopy } from '../store.ts';
import { StoreFault } from '../store-fault.ts';

type Row = Record<string, unknown>;
/** A database of which only the names of tables and columns are known. */
type AnyTables = Kysely<Record<string, Row>>;

/** A statement of SQLite takes 32,766 values, one of PostgreSQL 65,535. */
const rowsPerBatch = 200;
/** Each commit waits for the disk; an interrupted copy repeats the batches of one commit. */
const batchesPerCommit = 25;

const notCopied = new Set([
  // Made from the fields of projects (rebuild-derived.ts), in forms that differ between the engines.
  ...['project_words', 'project_texts', 'project_stems', 'project_tags', 'project_areas'],
  ...['areas', 'area_cells', 'area_middles', 'search_terms', 'search_slips'],
  // `rates` counts the current minute only; Kysely has filled its own tables in the target.
  ...['rates', 'kysely_migration', 'kysely_migration_lock'],
]);

/**
 * `done`: the tables that are complete; `last`: the key of the last row that was copied of the table after them.
 * `isTrial`: the copy is only made to try it (try-copy.ts), and is deleted again.
 */
export type CopyProgress = { source: string; done: string[]; last?: unknown[]; isTrial?: true };

/**
 * Copies every table, compares the numbers of rows, and returns them. Throws `StoreFault` if the target holds anything
 * but the first part of this copy. No service may use the source.
 */
export async function copyStore(
  source: Store,
  place: StoreSettings,
  target: Store,
  onTable: (table: string, rows: number) => void,
): Promise<RowCounts> {
  const [from, to] = [source, target].map(({ db }) => db as unknown as AnyTables) as [AnyTables, AnyTables];
  const [held, wanted] = [await copiedColumns(source), await copiedColumns(target)];
  const tables = [...wanted.keys()].filter((table) => held.has(table));
  const progress = await progressOf(target, nameOf(place));
  for (const table of tables) {
    if (progress.done.includes(table)) continue;
    const key = await keyOf(source, table);
    const columns = (wanted.get(table) ?? []).filter((column) => held.get(table)?.includes(column));
    for (let { last } = progress, isLast = false; !isLast;)
      await to.transaction().execute(async (trx) => {
        for (let batch = 0; batch < batchesPerCommit && !isLast; batch++) {
          const rows = await nextRows(from, table, columns, key, last);
          for (let at = 0; at < rows.length; at += rowsPerBatch)
            await trx
              .insertInto(table)
              .values(rows.slice(at, at + rowsPerBatch))
              .execute();
          isLast = key.length === 0 || rows.length < rowsPerBatch;
          last = key.map((column) => rows.at(-1)?.[column]);
        }
        if (isLast) progress.done.push(table);
        const noted: CopyProgress = { ...progress, last: isLast ? undefined : last };
        await sql`update ${sql.table(unfinishedCopy)} set progress = ${JSON.stringify(noted)}`.execute(trx);
      });
    progress.last = undefined;
    onTable(table, await countOf(to, table));
  }
  const counts = await countAll(to, tables);
  mustBeEqual(await countAll(from, tables), counts);
  return counts;
}

/** Keeps services off the source until the release is called; throws `StoreFault` where one uses it. */
export async function lockSource(source: Store, { dataDir }: StoreSettings): Promise<() => void> {
  if (source.engine === 'sqlite') return lockFolder(dataDir);
  if (!(await source.lockOthersOut()))
    throw new StoreFault(
      'Another process is using this database: stop the service first, and start it on the copy.',
    );
  return () => undefined;
}

/** Settings that name the schema of the source: the first start on the target notes its own. */
const settingsOfSource = ['expansions', 'keys_shared_until'];

/** Lets services use the target, which derives the rest at its first start unless that is done before. */
export async function finishCopy({ db }: Store): Promise<void> {
  await db.deleteFrom('settings').where('name', 'in', settingsOfSource).execute();
  await db.schema.dropTable(unfinishedCopy).execute();
}

/** Reads the note of an earlier part, or writes the first one. */
async function progressOf(target: Store, source: string): Promise<CopyProgress> {
  const { db } = target;
  if (await hasTable(target, unfinishedCopy)) {
    const { rows } = await sql<{
      progress: string;
    }>`select progress from ${sql.table(unfinishedCopy)}`.execute(db);
    const progress = JSON.parse(rows[0]?.progress ?? '{}') as CopyProgress;
    if (progress.source !== source)
      throw new StoreFault('The target holds an unfinished copy of another store: give an empty one.');
    return progress;
  }
  for (const table of (await copiedColumns(target)).keys())
    if ((await countOf(db as unknown as AnyTables, table)) > 0)
      throw new StoreFault(
        'The target holds other data: give an empty database, or a folder without a store.',
      );
  const first: CopyProgress = { source, done: [] };
  await db.transaction().execute(async (trx) => {
    await trx.schema.createTable(unfinishedCopy).addColumn('progress', 'text').execute();
    await sql`insert into ${sql.table(unfinishedCopy)} (progress) values (${JSON.stringify(first)})`.execute(
      trx,
    );
  });
  return first;
}

/** Names a store without its password. */
export function nameOf({ databaseUrl, dataDir }: StoreSettings): string {
  const url = databaseUrl === undefined ? undefined : new URL(withHost(databaseUrl));
  const place = url ? `${url.searchParams.get('host') ?? url.host}${url.pathname}` : resolve(dataDir);
  return createHash('sha256').update(place).digest('hex');
}

/** The columns of each table that is copied, in the order of the tables' names. */
async function copiedColumns({ db, engine }: Store): Promise<Map<string, string[]>> {
  type Column = { name: string; column: string };
  const { rows } = await (
    engine === 'sqlite'
      ? sql<Column>`select t.name, c.name as "column" from pragma_table_list t, pragma_table_info(t.name) c
          where t.schema = 'main' and t.type not in ('shadow', 'virtual') and t.name not like 'sqlite%'`
      : sql<Column>`select t.tablename as name, c.column_name as "column" from pg_tables t
          join information_schema.columns c on c.table_schema = t.schemaname and c.table_name = t.tablename
          where t.schemaname = current_schema()`
  ).execute(db);
  const tables = Map.groupBy(rows, ({ name }) => name);
  return new Map(
    [...tables.keys()]
      // Litestream's own tables, where it makes the backups, belong to the file.
      .filter((name) => !notCopied.has(name) && name !== unfinishedCopy && !name.startsWith('_litestream_'))
      .sort()
      .map((name) => [name, (tables.get(name) ?? []).map(({ column }) => column)]),
  );
}

/** The columns of the primary key; none for a table without one, which is copied in one step. */
async function keyOf({ db, engine }: Store, table: string): Promise<string[]> {
  const { rows } = await (
    engine === 'sqlite'
      ? sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`
      : sql<{ name: string }>`select a.attname as name from pg_index i
          cross join unnest(i.indkey) with ordinality as k(attnum, place)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
          where i.indrelid = to_regclass(${table}) and i.indisprimary order by k.place`
  ).execute(db);
  return rows.map(({ name }) => name);
}

function nextRows(
  db: AnyTables,
  table: string,
  columns: string[],
  key: string[],
  last: unknown[] | undefined,
): Promise<Row[]> {
  let query = db.selectFrom(table).select(columns);
  if (key.length === 0) return query.execute();
  if (last)
    query = query.where(sql<boolean>`(${sql.join(key.map((name) => sql.ref(name)))}) > (${sql.join(last)})`);
  for (const name of key) query = query.orderBy(name);
  return query.limit(rowsPerBatch).execute();
}

async function countOf(db: AnyTables, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    db,
  );
  return Number(rows[0]?.count);
}

async function countAll(db: AnyTables, tables: string[]): Promise<RowCounts> {
  const counts: RowCounts = {};
  for (const table of tables) counts[table] = await countOf(db, table);
  return counts;
}
