/** Connections to PostgreSQL: statements are prepared once per connection, and a lost connection has an error code. */
import type { PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { forDriver } from './libpq.ts';

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
export const connectionSettings = (databaseUrl: string) => ({
  connectionString: forDriver(databaseUrl),
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

export function openConnections(
  databaseUrl: string,
  { max, planning, isPooled = false, patience }: PoolOptions,
) {
  const planned = Object.entries(planning ?? {});
  const pool = new pg.Pool({
    ...connectionSettings(databaseUrl),
    ...(patience !== undefined && { connectionTimeoutMillis: patience, query_timeout: patience }),
    max,
    // PgBouncer refuses this.
    ...(planned.length > 0 &&
      !isPooled && { options: planned.map(([name, value]) => `-c ${name}=${value}`).join(' ') }),
    idleTimeoutMillis: 0,
  });
  // A broken connection rejects the queries that wait on it; without a listener, the error event would also end the
  // process.
  const ignore = () => undefined;
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  // Not every pooler knows on which of its connections a statement was prepared.
  const statements = isPooled ? { prepared: unprepared, forget: () => undefined } : new Statements();
  const begin = isPooled && planned.length > 0 ? beginWith(planning ?? {}) : undefined;

  const connect = async () => {
    const client = await pool.connect().catch(explain);
    const query: PostgresQuery = async (text, values) => {
      try {
        if (begin === undefined)
          return (await client.query(statements.prepared(text, values))) as PostgresQueryResult<never>;
        await client.query(begin);
        try {
          return (await client.query(statements.prepared(text, values))) as PostgresQueryResult<never>;
        } finally {
          await client.query('commit');
        }
      } catch (error) {
        if (!isStale(error)) return explain(error);
        statements.forget();
        // It was not run, so it may be sent again; in a transaction, which has failed, that fails as well.
        try {
          return (await client.query(statements.prepared(text, values))) as PostgresQueryResult<never>;
        } catch {
          return explain(error);
        }
      }
    };
    return { query, release: (isBroken?: boolean) => client.release(isBroken) };
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

/** The prepared statements of a connection, by name. */
class Statements {
  #names = new Map<string, string>();
  #count = 0;

  prepared(text: string, values: readonly unknown[] = []) {
    // A text without values is sent as it is: it may contain several statements, which cannot be prepared.
    if (values.length === 0) return unprepared(text);
    let name = this.#names.get(text);
    if (name === undefined && this.#names.size < mostNames) {
      name = `s${++this.#count}`;
      this.#names.set(text, name);
    }
    return { ...(name === undefined ? {} : { name }), ...unprepared(text, values) };
  }

  forget(): void {
    this.#names.clear();
  }
}

/**
 * Enough for all our statements. Beyond this number (lists of many different lengths), statements are planned each
 * time.
 */
const mostNames = 1000;

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
