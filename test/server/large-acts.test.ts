/**
 * Acts of a person with 20,000 contributions: decided and visible at once, done in batches between which others write,
 * and finished after `kill -9`.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rollUps } from '../set-up/roll-ups.ts';
import { openRows, type Rows } from '../set-up/rows.ts';
import { crowded } from '../set-up/running-service.ts';
import { engines, type Service } from '../set-up/start-service.ts';
import { post, profileId, projects, signIn, startScene } from './scene.ts';

const { birds } = projects;
const many = 20_000;
const batch = 1000;
const day = 86_400_000;
const ofBirds = { project_id: String(birds.id) };
const patient = { timeout: 60_000 };

const numbers = {
  sqlite: `(with recursive n(i) as (select 0 union all select i + 1 from n where i < ${many - 1}) select i from n) n`,
  postgres: `generate_series(0, ${many - 1}) n(i)`,
};

/**
 * Lets a number of rows be changed, and then fails every batch, until the number is raised: so an act stops where a test
 * wants to look at it. On PostgreSQL it also notes the rows of each transaction.
 */
const brake = {
  sqlite: `create table brake (allowed integer); insert into brake values (${10 * many}); ${[
    'insert',
    'delete',
  ]
    .map(
      (change) => `create trigger brake_${change} after ${change} on events begin
        update brake set allowed = allowed - 1;
        select raise(abort, 'held by the test') from brake where allowed < 0; end;`,
    )
    .join(' ')}`,
  postgres: `create table brake (allowed bigint); insert into brake values (${10 * many});
    create table batches (transaction bigint, count bigint);
    create function hold_batch() returns trigger language plpgsql as $$ begin
      insert into batches select txid_current(), count(*) from changed;
      update brake set allowed = allowed - (select count(*) from changed);
      if exists (select 1 from brake where allowed < 0) then raise exception 'held by the test'; end if;
      return null;
    end $$;
    create trigger brake_delete after delete on events referencing old table as changed
      for each statement execute function hold_batch();
    create trigger brake_insert after insert on events referencing new table as changed
      for each statement execute function hold_batch();`,
};

describe.each(engines)('acts on very many contributions on %s', (engine) => {
  let service: Service;
  let rows: Rows;
  let owner: string;
  let other: number;

  beforeAll(async () => {
    ({ service, owner } = await startScene(engine, crowded));
    rows = openRows(service);
    other = await profileId(service, owner, 'other@example.org');
    await rows.run(brake[engine]);
  });
  afterAll(() => rows[Symbol.asyncDispose]());

  const record = async (profile: number) => {
    const said = { key: owner, profile_id: profile, project_id: birds.id, type: 'collection' };
    expect((await service.postJson('/api/record_event', said)).status).toBe(200);
  };
  const allow = (events: number) => rows.run(`update brake set allowed = ${events}`);
  const count = async (from: string) =>
    Number((await rows.all<{ count: number }>(`select count(*) as count from ${from}`))[0]?.count);

  /** A member with 20,000 contributions of twenty days, two of them late. */
  const member = async (address: string) => {
    const profile = await profileId(service, owner, address);
    const cookie = await signIn(service, address);
    const first = Date.now() - 21 * day;
    const at = `${first} + i * ${day / 1000}`;
    await allow(10 * many);
    await rows.run(`insert into events (project_id, event_id, profile_id, type, source, is_late, is_test, happened_at,
        arrived_at, duration)
      select ${birds.id}, (${at} - ${Date.UTC(2026, 0, 1)}) * 8192 + ${profile % 8192}, ${profile}, 'collection', 'api',
        case when i % ${many / 2} = 7 then 1 else 0 end, 0, ${at} - case when i % ${many / 2} = 7 then ${40 * day} else 0 end,
        ${at}, 60 from ${numbers[engine]}`);
    const theirs = `from events where profile_id = ${profile}`;
    const dayOf =
      engine === 'sqlite'
        ? "date(happened_at / 1000, 'unixepoch')"
        : "to_char(to_timestamp(happened_at / 1000) at time zone 'UTC', 'YYYY-MM-DD')";
    await rows.run(`insert into participation (project_id, profile_id, events, duration, first_at, last_at, claimed_at)
      select project_id, profile_id, count(*), sum(duration), min(happened_at), max(happened_at), 1 ${theirs} group by 1, 2`);
    await rows.run(`insert into participant_days (project_id, profile_id, day, type, source, is_late, cell, events, duration)
      select project_id, profile_id, ${dayOf}, type, source, is_late, -1, count(*), sum(duration) ${theirs}
      group by 1, 2, 3, 4, 5, 6`);
    if (engine === 'postgres') await rows.run('delete from batches');
    const words = async (path: string) =>
      (await (await service.get(path, { headers: { cookie } })).text())
        .replace(/<[^<>]*>/g, ' ')
        .replace(/\s+/g, ' ');
    const exported = async () =>
      (await (await service.get('/me/export.json', { headers: { cookie } })).json()) as {
        contributions: object[];
        removed_contributions: object[];
        projects: { events: number }[];
      };
    const act = async (path: string, fields: Record<string, string> = ofBirds) =>
      expect((await post(service, path, fields, cookie)).status).toBe(303);
    const rowsIn = (table: string) => count(`${table} where profile_id = ${profile}`);
    const stored = async () => ({
      events: await rows.all(`select * ${theirs} order by event_id`),
      days: await rows.all(
        `select * from participant_days where profile_id = ${profile} order by day, is_late`,
      ),
      participation: await rows.all(
        `select events, duration, first_at, last_at from participation where profile_id = ${profile}`,
      ),
    });
    return { profile, cookie, words, exported, act, rowsIn, stored };
  };

  /**
   * Three batches are done, and the fourth fails in its middle; others contribute meanwhile. After a crash it goes on for
   * three more, and then to the end.
   */
  const holdAndKill = async (rowsLeft: () => Promise<number>) => {
    await expect.poll(rowsLeft, patient).toBe(many - 3 * batch);
    await record(other);
    await service.kill9();
    expect(await rowsLeft()).toBe(many - 3 * batch);
    await allow(3500);
    await service.start();
    await expect.poll(rowsLeft, patient).toBe(many - 6 * batch);
    await record(other);
    await allow(10 * many);
    await expect.poll(() => count('unfinished_acts'), patient).toBe(0);
  };
  const mustFit = async () => {
    const { stored, counted } = await rollUps(rows);
    expect(stored.participation).toEqual(counted.participation);
    if (engine === 'sqlite') return;
    const [largest] = await rows.all<{ rows: number }>(
      'select max(rows) as rows from (select sum(count) as rows from batches group by transaction) each_one',
    );
    expect(Number(largest?.rows)).toBe(batch);
  };

  test(
    'removing and taking back: each counts at once, and a crash loses nothing',
    { timeout: 120_000 },
    async () => {
      const { words, exported, act, rowsIn, stored, profile } = await member('remover@example.org');
      const before = await stored();
      expect(before.events).toHaveLength(many);
      await allow(3500);

      await act('/me/remove');
      const removed = () => rowsIn('events');
      expect(await removed()).toBeGreaterThan(0);
      expect(await words('/me')).toContain('Nothing credited yet');
      expect(await words('/me')).toMatch(/Removed .* 20,000 contributions, deleted for good on/);
      const during = await exported();
      expect([during.contributions.length, during.removed_contributions.length]).toEqual([0, many]);
      expect(during.projects).toEqual([]);
      expect(await removed()).toBeGreaterThan(0);
      await holdAndKill(removed);
      expect([await removed(), await rowsIn('removed_events'), await rowsIn('participant_days')]).toEqual([
        0,
        many,
        0,
      ]);
      await mustFit();

      const [row] = await rows.all<{ removed_at: number }>(
        `select removed_at from removed_events where profile_id = ${profile} limit 1`,
      );
      await allow(3500);
      await act('/me/restore', { ...ofBirds, removed_at: String(row?.removed_at) });
      const left = () => rowsIn('removed_events');
      expect(await left()).toBeGreaterThan(0);
      expect(await words('/me')).toContain('Remove 20,000 past contributions…');
      expect(await words('/me')).not.toContain('Take back');
      const back = await exported();
      expect([back.contributions.length, back.removed_contributions.length]).toEqual([many, 0]);
      expect(back.projects).toMatchObject([{ events: many }]);
      expect(await left()).toBeGreaterThan(0);
      await holdAndKill(left);
      expect(await stored()).toEqual(before);
      await mustFit();
    },
  );

  test('removing what the page had counted leaves what came after it', { timeout: 120_000 }, async () => {
    const { act, rowsIn, profile, stored } = await member('later@example.org');
    const [{ at } = { at: 0 }] = await rows.all<{ at: number }>(
      `select arrived_at as at from events where profile_id = ${profile} order by event_id limit 1 offset 15000`,
    );
    await act('/me/remove', { ...ofBirds, before: String(at) });
    await expect.poll(() => count('unfinished_acts'), patient).toBe(0);
    expect([await rowsIn('events'), await rowsIn('removed_events')]).toEqual([5000, 15_000]);
    expect((await stored()).participation).toMatchObject([{ duration: 5000 * 60 }]);
    await mustFit();
  });

  test('deleting the account: nothing is left, also after a crash', { timeout: 120_000 }, async () => {
    const { act, rowsIn, words } = await member('leaver@example.org');
    const totals = await rows.all('select * from people_figures');
    await allow(3500);
    await act('/account/delete', { when: 'now' });
    const left = () => rowsIn('events');
    expect(await left()).toBeGreaterThan(0);
    expect(await words('/me')).not.toContain('contributions');
    await holdAndKill(left);
    for (const table of ['events', 'removed_events', 'participation', 'participant_days', 'profiles'])
      expect([table, await rowsIn(table)]).toEqual([table, 0]);
    expect(await rows.all('select * from people_figures')).toEqual(totals);
    await mustFit();
  });

  test('people who never signed in: their contributions go the same way', { timeout: 120_000 }, async () => {
    const { rowsIn, profile } = await member('unconfirmed@example.org');
    await rows.run(`update accounts set confirmed_at = null, created_at = 1 where account_id =
      (select account_id from profiles where profile_id = ${profile})`);
    await allow(3500);
    await service.operator('purge').catch(() => undefined);
    await holdAndKill(() => rowsIn('events'));
    expect([await rowsIn('events'), await rowsIn('participation')]).toEqual([0, 0]);
    await mustFit();
  });

  test('people who did not join: the retention rule, also after a crash', { timeout: 120_000 }, async () => {
    const { rowsIn, profile } = await member('stranger@example.org');
    await rows.run(`update profiles set account_id = null, joined_at = null where profile_id = ${profile}`);
    await rows.run(`update participation set claimed_at = null where profile_id = ${profile}`);
    await rows.run(
      `update events set arrived_at = arrived_at - ${400 * day} where profile_id = ${profile} and event_id <
        (select event_id from events where profile_id = ${profile} order by event_id limit 1 offset 15000)`,
    );
    if (engine === 'postgres') await rows.run('delete from batches');
    await allow(3500);
    await service.operator('purge').catch(() => undefined);
    await expect.poll(() => rowsIn('events'), patient).toBe(many - 3 * batch);
    await allow(10 * many);
    expect((await service.operator('purge')).code).toBe(0);
    expect(await rowsIn('events')).toBe(5000);
    await mustFit();
  });
});
