/**
 * `npm run bench -- person [contributions] [engine]`: a person with so many contributions to one project, by default a
 * million: their pages with the programme that they joined, the calendar in their zone, their award, their certificate,
 * their files, and how long a search of somebody else takes while a certificate is worked out.
 */
import { ensureBuilt } from '../../scripts/built.ts';
import { startPostgres } from '../set-up/postgres/postgres.ts';
import { ownProject } from '../set-up/service/project.ts';
import { openRows, type Rows } from '../set-up/service/rows.ts';
import { type Engine, runService, unlimited } from '../set-up/service/running-service.ts';
import { seconds, timed } from './large-acts.ts';
import { busiest, fillEvents } from './made/fill-events.ts';
import { busyAddress, giveToBusy, timeOf, signedIn } from './volume.ts';

const days = 320;
const few = 3;

export async function personBench(words: string[]): Promise<void> {
  await ensureBuilt();
  const events = Number(words.find((word) => /^\d+$/.test(word)) ?? 1_000_000);
  const engines = words.filter((word) => word === 'sqlite' || word === 'postgres');
  for (const engine of engines.length > 0 ? engines : (['sqlite', 'postgres'] as const))
    await measureEngine(engine, events);
}

async function measureEngine(engine: Engine, events: number): Promise<void> {
  const cluster = engine === 'postgres' ? await startPostgres() : undefined;
  try {
    await using service = await runService(cluster?.url, unlimited);
    const { projectId, key } = await ownProject(service);
    await service.stop();
    await using rows = openRows(service);
    const made = { engine, projectIds: [projectId], events, perPerson: events, days };
    const filled = await timed(() => fillEvents(rows, { ...made, keyEvery: 2, untiedEvery: 0 }));
    await service.start();
    const cookie = await signedIn(service, busyAddress);
    await giveToBusy(rows);
    await joinProgramme(rows, projectId);
    console.log(`\n${engine}, ${events} contributions of one person, filled in ${seconds(filled)}`);
    const print = (what: string, took: string) => console.log(`  ${what.padEnd(34)}${took.padStart(12)}`);
    const [event] = await rows.all<{ id: number }>('select min(event_id) as id from events');
    const one = `project_id=${projectId}&event_id=${event?.id}`;
    const last = Math.ceil(events / 10);
    for (const path of ['/me', `/me?page=${last / 2}`, `/me?page=${last}`, `/me/leave-out?${one}`])
      print(path.split('?project')[0] ?? '', await timeOf(service, path, cookie));
    print('count that makes their award', seconds(await timed(() => service.operate('purge'))));
    print('/me/certificates', await timeOf(service, '/me/certificates', cookie));
    const today = new Date();
    const [from, month, to] = [days + 1, 30, 0].map((ago) =>
      new Date(today.getTime() - ago * 86_400_000).toISOString().slice(0, 10),
    );
    const preview = `/me/certificates?name=Ada&to=${to}&from=`;
    print('certificate of a month', await timeOf(service, preview + month, cookie, few));
    print('certificate of all', await timeOf(service, preview + from, cookie, few));
    const certificate = service.get(preview + from, { headers: { cookie } });
    print('a search meanwhile', await timeOf(service, `/finder?format=json&q=birds&key=${key}`, '', 1));
    await (await certificate).text();
    for (const path of ['/me/export.json', '/me/export.csv'])
      print(path, await timeOf(service, path, cookie, 1));
  } finally {
    await cluster?.stop();
  }
}

/** The person joins a programme with a rule of hours, which are added up exactly before the award. */
async function joinProgramme(rows: Rows, projectId: number): Promise<void> {
  const rule = JSON.stringify({ contributions: 1, hours: 1, projects: 0, counts: 'all' });
  await rows.run(`insert into programmes (programme_id, name, texts, rule, state, made_by, created_at)
    values (1, 'Library', '{"":{"text":"Text","award":"Award"}}', '${rule}', 'open', 0, 0)`);
  await rows.run(`insert into programme_projects (programme_id, project_id, state, changed_at)
    values (1, ${projectId}, 'listed', 0)`);
  await rows.run(`insert into programme_members (programme_id, account_id, joined_at)
    select 1, account_id, 0 from profiles where profile_id = ${busiest}`);
}
