/** Writes a consistent copy of the store while the service runs. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';

/** SQLite: a database file. PostgreSQL: an archive for pg_restore, made by pg_dump. Never overwrites a file. */
export async function backUp(
  settings: { DATABASE_URL?: string | undefined; DATA_DIR: string },
  path: string,
): Promise<void> {
  // The file holds members' addresses: the operator's umask (private-files.ts) makes it unreadable for other users.
  if (existsSync(path)) throw new Error(`${path} exists already`);
  if (settings.DATABASE_URL === undefined) {
    const source = new DatabaseSync(join(settings.DATA_DIR, 'manyhands.db'), { readOnly: true });
    try {
      await backup(source, path);
    } finally {
      source.close();
    }
    return;
  }
  // The address has a password: it is passed in the environment, because the list of processes shows arguments.
  const url = new URL(settings.DATABASE_URL);
  const environment = {
    ...process.env,
    PGHOST: decodeURIComponent(url.hostname),
    PGPORT: url.port || '5432',
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
  };
  try {
    await promisify(execFile)('pg_dump', ['--format=custom', `--file=${path}`], { env: environment });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT')
      throw new Error('pg_dump is not installed here', { cause: error });
    throw new Error('pg_dump failed', { cause: error });
  }
}
