/** The rules for the schema by which Citus can distribute contributions: see server/db/distribution.ts. */
import { glob, readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { distributedTables, tableHomes } from '../../server/db/distribution.ts';
import { projectOfStatement } from '../../server/db/statement-project.ts';
import { afterFile } from '../set-up/after-file.ts';
import { openRows, type Rows, tablesOf } from '../set-up/rows.ts';
import { startService } from '../set-up/start-service.ts';

let rows: Rows;
let tables: string[];

beforeAll(async () => {
  const service = await startService('postgres');
  rows = openRows(service);
  afterFile(() => rows[Symbol.asyncDispose]());
  tables = await tablesOf(service, rows);
});

test('every table declares where it lives', () => {
  expect(tables.sort()).toEqual(Object.keys(tableHomes).sort());
});

test('every unique key of a distributed table contains project_id', async () => {
  const keys = await rows.all<{ table: string; name: string; columns: string[] }>(
    `select t.relname as table, i.relname as name,
       array(select a.attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum = any(x.indkey)) as columns
     from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
     where x.indisunique and t.relnamespace = 'public'::regnamespace`,
  );
  const distributed = keys.filter(({ table }) => distributedTables.includes(table));
  expect(new Set(distributed.map(({ table }) => table))).toEqual(new Set(distributedTables));
  expect(distributed.filter(({ columns }) => !columns.includes('project_id'))).toEqual([]);
});

test('no foreign key leads to a distributed table or from one', async () => {
  const keys = await rows.all<{ name: string; tables: string[] }>(
    `select conname as name, array[conrelid::regclass::text, confrelid::regclass::text] as tables
     from pg_constraint where contype = 'f'`,
  );
  expect(keys.filter((key) => key.tables.some((table) => distributedTables.includes(table)))).toEqual([]);
});

/** It has another form for Citus. */
const onOneServer = ['server/events/unclaimed.ts'];

test('nothing locks rows of distributed tables by reading them: Citus refuses that for several projects', async () => {
  const locking: string[] = [];
  for await (const file of glob('server/**/*.ts')) {
    const text = await readFile(file, 'utf8');
    if (!/for (update|share)\b|\.for(Update|Share)\(/i.test(text)) continue;
    for (const table of distributedTables)
      if (new RegExp(`(from|join|selectFrom\\(') ?'?${table}\\b`).test(text))
        locking.push(`${file}: ${table}`);
  }
  expect(locking.filter((line) => !onOneServer.some((file) => line.startsWith(file)))).toEqual([]);
});

const statements: [name: string, text: string, values: unknown[], project: number | undefined][] = [
  ['one table', 'select 1 from "daily" where "project_id" = $1 and "is_test" = $2', [7, 0], 7],
  [
    'two tables, joined by the project',
    'select 1 from events e join participation q on q.project_id = e.project_id where e.project_id = $2',
    ['x', 7],
    7,
  ],
  [
    'two tables, each with the project',
    'update participation set events = (select count(*) from events where project_id = $1) where project_id = $2',
    [7, 7],
    7,
  ],
  [
    'a second table without the project',
    'select 1 from events where project_id = $1 and profile_id in (select profile_id from participation)',
    [7],
    undefined,
  ],
  [
    'two projects',
    'select 1 from daily where project_id = $1 union select 1 from daily where project_id = $2',
    [7, 8],
    undefined,
  ],
  ['a person', 'select 1 from events where profile_id = $1', [7], undefined],
  ['a list of projects', 'select 1 from daily where project_id in ($1, $2)', [7, 8], undefined],
  ['new rows', 'insert into events (project_id, event_id) values ($1, $2)', [7, 8], undefined],
  ['no value', 'select 1 from daily where project_id = $1', [], undefined],
];
test.each(statements)('the project that a statement is about: %s', (_name, text, values, project) => {
  expect(projectOfStatement(text, values)).toBe(project);
});
