/** PostgreSQL 15 and later, by DATABASE_URL. */
import { Kysely } from 'kysely';
import { PostgresJSDialect } from 'kysely-postgres-js';
import postgres from 'postgres';
import type { Tables } from './schema.ts';
import type { Store } from './store.ts';

// Every whole number of ours is below 2^53: a bigint is a number here, not text.
const bigintAsNumber = { to: 20, from: [20], serialize: String, parse: Number };

// The driver's own waits grow to 20 s: so long a request would hang, and an outage go on after its end.
const backoff = () => 0.2;

export async function openPostgres(databaseUrl: string): Promise<Store> {
  const sql = postgres(databaseUrl, {
    max: 16,
    onnotice: () => undefined,
    connect_timeout: 5,
    backoff,
    types: { bigint: bigintAsNumber },
  }) as unknown as postgres.Sql;
  const node = await leaseNode(databaseUrl);
  const db = new Kysely<Tables>({ dialect: new PostgresJSDialect({ postgres: sql }) });
  return {
    engine: 'postgres',
    sql,
    node: node.number,
    db,
    searching: db,
    close: async () => {
      await sql.end({ timeout: 2 });
      await node.end();
    },
  };
}

const nodes = 64;
const nodeLock = 7_240_311;

/**
 * A number from 0 to 63 that no other process on this database has, for its event ids: an advisory lock on a
 * connection of its own, free again the moment the process ends. After a broken connection it is taken anew.
 */
async function leaseNode(databaseUrl: string) {
  let number = 0;
  let retry: NodeJS.Timeout | undefined;
  let isEnding = false;
  const lease = async (): Promise<void> => {
    for (let offset = 0; offset < nodes; offset++) {
      const candidate = (number + offset) % nodes;
      const [row] = await sql<
        { got: boolean }[]
      >`select pg_try_advisory_lock(${nodeLock}, ${candidate}) as got`;
      if (!row?.got) continue;
      number = candidate;
      return;
    }
    throw new Error(`more than ${nodes} processes use this database`);
  };
  const again = () => {
    clearTimeout(retry);
    if (!isEnding) retry = setTimeout(() => void lease().catch(again), 1000).unref();
  };
  const sql = postgres(databaseUrl, {
    max: 1,
    max_lifetime: null,
    idle_timeout: 0,
    connect_timeout: 5,
    backoff,
    onnotice: () => undefined,
    onclose: again,
  });
  await lease();
  return {
    number: () => number,
    end: async () => {
      isEnding = true;
      clearTimeout(retry);
      await sql.end({ timeout: 2 });
    },
  };
}
