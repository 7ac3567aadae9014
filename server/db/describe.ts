/** One line about the store for the terminal: engine, place and size, and no name or password of a user. */
import { statSync } from 'node:fs';
import { sql } from 'kysely';
import { sqliteFile } from './sqlite/engine.ts';
import type { Store, StoreSettings } from './store.ts';

export async function describeStore(store: Store, { dataDir }: StoreSettings): Promise<string> {
  if (store.engine === 'sqlite') {
    return `SQLite, ${sqliteFile(dataDir)}, ${megabytes(await storeBytes(store, dataDir))}`;
  }
  const { rows } = await sql<{ version: string; name: string; host: string | null; bytes: number }>`
    select current_setting('server_version') as version, current_database() as name,
      host(inet_server_addr()) as host, pg_database_size(current_database()) as bytes`.execute(store.db);
  const [row] = rows;
  return `PostgreSQL ${row?.version.split(' ')[0]}, database ${row?.name} on ${row?.host ?? 'a local socket'}, ${megabytes(row?.bytes ?? 0)}`;
}

/** The database's size on disk; SQLite's write-ahead log counts, too. */
export async function storeBytes(store: Store, dataDir: string): Promise<number> {
  if (store.engine === 'sqlite') {
    const sizeOf = (end: string) =>
      statSync(`${sqliteFile(dataDir)}${end}`, { throwIfNoEntry: false })?.size ?? 0;
    return sizeOf('') + sizeOf('-wal');
  }
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(store.db);
  return Number(rows[0]?.bytes ?? 0);
}

export const megabytes = (bytes: number): string =>
  `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
