/** Contributions that a project takes back: refused if one is not its own, gone from every figure, put back in seven days. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rollUps } from '../../set-up/service/roll-ups.ts';
import { openRows, type Rows } from '../../set-up/service/rows.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { post, profileId, projects, refusal, shareScene, signIn, success } from '../scene.ts';

const { birds, frogs } = projects;
const day = 86_400_000;
const row = 'POST /api/event/retract';

describe.each(engines)('taking contributions back on %s', (engine) => {
  let service: Service;
  let rows: Rows;
  let owner: string;
  let stranger: string;
  let people = 0;

  beforeAll(async () => {
    ({ service, owner, stranger } = await shareScene(engine));
    rows = openRows(service);
  });
  afterAll(() => rows[Symbol.asyncDispose]());

  const send = (path: string, said: object, key = owner) => service.postJson(path, { key, ...said });
  const record = async (profile: number, more: object = {}) =>
    success(
      'POST /api/record_event',
      await send('/api/record_event', {
        ...{ profile_id: profile, project_id: birds.id, type: 'collection', duration: 60 },
        ...more,
      }),
    );
  const retract = (said: object, key?: string) =>
    send('/api/event/retract', { project_id: birds.id, reason: 'duplicate', ...said }, key);
  const retracted = async (said: object) => success(row, await retract(said));
  const person = async () => {
    const address = `taken-back-${++people}@example.org`;
    return { address, profile: await profileId(service, owner, address) };
  };
  const member = async () => {
    const { address, profile } = await person();
    const cookie = await signIn(service, address);
    const read = async (path = '/me') => {
      const page = await (await service.get(path, { headers: { cookie } })).text();
      return page.replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' ');
    };
    return { profile, cookie, read };
  };
  const act = async (path: string, fields: Record<string, string>, cookie: string) =>
    expect((await post(service, path, { project_id: String(birds.id), ...fields }, cookie)).status).toBe(303);
  const tools = `/project/${birds.id}/`;
  const retractionOf = async (profile: number) =>
    String(
      (
        await rows.all<{ id: number }>(
          `select distinct retraction_id as id from submissions where profile_id = ${profile}`,
        )
      )[0]?.id,
    );
  const putBack = async (id: string) =>
    act(`${tools}put-back`, { retraction_id: id }, await signIn(service, 'owner@example.org'));
  const figures = async () => ({ ...(await rollUps(rows)), ...(await countedDays()) });
  const countedDays = async () => ({
    days: await rows.all('select * from participant_days order by 1, 2, 3, 4, 5, 6, 7'),
    hours: await rows.all('select * from hourly order by 1, 2, 3'),
  });
  const mustFit = async () => {
    const { stored, counted } = await rollUps(rows);
    expect(stored).toEqual(counted);
  };
  const totals = async () =>
    (
      await rows.all<{ events: number }>(
        `select coalesce(sum(events), 0) as events from daily where project_id = ${birds.id}`,
      )
    ).map(({ events }) => Number(events))[0] ?? 0;

  test('by event id and by key: gone from every figure, the same the second time, and as before once put back', async () => {
    const { profile, cookie, read } = await member();
    await record(profile, {
      where: 'POINT(10 50)',
      when: new Date(Date.now() - 3 * day).toISOString(),
    });
    const before = await figures();
    const first = await record(profile, { where: 'POINT(11 51)', extra: 'seen twice', magnitude: 3 });
    await record(profile, { idempotency_key: 'by key' });
    const after = await figures();
    const both = { event_ids: [first.event_id], idempotency_keys: ['by key'] };
    expect(await retracted(both)).toEqual({ result: 'success', retracted: 2 });
    expect(await figures()).toEqual(before);
    expect(await retracted(both)).toEqual({ result: 'success', retracted: 2 });
    expect(await figures()).toEqual(before);
    expect(await record(profile, { idempotency_key: 'by key' })).toMatchObject({
      duplicate: true,
      retracted: true,
    });
    const other = { profile_id: profile, project_id: birds.id, type: 'signup', idempotency_key: 'by key' };
    await refusal(await send('/api/record_event', other), 409, 'conflict');
    expect(await figures()).toEqual(before);
    expect(await read()).toMatch(/Taken back by the project .* 2 contributions on .* Recorded twice/);
    const id = await retractionOf(profile);
    await act('/me/retracted', { retraction_id: id }, cookie);
    expect(await read()).not.toContain('Taken back by the project');
    expect((await post(service, `${tools}put-back`, { retraction_id: id }, cookie)).status).toBe(404);
    expect(await figures()).toEqual(before);
    for (let times = 0; times < 2; times++) {
      await putBack(id);
      expect(await figures()).toEqual(after);
    }
    const [stored] = await rows.all(
      `select place, extra, magnitude from events where event_id = ${first.event_id}`,
    );
    expect(stored).toMatchObject({ extra: 'seen twice', magnitude: 3 });
    expect(await record(profile, { idempotency_key: 'by key' })).not.toHaveProperty('retracted');
    await mustFit();
  });

  test('put back after an opt-out, a removal or for an ended account they are tied to nobody, and after a week not at all', async () => {
    const [left, ended, kept, removed] = [await member(), await member(), await member(), await member()];
    for (const { profile } of [left, ended, kept, removed])
      await retracted({ event_ids: [(await record(profile, { extra: 'personal' })).event_id] });
    const ids = [
      await retractionOf(left.profile),
      await retractionOf(ended.profile),
      await retractionOf(kept.profile),
      await retractionOf(removed.profile),
    ];
    await record(removed.profile);
    await act('/me/remove', {}, removed.cookie);
    await post(service, '/me/opt-out', { project_id: String(birds.id) }, left.cookie);
    await act('/account/delete', { when: 'now' }, ended.cookie);
    expect(await rows.all(`select 1 from submissions where profile_id = ${ended.profile}`)).toEqual([]);
    await rows.run(
      `update retractions set retracted_at = retracted_at - ${7 * day} where retraction_id = ${ids[2]}`,
    );
    const before = await totals();
    for (const id of ids) await putBack(id);
    expect(await totals()).toBe(before + 3);
    const those = [left, ended, kept, removed].map(({ profile }) => profile).join(', ');
    expect(
      await rows.all(`select 1 from events where profile_id in (${those}) or extra = 'personal'`),
    ).toEqual([]);
    await rows.run(`update submissions set retraction_id = 1 where profile_id = ${kept.profile}`);
    await service.operate('purge');
    expect(
      await rows.all(`select 1 from submissions where extra = 'personal' or profile_id is not null`),
    ).toEqual([]);
    const [{ removed_at: at } = { removed_at: 0 }] = await rows.all<{ removed_at: number }>(
      `select removed_at from removed_events where profile_id = ${removed.profile}`,
    );
    await act('/me/restore', { removed_at: String(at) }, removed.cookie);
    await mustFit();
  });

  test('nothing is taken back unless all entries are contributions of the project', async () => {
    const { profile } = await person();
    const own = await record(profile);
    const others = await record(profile, { project_id: frogs.id });
    const before = await figures();
    for (const event_ids of [
      [own.event_id, others.event_id],
      [own.event_id, 5],
    ]) {
      const { errors } = await refusal(await retract({ event_ids }), 400, 'invalid');
      expect(errors).toMatchObject([
        { field: 'event_ids', message: expect.stringContaining('number 2;') as string },
      ]);
    }
    await refusal(await retract({ idempotency_keys: ['never sent'] }), 400, 'invalid');
    for (const event_ids of [
      'x',
      [own.event_id, 'x'],
      ['9'.repeat(20)],
      [1.5],
      {},
      Array.from({ length: 1001 }, () => own.event_id),
    ])
      await refusal(await retract({ event_ids }), 400, 'invalid');
    await refusal(await retract({}), 400, 'invalid');
    await refusal(await retract({ event_ids: [own.event_id], reason: 'other' }), 400, 'invalid');
    await refusal(await retract({ event_ids: [own.event_id] }, stranger), 403, 'not_manager');
    await refusal(await retract({ event_ids: [own.event_id], project_id: 99 }), 404, 'no_project');
    expect(await figures()).toEqual(before);
  });

  test('the reply and the totals are the same for a member, a stranger, and contributions that are gone', async () => {
    const [joined, unknown, gone, left] = [await member(), await person(), await person(), await member()];
    const made = [];
    for (const { profile } of [joined, unknown, gone, left]) made.push((await record(profile)).event_id);
    const goes = await record(gone.profile, { idempotency_key: 'of somebody gone' });
    await post(service, '/me/opt-out', { project_id: String(birds.id) }, left.cookie);
    await rows.run(
      `update events set arrived_at = arrived_at - ${31 * day} where profile_id = ${gone.profile}`,
    );
    await rows.run(
      `update participation set first_at = first_at - ${31 * day} where profile_id = ${gone.profile}`,
    );
    await service.operate('purge');
    expect(await rows.all(`select 1 from events where event_id = ${goes.event_id}`)).toEqual([]);
    for (const event_id of made) {
      const before = await totals();
      expect(await retracted({ event_ids: [event_id] })).toEqual({ result: 'success', retracted: 1 });
      expect(await totals()).toBe(before - 1);
      expect(await retracted({ event_ids: [event_id] })).toEqual({ result: 'success', retracted: 1 });
      expect(await totals()).toBe(before - 1);
    }
    const before = await totals();
    expect(await retracted({ idempotency_keys: ['of somebody gone'] })).toMatchObject({ retracted: 1 });
    expect(await totals()).toBe(before - 1);
  });

  test('a key of a call with a hash stands for all contributions of the call', async () => {
    await service.operate('allow-hashed', String(birds.id));
    const said = { hashed: 'ab'.repeat(32), type: 'collection', count: 40, idempotency_key: 'forty' };
    const before = await totals();
    expect((await send(`/api/participation/hashed/${birds.id}`, said)).status).toBe(200);
    expect(await retracted({ idempotency_keys: ['forty'] })).toMatchObject({ retracted: 40 });
    expect(await totals()).toBe(before);
    expect(await (await send(`/api/participation/hashed/${birds.id}`, said)).json()).toMatchObject({
      duplicate: true,
      retracted: true,
    });
  });

  test('a thousand of a hundred people, while others are recorded, and all at once twice', async () => {
    const profiles = await Promise.all(Array.from({ length: 100 }, async () => (await person()).profile));
    const made = await Promise.all(
      Array.from({ length: 1000 }, async (_, n) => (await record(profiles[n % 100] ?? 0)).event_id),
    );
    const [before, more] = [
      await totals(),
      Array.from({ length: 300 }, (_, n) => record(profiles[n % 100] ?? 0)),
    ];
    const replies = await Promise.all([1, 2].map(() => retracted({ event_ids: made })));
    expect(replies).toEqual(replies.map(() => ({ result: 'success', retracted: 1000 })));
    await Promise.all(more);
    expect(await totals()).toBe(before - 1000 + 300);
    await mustFit();
  });
});
