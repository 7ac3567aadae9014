/** Connections to PostgreSQL: statements are prepared once for each, and a lost one says so by its code. */
import type { PostgresQueryResult } from 'kysely';
import pg from 'pg';

/** One statement on any connection, or on the one that was taken. */
export type Query = <Row>(text: string, values?: readonly unknown[]) => Promise<PostgresQueryResult<Row>>;

export type Connections = ReturnType<typeof openConnections>;

/** Every whole number of ours is below 2^53: a bigint is a number here, not text. */
const bigint = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    oid === bigint ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** What each of our connections has in common. */
export const connectionSettings = (databaseUrl: string) => ({
  connectionString: databaseUrl,
  connectionTimeoutMillis: 5000,
  keepAlive: true,
  types,
});

/** At most so many at once; `options` are PostgreSQL's own settings for each of them. */
export type Kind = { max: number; options?: string };

export function openConnections(databaseUrl: string, kind: Kind) {
  const pool = new pg.Pool({ ...connectionSettings(databaseUrl), ...kind, idleTimeoutMillis: 0 });
  // A connection that breaks tells whoever waits on it; without a listener it would end the process besides.
  const toldElsewhere = () => undefined;
  pool.on('error', toldElsewhere);
  pool.on('connect', (client) => client.on('error', toldElsewhere));
  const statements = new Statements();

  const connect = async () => {
    const client = await pool.connect().catch(explain);
    const query: Query = async (text, values) => {
      try {
        return (await client.query(statements.prepared(text, values))) as PostgresQueryResult<never>;
      } catch (error) {
        if (isStale(error)) statements.forget();
        return explain(error);
      }
    };
    return { query, release: (isBroken?: boolean) => client.release(isBroken) };
  };

  const query: Query = async <Row>(text: string, values?: readonly unknown[]) => {
    const connection = await connect();
    try {
      return await connection.query<Row>(text, values);
    } finally {
      connection.release();
    }
  };

  return { connect, query, end: () => pool.end() };
}

/** Names under which each connection keeps a statement's plan. */
class Statements {
  #names = new Map<string, string>();
  #count = 0;

  prepared(text: string, values: readonly unknown[] = []) {
    // Without values it goes as it is: such may hold several statements, which cannot be prepared.
    if (values.length === 0) return { text };
    let name = this.#names.get(text);
    if (name === undefined && this.#names.size < mostNames) {
      name = `s${++this.#count}`;
      this.#names.set(text, name);
    }
    return { ...(name === undefined ? {} : { name }), text, values: values as unknown[] };
  }

  forget(): void {
    this.#names.clear();
  }
}

/** Enough for every statement of ours; those with lists of many lengths beyond it are planned each time. */
const mostNames = 1000;

/** The schema changed under a prepared statement: a newer process has brought it up to date. */
const isStale = (error: unknown) =>
  error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery';

const lost = /^(Connection terminated|Client (was|has)|timeout exceeded|Cannot use a pool)/;

/** The driver's own faults carry no code. */
function explain(error: unknown): never {
  if (isStale(error)) throw Object.assign(error as Error, { code: 'CONNECTION_STALE' });
  if (error instanceof Error && !('code' in error && error.code) && lost.test(error.message))
    throw Object.assign(error, { code: 'CONNECTION_LOST' });
  throw error;
}
