/** The PostgreSQL engine (version 15 and later), for stores with DATABASE_URL. */
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { connectionSettings, openConnections, type PostgresConnections } from './connections.ts';
import { nodeLock } from './ids.ts';
import type { Tables } from './schema.ts';
import type { Store } from './store.ts';

/**
 * Searches use a few connections of their own, so that broad ones do not delay events. The planner is told to use the
 * index: it does not count the cost of values that are stored outside the table (TOAST), and would read the whole
 * table. Parallel workers take longer to start than a search takes, and a new plan for each place takes longer than the
 * search.
 */
const forSearching = {
  max: 4,
  options: [
    '-c enable_seqscan=off',
    '-c max_parallel_workers_per_gather=0',
    '-c plan_cache_mode=force_generic_plan',
  ].join(' '),
};

export async function openPostgres(databaseUrl: string): Promise<Store> {
  const node = await leaseNode(databaseUrl);
  const connections = openConnections(databaseUrl, { max: 16 });
  const searching = openConnections(databaseUrl, forSearching);
  return {
    engine: 'postgres',
    query: connections.query,
    node: node.number,
    db: through(connections),
    searching: through(searching),
    close: async () => {
      await searching.end();
      await connections.end();
      await node.end();
    },
  };
}

// Without cursors: nothing here uses them.
const through = (connections: PostgresConnections) =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { ...connections, options: {} } as unknown as PostgresPool }),
  });

const nodes = 64;

/**
 * Leases a number from 0 to 63 that no other process on this database has, for its event ids: an advisory lock on a
 * connection of its own, released the moment the process ends. After the connection breaks, a number is leased again.
 */
async function leaseNode(databaseUrl: string) {
  let number = 0;
  let retry: NodeJS.Timeout | undefined;
  let isEnding = false;
  let client: pg.Client;

  const again = () => {
    clearTimeout(retry);
    if (!isEnding) retry = setTimeout(() => void lease().catch(again), 1000).unref();
  };
  const lease = async (): Promise<void> => {
    const mine = (client = new pg.Client(connectionSettings(databaseUrl)));
    // The end event reports the same; without a listener, an error would end the process.
    mine.on('error', () => undefined);
    try {
      await mine.connect();
      number = await lockFrom(number, mine);
    } catch (error) {
      void mine.end().catch(() => undefined);
      throw error;
    }
    mine.once('end', again);
  };
  await lease();
  return {
    number: () => number,
    end: async () => {
      isEnding = true;
      clearTimeout(retry);
      await client.end();
    },
  };
}

/** Locks the first free number, starting with the given one and wrapping around. */
async function lockFrom(number: number, client: pg.Client): Promise<number> {
  for (let offset = 0; offset < nodes; offset++) {
    const candidate = (number + offset) % nodes;
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1, $2) as got', [
      nodeLock,
      candidate,
    ]);
    if (rows[0]?.got) return candidate;
  }
  throw new Error(`more than ${nodes} processes use this database`);
}
