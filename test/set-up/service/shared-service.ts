/**
 * A service that the test files of a worker share, because a start takes more processor time than most files. Before
 * each file its tables are filled again: no file finds what another one left. In memory it keeps only what a service
 * next to others on one database may keep, too: caches that know how old they are.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { goodFor } from '../../../server/db/brief-cache.ts';
import { afterFile } from '../after-file.ts';
import { openRows, type Rows } from './rows.ts';
import type { RunningService } from './running-service.ts';

/** Tables that stay: the service keeps its signing keys in memory. */
const staying = ['credential_keys', 'oauth_signing_keys', 'kysely_migration', 'kysely_migration_lock'];

const tablesOfPostgres = "select tablename as name from pg_tables where schemaname = 'public'";
/** Among them those that the search index consists of. */
const tablesOfSqlite = `select name from pragma_table_list
  where schema = 'main' and type in ('table', 'shadow') and name not like 'sqlite_%'`;

const namesOf = async (rows: Rows, sql: string): Promise<string[]> =>
  (await rows.all<{ name: string }>(sql)).map(({ name }) => name);

/** Returns a statement that fills the tables as they are now. */
const restoring = async ({ databaseUrl, dataDir }: RunningService, rows: Rows): Promise<string> => {
  const isPostgres = databaseUrl !== undefined;
  const all = await namesOf(rows, isPostgres ? tablesOfPostgres : tablesOfSqlite);
  const tables = all.filter((name) => !staying.includes(name));
  const backup = join(dataDir, 'restored.db');
  if (isPostgres)
    await rows.run(
      `create schema restored; ${tables.map((name) => `create table restored.${name} as table ${name};`).join('')}`,
    );
  else await rows.run(`vacuum into '${backup}'`);
  // Cached results have the number of the words in their names. The others begin again: a file may give a project a
  // number, which another one must not have got before.
  const rowsOf = (name: string) => (name === 'counters' ? " where name <> 'words'" : '');
  const filled = tables.map(
    (name) =>
      `delete from ${name}${rowsOf(name)}; insert into ${name} select * from restored.${name}${rowsOf(name)};`,
  );
  return `${isPostgres ? '' : `attach '${backup}' as restored;`} begin; ${filled.join('')}
    update counters set value = value + 1 where name = 'words'; commit;`;
};

const run = async (service: RunningService, sql: string): Promise<void> => {
  if (service.databaseUrl !== undefined) {
    await using rows = openRows(service);
    return rows.run(sql);
  }
  // Only so may a statement write into the tables of a search index.
  using database = new DatabaseSync(join(service.dataDir, 'manyhands.db'), {
    timeout: 5000,
    defensive: false,
  });
  database.exec(sql);
};

/** Before its first use, a service has what each use begins with. */
const sharing = async (service: RunningService) => {
  await using rows = openRows(service);
  return { service, restore: await restoring(service, rows), usedUntil: -Infinity };
};

/** Wrong keys of an address in a minute are counted in memory: after more than these, the next file would be refused. */
const fewWrongKeys = 40;

type Shared = Awaited<ReturnType<typeof sharing>>;

/** The services that no file uses at the moment, by name. */
const unused = new Map<string, Shared[]>();

/** Returns a service of that name for the current test file; `start` starts one if there is none. */
export const sharedService = async (
  name: string,
  start: () => Promise<RunningService>,
): Promise<RunningService> => {
  const known = unused.get(name)?.pop();
  const shared = known ?? (await sharing(await start()));
  const { service, restore } = shared;
  afterFile(() => {
    if (service.pid === undefined) throw new Error('The shared service was stopped.');
    if (service.wrongKeys > fewWrongKeys) return service[Symbol.asyncDispose]();
    shared.usedUntil = performance.now();
    unused.set(name, [...(unused.get(name) ?? []), shared]);
    return undefined;
  });
  if (!known) return service;
  await sleep(shared.usedUntil + goodFor - performance.now());
  await run(service, restore);
  await rm(join(service.dataDir, 'outbox'), { force: true });
  service.forgetLog();
  return service;
};
