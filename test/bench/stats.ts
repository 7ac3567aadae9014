/**
 * `npm run bench -- stats [events] [engine]`: the figures of one project's Stats with so many events, by default ten
 * million over three years, its whole page, and `/me` of somebody with 142,000 events. Only the roll-ups are filled,
 * which the figures are made from, and the events of that one person. The target is 50 ms.
 */
import { setTimeout } from 'node:timers/promises';
import { ensureBuilt } from '../../scripts/built.ts';
import { statsSpans, statsPeriods, statsSplits } from '../../src/contract/stats-figures.ts';
import { startPostgres } from '../set-up/postgres.ts';
import { ownProject } from '../set-up/project.ts';
import { openRows, type Rows } from '../set-up/rows.ts';
import { runService, unlimited, type RunningService } from '../set-up/running-service.ts';
import { processorTime } from './measure.ts';

const perPerson = 100;
const daysPerPerson = 30;
const eventsPerDay = 3;
const dayCount = 1096;
const samples = 5;
const eventsOfOne = 142_000;

export async function statsBench(words: string[]): Promise<void> {
  await ensureBuilt();
  const events = Number(words.find((word) => /^\d+$/.test(word)) ?? 10_000_000);
  const engine = words.find((word) => word === 'sqlite' || word === 'postgres');
  if (engine !== 'postgres') await measure(undefined, events);
  if (engine === 'sqlite') return;
  const cluster = await startPostgres();
  try {
    await measure(cluster.url, events);
  } finally {
    await cluster.stop();
  }
}

async function measure(databaseUrl: string | undefined, events: number): Promise<void> {
  await using service = await runService(databaseUrl, unlimited);
  const { projectId } = await ownProject(service);
  const cookie = await signedIn(service);
  await service.stop();
  await using rows = openRows(service);
  await fill(rows, databaseUrl === undefined, projectId, events);
  await fillOne(rows, databaseUrl === undefined, projectId);
  await service.start();
  const started = Date.now();
  // The service counts people in the background, a minute after its start.
  while ((await rows.all('select 1 from people_figures')).length === 0) await setTimeout(1000);
  const counted = (Date.now() - started) / 1000;
  const timed = async (path: string): Promise<number> => {
    const took: number[] = [];
    for (let n = 0; n < samples; n++) {
      const asked = performance.now();
      const reply = await service.get(path, { headers: { cookie } });
      await reply.text();
      if (reply.status !== 200) throw new Error(`The service answered ${reply.status} for ${path}.`);
      took.push(performance.now() - asked);
    }
    return Math.min(...took);
  };
  const times: number[] = [];
  for (const span of statsSpans)
    for (const period of statsPeriods)
      for (const by of statsSplits) {
        const query = new URLSearchParams({ span, period, by });
        times.push(await timed(`/project/${projectId}-birds/stats/participants.json?${query}`));
      }
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? NaN).toFixed(1);
  console.log(
    `${databaseUrl === undefined ? 'sqlite' : 'postgres'}, ${events} events: all figures from outside, ms, of ${times.length} choices: median ${at(0.5)}, slowest ${at(1)}; people were counted ${counted.toFixed(0)} s after the start`,
  );
  for (const [what, path] of [
    ['the whole page of Stats', `/project/${projectId}-birds/stats`],
    ['the same for all time by day', `/project/${projectId}-birds/stats?span=all`],
    [`/me with ${eventsOfOne} contributions`, '/me'],
    ['the middle of its list', `/me?page=${Math.floor(eventsOfOne / 40)}`],
  ] as const) {
    const before = await processorTime(service.pid ?? 0);
    const took = await timed(path);
    const processor = ((await processorTime(service.pid ?? 0)) - before) * (1000 / samples);
    console.log(
      `  ${what}: ${took.toFixed(1)} ms, of the service's processor time ${processor.toFixed(0)} ms`,
    );
  }
}

/** The cookie of the owner's session. */
export async function signedIn(service: RunningService, email = 'owner@example.org'): Promise<string> {
  const headers = { origin: service.baseUrl };
  await service.postForm('/sign-in', { email }, { headers });
  const link = (await service.mails()).find(({ to }) => to === email)?.links[0] ?? '';
  const reply = await service.postForm(new URL(link).pathname, { of_age: 'on' }, { headers });
  return reply.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** A series of numbers from 0 on, as a table. */
const numbers = (isSqlite: boolean, name: string, to: number) =>
  isSqlite
    ? `(with recursive counted(n) as (select 0 union all select n + 1 from counted where n < ${to - 1})
       select n as ${name} from counted)`
    : `(select n as ${name} from generate_series(0, ${to - 1}) n)`;

/** The manager's own contributions: every two minutes up to now, every tenth late. */
async function fillOne(rows: Rows, isSqlite: boolean, projectId: number): Promise<void> {
  const [of] = await rows.all<{ profile_id: number }>(
    'select min(profile_id) as profile_id from profiles where account_id is not null',
  );
  const profile = Number(of?.profile_id);
  const now = Date.now();
  await rows.run(`insert into events (project_id, event_id, profile_id, type, source, is_late, is_test, happened_at,
    arrived_at, duration) select ${projectId}, (at - ${Date.UTC(2026, 0, 1)}) * 8192, ${profile}, 'collection', 'api',
    is_late, 0, at - is_late * 172800000, at, 60 from (select ${now} - cast(n as bigint) * 120000 as at,
    case when n % 10 = 0 then 1 else 0 end as is_late from ${numbers(isSqlite, 'n', eventsOfOne)} n) e`);
  const day = isSqlite
    ? "strftime('%Y-%m-%d', happened_at / 1000, 'unixepoch')"
    : "to_char(to_timestamp(happened_at / 1000) at time zone 'UTC', 'YYYY-MM-DD')";
  await rows.run(`insert into participant_days (project_id, profile_id, day, type, source, is_late, cell, events, duration)
    select project_id, profile_id, ${day}, type, source, is_late, -1, count(*), sum(duration) from events
    group by 1, 2, 3, 4, 5, 6`);
  await rows.run(`insert into participation (project_id, profile_id, events, duration, first_at, last_at, claimed_at)
    select project_id, profile_id, count(*), sum(duration), min(happened_at), max(happened_at), 1 from events
    group by 1, 2`);
}

/** Every day, kind and hour has events; each person has contributed on some days, on which they did one thing. */
async function fill(rows: Rows, isSqlite: boolean, projectId: number, events: number): Promise<void> {
  const people = Math.ceil(events / perPerson);
  const list = (name: string, to: number) => numbers(isSqlite, name, to);
  const dayBefore = (ago: string) =>
    isSqlite
      ? `date('now', '-' || (${ago}) || ' days')`
      : `to_char(now() at time zone 'UTC' - (${ago}) * interval '1 day', 'YYYY-MM-DD')`;
  const kinds = [
    ['collection', 'api'],
    ['classification', 'api'],
    ['collection', 'browser'],
  ];
  const perRow = Math.ceil(events / dayCount / kinds.length / 2);
  for (const [type, source] of kinds)
    for (const late of [0, 1])
      await rows.run(`insert into daily (project_id, day, type, source, is_late, is_test, events, duration, magnitude)
        select ${projectId}, ${dayBefore('ago')}, '${type}', '${source}', ${late}, 0, ${perRow}, 3600, 10
        from ${list('ago', dayCount)} d`);
  await rows.run(`insert into hourly (project_id, day, hour, events)
    select ${projectId}, ${dayBefore('ago')}, hour, 5 from ${list('ago', dayCount)} d, ${list('hour', 24)} h`);
  await rows.run(`insert into participation (project_id, profile_id, events, duration, first_at, last_at)
    select ${projectId}, person, ${daysPerPerson * eventsPerDay}, 0, 1, 1 from ${list('person', people)} p`);
  await rows.run(`insert into participant_days (project_id, profile_id, day, type, source, is_late, cell, events)
    select ${projectId}, person, ${dayBefore(`(person * 7919 + turn * 13) % ${dayCount}`)}, 'collection', 'api', 0,
      5520000 + person % 700, ${eventsPerDay} from ${list('person', people)} p, ${list('turn', daysPerPerson)} t`);
}
