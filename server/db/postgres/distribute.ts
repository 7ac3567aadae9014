/** Distributes a store over the workers of Citus. It can be interrupted at any moment, and run again. */
import pg from 'pg';
import { connectionSettings, type PostgresQuery } from './connections.ts';
import { distributedTables, tablesOnWorkers } from './distribution.ts';
import { mustBeDirect, takeAllNumbers } from './node-lease.ts';
import { StoreFault } from '../store-fault.ts';
import type { Store, StoreSettings } from '../store.ts';

/**
 * `distributed`: the tables of this run; `already`: those of earlier runs; `shards`: of each table, if these are fewer
 * than docs/scale.md advises.
 */
export type Distributed = {
  workers: string[];
  distributed: string[];
  already: string[];
  shards?: number;
};

/** The number of shards bounds the number of workers, and cannot be changed without writing all rows again. */
const leastShards = 32;

/**
 * Distributes the tables that are not yet distributed, each in one transaction. No service can begin to use the store
 * meanwhile. Throws `StoreFault` where Citus or its workers are missing.
 */
export async function distribute(
  { databaseUrl, directUrl = databaseUrl }: StoreSettings,
  onTable: (table: string, rows: number) => void,
): Promise<Distributed> {
  if (directUrl === undefined) throw new StoreFault(onlyPostgres);
  const client = new pg.Client(connectionSettings(directUrl));
  client.on('error', () => undefined);
  await client.connect();
  try {
    const query: PostgresQuery = (text, values) => client.query(text, values as unknown[]) as never;
    await mustBeDirect(client);
    if (!(await takeAllNumbers(client)))
      throw new StoreFault('Another process is using this database: stop the service first.');
    const workers = await workersOf(query);
    const already = await tablesOnWorkers(query);
    const distributed = distributedTables.filter((table) => !already.includes(table));
    for (const table of distributed) {
      const { rows } = await query<{ count: number }>(`select count(*) as count from ${table}`);
      await query('select create_distributed_table($1, $2, colocate_with => $3)', [
        ...[table, 'project_id'],
        table === distributedTables[0] ? 'none' : distributedTables[0],
      ]);
      onTable(table, Number(rows[0]?.count));
    }
    // The rows were copied to the workers. An earlier run may have been interrupted before it deleted the originals.
    for (const table of distributedTables)
      await query('select truncate_local_data_after_distributing_table($1)', [table]);
    const shards = await shardsOf(query);
    return { workers, distributed, already, ...(shards < leastShards && { shards }) };
  } finally {
    await client.end();
  }
}

const onlyPostgres = 'Only a store on PostgreSQL can be distributed: set DATABASE_URL, or use copy-to first.';

/** `rows` and `bytes`: about how much the tables hold that are not on the workers yet. */
export type DistributionState =
  | { fault: string }
  | { workers: string[]; already: string[]; remaining: string[]; rows: number; bytes: number };

/** Reports what `distribute` would find, by the same checks, while the service runs. */
export async function distributionState(store: Store): Promise<DistributionState> {
  if (store.engine === 'sqlite') return { fault: onlyPostgres };
  try {
    const workers = await workersOf(store.query);
    const already = await tablesOnWorkers(store.query);
    const remaining = distributedTables.filter((table) => !already.includes(table));
    // The statistics of PostgreSQL: counting would read every contribution. -1 means never counted.
    const { rows } = await store.query<{ rows: number; bytes: number }>(
      `select coalesce(sum(greatest(reltuples, 0)), 0)::bigint as rows,
       coalesce(sum(pg_total_relation_size(oid)), 0)::bigint as bytes
       from pg_class where relnamespace = current_schema()::regnamespace and relname = any($1)`,
      [remaining],
    );
    return { workers, already, remaining, rows: Number(rows[0]?.rows), bytes: Number(rows[0]?.bytes) };
  } catch (error) {
    if (error instanceof StoreFault) return { fault: error.message };
    throw error;
  }
}

/** How many shards each distributed table has. */
async function shardsOf(query: PostgresQuery): Promise<number> {
  const { rows } = await query<{ count: number }>(
    'select count(*) as count from pg_dist_shard where logicalrelid = $1::regclass',
    [distributedTables[0]],
  );
  return Number(rows[0]?.count);
}

async function workersOf(query: PostgresQuery): Promise<string[]> {
  const { rows: tables } = await query<{ has: boolean }>('select to_regclass($1) is not null as has', [
    distributedTables.at(-1),
  ]);
  if (!tables[0]?.has)
    throw new StoreFault('There is no store of this release in this database: start the service once.');
  const { rows: extension } = await query("select 1 from pg_extension where extname = 'citus'");
  if (extension.length === 0)
    throw new StoreFault('The database has no extension citus: see docs/scale.md for the set-up.');
  const { rows } = await query<{ name: string }>(
    `select format('%s:%s', nodename, nodeport) as name from pg_dist_node
     where isactive and shouldhaveshards and noderole = 'primary' order by 1`,
  );
  if (rows.length === 0)
    throw new StoreFault('Citus has no workers here: add them with citus_add_node, see docs/scale.md.');
  return rows.map(({ name }) => name);
}
