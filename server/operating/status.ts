/** Facts about the store that an operator watches: for `operator status` and the metrics. */
import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { storeBytes } from '../db/describe.ts';
import { type Database, migrationTable, type Store } from '../db/store.ts';
import { describePepper, readState } from '../pepper/live.ts';

/** Bytes, numbers of waiting jobs, and times in milliseconds since 1970. */
export type StoreStatus = {
  storeBytes: number;
  /** On the disk with the data folder. */
  freeBytes: number;
  imagesWaiting: number;
  noticesWaiting: number;
  mailsWaiting: number;
  /** Within the last seven days. */
  mailsFailed: number;
  /** Seconds; undefined without a standby of PostgreSQL, or without the right to see it (`pg_monitor`). */
  replicationLag: number | undefined;
  /** When the store was made. */
  begun: number | undefined;
  /** Undefined: never. */
  lastPurge: number | undefined;
  lastBackup: number | undefined;
  /** Whether it was changed, in words. */
  pepper: string;
};

export async function readStatus(store: Store, dataDir: string): Promise<StoreStatus> {
  const { db } = store;
  /** Counts the rows of a table, or those in which a column is set. */
  const count = async (table: 'image_jobs' | 'start_notices' | 'mails', column?: 'next_at' | 'failed_at') => {
    const counted = sql<{ count: number }>`select count(${column ? sql.ref(column) : sql.raw('*')}) as count
      from ${sql.table(table)}`;
    return Number((await counted.execute(db)).rows[0]?.count ?? 0);
  };
  const [
    bytes,
    { bavail, bsize },
    imagesWaiting,
    noticesWaiting,
    mailsWaiting,
    mailsFailed,
    replicationLag,
    begun,
    lastPurge,
    lastBackup,
    pepper,
  ] = await Promise.all([
    storeBytes(store, dataDir),
    statfs(dataDir),
    count('image_jobs'),
    count('start_notices'),
    count('mails', 'next_at'),
    count('mails', 'failed_at'),
    replicationLagOf(store),
    begunAt(db),
    lastPurgeAt(db),
    lastBackupAt(db),
    readState(db).then(describePepper),
  ]);
  return {
    storeBytes: bytes,
    freeBytes: bavail * bsize,
    imagesWaiting,
    noticesWaiting,
    mailsWaiting,
    mailsFailed,
    replicationLag,
    begun,
    lastPurge,
    lastBackup,
    pepper,
  };
}

/** A standby that has replayed everything has no lag after a while, and one that may not be seen has no position. */
async function replicationLagOf({ engine, db }: Store): Promise<number | undefined> {
  if (engine === 'sqlite') return undefined;
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from max(coalesce(replay_lag, '0')))::double precision as seconds
      from pg_stat_replication where replay_lsn is not null`.execute(db);
  return rows[0]?.seconds ?? undefined;
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

async function begunAt(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{
    at: string;
  }>`select min(timestamp) as at from ${sql.table(migrationTable)}`.execute(db);
  return rows[0] && Date.parse(rows[0].at);
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
