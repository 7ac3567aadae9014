/** Acts on a person's contributions whose rows have not followed yet: on Citus, too, they count at once everywhere. */
import { beforeAll, expect, test } from 'vitest';
import {
  addProject,
  mailedLink,
  post,
  profileId,
  projects,
  send,
  signIn,
  startScene,
  success,
} from '../server/scene.ts';
import { afterFile } from '../set-up/after-file.ts';
import { rollUps } from '../set-up/service/roll-ups.ts';
import { openRows, type Rows } from '../set-up/service/rows.ts';
import { crowded } from '../set-up/service/running-service.ts';
import type { Service } from '../set-up/service/start-service.ts';

const { birds, frogs } = projects;
const many = 2500;
const day = 86_400_000;

let service: Service;
let rows: Rows;
let owner: string;

/**
 * Fails a batch once a number of changes of the list of acts is used up. Citus has no triggers on distributed tables, but
 * every batch locks the row of its act, which is on the coordinator.
 */
const brake = `create table brake (allowed integer); insert into brake values (1000);
  create function hold_act() returns trigger language plpgsql as $$ begin
    update brake set allowed = allowed - 1;
    if exists (select 1 from brake where allowed < 0) then raise exception 'held by the test'; end if;
    return new;
  end $$;
  create trigger brake before update on unfinished_acts for each row execute function hold_act();`;

beforeAll(async () => {
  ({ service, owner } = await startScene('postgres', crowded));
  rows = openRows(service);
  afterFile(() => rows[Symbol.asyncDispose]());
  await rows.run(brake);
});

/** Many contributions of a profile that arrived within seconds from a moment on. */
const insertMany = async (project: number, profile: number, first: number, isClaimed = true) => {
  await rows.run(`insert into events (project_id, event_id, profile_id, type, source, is_late, is_test, happened_at,
      arrived_at, duration)
    select ${project}, (${first} + i - ${Date.UTC(2026, 0, 1)}) * 8192 + ${profile % 8192}, ${profile}, 'collection',
      'api', 0, 0, ${first} + i, ${first} + i, 60 from generate_series(1, ${many}) n(i)`);
  await rows.run(`insert into participation (project_id, profile_id, events, duration, first_at, last_at, claimed_at)
    values (${project}, ${profile}, ${many}, ${60 * many}, ${first + 1}, ${first + many}, ${isClaimed ? 1 : 'null'})`);
};

const allow = (changes: number) => rows.run(`update brake set allowed = ${changes}`);
/** The batch of the decision: it locks its act, and notes how far it came. */
const firstBatch = 2;
const finished = () =>
  expect.poll(async () => (await rows.all('select 1 as one from unfinished_acts')).length).toBe(0);

test('removing, taking back and deleting', async () => {
  const address = 'remover@example.org';
  const cookie = await signIn(service, address);
  const headers = { cookie };
  const profile = await profileId(service, owner, address);
  const said = { key: owner, profile_id: profile, project_id: frogs.id, type: 'collection', duration: 60 };
  expect((await service.postJson('/api/record_event', said)).status).toBe(200);
  await insertMany(birds.id, profile, Date.now() - 2 * day);
  const manager = await signIn(service, 'owner@example.org');
  const read = async (path: string, as = headers) => {
    const reply = await service.get(path, { headers: as });
    expect([path, reply.status]).toEqual([path, 200]);
    return reply.text();
  };
  /** How many contributions the person has, and how many were removed; every page about them is there. */
  const shown = async () => {
    await read('/me');
    await read('/me/certificates');
    await read(`/project/${birds.id}-bird-count/volunteers`, { cookie: manager });
    await read(`/project/${birds.id}/export`, { cookie: manager });
    const { contributions, removed_contributions } = JSON.parse(await read('/me/export.json')) as {
      contributions: object[];
      removed_contributions: object[];
    };
    return [contributions.length, removed_contributions.length];
  };
  const act = async (path: string, fields: Record<string, string>) =>
    expect([path, (await post(service, path, fields, cookie)).status]).toEqual([path, 303]);
  const ofBirds = { project_id: String(birds.id) };

  // Stats counts people once a day, and finishes the acts before it does.
  expect(await shown()).toEqual([many + 1, 0]);
  await allow(firstBatch);
  await act('/me/remove', ofBirds);
  expect(await shown()).toEqual([1, many]);
  await allow(1000);
  await finished();
  expect(await shown()).toEqual([1, many]);

  const [removed] = await rows.all<{ removed_at: number }>('select distinct removed_at from removed_events');
  await allow(firstBatch);
  await act('/me/restore', { ...ofBirds, removed_at: String(removed?.removed_at) });
  expect(await shown()).toEqual([many + 1, 0]);
  await allow(1000);
  await finished();
  expect(await shown()).toEqual([many + 1, 0]);
  const { stored, counted } = await rollUps(rows);
  expect(stored.participation).toEqual(counted.participation);

  // Before it, what was removed is deleted everywhere.
  await allow(1 + firstBatch);
  await act('/account/delete', { when: 'now' });
  expect(JSON.parse(await read(`/project/${birds.id}/export`, { cookie: manager }))).toMatchObject({
    events: [],
  });
  await allow(1000);
  await finished();
  for (const table of ['events', 'removed_events', 'participation', 'participant_days'])
    expect([table, await rows.all(`select 1 as one from ${table} where profile_id = ${profile}`)]).toEqual([
      table,
      [],
    ]);
});

test('a person with two addresses, of which one has unclaimed contributions, removes and takes back at once', async () => {
  const [address, second] = ['first-of-two@example.org', 'second-of-two@example.org'];
  const cookie = await signIn(service, address);
  const [profile, added] = [
    await profileId(service, owner, address),
    await profileId(service, owner, second),
  ];
  // Before it is this person's: they are asked about those.
  await insertMany(birds.id, added, Date.now() - 4 * day, false);
  expect((await post(service, '/account/addresses', { email: second }, cookie)).status).toBe(303);
  expect((await post(service, await mailedLink(service, second), {}, cookie)).status).toBe(303);
  const joined = `joined_at = ${Date.now() - 3 * day}`;
  await rows.run(`update profiles set ${joined} where profile_id in (${profile}, ${added})`);
  await insertMany(birds.id, profile, Date.now() - 2 * day);
  await insertMany(frogs.id, profile, Date.now() - day);
  const [account] = await rows.all<{ id: number }>(
    `select account_id as id from addresses where address = '${address}'`,
  );
  const shows = { show_totals: 'yes', show_projects: 'yes' };
  expect((await post(service, '/account/names', shows, cookie)).status).toBe(303);

  const read = async (path: string, as?: string) => {
    const reply = await service.get(path, as === undefined ? {} : { headers: { cookie: as } });
    expect([path, reply.status]).toEqual([path, 200]);
    return (await reply.text()).replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' ');
  };
  const act = async (path: string, project: number, more: Record<string, string> = {}) => {
    const reply = await post(service, path, { project_id: String(project), ...more }, cookie);
    expect([path, reply.status]).toEqual([path, 303]);
  };
  /** Reads all pages of the person, and returns what they say. */
  const shown = async () => {
    for (const path of [
      '/me',
      '/me?page=2',
      '/me?projects=2',
      '/me/certificates',
      '/me/volunteer',
      '/account',
    ])
      await read(path, cookie);
    const days = { from: '2020-01-01', to: new Date().toISOString().slice(0, 10), name: 'Ada Byron' };
    const made = await post(service, '/me/certificates', days, cookie);
    expect(made.headers.get('location')).toMatch(/^\/certificate\//);
    const exported = await service.get('/me/export.json', { headers: { cookie } });
    const { contributions, removed_contributions } = (await exported.json()) as Record<string, object[]>;
    return {
      contributions: contributions?.length,
      removed: removed_contributions?.length,
      certified: /in all (\d[\d,]{0,9}) contributions/.exec(
        await read(made.headers.get('location') ?? '', cookie),
      )?.[1],
      public: /\b(\d[\d,]{0,9}) contributions/.exec(await read(`/people/${account?.id}`))?.[1],
    };
  };
  const before = await shown();
  expect(before).toMatchObject({ contributions: 3 * many, removed: 0, public: '5,000', certified: '5,000' });
  await act('/me/remove', frogs.id);
  await finished();
  expect(await shown()).toMatchObject({ contributions: 2 * many, removed: many, public: '2,500' });

  const [removed] = await rows.all<{ at: number }>(
    `select distinct removed_at as at from removed_events where profile_id = ${profile}`,
  );
  // Each act stops after the batch of its decision; that of the second address finds nothing to remove in it.
  await rows.run(`create function stop_act() returns trigger language plpgsql as $$ begin
      raise exception 'held by the test'; end $$;
    create trigger stop_act before update on unfinished_acts for each row when (old.done_to >= 0)
      execute function stop_act()`);
  await act('/me/remove', birds.id);
  await act('/me/restore', frogs.id, { removed_at: String(removed?.at) });
  expect(await rows.all('select act from unfinished_acts order by 1')).toEqual(
    ['remove', 'remove', 'restore'].map((act) => ({ act })),
  );
  const meanwhile = await shown();
  expect(meanwhile).toMatchObject({
    contributions: 2 * many,
    removed: many,
    public: '2,500',
    certified: '2,500',
  });
  await rows.run('drop trigger stop_act on unfinished_acts; drop function stop_act()');
  await finished();
  expect(await shown()).toEqual(meanwhile);
  const { stored, counted } = await rollUps(rows);
  expect(stored.participation).toEqual(counted.participation);
});

test('declining on a page, and test events of a project that is published', async () => {
  const address = 'decliner@example.org';
  const cookie = await signIn(service, address);
  const query = new URLSearchParams({ identifier: address, project_id: String(birds.id), key: owner });
  const { service_profile_id: profile, participant_token } = await success(
    'GET /api/profile/id',
    await service.get(`/api/profile/id?${query}`),
  );
  const tested = await addProject(service, owner, 'Tested');
  const first = Date.now() - day / 4;
  const insert = (project: number, who: string, isTest: 0 | 1) =>
    rows.run(`insert into events (project_id, event_id, profile_id, type, source, is_late, is_test, happened_at,
        arrived_at, duration)
      select ${project}, (${first} + i - ${Date.UTC(2026, 0, 1)}) * 8192, ${who}, 'collection', 'api', 0, ${isTest},
        ${first} + i, ${first} + i, 60 from generate_series(1, ${many}) n(i)`);
  await insert(birds.id, String(profile), 0);
  await rows.run(`insert into participation (project_id, profile_id, events, duration, first_at, last_at, claimed_at)
    values (${birds.id}, ${profile}, ${many}, ${60 * many}, ${first + 1}, ${first + many}, 1)`);
  await insert(tested, 'null', 1);
  await rows.run(`insert into daily (project_id, day, type, source, is_late, is_test, events, duration, magnitude)
    values (${tested}, '2026-01-01', 'collection', 'api', 0, 1, ${many}, ${60 * many}, 0)`);
  const count = async (from: string) =>
    Number((await rows.all<{ count: number }>(`select count(*) as count from ${from}`))[0]?.count);
  const contributions = async () => {
    const reply = await service.get('/me/export.json', { headers: { cookie } });
    return ((await reply.json()) as { contributions: object[] }).contributions.length;
  };

  // Its decision notes when recording has seen it.
  await allow(1 + firstBatch);
  const said = { project_id: birds.id, participant: participant_token };
  await success('POST /embed/decline', await send(service, '/embed/decline', said, birds.origin));
  expect(await contributions()).toBe(0);
  expect(await count(`events where profile_id = ${profile}`)).toBe(many - 1000);
  await allow(1000);
  await finished();
  for (const table of ['events', 'participation', 'participant_days'])
    expect([table, await count(`${table} where profile_id = ${profile}`)]).toEqual([table, 0]);

  await allow(firstBatch);
  await service.operate('publish', String(tested));
  const manager = await signIn(service, 'owner@example.org');
  const exported = await service.get(`/project/${tested}/export`, { headers: { cookie: manager } });
  expect(((await exported.json()) as { daily: object[] }).daily).toEqual([]);
  expect(await count(`events where project_id = ${tested}`)).toBe(many - 1000);
  await allow(1000);
  await finished();
  for (const table of ['events', 'daily'])
    expect([table, await count(`${table} where project_id = ${tested}`)]).toEqual([table, 0]);
});
