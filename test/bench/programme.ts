/**
 * `npm run bench -- programme [members] [engine]`: a programme with so many members, by default 100,000, of whom half
 * have its award: the count of all of them in the background, and its pages.
 */
import { noCell } from '../../server/geometry/ten-km-cells.ts';
import { startPostgres } from '../set-up/postgres/postgres.ts';
import { ownProject } from '../set-up/service/project.ts';
import { openRows, type Rows } from '../set-up/service/rows.ts';
import { type Engine, runService, unlimited } from '../set-up/service/running-service.ts';
import { seconds, timed } from './large-acts.ts';
import { dialects } from './made/fill-events.ts';
import { onEngines, signedIn, timeOf } from './volume.ts';

const programme = 2 ** 41;
const first = 2 ** 42;
const projects = 3;

export const programmeBench = (words: string[]) => onEngines(words, 100_000, measureEngine);

async function measureEngine(engine: Engine, members: number): Promise<void> {
  const cluster = engine === 'postgres' ? await startPostgres() : undefined;
  try {
    await using service = await runService(cluster?.url, unlimited);
    const { projectId } = await ownProject(service);
    await using rows = openRows(service);
    const before = await timed(() => service.operate('purge'));
    await service.stop();
    await fill(rows, engine, members, projectId);
    await service.start();
    // The first count also makes the awards of half of them.
    const making = await timed(() => service.operate('purge'));
    const counting = await timed(() => service.operate('purge'));
    console.log(
      `\n${engine}, ${members} members: the count ${seconds(counting - before)}, with the awards ${seconds(making - before)}`,
    );
    const cookie = await signedIn(service);
    await service.postForm(
      `/programme/${programme}/join`,
      {},
      { headers: { cookie, origin: service.baseUrl } },
    );
    for (const path of [`/programme/${programme}`, `/programme/${programme}/work`, '/programmes', '/me'])
      console.log(`  ${path.padEnd(34)}${(await timeOf(service, path, cookie)).padStart(11)}`);
  } finally {
    await cluster?.stop();
  }
}

/** Every second member has contributed to all projects. */
async function fill(rows: Rows, engine: Engine, members: number, projectId: number): Promise<void> {
  const { numbers } = dialects[engine];
  const today = new Date().toISOString().slice(0, 10);
  const now = Date.now();
  const rule = JSON.stringify({ contributions: 6, hours: 0, projects, counts: 'reported' });
  const [owner] = await rows.all<{ account_id: number }>(
    `select account_id from project_managers where project_id = ${projectId}`,
  );
  await rows.run(`insert into programmes (programme_id, name, texts, rule, state, made_by, created_at) values
    (${programme}, 'Library', '{"":{"text":"Text","award":"Award"}}', '${rule}', 'open', 0, ${now})`);
  await rows.run(`insert into programme_managers values (${programme}, ${owner?.account_id}, 1)`);
  await rows.run(`insert into programme_projects (programme_id, project_id, state, changed_at)
    select ${programme}, ${projectId} + i, 'listed', ${now} from ${numbers(0, projects)}`);
  await rows.run(`insert into accounts (account_id, name, role, created_at, confirmed_at)
    select ${first} + i, '', 'none', ${now}, ${now} from ${numbers(0, members)}`);
  await rows.run(`insert into profiles (profile_id, account_id, created_at, used_day, joined_at)
    select ${first} + i, ${first} + i, ${now}, '${today}', ${now} from ${numbers(0, members)}`);
  await rows.run(`insert into programme_members (programme_id, account_id, joined_at)
    select ${programme}, ${first} + i, ${now} from ${numbers(0, members)}`);
  for (let at = 0; at < projects; at++) {
    const each = `select ${projectId + at}, ${first} + i`;
    const events = `case when i % 2 = 0 then 2 else 1 end`;
    await rows.run(`insert into participation (project_id, profile_id, events, duration, first_at, last_at, claimed_at)
      ${each}, ${events}, 60, ${now}, ${now}, ${now} from ${numbers(0, members)}`);
    await rows.run(`insert into participant_days (project_id, profile_id, day, type, source, is_late, cell, events, duration)
      ${each}, '${today}', 'collection', 'api', 0, ${noCell}, ${events}, 60 from ${numbers(0, members)}`);
    for (let copy = 0; copy < 2; copy++)
      await rows.run(`insert into events (project_id, event_id, profile_id, type, source, is_late, is_test, happened_at,
        arrived_at, duration) select ${projectId + at}, ${first} + ${copy} * ${members} + i, ${first} + i, 'collection', 'api',
        0, 0, ${now}, ${now}, 60 from ${numbers(0, members)} where i % 2 = 0 or ${copy} = 0`);
  }
  await rows.run(engine === 'postgres' ? 'vacuum analyze' : 'analyze');
}
