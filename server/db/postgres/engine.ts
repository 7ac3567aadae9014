/** The PostgreSQL engine (version 15 and later), for stores with DATABASE_URL. */
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { openConnections, type PostgresConnections } from './connections.ts';
import { tablesOnWorkers } from './distribution.ts';
import { versionOf } from '../directory-version.ts';
import { leaseNode } from './node-lease.ts';
import type { Tables } from '../schema.ts';
import { publishStatement } from '../statements.ts';
import { preferStandby } from './standby.ts';
import type { Store, StoreSettings } from '../store.ts';
import { lookForWorkersAway } from './workers-away.ts';

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

/** Milliseconds for a read on the standby; then it is made on the primary. */
const standbyPatience = 3000;

/** `directUrl`, `searchUrl`: see StoreSettings. */
export async function openPostgres(
  databaseUrl: string,
  { directUrl, searchUrl }: Pick<StoreSettings, 'directUrl' | 'searchUrl'>,
): Promise<Store> {
  const session = await leaseNode(directUrl ?? databaseUrl);
  const isPooled = directUrl !== undefined;
  const connections = openConnections(databaseUrl, { max: 16, isPooled });
  const searching = openConnections(databaseUrl, { ...forSearching, isPooled });
  const standby =
    searchUrl === undefined
      ? undefined
      : preferStandby(
          searching,
          openConnections(searchUrl, { ...forSearching, isPooled, patience: standbyPatience }),
        );
  const migrating = isPooled ? openConnections(directUrl, { max: 2 }) : undefined;
  const db = through(connections);
  const isDistributed = (await tablesOnWorkers(connections.query)).length > 0;
  // Citus finds the worker of a statement by its values, so it has no generic plans.
  const counting = isDistributed ? openConnections(databaseUrl, { max: 4, isPooled }) : searching;
  // A worker that answers nothing holds the connections of its contributions; pages have others.
  const recording = isDistributed ? openConnections(databaseUrl, { max: 12, isPooled }) : connections;
  return {
    engine: 'postgres',
    isDistributed,
    workersAway: isDistributed ? lookForWorkersAway(connections.query) : async () => 0,
    query: connections.query,
    transaction: recording.transaction,
    node: session.node,
    alone: session.alone,
    lockOthersOut: session.lockOthersOut,
    db,
    searching: through(counting),
    directory: through(standby ?? searching),
    directoryVersion:
      standby?.version ??
      (async () => (await searching.query<{ value: number }>(versionOf)).rows[0]?.value ?? 0),
    isOnStandby: () => standby?.isInUse() ?? false,
    migrating: migrating ? through(migrating) : db,
    // PostgreSQL's own vacuum and archiving decide how long deleted bytes stay.
    scrub: () => Promise.resolve(),
    close: async () => {
      await standby?.end();
      await searching.end();
      if (counting !== searching) await counting.end();
      if (recording !== connections) await recording.end();
      await connections.end();
      await migrating?.end();
      await session.end();
    },
  };
}

// Without cursors: nothing here uses them.
const through = (connections: Pick<PostgresConnections, 'connect'>) =>
  new Kysely<Tables>({
    log: publishStatement,
    dialect: new PostgresDialect({ pool: { ...connections, options: {} } as unknown as PostgresPool }),
  });
