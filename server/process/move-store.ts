/** Moves a store to another place, or tries that while the service runs: for the operator's command. */
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import { backUp } from '../db/copies/backup.ts';
import { copyStore, finishCopy, lockSource, nameOf } from '../db/copies/copy-store.ts';
import { storeBytes } from '../db/describe.ts';
import { sqliteFile } from '../db/sqlite/engine.ts';
import { type Database, openExistingStore, openTarget, type Store, type StoreSettings } from '../db/store.ts';
import { StoreFault } from '../db/store-fault.ts';
import { emptyTrial, markTrial } from '../db/copies/try-copy.ts';
import { outdateDerived, rebuildDerived } from '../projects/derived/rebuild-derived.ts';
import { writerJobs } from './writer-jobs.ts';

export type Copied = { tables: number; rows: number };
type OnProgress = (says: string) => void;

/** Copies the store of a service that is stopped. Throws `StoreFault` while a service uses it. */
export async function moveStore(
  source: Store,
  from: StoreSettings,
  target: StoreSettings,
  onProgress: OnProgress,
): Promise<Copied> {
  const unlock = await lockSource(source, from);
  try {
    // A move may be tried to the same place before.
    await emptyTrial(target);
    const copy = await openTarget(target);
    try {
      const copied = await copyAll(source, from, copy, onProgress);
      await finishCopy(copy);
      return copied;
    } finally {
      await copy.close();
    }
  } finally {
    unlock();
  }
}

/**
 * Copies the store of a running service as of one moment, compares the rows, and deletes the copy again: what is
 * recorded meanwhile would be missing in it. Shows how long a move takes, and whether the target can hold the store.
 */
export async function tryMove(
  from: StoreSettings,
  target: StoreSettings,
  onProgress: OnProgress,
): Promise<Copied & { seconds: number }> {
  const begun = performance.now();
  await markTrial(target, nameOf(from));
  try {
    const copied = await withSnapshot(from, target, async (source) => {
      const copy = await openTarget(target);
      try {
        return await copyAll(source, from, copy, onProgress);
      } finally {
        await copy.close();
      }
    });
    return { ...copied, seconds: Math.round((performance.now() - begun) / 100) / 10 };
  } finally {
    await emptyTrial(target);
  }
}

/** Reports a trial in words. */
export const triedMove = ({ rows, tables, seconds }: Copied & { seconds: number }): string =>
  `Tried: ${rows} rows in ${tables} tables were copied and compared in ${seconds} s, and the copy was deleted again. The move itself takes about as long, with the service stopped.`;

async function copyAll(
  source: Store,
  from: StoreSettings,
  target: Store,
  onProgress: OnProgress,
): Promise<Copied> {
  const counts = await copyStore(source, from, target, (table, rows) => onProgress(`${table}: ${rows}`));
  await outdateDerived(target.db);
  await rebuildDerived(target, (done) => onProgress(`projects made ready for searches: ${done}`));
  const rows = Object.values(counts);
  return { tables: rows.length, rows: rows.reduce((sum, count) => sum + count, 0) };
}

/** Runs `act` on the store as it is at this moment. */
async function withSnapshot<Answer>(
  from: StoreSettings,
  target: StoreSettings,
  act: (source: Store) => Promise<Answer>,
): Promise<Answer> {
  if (from.databaseUrl === undefined) return withCopiedFile(from, target, act);
  // Past a connection pooler, and not from a standby, which may be behind.
  const store = await openExistingStore(
    { databaseUrl: from.directUrl ?? from.databaseUrl, dataDir: from.dataDir },
    writerJobs,
  );
  try {
    if (store.isDistributed)
      throw new StoreFault(
        'This store is distributed by Citus, whose servers cannot be read as of one moment: only a stopped one can be copied.',
      );
    const reading = store.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    return await reading.execute((trx) => act({ ...store, db: trx as Database }));
  } finally {
    await store.close();
  }
}

const trialFolder = '.trial-';

/** Deletes the copies of trials whose process was killed: they hold what the store has deleted since. */
export async function clearTrials(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(trialFolder)) await rm(join(dataDir, name), { recursive: true, force: true });
}

/** With SQLite, a long read would keep the write-ahead log growing; so a copy of the file is read. */
async function withCopiedFile<Answer>(
  from: StoreSettings,
  target: StoreSettings,
  act: (source: Store) => Promise<Answer>,
): Promise<Answer> {
  const running = await openExistingStore(from, writerJobs);
  const bytes = await storeBytes(running, from.dataDir).finally(() => running.close());
  await mustHaveRoom(from.dataDir, bytes);
  if (target.databaseUrl === undefined) await mustHaveRoom(target.dataDir, 2 * bytes);
  await clearTrials(from.dataDir);
  const folder = await mkdtemp(join(from.dataDir, trialFolder));
  try {
    await backUp(from, sqliteFile(folder), false);
    const source = await openExistingStore({ dataDir: folder }, writerJobs);
    return await act(source).finally(() => source.close());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Bytes that a running service must keep for itself. */
const spareBytes = 100_000_000;

async function mustHaveRoom(folder: string, bytes: number): Promise<void> {
  let at = resolve(folder);
  while (!existsSync(at)) at = dirname(at);
  const { bavail, bsize } = await statfs(at);
  if (bavail * bsize > bytes + spareBytes) return;
  throw new StoreFault(
    `There is not enough room on the disk for a copy: it takes ${Math.ceil(bytes / 1_000_000)} MB, and 100 MB must stay free.`,
  );
}
