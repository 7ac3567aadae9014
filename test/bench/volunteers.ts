/**
 * `npm run bench -- volunteers [people] [engine]`: the list of a project with so many volunteers, by default 200,000: its
 * pages, its CSV file with the service's memory, the count of a new day, and a mailing to 10,000 people, each with the
 * longest time that a contribution took meanwhile.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuilt } from '../../scripts/built.ts';
import { startPostgres } from '../set-up/postgres.ts';
import { ownProject, profileOf, type Owned } from '../set-up/project.ts';
import { openRows, type Rows } from '../set-up/rows.ts';
import { runService, unlimited, type RunningService } from '../set-up/running-service.ts';
import { longestDuring, timed } from './large-acts.ts';
import { signedIn } from './stats.ts';

const firstId = 10_000_000;
const samples = 5;
const mailed = 10_000;

export async function volunteersBench(words: string[]): Promise<void> {
  await ensureBuilt();
  const people = Number(words.find((word) => /^\d+$/.test(word)) ?? 200_000);
  const engine = words.find((word) => word === 'sqlite' || word === 'postgres');
  if (engine !== 'postgres') await measure(undefined, people);
  if (engine === 'sqlite') return;
  const cluster = await startPostgres();
  try {
    await measure(cluster.url, people);
  } finally {
    await cluster.stop();
  }
}

async function measure(databaseUrl: string | undefined, people: number): Promise<void> {
  await using service = await runService(databaseUrl, unlimited);
  const owned = await ownProject(service);
  const person = await profileOf(service, owned.key, 'somebody@example.org');
  const cookie = await signedIn(service);
  await service.stop();
  await using rows = openRows(service);
  await fillVolunteers(rows, databaseUrl === undefined, owned.projectId, people);
  await service.start();
  console.log(`${databaseUrl === undefined ? 'sqlite' : 'postgres'}, ${people} volunteers:`);
  const who = { ...owned, person };
  const list = `/project/${owned.projectId}-birds/volunteers`;
  const get = (path: string) => service.get(list + path, { headers: { cookie } });

  const counting = await longestDuring(service, who, async () => {
    await (await get('')).text();
    while ((await rows.all('select 1 from volunteer_days')).length === 0) await sleep(100);
  });
  console.log(`  the count of a day: ${counting.took.toFixed(0)} ms, ${waited(counting)}`);
  await printPages(get, people);
  await printFile(service, get, who);
  await printMailing(service, rows, who, cookie);
}

const waited = ({ longest, sent }: { longest: number; sent: number }) =>
  `meanwhile ${sent} contributions, the longest ${longest.toFixed(0)} ms`;

async function printPages(get: (path: string) => Promise<Response>, people: number): Promise<void> {
  const last = `page=${Math.ceil(people / 50)}`;
  const queries = [
    ...['', 'order=first', 'order=events', 'order=hours', 'order=magnitude', 'order=name'],
    ...[last, `order=name&${last}`, 'type=signup', 'active=30&least=5', 'active=before'],
    ...['q=99', 'q=volunteer+77', 'q=nobody+at+all', 'type=collection&order=name&q=a'],
  ];
  for (const query of queries) {
    const took: number[] = [];
    for (let n = 0; n < samples; n++)
      took.push(
        await timed(async () => {
          const reply = await get(`?${query}`);
          const text = await reply.text();
          if (reply.status !== 200 || !text.includes('Volunteers')) throw new Error(`?${query} failed.`);
        }),
      );
    console.log(`  ?${query}: ${Math.min(...took).toFixed(0)} ms, at most ${Math.max(...took).toFixed(0)}`);
  }
}

/** Time to the first byte and to the last one, and how far the service's memory grew. */
async function printFile(
  service: RunningService,
  get: (path: string) => Promise<Response>,
  who: Owned & { person: number },
): Promise<void> {
  const before = await memoryOf(service, 'VmRSS');
  let first = 0;
  let lines = 0;
  let peak = before;
  const result = await longestDuring(service, who, async () => {
    const started = performance.now();
    const reply = await get('.csv');
    for await (const part of reply.body ?? []) {
      if (first === 0) first = performance.now() - started;
      lines += Buffer.from(part).filter((byte) => byte === 10).length;
      peak = Math.max(peak, await memoryOf(service, 'VmRSS'));
    }
  });
  console.log(
    `  CSV: ${lines - 1} rows, first byte ${first.toFixed(0)} ms, last ${result.took.toFixed(0)} ms, memory ${before} MB, at most ${peak} MB; ${waited(result)}`,
  );
}

async function memoryOf({ pid }: RunningService, name: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
}

/** From the form's reply until every mail is queued. */
async function printMailing(
  service: RunningService,
  rows: Rows,
  who: Owned & { person: number },
  cookie: string,
): Promise<void> {
  await rows.run(`update volunteer_choices set is_mailed = 0 where account_id >= ${firstId + mailed}`);
  // Mails of before, which are compared with each new one; an editor has read the first.
  for (const [n, filter] of [
    '{"type":"collection","active":"any","least":"1"}',
    '{"active":"any","least":"1"}',
  ].entries())
    await rows.run(`insert into mailings (project_id, mailing_id, account_id, form, subject, body, filter, state,
      created_at, sent, done_to, tries) values (${who.projectId}, ${n + 1}, 1, 'form ${n}', 'x', 'x', '${filter}', 'sent',
      ${Date.now() - 40 * 86_400_000}, 10000, 1, 0)`);
  const fields = { act: 'send', subject: 'Thank you', body: 'Dear all,\n\nthank you.', form: 'f'.repeat(43) };
  let reply = 0;
  const result = await longestDuring(service, who, async () => {
    reply = await timed(async () => {
      const path = `/project/${who.projectId}-birds/mailings`;
      const headers = { cookie, origin: service.baseUrl };
      const answer = await service.postForm(path, fields, { headers });
      if (answer.status !== 303) throw new Error(`The mail was not taken: ${answer.status}`);
    });
    while ((await rows.all("select 1 from mailings where state = 'sending'")).length > 0) await sleep(50);
  });
  const [sent] = await rows.all<{ sent: number }>(
    'select max(sent) as sent from mailings where mailing_id > 2',
  );
  console.log(
    `  a mailing: reply ${reply.toFixed(0)} ms, ${Number(sent?.sent)} mails queued after ${result.took.toFixed(0)} ms; ${waited(result)}`,
  );
}

/** People who joined by a grant, and by their own page; every third shows a name. */
export async function fillVolunteers(
  rows: Rows,
  isSqlite: boolean,
  projectId: number,
  people: number,
): Promise<void> {
  const [now, day] = [Date.now(), 86_400_000];
  const each = isSqlite
    ? `(with recursive counted(n) as (select 0 union all select n + 1 from counted where n < ${people - 1})
       select n, n + ${firstId} as id from counted) s`
    : `(select n, cast(n as bigint) + ${firstId} as id from generate_series(0, ${people - 1}) n) s`;
  const at = `${now - day} - cast(n * 7919 % 700 as bigint) * ${day}`;
  await rows.run(`insert into accounts (account_id, name, role, created_at, confirmed_at, of_age_at)
    select id, 'Volunteer ' || n, 'none', 1, 1, 1 from ${each}`);
  await rows.run(`insert into profiles (profile_id, account_id, joined_at, created_at, used_day)
    select id, id, 1, 1, '2026-01-01' from ${each}`);
  await rows.run(`insert into addresses (address, account_id, profile_id, is_main, verified_at)
    select 'v' || n || '@example.org', id, id, 1, 1 from ${each}`);
  await rows.run(`insert into grants (grant_id, profile_id, project_id, origin, how, created_at, used_at, expires_at, is_told)
    select id, id, ${projectId}, 'https://birds.example.org', 'popup', 1, 1, ${now + 400 * day}, 1 from ${each}`);
  await rows.run(`insert into volunteer_choices (project_id, account_id, is_listed, shows_name, is_mailed, updated_at)
    select ${projectId}, id, case when n % 2 = 0 then 1 end, case when n % 3 = 0 then 1 else 0 end, 1, 1 from ${each}`);
  await rows.run(`insert into participation (project_id, profile_id, events, duration, first_at, last_at, claimed_at)
    select ${projectId}, id, 1, 60, ${at}, ${at}, 1 from ${each}`);
  await rows.run(`insert into events (project_id, event_id, profile_id, type, source, is_late, is_test, happened_at,
    arrived_at, duration, magnitude) select ${projectId}, n + 1, id, case when n % 5 = 0 then 'classification' else
    'collection' end, 'api', 0, 0, ${at}, ${at}, n % 3600, n % 100 from ${each}`);
}
