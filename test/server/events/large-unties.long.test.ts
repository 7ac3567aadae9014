/**
 * Acts of projects on 20,000 contributions: "no" on an embed, deleting test events, and a short retention time. As in
 * large-acts.long.test.ts, they are decided and visible at once, done in batches, and finished after `kill -9`.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../set-up/service/start-service.ts';
import { batch, day, largeActs, type LargeActs, many, numbers } from './large-acts-scene.ts';
import { addProject, profileId, projects, send, signIn, success } from '../scene.ts';

const { birds } = projects;

describe.each(engines)('acts on very many contributions on %s', (engine) => {
  let acts: LargeActs;
  beforeAll(async () => {
    acts = await largeActs(engine);
  });

  /** Adds 19,999 test events to a project. */
  const addTests = (id: number, first: number) =>
    acts.rows
      .run(`insert into events (project_id, event_id, profile_id, type, source, is_late, is_test, happened_at,
        arrived_at, duration)
      select ${id}, (${first} + i - ${Date.UTC(2026, 0, 1)}) * 8192, null, 'collection', 'api', 0, 1, ${first} + i,
        ${first} + i, 60 from ${numbers[engine]} where i < ${many - 1}`);

  test('declining on a page: the contributions of a day are untied, and earlier ones stay', async () => {
    const { service, rows, owner, allow, member, holdAndKill, count, mustFit } = acts;
    const { profile, words, exported, rowsIn, stored } = await member('decliner@example.org', 0.75, 0.1);
    // Half of a batch is too old.
    await rows.run(`update events set arrived_at = arrived_at - ${2 * day} where profile_id = ${profile}
      and event_id <= (select event_id from events where profile_id = ${profile} order by event_id limit 1 offset 499)`);
    const query = new URLSearchParams({
      identifier: 'decliner@example.org',
      project_id: String(birds.id),
      key: owner,
    });
    const { participant_token } = await success(
      'GET /api/profile/id',
      await service.get(`/api/profile/id?${query}`),
    );
    await allow(3000);
    const said = { project_id: birds.id, participant: participant_token };
    await success('POST /embed/decline', await send(service, '/embed/decline', said, birds.origin));
    const left = () => rowsIn('events');
    expect(await left()).toBeGreaterThan(500);
    expect((await exported()).contributions).toHaveLength(500);
    expect(await words('/me')).toContain('500 contributions');
    // The first batch of a thousand unties the five hundred that are not too old.
    await holdAndKill(async () => (await left()) - 500);
    expect(await left()).toBe(500);
    expect((await stored()).participation).toMatchObject([{ duration: 500 * 60 }]);
    expect(await count(`events where undone_at is not null and place is null`)).toBe(many - 500);
    await mustFit();
  });

  test('test events go at once when the project is published, and no contribution passes for one', async () => {
    const { service, rows, owner, allow, count, holdAndKill, mustFit } = acts;
    const id = await addProject(service, owner, `Tested ${engine}`);
    const profile = await profileId(service, owner, 'tester@example.org');
    const record = async () => {
      const said = { key: owner, profile_id: profile, project_id: id, type: 'collection' };
      const body = { ...said, idempotency_key: 'form 17' };
      return success('POST /api/record_event', await service.postJson('/api/record_event', body));
    };
    const tried = await record();
    expect(tried).toMatchObject({ test: true });
    const first = Date.now() - 2 * day;
    await addTests(id, first);
    await rows.run(`insert into daily (project_id, day, type, source, is_late, is_test, events, duration, magnitude)
      values (${id}, '${new Date(first).toISOString().slice(0, 10)}', 'collection', 'api', 0, 1, ${many - 1},
        ${60 * (many - 1)}, 0)`);
    if (engine === 'postgres') await rows.run('delete from batches');
    const left = () => count(`events where project_id = ${id} and is_test = 1`);
    const cookie = await signIn(service, 'owner@example.org');
    const shown = async () => {
      const reply = await service.get(`/project/${id}/export`, { headers: { cookie } });
      return ((await reply.json()) as { daily: object[] }).daily;
    };
    expect(await shown()).toContainEqual(expect.objectContaining({ events: many - 1, is_test: 1 }));
    await allow(3500);
    await service.operate('publish', String(id));
    expect(await left()).toBeGreaterThan(0);
    expect(await shown()).toEqual([]);
    await holdAndKill(left);
    expect(await left()).toBe(0);
    expect(await record()).toEqual(expect.not.objectContaining({ duplicate: true }));
    expect(await count(`daily where project_id = ${id} and is_test = 1`)).toBe(0);
    expect(await rows.all(`select events, is_test from daily where project_id = ${id}`)).toMatchObject([
      { events: 1, is_test: 0 },
    ]);
    await mustFit();
  });

  test('contributions with the keys of tests that are still to be deleted are stored, also at once', async () => {
    const { service, owner, rows, allow, count } = acts;
    const id = await addProject(service, owner, `Tested again ${engine}`);
    const profile = await profileId(service, owner, 'tester@example.org');
    const keys = Array.from({ length: 30 }, (_, n) => `form ${n}`);
    const recordAll = () =>
      Promise.all(
        keys.map(async (key) => {
          const said = { key: owner, profile_id: profile, project_id: id, type: 'collection' };
          const body = { ...said, idempotency_key: key };
          return success('POST /api/record_event', await service.postJson('/api/record_event', body));
        }),
      );
    await allow(10 * many);
    const tried = await recordAll();
    await addTests(id, Date.now() - 2 * day);
    // Published and decided by another process, which ends then.
    await rows.run(`update projects set state = 'published' where project_id = ${id}`);
    await rows.run(`insert into unfinished_acts (profile_id, project_id, act, from_at, to_at, acted_at, is_claimed, done_to,
      leaves_unclaimed) values (0, ${id}, 'tests', 0, ${Date.now() + 1}, 1, 0, -1, 0)`);
    // All find their test, since the earlier ones are deleted before; few of them delete any.
    const real = await recordAll();
    expect(real.filter((reply) => 'duplicate' in reply)).toEqual([]);
    const ids = new Set([...tried, ...real].map(({ event_id }) => event_id));
    expect(ids.size).toBe(2 * keys.length);
    expect(await count(`events where project_id = ${id}`)).toBe(keys.length);
  });

  test('a retention time of a day: one person with very many, whose keys stay for a retry', async () => {
    const { service, rows, allow, member, holdAndKill, count, mustFit } = acts;
    const { profile, rowsIn } = await member('short@example.org', 0.75, 1.5);
    const bytes = (length: number) =>
      engine === 'sqlite' ? `randomblob(${length})` : `substr(uuid_send(gen_random_uuid()), 1, ${length})`;
    await rows.run(
      `update events set key_digest = ${bytes(16)}, key_content = ${bytes(8)} where profile_id = ${profile}`,
    );
    await rows.run(`update profiles set account_id = null, joined_at = null where profile_id = ${profile}`);
    await rows.run(`update participation set claimed_at = null where profile_id = ${profile}`);
    if (engine === 'postgres') await rows.run('delete from batches');
    await service.restart({ ANONYMOUS_RETENTION_DAYS: '1' });
    const keys = () => count('submissions');
    const before = await keys();
    await allow(3500);
    await service.operate('purge').catch(() => undefined);
    await expect.poll(() => rowsIn('events')).toBe(many - 3 * batch);
    expect(await keys()).toBe(before + 3 * batch);
    await holdAndKill(() => rowsIn('events'));
    expect([await rowsIn('events'), await rowsIn('participation')]).toEqual([0, 0]);
    expect(await keys()).toBe(before + many);
    await mustFit();
  });
});
