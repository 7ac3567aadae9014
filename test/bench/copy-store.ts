/**
 * `npm run bench -- copy [events]`: `operator copy-to` with a million events, from SQLite to PostgreSQL and back, as
 * docs/operating.md describes it: how long the service is stopped for it. Every table is counted.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { ensureBuilt, root } from '../../scripts/built.ts';
import { freePort } from '../set-up/free-port.ts';
import { startPostgres } from '../set-up/postgres.ts';
import { rollUps } from '../set-up/roll-ups.ts';
import { openRows } from '../set-up/rows.ts';
import { RunningService, runService } from '../set-up/running-service.ts';
import { watchOver } from '../set-up/watch-over.ts';

const dayLong = 86_400_000;
const perPerson = 50;
const projects = 504;

export async function copyStoreBench(words: string[]): Promise<void> {
  await ensureBuilt();
  const count = Number(words.find((word) => /^\d+$/.test(word)) ?? 1_000_000);
  await using service = await runService(undefined);
  const catalog = join(root, 'server/demo/catalog.json');
  await service.operator('import', catalog, '--owner', 'owner@example.org', '--publish');
  await service.stop();
  fill(join(service.dataDir, 'manyhands.db'), count);
  console.log(`filled with ${count} events of ${Math.ceil(count / perPerson)} people`);
  const cluster = await startPostgres();
  try {
    const { PEPPER = '' } = service.settings;
    await copied('SQLite to PostgreSQL', service, cluster.url);
    const moved = new RunningService(await freePort(), service.dataDir, cluster.url, { PEPPER });
    const started = Date.now();
    await moved.start();
    console.log(`the service starts on the copy in ${((Date.now() - started) / 1000).toFixed(1)} s`);
    await moved.stop();
    const folder = await mkdtemp(join(tmpdir(), 'manyhands-copy-'));
    watchOver(folder);
    await copied('PostgreSQL to SQLite', moved, folder);
    const back = new RunningService(await freePort(), folder, undefined, { PEPPER });
    // As text: the rows of node:sqlite have no prototype.
    const found = (await Promise.all([service, moved, back].map(totals))).map((rows) => JSON.stringify(rows));
    if (new Set(found).size > 1) throw new Error('The totals differ.');
    console.log('The totals of each project and person are the same in all three.');
  } finally {
    await cluster.stop();
  }
}

async function copied(what: string, from: RunningService, place: string): Promise<void> {
  const started = Date.now();
  const { code, json, stderr } = await from.operator('copy-to', place);
  if (code !== 0) throw new Error(`copy-to ended with ${code}: ${JSON.stringify(json)} ${stderr}`);
  const seconds = (Date.now() - started) / 1000;
  const rows = Number(json['rows']);
  console.log(
    `${what}: ${rows} rows in ${seconds.toFixed(0)} s, ${Math.round(rows / seconds)} rows/s, every table counted`,
  );
}

/** The totals, which must be those of the events. */
async function totals(at: RunningService) {
  await using rows = openRows(at);
  const { stored, counted } = await rollUps(rows);
  if (!isDeepStrictEqual(stored, counted)) throw new Error('The totals are not those of the events.');
  return stored;
}

/** People with contributions to many projects; every second one was sent with an idempotency key. */
function fill(file: string, count: number): void {
  const db = new DatabaseSync(file);
  const people = Math.ceil(count / perPerson);
  const first = 2 ** 40;
  // Within the time that contributions of people who have not joined are kept.
  const began = Date.now() - 20 * dayLong;
  const between = Math.min(1000, Math.floor((19 * dayLong) / count));
  const numbers = (to: number) =>
    `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${to - 1})`;
  db.exec(`pragma synchronous = off; begin;
    ${numbers(people)} insert into profiles (profile_id, created_at, used_day)
      select ${first} + i, ${began}, '${new Date(began).toISOString().slice(0, 10)}' from n;
    ${numbers(people)} insert into digests select lower(hex(randomblob(32))), ${first} + i from n;
    ${numbers(count)} insert into events (project_id, event_id, profile_id, type, source, is_late, is_test,
        happened_at, arrived_at, duration, magnitude)
      select p.project_id, i + 1, ${first} + (i * 7919) % ${people}, 'collection', 'api', 0, 0,
        ${began} + i * ${between}, ${began} + i * ${between}, i % 900, i % 7
      from n join (select project_id, row_number() over (order by project_id) - 1 as place from projects) p
        on p.place = i % ${projects};
    insert into submissions select project_id, lower(hex(randomblob(32))), event_id, lower(hex(randomblob(32))), arrived_at
      from events where event_id % 2 = 0;
    insert into daily select project_id, date(happened_at / 1000, 'unixepoch'), type, source, is_late, is_test,
      count(*), sum(duration), sum(magnitude) from events group by 1, 2, 3, 4, 5, 6;
    insert into participation (project_id, profile_id, events, duration, first_at, last_at)
      select project_id, profile_id, count(*), sum(duration), min(happened_at), max(happened_at)
      from events group by 1, 2;
    commit; pragma wal_checkpoint(truncate)`);
  const stored = db.prepare('select count(*) as count from events').get() as { count: number };
  db.close();
  if (stored.count !== count) throw new Error(`${stored.count} of ${count} events were filled in.`);
}
