/**
 * The target of a copy that is only tried: it is marked before anything is written to it, and everything in it is deleted
 * again. Only a place that was empty when it was marked is ever emptied.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { ownEntry } from '../../../src/contract/fields/own-entry.ts';
import { connectionSettings } from '../postgres/connections.ts';
import type { CopyProgress } from './copy-store.ts';
import { sqliteFile } from '../sqlite/engine.ts';
import { StoreFault } from '../store-fault.ts';
import { type StoreSettings, unfinishedCopy } from '../store.ts';

const isAddress = (place: string) => /^postgres(ql)?:/i.test(place);

/** Where a copy goes: the address of a PostgreSQL database, or the path of a folder for SQLite. */
export const targetAt = (place: string, dataDir: string): StoreSettings =>
  isAddress(place) ? { databaseUrl: place, dataDir } : { dataDir: resolve(place) };

/** Marks an empty target as one of a trial: no service starts on it. Throws `StoreFault` if it holds anything else. */
export async function markTrial(target: StoreSettings, source: string): Promise<void> {
  await emptyTrial(target);
  const mark = JSON.stringify({ source, done: [], isTrial: true } satisfies CopyProgress);
  const { databaseUrl, dataDir } = target;
  if (databaseUrl === undefined) {
    if (existsSync(sqliteFile(dataDir))) throw holdsOther();
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    using database = new DatabaseSync(sqliteFile(dataDir));
    database.exec(`create table ${unfinishedCopy} (progress text)`);
    database.prepare(`insert into ${unfinishedCopy} (progress) values (?)`).run(mark);
    return;
  }
  await connected(databaseUrl, async (client) => {
    if ((await tablesIn(client)).length > 0) throw holdsOther();
    await client.query(`create table ${unfinishedCopy} (progress text)`);
    await client.query(`insert into ${unfinishedCopy} (progress) values ($1)`, [mark]);
  });
}

/** Deletes what a trial left in its target; leaves a target alone that holds anything else. */
export async function emptyTrial({ databaseUrl, dataDir }: StoreSettings): Promise<void> {
  if (databaseUrl === undefined) {
    const file = sqliteFile(dataDir);
    if (!existsSync(file) || !isTrialFile(file)) return;
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    return;
  }
  await connected(databaseUrl, async (client) => {
    const tables = await tablesIn(client);
    if (!tables.includes(unfinishedCopy)) return;
    const { rows } = await client.query<{ progress: string }>(`select progress from ${unfinishedCopy}`);
    if (!isTrial(rows[0]?.progress)) return;
    await client.query('drop function if exists opted_out');
    await client.query(`drop table ${tables.map((name) => client.escapeIdentifier(name)).join(', ')}`);
  });
}

const isTrial = (progress: string | undefined): boolean =>
  (JSON.parse(progress ?? '{}') as Partial<CopyProgress>).isTrial === true;

function isTrialFile(file: string): boolean {
  // A connection that may only read leaves the files of the write-ahead log behind.
  using database = new DatabaseSync(file);
  const mark = database.prepare('select 1 from sqlite_schema where name = ?').get(unfinishedCopy);
  if (!mark) return false;
  const row = database.prepare(`select progress from ${unfinishedCopy}`).get() as { progress: string };
  return isTrial(row.progress);
}

const holdsOther = () =>
  new StoreFault('The target holds other data: give an empty database, or a folder without a store.');

async function tablesIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = current_schema()',
  );
  return rows.map(({ name }) => name);
}

/** Reasons that the operator can mend, by the codes of PostgreSQL and of the network; none repeats the address. */
const targetFaults: Record<string, string> = {
  '28P01': 'The target refuses the user or the password.',
  '28000': 'The target refuses the user.',
  '3D000': 'There is no such database at the target: create it first.',
  '42501': 'The user of the target may not make tables in it.',
  '53100': 'The disk of the target is full.',
  ECONNREFUSED: 'Nothing answers at the address of the target.',
  ENOTFOUND: 'The host of the target has no address.',
  ETIMEDOUT: 'The target does not answer.',
};

/** Runs `act` in one transaction of a connection. */
async function connected(databaseUrl: string, act: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(connectionSettings(databaseUrl));
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('begin');
    await act(client);
    await client.query('commit');
  } catch (error) {
    const fault = ownEntry(targetFaults, String((error as { code?: unknown }).code));
    throw fault === undefined ? error : new StoreFault(fault, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
}
