/** People with 20,000 contributions, and a brake that stops an act on them where a test wants to look at it. */
import { expect } from 'vitest';
import { afterFile } from '../../set-up/after-file.ts';
import { rollUps } from '../../set-up/service/roll-ups.ts';
import { openRows } from '../../set-up/service/rows.ts';
import { crowded } from '../../set-up/service/running-service.ts';
import type { Engine } from '../../set-up/service/start-service.ts';
import { post, profileId, projects, signIn, startScene } from '../scene.ts';

const { birds } = projects;
export const many = 20_000;
export const batch = 1000;
export const day = 86_400_000;
export const ofBirds = { project_id: String(birds.id) };

/** The numbers from 0, as a table `n(i)`. */
export const numbers = {
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
    'update',
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
    create trigger brake_update after update on events referencing old table as changed
      for each statement execute function hold_batch();
    create trigger brake_insert after insert on events referencing new table as changed
      for each statement execute function hold_batch();`,
};

export type LargeActs = Awaited<ReturnType<typeof largeActs>>;

export async function largeActs(engine: Engine) {
  const { service, owner } = await startScene(engine, crowded);
  const rows = openRows(service);
  afterFile(() => rows[Symbol.asyncDispose]());
  const other = await profileId(service, owner, 'other@example.org');
  await rows.run(brake[engine]);

  const record = async (profile: number) => {
    const said = { key: owner, profile_id: profile, project_id: birds.id, type: 'collection' };
    expect((await service.postJson('/api/record_event', said)).status).toBe(200);
  };
  const allow = (events: number) => rows.run(`update brake set allowed = ${events}`);
  const count = async (from: string) =>
    Number((await rows.all<{ count: number }>(`select count(*) as count from ${from}`))[0]?.count);

  /** A member with 20,000 contributions of some days, which ended a day ago or later; two of them are late. */
  const member = async (address: string, days = 20, endedDaysAgo = 1) => {
    const profile = await profileId(service, owner, address);
    const cookie = await signIn(service, address);
    const first = Date.now() - (days + endedDaysAgo) * day;
    const at = `${first} + i * ${(days * day) / many}`;
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
    await expect.poll(rowsLeft).toBe(many - 3 * batch);
    await record(other);
    await service.kill9();
    expect(await rowsLeft()).toBe(many - 3 * batch);
    await allow(3500);
    await service.start();
    await expect.poll(rowsLeft).toBe(many - 6 * batch);
    await record(other);
    await allow(10 * many);
    await expect.poll(() => count('unfinished_acts')).toBe(0);
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

  return { service, rows, owner, record, allow, count, member, holdAndKill, mustFit };
}
