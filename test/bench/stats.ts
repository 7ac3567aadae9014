/**
 * `npm run bench -- stats [events] [engine]`: the figures of one project's Stats with so many events, by default ten
 * million over three years. Only the roll-ups are filled, which the figures are made from. The target is 50 ms.
 */
import { setTimeout } from 'node:timers/promises';
import { ensureBuilt } from '../../scripts/built.ts';
import { statsSpans, statsPeriods, statsSplits } from '../../src/contract/stats-figures.ts';
import { startPostgres } from '../set-up/postgres.ts';
import { ownProject } from '../set-up/project.ts';
import { openRows, type Rows } from '../set-up/rows.ts';
import { runService, unlimited, type RunningService } from '../set-up/running-service.ts';

const perPerson = 100;
const daysPerPerson = 30;
const dayCount = 1096;
const samples = 3;

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
  await service.start();
  const started = Date.now();
  // The service counts people in the background, a minute after its start.
  while ((await rows.all('select 1 from people_figures')).length === 0) await setTimeout(1000);
  const counted = (Date.now() - started) / 1000;
  const times: number[] = [];
  for (const span of statsSpans)
    for (const period of statsPeriods)
      for (const by of statsSplits) {
        const took: number[] = [];
        for (let n = 0; n < samples; n++) {
          const asked = performance.now();
          const query = new URLSearchParams({ span, period, by });
          const reply = await service.get(`/project/${projectId}-birds/stats/participants.json?${query}`, {
            headers: { cookie },
          });
          await reply.text();
          if (reply.status !== 200) throw new Error(`The service answered ${reply.status}.`);
          took.push(performance.now() - asked);
        }
        times.push(Math.min(...took));
      }
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? NaN).toFixed(1);
  console.log(
    `${databaseUrl === undefined ? 'sqlite' : 'postgres'}, ${events} events: all figures from outside, ms, of ${times.length} choices: median ${at(0.5)}, slowest ${at(1)}; people were counted ${counted.toFixed(0)} s after the start`,
  );
}

/** The cookie of the owner's session. */
export async function signedIn(service: RunningService): Promise<string> {
  const headers = { origin: service.baseUrl };
  await service.postForm('/sign-in', { email: 'owner@example.org' }, { headers });
  const link = (await service.mails()).at(-1)?.links[0] ?? '';
  const reply = await service.postForm(new URL(link).pathname, { of_age: 'on' }, { headers });
  return reply.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** Every day, kind and hour has events; each person has contributed on some days, on which they did one thing. */
async function fill(rows: Rows, isSqlite: boolean, projectId: number, events: number): Promise<void> {
  const people = Math.ceil(events / perPerson);
  const numbers = (name: string, to: number) =>
    isSqlite
      ? `(with recursive counted(n) as (select 0 union all select n + 1 from counted where n < ${to - 1})
         select n as ${name} from counted)`
      : `(select n as ${name} from generate_series(0, ${to - 1}) n)`;
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
        from ${numbers('ago', dayCount)} d`);
  await rows.run(`insert into hourly (project_id, day, hour, events)
    select ${projectId}, ${dayBefore('ago')}, hour, 5 from ${numbers('ago', dayCount)} d, ${numbers('hour', 24)} h`);
  await rows.run(`insert into participation (project_id, profile_id, events, duration, first_at, last_at)
    select ${projectId}, person, ${perPerson}, 0, 1, 1 from ${numbers('person', people)} p`);
  await rows.run(`insert into participant_days (project_id, profile_id, day, type, source, is_late, cell, events)
    select ${projectId}, person, ${dayBefore(`(person * 7919 + turn * 13) % ${dayCount}`)}, 'collection', 'api', 0,
      5520000 + person % 700, 3 from ${numbers('person', people)} p, ${numbers('turn', daysPerPerson)} t`);
}
