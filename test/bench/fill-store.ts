/**
 * Fills a store with generated projects in bulk, with the service's own code for saving, on one connection that does
 * not wait for the disk. The service must have created the store, and must not be running.
 */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { join } from 'node:path';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import { Pool } from 'pg';
import { connectionSettings } from '../../server/db/connections.ts';
import type { Tables } from '../../server/db/schema.ts';
import type { Engine, Store } from '../../server/db/store.ts';
import { readProject } from '../../server/projects/read-project.ts';
import { projectStore } from '../../server/projects/store.ts';
import type { RunningService } from '../set-up/running-service.ts';
import { projectMaker } from './made-projects.ts';

const atOnce = 2000;

export async function fillStore(
  { databaseUrl, dataDir }: Pick<RunningService, 'databaseUrl' | 'dataDir'>,
  count: number,
  say: (done: number) => void,
): Promise<void> {
  const engine: Engine = databaseUrl === undefined ? 'sqlite' : 'postgres';
  const db = databaseUrl === undefined ? openFile(join(dataDir, 'manyhands.db')) : openServer(databaseUrl);
  const { saveAll } = projectStore({ db, engine } as Store);
  const make = projectMaker();
  for (let from = 0; from < count; from += atOnce) {
    const added = Array.from({ length: Math.min(atOnce, count - from) }, (_, n) => {
      const read = readProject(make(from + n));
      if ('faults' in read) throw new Error(JSON.stringify(read.faults));
      return { project: read.project, accountId: 1, lineage: null, publish: true };
    });
    await saveAll(added, [], Date.now());
    say(from + added.length);
  }
  await db.destroy();
}

function openFile(file: string): Kysely<Tables> {
  const database = new DatabaseSync(file);
  database.exec('pragma synchronous = off; pragma cache_size = -1000000; pragma wal_autocheckpoint = 100000');
  const prepare = (sql: string) => {
    const statement = database.prepare(sql);
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) => statement.all(...(parameters as SQLInputValue[])),
      run: (parameters: readonly unknown[]) => statement.run(...(parameters as SQLInputValue[])),
      iterate: (parameters: readonly unknown[]) => statement.iterate(...(parameters as SQLInputValue[])),
    };
  };
  const close = () => {
    database.exec('pragma wal_checkpoint(truncate)');
    database.close();
  };
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: { prepare, close } as never }) });
}

function openServer(url: string): Kysely<Tables> {
  const options = '-c synchronous_commit=off';
  const pool = new Pool({ ...connectionSettings(url), max: 1, options });
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
