/** Archiving a project by hand, with the statements of docs/volume.md: what stays, what goes, and the way back. */
import { beforeAll, expect, test } from 'vitest';
import { fillEvents } from '../bench/made/fill-events.ts';
import { afterFile } from '../set-up/after-file.ts';
import { readArchiving } from '../set-up/postgres/archiving.ts';
import { rollUps } from '../set-up/service/roll-ups.ts';
import { openRows, type Rows } from '../set-up/service/rows.ts';
import type { Service } from '../set-up/service/start-service.ts';
import { post, profileId, projects, signIn, startScene } from '../server/scene.ts';

const { birds, frogs } = projects;
const events = 6000;
const member = 'member@example.org';

let service: Service;
let rows: Rows;
let profile: number;

beforeAll(async () => {
  const { service: started, owner } = await startScene('postgres');
  service = started;
  profile = await profileId(service, owner, member);
  await service.stop();
  rows = openRows(service);
  afterFile(() => rows[Symbol.asyncDispose]());
  const filling = {
    events,
    perPerson: 10,
    days: 5,
    keyEvery: 2,
    untiedEvery: 5,
    engine: 'postgres' as const,
  };
  await fillEvents(rows, { ...filling, projectIds: [birds.id, frogs.id] });
  // Half of the contributions to a project are a member's.
  const ofMember = `project_id = ${birds.id} and profile_id in (select profile_id from participation
    where project_id = ${birds.id} order by events desc limit 1)`;
  for (const table of ['events', 'participant_days', 'participation'])
    await rows.run(`update ${table} set profile_id = ${profile} where ${ofMember}`);
  await rows.run(`update participation set claimed_at = 1 where profile_id = ${profile}`);
  await service.start();
});

const count = async (from: string) =>
  Number((await rows.all<{ count: number }>(`select count(*) as count from ${from}`))[0]?.count);

test('a project that has ended is archived, and comes back', async () => {
  const cookie = await signIn(service, member);
  const words = async () => {
    const reply = await service.get('/me', { headers: { cookie } });
    return (await reply.text()).replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' ');
  };
  const sums = async () => ({
    ...(await rollUps(rows)).stored,
    days: await rows.all('select * from participant_days order by 1, 2, 3, 4, 5, 6, 7'),
  });
  const shown = /[\d,]{1,9} contributions/.exec(await words())?.[0];
  const before = await sums();
  const theirs = await count(`events where project_id = ${birds.id}`);
  const unclaimed = await count(`events e join participation p using (project_id, profile_id)
    where project_id = ${birds.id} and p.claimed_at is null`);
  expect(unclaimed).toBeGreaterThan(0);

  const { prepare, move, vacuum, back } = await readArchiving(birds.id);
  await rows.run(prepare);
  await rows.run(move);
  await rows.run(vacuum);
  expect(await count(`archive.events_${birds.id}`)).toBe(theirs - unclaimed);
  expect(await count(`events where project_id = ${birds.id}`)).toBe(unclaimed);
  expect(await count(`events where project_id = ${frogs.id}`)).toBe(events - theirs);
  expect(await sums()).toEqual(before);
  expect(/[\d,]{1,9} contributions/.exec(await words())?.[0]).toBe(shown);
  expect((await service.get('/me/certificates', { headers: { cookie } })).status).toBe(200);
  // The second statement can be run again, and a backup has the archive.
  await rows.run(move);
  const backup = await service.operator('backup', `${service.dataDir}/copy.dump`, '--verify');
  expect([backup.code, backup.stdout]).toEqual([0, expect.any(String)]);
  // The retention rule and Stats leave the sums as they are.
  await service.operate('purge');
  expect(await sums()).toEqual(before);

  await rows.run(back);
  expect(await count(`events where project_id = ${birds.id}`)).toBe(theirs);
  const { stored, counted } = await rollUps(rows);
  expect(stored).toEqual(counted);
});

test('a person whose contributions are archived removes the project, and deletes the account', async () => {
  const { prepare, move } = await readArchiving(birds.id);
  await rows.run(prepare);
  await rows.run(move);
  const cookie = await signIn(service, member);
  expect((await post(service, '/me/remove', { project_id: String(birds.id) }, cookie)).status).toBe(303);
  for (const table of ['participation', 'participant_days'])
    expect([table, await count(`${table} where profile_id = ${profile}`)]).toEqual([table, 0]);
  expect((await post(service, '/account/delete', { when: 'now' }, cookie)).status).toBe(303);
  expect(await count(`profiles where profile_id = ${profile} and account_id is not null`)).toBe(0);
});
