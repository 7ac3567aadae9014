/**
 * The store: one typed handle for two engines. SQLite reads in this thread and writes in the writer thread, so that
 * fsync never blocks the event loop; PostgreSQL does both over its connections.
 */
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Query } from './connections.ts';
import { migrationsFor } from './migrations.ts';
import type { Tables } from './schema.ts';
import type { SqliteThread } from './sqlite.ts';

export type Engine = 'sqlite' | 'postgres';
export type Database = Kysely<Tables>;

/**
 * The handle, with the interface of one engine for the few hand-written statements. `searching` is for reads that may
 * take long: on SQLite in a thread of its own, and they see everything that was committed before.
 */
export type Store = { db: Database; searching: Database; close: () => Promise<void> } & (
  { engine: 'sqlite'; sqlite: SqliteThread } | { engine: 'postgres'; query: Query; node: () => number }
);

export type StoreSettings = { databaseUrl?: string | undefined; dataDir: string };

/** Opens the store and brings its schema up to date; a second process that starts meanwhile waits. */
export async function openStore(settings: StoreSettings): Promise<Store> {
  const store = settings.databaseUrl
    ? await (await import('./postgres.ts')).openPostgres(settings.databaseUrl)
    : await (await import('./sqlite.ts')).openSqlite(settings.dataDir);
  const migrations = migrationsFor(store.engine);
  const migrator = new Migrator({ db: store.db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await store.close();
    throw error;
  }
  return store;
}

const away = new Set([
  // SQLite: busy, disk error, full, cannot open
  5, 10, 13, 14,
]);
const awayCodes =
  /^(ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|CONNECTION_|57P0|53|08|WRITER_GONE|READER_GONE|40001|40P01)/;

/** Whether an error means that the database is unreachable or overloaded, not that a statement was wrong. */
export function isAway(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number') return away.has(errcode & 0xff);
  return typeof code === 'string' && awayCodes.test(code);
}
