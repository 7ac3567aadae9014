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
  /** The columns by which due jobs are ordered; without them, the job that has been due longest is taken. */
  order?: readonly string[];
};

/** Takes the next job that is due; `among` filters the jobs. */
export async function takeDue<Job>(
  { db, engine }: Pick<Store, 'db' | 'engine'>,
  { table, key, columns, leaseMilliseconds, order = ['next_at'] }: LeaseQueue,
  now: number,
  among: RawBuilder<unknown> = sql`1 = 1`,
): Promise<Job | undefined> {
  const due = sql`from ${sql.table(table)} where ${among} and next_at <= ${now}`;
  // A plain read first, because a statement that may write waits for other writers.
  const { rows: found } = await sql`select 1 ${due} limit 1`.execute(db);
  if (found.length === 0) return undefined;
  const ordered = sql.join(order.map((column) => sql.ref(column)));
  const locked = sql.raw(engine === 'postgres' ? 'for update skip locked' : '');
  const { rows } = await sql<Job>`update ${sql.table(table)}
    set next_at = ${now + leaseMilliseconds}, tries = tries + 1
    where ${among} and ${sql.ref(key)} = (select ${sql.ref(key)} ${due} order by ${ordered} limit 1 ${locked})
    returning ${sql.raw(columns)}`.execute(db);
  return rows[0];
}

export type QueueWork = {
  everyMilliseconds: number;
  /** Jobs at the same time: a slow job occupies one worker, and does not block the others. */
  workers: number;
  /**
   * Processes due jobs, until there are none or `isStopped` returns true. Calls `jobTaken` for each before it processes
   * it: there may be more, for another worker.
   */
  workOff: (isStopped: () => boolean, jobTaken: () => void) => Promise<void>;
  /** The log message for a fault; a job that was started is tried again after its lease. */
  onFault: string;
  log: Log;
};

/** Takes one job after the other and processes it. */
export const workOffEach =
  <Job extends { tries: number }>(
    take: () => Promise<Job | undefined>,
    act: (job: Job) => Promise<void>,
  ): QueueWork['workOff'] =>
  async (isStopped, jobTaken) => {
    for (let job; !isStopped() && (job = await take());) {
      jobTaken();
      await act(job);
    }
  };

/** Processes a queue in the background. */
export function queueWork({ everyMilliseconds, workers, workOff, onFault, log }: QueueWork) {
  let isStopped = true;
  const working = new Set<Promise<void>>();
  const work = async (): Promise<void> => {
    try {
      await workOff(
        () => isStopped,
        () => wake(),
      );
    } catch (error) {
      if (!isAway(error) && !isStopped) log.error({ err: error }, onFault);
    }
  };
  /**
   * Puts an idle worker to work, if there is one. The others follow only where it finds a job: an idle queue costs one
   * statement and one connection, whatever the number of its workers.
   */
  const wake = (): void => {
    if (isStopped || working.size >= workers) return;
    const done: Promise<void> = work().finally(() => working.delete(done));
    working.add(done);
  };
  const begin = (): void => {
    wake();
    setInterval(wake, everyMilliseconds).unref();
  };
  return {
    start(): void {
      isStopped = false;
      // Not all queues at the same moment: each would need a connection of its own.
      setTimeout(begin, Math.random() * everyMilliseconds).unref();
    },
    /** A job was added: one worker looks for it now. Does nothing in a process that does not work on the queue. */
    wake,
    stop(): void {
      isStopped = true;
    },
    /** Waits until no job is being processed. */
    async settled(): Promise<void> {
      // A worker may have woken another one.
      while (working.size > 0) await Promise.all(working);
    },
  };
}
