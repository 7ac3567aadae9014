/**
 * Queues in the store, whose jobs are taken under a lease: of several processes one gets a job, and a job whose
 * process ended is taken again once its lease has.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Log } from '../log.ts';
import { isAway, type Store } from './store.ts';

export type LeaseQueue = {
  table: 'image_jobs' | 'start_notices';
  /** The column that tells the jobs apart that may be taken. */
  key: string;
  columns: string;
  leaseMilliseconds: number;
};

/** Takes the job that has been due longest; `among` narrows them. */
export async function takeDue<Job>(
  { db, engine }: Pick<Store, 'db' | 'engine'>,
  { table, key, columns, leaseMilliseconds }: LeaseQueue,
  now: number,
  among: RawBuilder<unknown> = sql`1 = 1`,
): Promise<Job | undefined> {
  const due = sql`from ${sql.table(table)} where ${among} and next_at <= ${now}`;
  // Looked for first, since a statement that may write waits for other writers.
  const { rows: found } = await sql`select 1 ${due} limit 1`.execute(db);
  if (found.length === 0) return undefined;
  const locked = sql.raw(engine === 'postgres' ? 'for update skip locked' : '');
  const { rows } = await sql<Job>`update ${sql.table(table)}
    set next_at = ${now + leaseMilliseconds}, tries = tries + 1
    where ${among} and ${sql.ref(key)} = (select ${sql.ref(key)} ${due} order by next_at limit 1 ${locked})
    returning ${sql.raw(columns)}`.execute(db);
  return rows[0];
}

export type QueueWork = {
  everyMilliseconds: number;
  /** So many workers: a slow job keeps one of them waiting, not the other jobs. */
  workers: number;
  /** Works off what is due, until nothing is or `isStopped` says so. */
  workOff: (isStopped: () => boolean) => Promise<void>;
  /** What the log says of a fault; a job that was begun is tried again after its lease. */
  onFault: string;
  log: Log;
};

/** Works a queue off beside the requests. */
export function queueWork({ everyMilliseconds, workers, workOff, onFault, log }: QueueWork) {
  let isStopped = false;
  const worker = () => {
    let isWorking = false;
    return async (): Promise<void> => {
      if (isWorking) return;
      isWorking = true;
      try {
        await workOff(() => isStopped);
      } catch (error) {
        if (!isAway(error) && !isStopped) log.error({ err: error }, onFault);
      } finally {
        isWorking = false;
      }
    };
  };
  return {
    start(): void {
      const works = Array.from({ length: workers }, worker);
      setInterval(() => works.forEach((work) => void work()), everyMilliseconds).unref();
    },
    stop(): void {
      isStopped = true;
    },
  };
}
