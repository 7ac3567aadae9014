/** The PostgreSQL engine (version 15 and later), for stores with DATABASE_URL. */
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { openConnections, type PostgresConnections } from './connections.ts';
import { leaseNode } from './node-lease.ts';
import type { Tables } from './schema.ts';
import { publishStatement } from './statements.ts';
import type { Store } from './store.ts';

/**
 * Searches use a few connections of their own, so that broad ones do not delay events. The planner is told to use the
 * index: it does not count the cost of values that are stored outside the table (TOAST), and would read the whole
 * table. Parallel workers take longer to start than a search takes, and a new plan for each place takes longer than the
 * search.
 */
const forSearching = {
  max: 4,
  planning: {
    enable_seqscan: 'off',
    max_parallel_workers_per_gather: '0',
    plan_cache_mode: 'force_generic_plan',
  },
};

/** `directUrl`: the same database without the connection pooler that `databaseUrl` leads through. */
export async function openPostgres(databaseUrl: string, directUrl?: string): Promise<Store> {
  const session = await leaseNode(directUrl ?? databaseUrl);
  const isPooled = directUrl !== undefined;
  const connections = openConnections(databaseUrl, { max: 16, isPooled });
  const searching = openConnections(databaseUrl, { ...forSearching, isPooled });
  const migrating = isPooled ? openConnections(directUrl, { max: 2 }) : undefined;
  const db = through(connections);
  return {
    engine: 'postgres',
    query: connections.query,
    node: session.node,
    alone: session.alone,
    db,
    searching: through(searching),
    migrating: migrating ? through(migrating) : db,
    close: async () => {
      await searching.end();
      await connections.end();
      await migrating?.end();
      await session.end();
    },
  };
}

// Without cursors: nothing here uses them.
const through = (connections: PostgresConnections) =>
  new Kysely<Tables>({
    log: publishStatement,
    dialect: new PostgresDialect({ pool: { ...connections, options: {} } as unknown as PostgresPool }),
  });
