/** Connections to PostgreSQL: statements are prepared once per connection, and a lost connection has an error code. */
import type { PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { forDriver } from './address.ts';
import { preparedStatements } from './named-statements.ts';

/** One statement, on any connection or on one that was reserved. */
export type PostgresQuery = <Row>(
  text: string,
  values?: readonly unknown[],
) => Promise<PostgresQueryResult<Row>>;

export type PostgresConnections = ReturnType<typeof openConnections>;

/** Runs statements in one transaction of a connection, with these settings of PostgreSQL. */
export type PostgresTransaction = PostgresConnections['transaction'];

/** The type id of bigint. All our whole numbers are below 2^53, so a bigint is read as a number and not as text. */
const bigint = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    oid === bigint ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Settings that all our connections share. */
export const connectionSettings = (databaseUrl: string, how?: { database?: string; options?: string }) => ({
  connectionString: forDriver(databaseUrl, how),
  connectionTimeoutMillis: 5000,
  keepAlive: true,
  types,
});

/**
 * `max`: connections at once; `planning`: PostgreSQL's own settings for each statement; `isPooled`: a connection pooler
 * (PgBouncer in transaction mode) is in between, so that nothing outlasts a transaction; `patience`: milliseconds for
 * a connection and for a statement.
 */
export type PoolOptions = {
  max: number;
  planning?: Record<string, string>;
  isPooled?: boolean;
  patience?: number;
};

type ReservedConnection = {
  query: PostgresQuery;
  release: (isBroken?: boolean) => void;
};
const ignore = () => undefined;

function openPool(databaseUrl: string, { max, planning, isPooled, patience }: PoolOptions): pg.Pool {
  const planned = Object.entries(planning ?? {}).map(([name, value]) => `-c ${name}=${value}`);
  // PgBouncer refuses options.
  const how = planned.length > 0 && isPooled !== true ? { options: planned.join(' ') } : {};
  const pool = new pg.Pool({
    ...connectionSettings(databaseUrl, how),
    ...(patience !== undefined && { connectionTimeoutMillis: patience, query_timeout: patience }),
    max,
    idleTimeoutMillis: 0,
  });
  // A broken connection rejects the queries that wait on it; without a listener, the error event would also end the
  // process.
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

export function openConnections(databaseUrl: string, options: PoolOptions) {
  const { planning = {}, isPooled = false } = options;
  const pool = openPool(databaseUrl, options);
  // Not every pooler knows on which of its connections a statement was prepared.
  const statements = isPooled ? undefined : preparedStatements();
  const prepared = statements?.prepared ?? unprepared;
  const begin = isPooled && Object.keys(planning).length > 0 ? beginWith(planning) : undefined;

  const connect = async (): Promise<ReservedConnection> => {
    const client = await pool.connect().catch(explain);
    const isOutdated = statements?.onConnection(client);
    const send: PostgresQuery = async (text, values) =>
      (await client.query(prepared(text, values))) as PostgresQueryResult<never>;
    const sendPlanned: PostgresQuery = async (text, values) => {
      if (begin === undefined) return send(text, values);
      await client.query(begin);
      try {
        return await send(text, values);
      } finally {
        await client.query('commit');
      }
    };
    const query: PostgresQuery = async (text, values = []) => {
      try {
        return await sendPlanned(text, values);
      } catch (error) {
        if (!isStale(error)) return explain(error);
        statements?.forget();
        // It was not run, so it may be sent again; in a transaction, which has failed, that fails as well.
        return await send<never>(text, values).catch(() => explain(error));
      }
    };
    const release = (isBroken?: boolean) => client.release(isBroken === true || isOutdated?.());
    return { query, release };
  };

  const query: PostgresQuery = async <Row>(text: string, values?: readonly unknown[]) => {
    const connection = await connect();
    try {
      return await connection.query<Row>(text, values);
    } finally {
      connection.release();
    }
  };

  /** Runs statements in one transaction. A connection whose transaction failed to end is not used again. */
  const transaction = async <Answer>(
    act: (query: PostgresQuery) => Promise<Answer>,
    settings: Record<string, string> = {},
  ): Promise<Answer> => {
    const connection = await connect();
    let isBroken = true;
    try {
      await connection.query(beginWith(settings));
      const answer = await act(connection.query);
      await connection.query('commit');
      isBroken = false;
      return answer;
    } catch (error) {
      isBroken = await connection.query('rollback').then(
        () => false,
        () => true,
      );
      throw error;
    } finally {
      connection.release(isBroken);
    }
  };

  return { connect, query, transaction, end: () => pool.end() };
}

/** Begins a transaction with settings of its own: also a pooler's connections have them then. */
const beginWith = (settings: Record<string, string>): string =>
  ['begin', ...Object.entries(settings).map(([name, value]) => `set local ${name} = ${value}`)].join('; ');

const unprepared = (text: string, values: readonly unknown[] = []) =>
  values.length === 0 ? { text } : { text, values: values as unknown[] };

/** The schema changed under a prepared statement: a newer process has migrated it. */
const isStale = (error: unknown) =>
  error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery';

const lost = /^(Connection terminated|Client (was|has)|timeout exceeded|Cannot use a pool)/;

/** Adds a code to the driver's own errors, which have none. */
function explain(error: unknown): never {
  if (isStale(error)) throw Object.assign(error as Error, { code: 'CONNECTION_STALE' });
  if (error instanceof Error && !('code' in error && error.code) && lost.test(error.message))
    throw Object.assign(error, { code: 'CONNECTION_LOST' });
  throw error;
}
