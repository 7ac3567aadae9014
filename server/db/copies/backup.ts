/** A consistent copy of the store while the service runs, of any release's schema. */
import { existsSync } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { copyPostgres } from './postgres.ts';
import { copySqlite } from './sqlite.ts';
import type { RowCounts } from './row-counts.ts';
import { sqliteFile } from '../sqlite/engine.ts';
import type { StoreSettings } from '../store.ts';
import { noStore, StoreFault } from '../store-fault.ts';

/**
 * Writes SQLite's database file, or an archive of PostgreSQL for `pg_restore`, to `path`, which must not exist. The
 * copy has a temporary name until it is complete and checked, so that an interrupted backup is never taken for one.
 * `isVerified`: it is also restored, and the rows of each table are compared with those of the moment of the copy.
 */
export async function backUp(
  { databaseUrl, directUrl = databaseUrl, dataDir }: StoreSettings,
  path: string,
  isVerified: boolean,
): Promise<RowCounts | undefined> {
  if (existsSync(path)) throw alreadyThere(path);
  if (!directUrl && !existsSync(sqliteFile(dataDir))) throw noStore(dataDir);
  // It holds members' addresses: the operator's umask (private-files.ts) keeps it from other users.
  const partial = join(dirname(path), `.${basename(path)}.${process.pid}.partial`);
  try {
    const counts = directUrl
      ? await copyPostgres(directUrl, partial, isVerified)
      : await copySqlite(sqliteFile(dataDir), partial, isVerified);
    await sync(partial);
    // A link, and not a renaming: it never replaces a file that appeared meanwhile.
    await link(partial, path).catch((error: { code?: unknown }) => {
      throw error.code === 'EEXIST' ? alreadyThere(path) : error;
    });
    return counts;
  } finally {
    await rm(partial, { force: true });
  }
}

const alreadyThere = (path: string) => new StoreFault(`${path} exists already.`);

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
