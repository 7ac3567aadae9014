/** Lets one service at a time use a folder with SQLite: ids and caches are of one process. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreFault } from '../store-fault.ts';

/** For a service that is just ending, as when it is restarted. */
const patienceMilliseconds = 2000;

/**
 * Locks the folder until the process ends, however it ends; answers the release. A transaction of SQLite in a file of
 * its own, since Node has no file locks. Throws `StoreFault` where another service has it. Commands take no lock.
 */
export function lockFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(dataDir, 'manyhands.lock'), { timeout: patienceMilliseconds });
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: unknown }).errcode !== busy) throw error;
    throw new StoreFault(
      `Another service is using ${dataDir}: stop it first; several processes need PostgreSQL (DATABASE_URL).`,
    );
  }
  return () => lock.close();
}

const busy = 5;
