/** The rules for the schema by which Citus can distribute contributions: see server/db/postgres/distribution.ts. */
import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { distributedTables, tableHomes } from '../../server/db/postgres/distribution.ts';
import { afterFile } from '../set-up/after-file.ts';
import { openRows, type Rows, tablesOf } from '../set-up/service/rows.ts';
import { startService } from '../set-up/service/start-service.ts';

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

/** The first has another form for Citus; the second locks rows of one project. */
const onOneServer = ['server/events/unclaimed.ts', 'server/events/retractions.ts'];

test('nothing locks rows of distributed tables by reading them: Citus refuses that for several projects', async () => {
  const locking: string[] = [];
  for (const name of await readdir('server', { recursive: true })) {
    const file = `server/${name}`;
    if (!file.endsWith('.ts')) continue;
    const text = await readFile(file, 'utf8');
    if (!/for (update|share)\b|\.for(Update|Share)\(/i.test(text)) continue;
    for (const table of distributedTables)
      if (new RegExp(`(from|join|selectFrom\\(') ?'?${table}\\b`).test(text))
        locking.push(`${file}: ${table}`);
  }
  expect(locking.filter((line) => !onOneServer.some((file) => line.startsWith(file)))).toEqual([]);
});
