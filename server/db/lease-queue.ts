/**
 * Job queues in the store, with leases: one of several processes gets a job, and if that process ends, the job is taken
 * again once its lease has expired.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Log } from '../log.ts';
import { isAway, type Store } from './store.ts';

export type LeaseQueue = {
  table: 'image_jobs' | 'start_notices' | 'mails' | 'project_follows' | 'webhook_deliveries' | 'mailings';
  /** The column that identifies a job. */
  key: string;
  columns: string;
  leaseMilliseconds: number;
  /** A column by which due jobs are ordered first; among equal ones, the job that has been due longest is taken. */
  rank?: string;
};

/** Takes the job that has been due longest; `among` filters the jobs. */
export async function takeDue<Job>(
  { db, engine }: Pick<Store, 'db' | 'engine'>,
  { table, key, columns, leaseMilliseconds, rank }: LeaseQueue,
  now: number,
  among: RawBuilder<unknown> = sql`1 = 1`,
): Promise<Job | undefined> {
  const due = sql`from ${sql.table(table)} where ${among} and next_at <= ${now}`;
  // A plain read first, because a statement that may write waits for other writers.
  const { rows: found } = await sql`select 1 ${due} limit 1`.execute(db);
  if (found.length === 0) return undefined;
  const order = rank === undefined ? sql`next_at` : sql`${sql.ref(rank)}, next_at`;
  const locked = sql.raw(engine === 'postgres' ? 'for update skip locked' : '');
  const { rows } = await sql<Job>`update ${sql.table(table)}
    set next_at = ${now + leaseMilliseconds}, tries = tries + 1
    where ${among} and ${sql.ref(key)} = (select ${sql.ref(key)} ${due} order by ${order} limit 1 ${locked})
    returning ${sql.raw(columns)}`.execute(db);
  return rows[0];
}

export type QueueWork = {
  everyMilliseconds: number;
  /** Jobs at the same time: a slow job occupies one worker, and does not block the others. */
  workers: number;
  /** Processes due jobs, until there are none or `isStopped` returns true. */
  workOff: (isStopped: () => boolean) => Promise<void>;
  /** The log message for a fault; a job that was started is tried again after its lease. */
  onFault: string;
  log: Log;
};

/** Processes a queue in the background. */
export function queueWork({ everyMilliseconds, workers, workOff, onFault, log }: QueueWork) {
  let isStopped = true;
  const working = new Set<Promise<void>>();
  const work = async (): Promise<void> => {
    try {
      await workOff(() => isStopped);
    } catch (error) {
      if (!isAway(error) && !isStopped) log.error({ err: error }, onFault);
    }
  };
  /** Puts idle workers to work, at most this many. */
  const wake = (count: number): void => {
    for (let left = count; left > 0 && !isStopped && working.size < workers; left--) {
      const done: Promise<void> = work().finally(() => working.delete(done));
      working.add(done);
    }
  };
  return {
    start(): void {
      isStopped = false;
      setInterval(() => wake(workers), everyMilliseconds).unref();
    },
    /** A job was added: one worker looks for it now. Does nothing in a process that does not work on the queue. */
    wake: () => wake(1),
    stop(): void {
      isStopped = true;
    },
    /** Waits until no job is being processed. */
    settled: async (): Promise<void> => void (await Promise.all(working)),
  };
}
