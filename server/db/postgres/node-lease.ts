/**
 * The session of a process on PostgreSQL: one connection, past every connection pooler, whose advisory locks hold the
 * number of the process for its event ids, and the right to do what one process alone does.
 */
import type { Socket } from 'node:net';
import pg from 'pg';
import { connectionSettings } from './connections.ts';
import { nodeLock, nodes } from '../ids.ts';
import { StoreFault } from '../store-fault.ts';

/** The class of the advisory locks of work that one process at a time does. */
const workLock = 7_240_313;
// Their places are the keys of the locks, which other releases use, too: new ones go to the end.
const works = ['retention', 'backup', 'pepper', 'indexing'] as const;
export type LoneWork = (typeof works)[number];

/**
 * Leases a number from 0 to 63 that no other process on this database has, for its event ids: an advisory lock, released
 * the moment the connection ends. Until a number is leased again, `node` throws: two processes with one number would
 * make the same ids.
 */
export async function leaseNode(databaseUrl: string) {
  let last = 0;
  let held: { number: number; client: pg.Client } | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isEnding = false;

  const again = () => {
    clearTimeout(retry);
    if (!isEnding) retry = setTimeout(() => void lease().catch(again), retryAfter).unref();
  };
  const lease = async (): Promise<void> => {
    const client = new pg.Client({ ...connectionSettings(databaseUrl), query_timeout: heartbeat });
    // The end event reports the same; without a listener, an error would end the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await mustBeDirect(client);
      last = await lockFrom(last, client);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    if (isEnding) return client.end();
    const mine = (held = { number: last, client });
    const watching = setInterval(() => {
      // A proxy or firewall may have dropped the connection without telling either side.
      client.query('select 1').catch(() => drop(client));
    }, heartbeat).unref();
    client.once('end', () => {
      clearInterval(watching);
      if (held === mine) held = undefined;
      again();
    });
  };
  const holding = () => {
    if (held) return held;
    throw Object.assign(new Error('this process holds no node number at the moment'), {
      code: 'CONNECTION_UNLEASED',
    });
  };
  await lease();

  const running = new Set<LoneWork>();
  return {
    node: () => holding().number,

    /** Runs `act` unless another process, or this one, is doing this work; then it returns undefined. */
    async alone<Answer>(work: LoneWork, act: () => Promise<Answer>): Promise<Answer | undefined> {
      // A session gets a lock that it has a second time.
      if (running.has(work)) return undefined;
      const { client } = holding();
      running.add(work);
      const key = [workLock, works.indexOf(work)];
      try {
        if (!(await isLocked(client, key))) return undefined;
        try {
          return await act();
        } finally {
          // If the connection has ended, so has the lock.
          await client.query('select pg_advisory_unlock($1, $2)', key).catch(() => undefined);
        }
      } finally {
        running.delete(work);
      }
    },

    /** Takes the numbers that are left, so that no other process begins. Returns false where one is at work. */
    lockOthersOut: () => takeAllNumbers(holding().client),

    end: async () => {
      isEnding = true;
      clearTimeout(retry);
      await held?.client.end();
    },
  };
}

/** Ends a connection without waiting for the other side. */
const drop = (client: pg.Client) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();

/** Milliseconds. A database that takes longer to say anything is away. */
const heartbeat = 15_000;
const retryAfter = 250;

/**
 * Throws `StoreFault` behind a connection pooler, which tells another process id than the server has: it would give the
 * connection with our locks to other processes, and they would get the same number.
 */
export async function mustBeDirect(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const { processID } = client as unknown as { processID: number };
  if (rows[0]?.pid !== processID)
    throw new StoreFault(
      'There is a connection pooler before the database: set DATABASE_DIRECT_URL to the address of the database itself, for locks and migrations.',
    );
}

async function isLocked(client: pg.Client, key: number[]): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1, $2) as got', key);
  return rows[0]?.got === true;
}

/**
 * Takes all numbers until the connection ends, so that no process begins meanwhile. Returns false, and has taken none,
 * where another process has one.
 */
export async function takeAllNumbers(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ number: number }>(
    `select number from generate_series(0, ${nodes - 1}) as number where pg_try_advisory_lock($1, number)`,
    [nodeLock],
  );
  if (rows.length === nodes) return true;
  await client.query('select pg_advisory_unlock($1, number) from unnest($2::integer[]) as number', [
    nodeLock,
    rows.map(({ number }) => number),
  ]);
  return false;
}

/** Locks the first free number, starting with the given one and wrapping around. */
async function lockFrom(number: number, client: pg.Client): Promise<number> {
  for (let offset = 0; offset < nodes; offset++) {
    const candidate = (number + offset) % nodes;
    if (await isLocked(client, [nodeLock, candidate])) return candidate;
  }
  throw new StoreFault(
    `This database is being copied or distributed, or more than ${nodes} processes use it.`,
  );
}
