/** Dumps a PostgreSQL database by `pg_dump`, and restores the dump into a database of its own to verify it. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import pg from 'pg';
import { mustBeEqual, type RowCounts } from './row-counts.ts';
import { forLibpq } from '../postgres/address.ts';
import { connectionSettings } from '../postgres/connections.ts';
import { StoreFault } from '../store-fault.ts';
import type { PostgresQuery } from '../postgres/connections.ts';
import { onSeveralServers, tablesOnWorkers } from '../postgres/distribution.ts';

export async function copyPostgres(
  databaseUrl: string,
  to: string,
  isVerified: boolean,
): Promise<RowCounts | undefined> {
  const source = await connect(databaseUrl);
  try {
    await mustBeOnOneServer(source);
    if (!isVerified) {
      await dump(databaseUrl, to);
      return undefined;
    }
    // pg_dump reads the same moment as our count.
    await source.query('begin isolation level repeatable read read only');
    const { rows } = await source.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
    await dump(databaseUrl, to, `--snapshot=${rows[0]?.snapshot}`);
    return await restoreAndCompare(databaseUrl, to, source);
  } finally {
    await source.end();
  }
}

/** Citus reads its workers one after another, and not as of one moment. */
async function mustBeOnOneServer(client: pg.Client): Promise<void> {
  const query: PostgresQuery = (text, values) => client.query(text, values as unknown[]) as never;
  if ((await tablesOnWorkers(query)).length > 0) throw new StoreFault(onSeveralServers);
}

const dump = (databaseUrl: string, to: string, ...more: string[]) =>
  run('pg_dump', databaseUrl, '--format=custom', `--file=${to}`, ...more);

async function restoreAndCompare(databaseUrl: string, path: string, source: pg.Client): Promise<RowCounts> {
  const name = `manyhands_verify_${randomBytes(6).toString('hex')}`;
  const administrator = await connect(databaseUrl);
  try {
    await administrator
      .query(`create database ${name} template template0`)
      .catch((error: { code?: unknown }) => {
        throw error.code === '42501'
          ? new StoreFault(
              'To verify a backup, its user must be allowed to create a database (alter role … createdb).',
            )
          : error;
      });
    try {
      await run(
        'pg_restore',
        databaseUrl,
        ...restoring,
        `--dbname=${forLibpq(databaseUrl, name).address}`,
        path,
      );
      const restored = await connect(databaseUrl, name);
      const counts = await countRows(restored).finally(() => restored.end());
      mustBeEqual(await countRows(source), counts);
      return counts;
    } finally {
      await administrator.query(`drop database ${name} with (force)`);
    }
  } finally {
    await administrator.end();
  }
}

/** As docs/operating/backups.md restores: into a new database, and all of it or nothing. */
const restoring = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];

async function countRows(client: pg.Client): Promise<RowCounts> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('information_schema', 'pg_catalog') and table_type = 'BASE TABLE' order by 1`,
  );
  const counts: RowCounts = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: string }>(`select count(*) as count from ${name}`);
    counts[name] = Number(rows[0]?.count);
  }
  return counts;
}

async function connect(databaseUrl: string, database?: string): Promise<pg.Client> {
  const client = new pg.Client(connectionSettings(databaseUrl, database === undefined ? {} : { database }));
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Runs one of PostgreSQL's programs; a failure says what the program said. */
async function run(program: 'pg_dump' | 'pg_restore', databaseUrl: string, ...args: string[]): Promise<void> {
  const { address, password } = forLibpq(databaseUrl);
  const database = program === 'pg_dump' ? [`--dbname=${address}`] : [];
  const env = { ...process.env, ...(password !== undefined && { PGPASSWORD: password }) };
  try {
    await promisify(execFile)(program, [...database, ...args], { env, maxBuffer: 16 * 1024 * 1024 });
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string };
    throw new StoreFault(
      code === 'ENOENT'
        ? `${program} is not installed here: install PostgreSQL's client programs, of the server's version or newer.`
        : `${program} failed: ${(stderr ?? '').trim()}`,
      { cause: error },
    );
  }
}
