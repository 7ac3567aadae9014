/** A service's database, read and written directly and never through the service. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';
import { connectionSettings } from '../../../server/db/postgres/connections.ts';
import type { RunningService } from './running-service.ts';

export type Rows = AsyncDisposable & {
  /** The rows of a statement that works on both engines. */
  all<Row = Record<string, unknown>>(sql: string): Promise<Row[]>;
  /** Changes rows, as only a fault or a test would. */
  run(sql: string): Promise<void>;
};

/** At most `max` connections, which may be slow on a busy machine. An idle one may hold a lock for its test. */
export const openPool = (databaseUrl: string, max: number): Pool => {
  const patient = { connectionTimeoutMillis: 60_000, idleTimeoutMillis: 0 };
  const pool = new Pool({ ...connectionSettings(databaseUrl), ...patient, max });
  // Tests crash the database while the pool is open.
  pool.on('error', () => undefined);
  return pool;
};

const ofPostgres = (url: string): Rows => {
  const pool = openPool(url, 1);
  return {
    all: async <Row>(text: string) => (await pool.query(text)).rows as Row[],
    run: async (text) => void (await pool.query(text)),
    [Symbol.asyncDispose]: () => pool.end(),
  };
};

const ofSqlite = (file: string): Rows => {
  const open = <Answer>(readOnly: boolean, act: (database: DatabaseSync) => Answer): Answer => {
    const database = new DatabaseSync(file, { readOnly, timeout: 5000 });
    try {
      return act(database);
    } finally {
      database.close();
    }
  };
  return {
    all: async <Row>(sql: string) =>
      open(true, (database) => database.prepare(sql).all()) as unknown as Row[],
    // Like the service's own connection: values that a change moves must not stay in the file.
    run: async (sql) => open(false, (database) => database.exec(`pragma secure_delete = on; ${sql}`)),
    [Symbol.asyncDispose]: async () => undefined,
  };
};

/** Also works while the service is stopped. */
export const openRows = ({ databaseUrl, dataDir }: Pick<RunningService, 'databaseUrl' | 'dataDir'>): Rows =>
  databaseUrl === undefined ? ofSqlite(join(dataDir, 'manyhands.db')) : ofPostgres(databaseUrl);

/** All our tables, except the internal ones of the search index. */
export const tablesOf = async ({ databaseUrl }: Pick<RunningService, 'databaseUrl'>, rows: Rows) => {
  const tables = await rows.all<{ name: string }>(
    databaseUrl === undefined
      ? "select name from pragma_table_list where schema = 'main' and type <> 'shadow' and name not like 'sqlite_%'"
      : "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  return tables.map(({ name }) => name);
};
