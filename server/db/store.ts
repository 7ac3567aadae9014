/**
 * The store: one typed handle for two engines. SQLite reads in this thread and writes in the writer thread, so that
 * fsync never blocks the event loop; PostgreSQL does both over its connections.
 */
import { existsSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { faultOfBefore, isCopyable } from './migrations/before-baseline.ts';
import type { PostgresQuery, PostgresTransaction } from './postgres/connections.ts';
import { isWhollyDistributed } from './postgres/distribution.ts';
import { noteExpansions, notedExpansions } from './migrations/expansion.ts';
import { migrationsFor } from './migrations/migrations.ts';
import type { LoneWork } from './postgres/node-lease.ts';
import type { Tables } from './schema.ts';
import type { Settings } from '../settings.ts';
import { openSqlite, sqliteFile, type SqliteThread } from './sqlite/engine.ts';
import type { WriterJobs } from './sqlite/writer.ts';
import { noStore, StoreFault } from './store-fault.ts';

export type Engine = 'sqlite' | 'postgres';
export type Database = Kysely<Tables>;

/**
 * The handle, with the interface of one engine for the few hand-written statements. `searching` is for reads that may
 * take long: on SQLite in a thread of its own, and they see everything that was committed before. `scrub` moves what
 * was written into the database file and empties SQLite's write-ahead log, so that deleted bytes are in neither.
 */
export type Store = {
  db: Database;
  searching: Database;
  scrub: () => Promise<void>;
  /** Reads of the directory for visitors: as `searching`, but on PostgreSQL's standby where it is current. */
  directory: Database;
  /** Grows with every change of what projects are found by. Reads of `directory` from then on see this version. */
  directoryVersion: () => Promise<number>;
  /** Citus keeps contributions on workers (distribution.ts). */
  isDistributed: boolean;
  close: () => Promise<void>;
  /** Runs work that one process at a time does; returns undefined if another is doing it. */
  alone: <Answer>(work: LoneWork, act: () => Promise<Answer>) => Promise<Answer | undefined>;
} & (
  | { engine: 'sqlite'; sqlite: SqliteThread }
  | {
      engine: 'postgres';
      query: PostgresQuery;
      transaction: PostgresTransaction;
      /** How many workers of Citus are known to be away, within so many milliseconds. */
      workersAway: (within: number) => Promise<number>;
      node: () => number;
      /** Keeps other processes from beginning, until the store is closed. Returns false where one is at work. */
      lockOthersOut: () => Promise<boolean>;
      migrating: Database;
      isOnStandby: () => boolean;
    }
);

/** `directUrl`: the database of `databaseUrl` without the connection pooler in between; `searchUrl`: its standby. */
export type StoreSettings = {
  databaseUrl?: string | undefined;
  directUrl?: string | undefined;
  searchUrl?: string | undefined;
  dataDir: string;
};

/** The place of the store, from the settings of the service. */
export const placeOf = (
  settings: Pick<Settings, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_SEARCH_URL' | 'DATA_DIR'>,
): StoreSettings => ({
  databaseUrl: settings.DATABASE_URL,
  directUrl: settings.DATABASE_DIRECT_URL,
  searchUrl: settings.DATABASE_SEARCH_URL,
  dataDir: settings.DATA_DIR,
});

/** `newer`: the migrations of a newer release that the store has had; this release can work with them. */
export type OpenedStore = Store & { isNew: boolean; newer: string[] };

/**
 * Opens the store for the service: makes it where there is none, and brings its schema up to date; a second process
 * that starts meanwhile waits. Throws `StoreFault` where a newer release has done more than to add to it
 * (expansion.ts).
 */
export async function openStore(settings: StoreSettings): Promise<OpenedStore> {
  return opened(settings, async (store) => {
    await mustBeWhole(store);
    const newer = await onlyExpanded(store);
    if (newer) {
      await mustBeWhollyDistributed(store);
      return { ...store, isNew: false, newer };
    }
    const isNew = await migrated(store);
    await mustBeWhollyDistributed(store);
    await noteExpansions(store.db);
    return { ...store, isNew, newer: [] };
  });
}

/** Opens the store that a copy is written to (copy-store.ts), and makes it where there is none. */
export async function openTarget(settings: StoreSettings): Promise<Store> {
  return opened(settings, async (store) => {
    await migrated(store);
    return store;
  });
}

/** Brings the schema up to date; tells whether the store is new. */
async function migrated(store: Store): Promise<boolean> {
  const { migrator, applied } = await schemaOf(store);
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
  return applied.length === 0;
}

/** The migrations of a newer release, if there are any, and they and nothing else separate the store from this one. */
async function onlyExpanded(store: Store): Promise<string[] | undefined> {
  const { unknown, pending } = compared(store, await appliedMigrations(store));
  if (unknown.length === 0 || pending.length > 0) return undefined;
  const expansions = await notedExpansions(store.db);
  return unknown.every((name) => expansions.has(name)) ? unknown : undefined;
}

/**
 * Opens the store for an operator's command, which neither makes nor changes it: throws `StoreFault` where there is
 * none, or where its schema is of an older or newer release. SQLite writes in this thread, by `jobs`. `isCopied`: only to
 * be copied, which a store of a release before 0.2.0 is, too.
 */
export async function openExistingStore(
  settings: StoreSettings,
  jobs: WriterJobs,
  isCopied = false,
): Promise<Store> {
  const { databaseUrl, dataDir } = settings;
  if (!databaseUrl && !existsSync(sqliteFile(dataDir))) throw noStore(dataDir);
  return opened({ ...settings, jobs }, async (store) => {
    await mustBeWhole(store);
    if (isCopied && isCopyable(await appliedMigrations(store))) {
      await mustBeWhollyDistributed(store);
      return store;
    }
    const { applied, pending } = await schemaOf(store);
    if (applied.length === 0) throw noStore(databaseUrl ? 'this database' : dataDir);
    if (pending.length > 0)
      throw new StoreFault(
        'This store is from an older release: start the service of this release once, which brings it up to date.',
      );
    await mustBeWhollyDistributed(store);
    return store;
  });
}

async function opened<Answer>(
  { databaseUrl, directUrl, searchUrl, dataDir, jobs }: StoreSettings & { jobs?: WriterJobs },
  use: (store: Store) => Promise<Answer>,
): Promise<Answer> {
  const store = databaseUrl
    ? await (await import('./postgres/engine.ts')).openPostgres(databaseUrl, { directUrl, searchUrl })
    : await openSqlite(dataDir, jobs);
  try {
    return await use(store);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The migrations that the store has had, and those of this release that it lacks. */
async function schemaOf(store: Store) {
  const applied = await appliedMigrations(store);
  const { migrations, unknown, pending } = compared(store, applied);
  const db = store.engine === 'postgres' ? store.migrating : store.db;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const before = faultOfBefore(applied);
  if (before) throw before;
  if (unknown.length > 0)
    throw new StoreFault(
      `This store is from a newer release (${unknown.join(', ')} is not known here): use that release, or a backup from before it.`,
    );
  return { migrator, applied, pending };
}

/** `unknown`: applied, but not of this release; `pending`: of this release, but not applied. */
function compared({ engine }: Store, applied: string[]) {
  const migrations = migrationsFor(engine);
  return {
    migrations,
    unknown: applied.filter((name) => !(name in migrations)),
    pending: Object.keys(migrations).filter((name) => !applied.includes(name)),
  };
}

async function appliedMigrations(store: Store): Promise<string[]> {
  if (!(await hasTable(store, migrationTable))) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(migrationTable)}`.execute(
    store.db,
  );
  return rows.map(({ name }) => name);
}

/** Throws `StoreFault` for a store that a copy is still being written to. */
async function mustBeWhole(store: Store): Promise<void> {
  if (await hasTable(store, unfinishedCopy))
    throw new StoreFault(
      'This store is an unfinished copy of another: run copy-to with the same settings once more, or delete it.',
    );
}

async function mustBeWhollyDistributed(store: Store): Promise<void> {
  if (store.engine === 'postgres') await isWhollyDistributed(store.query);
}

export async function hasTable({ db, engine }: Store, name: string): Promise<boolean> {
  const matches =
    engine === 'sqlite'
      ? sql`select name from sqlite_schema where name = ${name}`
      : sql`select 1 where to_regclass(${name}) is not null`;
  return (await matches.execute(db)).rows.length > 0;
}

/** A table that exists while a copy is being written: it notes how far that has come. */
export const unfinishedCopy = 'unfinished_copy';

/** Where Kysely notes the migrations that were applied. */
export const migrationTable = 'kysely_migration';

const away = new Set([
  // SQLite: busy, read-only, disk error, full, cannot open
  5, 8, 10, 13, 14,
]);
const awayCodes =
  /^(ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|CONNECTION_|57P0|57014|55P03|53|08|25006|WRITER_GONE|READER_GONE|40001|40P01)/;

/** Citus reports a worker that ended during a commit as an internal error. */
const endedInCommit = /^could not commit transaction for shard \d+ on at least one active node/;

/** Whether an error means that the database is unreachable or overloaded, not that a statement was wrong. */
export function isAway(error: unknown): boolean {
  const { code, errcode, message, syscall } = (error ?? {}) as Record<string, unknown>;
  if (typeof errcode === 'number') return away.has(errcode & 0xff);
  if (code === 'XX000') return typeof message === 'string' && endedInCommit.test(message);
  // The codes alone would not do: a socket that is gone is ENOENT, as is a file of ours.
  return (
    /^(connect|getaddrinfo)$/.test(String(syscall)) || (typeof code === 'string' && awayCodes.test(code))
  );
}
