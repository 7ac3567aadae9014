/**
 * `npm run bench -- volume [events] [engine]`: a store with so many events, by default ten million of this year, half of
 * them with an idempotency key: its size, what a contribution costs next to an empty store, the pages that read
 * contributions, a backup under load with its restore, the acts of a person with 143,000 of them, and the retention
 * rule.
 */
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ensureBuilt } from '../../scripts/built.ts';
import { startPostgres } from '../set-up/postgres/postgres.ts';
import { type Owned, ownProject, profileOf } from '../set-up/service/project.ts';
import { openRows, type Rows } from '../set-up/service/rows.ts';
import {
  type Engine,
  runService,
  unlimited,
  type RunningService,
} from '../set-up/service/running-service.ts';
import { alternating, report } from './alternating.ts';
import { busiest, fillEvents } from './made/fill-events.ts';
import { longestDuring, printActs, seconds, timed } from './large-acts.ts';
import { median } from './measure.ts';
import { recordRequests } from './record-event.ts';

const rounds = { connections: 50, rounds: 5, seconds: 3 };
const samples = 15;
const perPerson = 100;
export const busyAddress = 'busy@example.org';
/** The retention rule deletes nothing before it is measured. */
const kept = { ...unlimited, ANONYMOUS_RETENTION_DAYS: '3650' };

export const volumeBench = (words: string[]) => onEngines(words, 10_000_000, measureEngine);

/** Measures stores of the size and on the engine that the words of a command name, or else of the usual size on both. */
export async function onEngines(
  words: string[],
  usual: number,
  measure: (engine: Engine, size: number) => Promise<void>,
): Promise<void> {
  await ensureBuilt();
  const size = Number(words.find((word) => /^\d+$/.test(word)) ?? usual);
  const engines = words.filter((word) => word === 'sqlite' || word === 'postgres');
  for (const engine of engines.length > 0 ? engines : (['sqlite', 'postgres'] as const))
    await measure(engine, size);
}

async function measureEngine(engine: Engine, events: number): Promise<void> {
  const clusters = engine === 'postgres' ? [await startPostgres(), await startPostgres()] : [];
  try {
    await using service = await runService(clusters[0]?.url, kept);
    await using empty = await runService(clusters[1]?.url, kept);
    const owned = await ownProject(service);
    const person = await profileOf(service, owned.key, 'person@example.org');
    const requests = await recordRequests(service, owned);
    await service.stop();
    await using rows = openRows(service);
    const days = 320;
    const filled = await timed(() =>
      fillEvents(rows, {
        engine,
        projectIds: [owned.projectId],
        events,
        perPerson,
        days,
        keyEvery: 2,
        untiedEvery: 50,
      }),
    );
    console.log(`\n${engine}, ${events} events, filled in ${seconds(filled)}`);
    await printSizes(engine, rows, events);
    await service.start();
    const busy = await signedIn(service, busyAddress);
    await printPages(service, rows, owned, busy);
    const contenders = [
      { name: 'filled', pid: service.pid ?? 0, url: `http://127.0.0.1:${service.port}`, requests },
      {
        name: 'empty',
        pid: empty.pid ?? 0,
        url: `http://127.0.0.1:${empty.port}`,
        requests: await recordRequests(empty, await ownProject(empty)),
      },
    ];
    report(`record_event on ${engine}`, await alternating(contenders, rounds), rounds);
    await empty.stop();
    await printBackup(engine, service, { ...owned, person });
    await printActs(service, rows, { ...owned, person }, busy);
    await printPurge(service, rows, days);
  } finally {
    for (const cluster of clusters) await cluster.stop();
  }
}

async function printSizes(engine: Engine, rows: Rows, events: number): Promise<void> {
  const sizes = await rows.all<{ name: string; bytes: number }>(
    engine === 'postgres'
      ? `select relname as name, pg_relation_size(oid) as bytes from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'i', 'm') order by 2 desc limit 12`
      : 'select name, sum(pgsize) as bytes from dbstat group by name order by 2 desc limit 12',
  );
  console.log('  bytes per event:');
  for (const { name, bytes } of sizes)
    console.log(`    ${name.padEnd(30)}${(Number(bytes) / events).toFixed(1).padStart(8)}`);
}

/** `busy`: the session of the person with 143,000 contributions, whose `/me` it is. */
async function printPages(
  service: RunningService,
  rows: Rows,
  { key, projectId }: Owned,
  busy: string,
): Promise<void> {
  const owner = await signedIn(service);
  const of = (path: string, cookie = owner) => timeOf(service, path, cookie);
  await giveToBusy(rows);
  console.log(`  Stats ${await of(`/project/${projectId}-birds/stats`)}`);
  console.log(`  /me ${await of('/me', busy)}`);
  console.log(`  finder ${await of(`/finder?format=json&q=birds&key=${key}`)}`);
}

/** Gives the contributions of the busiest profile to the account of `busyAddress`. */
export async function giveToBusy(rows: Rows): Promise<void> {
  await rows.run(`update profiles set joined_at = 1, account_id = (select account_id from addresses
    where address = '${busyAddress}') where profile_id = ${busiest}`);
  await rows.run(`update participation set claimed_at = 1 where profile_id = ${busiest}`);
}

/** The median from outside of the times of a page. */
export async function timeOf(
  service: RunningService,
  path: string,
  cookie: string,
  times = samples,
): Promise<string> {
  const took: number[] = [];
  for (let n = 0; n < times; n++)
    took.push(
      await timed(async () => {
        const reply = await service.get(path, { headers: { cookie } });
        await reply.text();
        if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}.`);
      }),
    );
  return `${median(took).toFixed(1)} ms`;
}

async function printBackup(
  engine: Engine,
  service: RunningService,
  who: Owned & { person: number },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'manyhands-volume-'));
  try {
    const file = join(folder, 'backup');
    const { took, longest, sent } = await longestDuring(service, who, () =>
      mustSucceed(service, 'backup', file),
    );
    const { size } = await stat(file);
    console.log(
      `  backup ${seconds(took)}, ${(size / 1e6).toFixed(0)} MB; meanwhile ${sent} contributions, the longest ${longest.toFixed(0)} ms`,
    );
    console.log(`  restore ${seconds(await timed(() => restore(engine, service, file, folder)))}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function restore(
  engine: Engine,
  { databaseUrl }: RunningService,
  file: string,
  folder: string,
): Promise<void> {
  if (engine === 'sqlite' || databaseUrl === undefined) return copyFile(file, join(folder, 'restored.db'));
  const url = new URL(databaseUrl);
  const run = promisify(execFile);
  await run('psql', [url.href, '--command', 'create database restored template template0']);
  url.pathname = '/restored';
  await run('pg_restore', [
    '--no-owner',
    '--exit-on-error',
    '--single-transaction',
    `--dbname=${url.href}`,
    file,
  ]);
}

/** A backlog of a tenth, then an idle run. */
async function printPurge(service: RunningService, rows: Rows, days: number): Promise<void> {
  const [first] = await rows.all<{ at: number }>(
    'select min(first_at) as at from participation where first_at > 1',
  );
  const past = Math.ceil((Date.now() - Number(first?.at)) / 86_400_000);
  await service.restart({
    ...kept,
    ANONYMOUS_RETENTION_DAYS: String(Math.floor(Math.min(past, days) * 0.9)),
  });
  for (const which of ['backlog', 'idle']) {
    let said = '';
    const took = await timed(async () => {
      const { events } = await mustSucceed(service, 'purge');
      said = `${String(events)} events`;
    });
    console.log(`  purge, ${which}: ${seconds(took)}, ${said}`);
  }
}

async function mustSucceed(service: RunningService, ...words: string[]) {
  const { code, json, stderr } = await service.operator(...words);
  if (code !== 0) throw new Error(`${words[0]} ended with ${code}: ${JSON.stringify(json)} ${stderr}`);
  return json;
}

/** The cookie of the owner's session. */
export async function signedIn(service: RunningService, email = 'owner@example.org'): Promise<string> {
  const headers = { origin: service.baseUrl };
  await service.postForm('/sign-in', { email }, { headers });
  const link = (await service.mails()).find(({ to }) => to === email)?.links[0] ?? '';
  const reply = await service.postForm(new URL(link).pathname, { of_age: 'on' }, { headers });
  return reply.headers.get('set-cookie')?.split(';')[0] ?? '';
}
