/** Contributions that a participant removes from their profile: asked for first, and taken back within seven days. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rollUps } from '../../set-up/service/roll-ups.ts';
import { openRows, type Rows } from '../../set-up/service/rows.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { post, profileId, projects, signIn, shareScene } from '../scene.ts';

const { birds, frogs } = projects;
const day = 86_400_000;
const ofBirds = { project_id: String(birds.id) };

describe.each(engines)('removing contributions on %s', (engine) => {
  let service: Service;
  let rows: Rows;
  let owner: string;
  let people = 0;

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
    rows = openRows(service);
  });
  afterAll(() => rows[Symbol.asyncDispose]());

  const record = async (profile: number, more: object = {}) => {
    const said = { key: owner, profile_id: profile, project_id: birds.id, type: 'collection', ...more };
    const reply = await service.postJson('/api/record_event', said);
    expect(reply.status).toBe(200);
    return (await reply.json()) as { event_id: number; duplicate?: boolean };
  };
  const recordTimes = async (times: number, profile: number) => {
    for (let n = 0; n < times; n++) await record(profile);
  };
  /** A member, or with `isEarlier` somebody who joins after their first two contributions. */
  const person = async (isEarlier = false) => {
    const address = `remover-${++people}@example.org`;
    const profile = await profileId(service, owner, address);
    if (isEarlier) await recordTimes(2, profile);
    const cookie = await signIn(service, address);
    const act = async (path: string, fields: Record<string, string> = ofBirds) => {
      const reply = await post(service, path, fields, cookie);
      expect([path, reply.status, reply.headers.get('location')]).toEqual([path, 303, '/me']);
    };
    const look = async (path: string) => service.get(path, { headers: { cookie } });
    const words = async (path = '/me') =>
      (await (await look(path)).text()).replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' ');
    const restoring = async () => {
      const [row] = await rows.all<{ removed_at: number }>(
        `select removed_at from removed_events where profile_id = ${profile} limit 1`,
      );
      return { ...ofBirds, removed_at: String(row?.removed_at) };
    };
    return { address, profile, cookie, act, look, words, restoring };
  };
  const countOf = async (table: string, profile: number) =>
    Number(
      (
        await rows.all<{ count: number }>(
          `select count(*) as count from ${table} where profile_id = ${profile}`,
        )
      )[0]?.count,
    );
  const stored = async (profile: number) => ({
    events: await countOf('events', profile),
    removed: await countOf('removed_events', profile),
  });
  const rollUpsFit = async () => {
    const { stored: kept, counted } = await rollUps(rows);
    expect(kept.participation).toEqual(counted.participation);
  };

  test('it asks first, with the number, and removes no more than that', async () => {
    const { profile, act, look, words } = await person();
    await recordTimes(3, profile);
    expect(await words('/account')).toContain('Remove 3 past contributions…');
    const asking = await (await look(`/me/remove?project_id=${birds.id}`)).text();
    expect(asking).toContain('Remove 3 contributions?');
    expect(asking).toContain('for 7 days');
    expect(await stored(profile)).toEqual({ events: 3, removed: 0 });
    const before = /name="before" value="(\d+)"/.exec(asking)?.[1] ?? '';
    await rows.run(`update events set arrived_at = arrived_at - 5000 where profile_id = ${profile}`);
    await record(profile, { when: '2026-01-01T10:00:00Z' });
    await act('/me/remove', { ...ofBirds, before: String(Number(before) - 1) });
    expect(await stored(profile)).toEqual({ events: 1, removed: 3 });
    expect(await words()).toMatch(/Removed .* 3 contributions, permanently deleted on/);
    await rollUpsFit();
  });

  test('taken back, everything is as it was', async () => {
    const { profile, act, restoring, words } = await person();
    await record(profile, {
      duration: 3600,
      extra: 'mine',
      where: 'POINT(11 47)',
      when: '2026-03-01T10:00:00Z',
    });
    await record(profile, { duration: 60, magnitude: 4 });
    const all = async () => ({
      events: await rows.all(`select * from events where profile_id = ${profile} order by event_id`),
      participation: await rows.all(`select * from participation where profile_id = ${profile}`),
      daily: await rows.all('select * from daily order by 1, 2, 3, 4, 5, 6'),
    });
    const before = await all();
    await act('/me/remove');
    const meanwhile = await all();
    expect([meanwhile.events, meanwhile.participation]).toEqual([[], []]);
    expect(meanwhile.daily).toEqual(before.daily);
    expect(await words()).toContain('Nothing credited yet');
    await act('/me/restore', await restoring());
    const after = await all();
    const claimed = (rows: object[]) => rows.map((row) => ({ ...row, claimed_at: 'then' }));
    expect({ ...after, participation: claimed(after.participation) }).toEqual({
      ...before,
      participation: claimed(before.participation),
    });
    expect(await countOf('removed_events', profile)).toBe(0);
    expect(await words()).not.toContain('Restore');
  });

  test('removed and taken back many times at once, nothing is lost and nothing doubled', async () => {
    const { profile, act, restoring } = await person();
    await recordTimes(5, profile);
    for (let round = 0; round < 3; round++) {
      await Promise.all(Array.from({ length: 6 }, () => act('/me/remove')));
      expect(await stored(profile)).toEqual({ events: 0, removed: 5 });
      const back = await restoring();
      await Promise.all(Array.from({ length: 6 }, () => act('/me/restore', back)));
      expect(await stored(profile)).toEqual({ events: 5, removed: 0 });
    }
    await rollUpsFit();
  });

  test('removed and taken back while contributions are recorded, none is lost', async () => {
    const { profile, act, restoring } = await person();
    let isOver = false;
    let sent = 0;
    const load = Array.from({ length: 6 }, async () => {
      for (; !isOver; sent++) await record(profile, { duration: 1 });
    });
    for (let round = 0; round < 8; round++) {
      await act('/me/remove');
      if (await countOf('removed_events', profile)) await act('/me/restore', await restoring());
    }
    isOver = true;
    await Promise.all(load);
    await rollUpsFit();
    while ((await countOf('removed_events', profile)) > 0) await act('/me/restore', await restoring());
    expect(await stored(profile)).toEqual({ events: sent, removed: 0 });
    await rollUpsFit();
  });

  test('contributions from before joining are asked about again once taken back', async () => {
    const { profile, act, look, restoring, words } = await person(true);
    await record(profile);
    expect(await words()).toContain('Remove 2…');
    expect(await (await look(`/me/disclaim?project_id=${birds.id}`)).text()).toContain(
      'Remove 2 contributions?',
    );
    expect(await (await look(`/me/remove?project_id=${birds.id}`)).text()).toContain(
      'Remove 1 contribution?',
    );
    await act('/me/disclaim');
    expect(await stored(profile)).toEqual({ events: 1, removed: 2 });
    expect(await words()).not.toContain('Are these yours?');
    await act('/me/restore', await restoring());
    expect(await words()).toContain('Are these yours?');
    // The one since joining goes alone, and comes back alone.
    await act('/me/remove');
    expect(await stored(profile)).toEqual({ events: 2, removed: 1 });
    await act('/me/restore', await restoring());
    await act('/me/claim');
    expect(await words('/account')).toContain('Remove 3 past contributions…');
    await rollUpsFit();
  });

  test('a retry of a removed contribution is still recognised', async () => {
    const { profile, act } = await person();
    const first = await record(profile, { idempotency_key: 'removed' });
    await act('/me/remove');
    await service.operate('purge');
    expect(await record(profile, { idempotency_key: 'removed' })).toMatchObject({
      event_id: first.event_id,
      duplicate: true,
    });
    expect((await stored(profile)).events).toBe(0);
  });

  test('after seven days they are deleted, and cannot be taken back', async () => {
    const { profile, act, restoring, words } = await person();
    await record(profile);
    await act('/me/remove');
    const age = (time: number) =>
      rows.run(`update removed_events set removed_at = removed_at - ${time} where profile_id = ${profile}`);
    await age(7 * day - 60_000);
    expect(await words()).toContain('Restore');
    await service.operate('purge');
    expect((await stored(profile)).removed).toBe(1);
    const back = await restoring();
    await age(60_000);
    expect(await words()).not.toContain('Restore');
    await act('/me/restore', { ...back, removed_at: String(Number(back.removed_at) - 60_000) });
    expect((await stored(profile)).events).toBe(0);
    // The service purges as well, once an hour.
    await service.operate('purge');
    expect(await stored(profile)).toEqual({ events: 0, removed: 0 });
  });

  test('nobody takes back for somebody else, or of another project', async () => {
    const mine = await person();
    const other = await person();
    await record(mine.profile);
    await mine.act('/me/remove');
    const back = await mine.restoring();
    await other.act('/me/restore', back);
    await mine.act('/me/restore', { ...back, project_id: String(frogs.id) });
    expect(await stored(mine.profile)).toEqual({ events: 0, removed: 1 });
  });

  test('an act whose rows fail to follow keeps none of the others waiting', async () => {
    const [held, free] = [await person(), await person()].sort((one, other) => one.profile - other.profile);
    if (!held || !free) throw new Error('There are two people.');
    for (const { profile } of [held, free]) await recordTimes(2, profile);
    const fails = {
      sqlite: [
        `create trigger held before update on unfinished_acts when old.profile_id = ${held.profile}
         begin select raise(abort, 'held by the test'); end`,
        'drop trigger held',
      ],
      postgres: [
        `create function fail() returns trigger language plpgsql as $$ begin raise exception 'held by the test'; end $$;
         create trigger held before update on unfinished_acts for each row when (old.profile_id = ${held.profile})
         execute function fail()`,
        'drop trigger held on unfinished_acts; drop function fail()',
      ],
    }[engine];
    await rows.run(fails[0] ?? '');
    const now = Date.now() + 1000;
    const act = ({ profile }: { profile: number }) =>
      `(${profile}, ${birds.id}, 'remove', 0, ${now}, ${now}, 1, -1, 0)`;
    await rows.run(`insert into unfinished_acts
      (profile_id, project_id, act, from_at, to_at, acted_at, is_claimed, done_to, leaves_unclaimed)
      values ${act(held)}, ${act(free)}`);
    await expect.poll(() => stored(free.profile)).toEqual({ events: 0, removed: 2 });
    expect(await stored(held.profile)).toEqual({ events: 2, removed: 0 });
    await rows.run(fails[1] ?? '');
    await expect.poll(() => stored(held.profile)).toEqual({ events: 0, removed: 2 });
    await rollUpsFit();
  });

  test.each(['', 'soon', '-1', '1e400'])('a moment that is none is refused: %j', async (removed_at) => {
    const { cookie } = await person();
    expect((await post(service, '/me/restore', { ...ofBirds, removed_at }, cookie)).status).toBe(400);
  });

  test('an account that ends leaves nothing to take back, whenever it ends', async () => {
    const ending = await Promise.all(Array.from({ length: 4 }, () => person()));
    for (const { profile } of ending) await recordTimes(3, profile);
    for (const { act } of ending.slice(0, 2)) await act('/me/remove');
    const backs = await Promise.all(ending.map(({ restoring }) => restoring()));
    await rows.run(`update accounts set confirmed_at = null, created_at = 1 where account_id in
      (select account_id from profiles where profile_id in (${ending.map(({ profile }) => profile).join(', ')}))`);
    await Promise.all([
      service.operator('purge'),
      ...ending.map(async ({ cookie }, n) => {
        const path = n < 2 ? '/me/restore' : '/me/remove';
        for (let round = 0; round < 20; round++) {
          const fields = n < 2 ? backs[n] : ofBirds;
          expect((await post(service, path, fields ?? ofBirds, cookie)).status).toBe(303);
        }
      }),
    ]);
    for (const { profile } of ending) expect(await stored(profile)).toEqual({ events: 0, removed: 0 });
    await rollUpsFit();
  });
});
