/** Facts about the store that an operator watches: for `operator status` and the metrics. */
import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { storeBytes } from './db/describe.ts';
import type { Database, Store } from './db/store.ts';

/** Bytes, numbers of waiting jobs, and times in milliseconds since 1970. */
export type StoreStatus = {
  storeBytes: number;
  /** Of the disk with the data folder. */
  freeBytes: number;
  imagesWaiting: number;
  noticesWaiting: number;
  /** Undefined: never. */
  lastPurge: number | undefined;
  lastBackup: number | undefined;
};

export async function readStatus(store: Store, dataDir: string): Promise<StoreStatus> {
  const { db } = store;
  const count = async (table: 'image_jobs' | 'start_notices') =>
    Number(
      (
        await db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirst()
      )?.count ?? 0,
    );
  const [bytes, { bavail, bsize }, imagesWaiting, noticesWaiting, lastPurge, lastBackup] = await Promise.all([
    storeBytes(store, dataDir),
    statfs(dataDir),
    count('image_jobs'),
    count('start_notices'),
    lastPurgeAt(db),
    lastBackupAt(db),
  ]);
  return {
    storeBytes: bytes,
    freeBytes: bavail * bsize,
    imagesWaiting,
    noticesWaiting,
    lastPurge,
    lastBackup,
  };
}

const purgeSetting = 'last-purge';

/** Notes that the retention rule ran. */
export async function notePurge(db: Database, now: number): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: purgeSetting, value: String(now) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: String(now) }))
    .execute();
}

async function lastPurgeAt(db: Database): Promise<number | undefined> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', purgeSetting)
    .executeTakeFirst();
  return row && Number(row.value);
}

/** The audit has a line for each command. */
async function lastBackupAt(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ at: number | null }>`
    select max(at) as at from audit where act = 'backup' or act like 'backup %'`.execute(db);
  return rows[0]?.at === null || rows[0] === undefined ? undefined : Number(rows[0].at);
}
