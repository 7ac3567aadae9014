/**
 * The figures of Stats against an oracle that counts the events themselves, before and after everything that unties or
 * deletes them. `STATS_EVENTS=200000` in front of the command sends that many.
 */
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../server/db/store.ts';
import { tallyPeople } from '../../../server/stats/tally-people.ts';
import { openPool } from '../../set-up/service/rows.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { projects } from '../scene.ts';
import { expectedFigures, rounded, type Choice, type Tied } from './stats-oracle.ts';
import { choices, places, startStats, type Reply, type StatsScene } from './stats-scene.ts';

const day = 86_400_000;
/** Their numbers are rounded, by a secret of the project. */
const figuresOfPeople = ['participants', 'new-and-returning', 'retention', 'places', 'comparison', 'funnel'];

/** The database of a service without the service's threads, which run built files only. */
function queriesOn({ databaseUrl, dataDir }: Service): Database {
  if (databaseUrl !== undefined)
    return new Kysely({ dialect: new PostgresDialect({ pool: openPool(databaseUrl, 1) }) });
  const file = new DatabaseSync(join(dataDir, 'manyhands.db'), { readOnly: true });
  const database = {
    close: () => file.close(),
    prepare: (text: string) => {
      const statement = file.prepare(text);
      return {
        reader: true,
        all: (values: readonly unknown[]) => statement.all(...(values as SQLInputValue[])),
        run: () => ({ changes: 0, lastInsertRowid: 0 }),
        iterate: () => statement.iterate(),
      };
    },
  };
  return new Kysely({ dialect: new SqliteDialect({ database }) });
}

const count = Number(process.env['STATS_EVENTS'] ?? 600);
const timeout = 120_000 + count * 15;

describe.each(engines)('on %s', (engine) => {
  let scene: StatsScene;

  beforeAll(async () => {
    scene = await startStats(engine, count);
  }, timeout);
  afterAll(() => scene.rows[Symbol.asyncDispose]());

  const tiedTo = async (person: number | undefined) =>
    (await scene.tiedEvents()).filter((one) => one.person === person).length;

  /** Compares every figure of the choices, after people were counted again. */
  const fits = async (some: Choice[]) => {
    await scene.recount();
    const tied = await scene.tiedEvents();
    for (const choice of some) {
      const { from, to } = await scene.figure('contributions', choice);
      const expected = expectedFigures({ ...scene, tied }, choice, from, to);
      for (const [name, wanted] of Object.entries(expected))
        expect([choice, name, (await scene.figure(name, choice)).rows]).toEqual([choice, name, wanted]);
    }
    await placesFit(tied);
  };

  /** Each listed square has its people, and those in no square are too few at each of the places. */
  const placesFit = async (tied: Tied[]) => {
    const { rows: found, to } = await scene.figure('places', choices[0] as Choice);
    const located = tied.filter(({ when, point }) => point && when < Date.parse(to));
    const inside = (square: Reply['rows'][number], [lng, lat]: [number, number]) =>
      lng >= Number(square['west']) &&
      lng < Number(square['east']) &&
      lat >= Number(square['south']) &&
      lat < Number(square['north']);
    const peopleOf = (some: Tied[]) => new Set(some.map(({ person }) => person));
    for (const square of found) {
      const here = located.filter(({ point }) => point && inside(square, point));
      expect(square['participants']).toBe(rounded(peopleOf(here)));
      expect(peopleOf(here).size).toBeGreaterThanOrEqual(5);
    }
    for (const place of places) {
      if (found.some((square) => inside(square, [place[0] + 0.02, place[1] + 0.02]))) continue;
      const here = located.filter(
        ({ point }) => point && Math.abs(point[0] - place[0]) < 0.05 && Math.abs(point[1] - place[1]) < 0.05,
      );
      expect(rounded(peopleOf(here))).toBeNull();
    }
  };

  test('every figure of every choice equals what the events say', { timeout }, async () => {
    await fits(choices);
    expect((await scene.figure('places', choices[0] as Choice)).rows.length).toBeGreaterThan(1);
    const { rows: funnel } = await scene.figure('funnel', { period: 'day', by: 'none', span: '90' });
    expect(funnel).toMatchObject([
      { now: 11, before: 9 },
      {},
      { now: expect.toBeOneOf([null, 10]), before: null },
    ]);
  });

  test('people are counted the same in small ranges of profiles as in large ones', async () => {
    const db = queriesOn(scene.service);
    try {
      const [projectId, today] = [projects.birds.id, new Date().toISOString().slice(0, 10)];
      const counted = (rowsPerRange?: number) =>
        tallyPeople(db, engine, {
          projectId,
          today,
          retentionFrom: '2020-01-06',
          ...(rowsPerRange !== undefined && { rowsPerRange }),
        });
      const whole = await counted();
      expect(whole.spans.get('0000')?.people).toBeGreaterThan(50);
      // A person has more rows than the smallest range, and less than the largest.
      for (const rowsPerRange of [1, 50, 333]) expect(await counted(rowsPerRange)).toEqual(whole);
    } finally {
      await db.destroy();
    }
  });

  test('a long table is shortened on the page, and whole in its files', async () => {
    const query = '?period=day&by=none&span=365';
    const page = await (await scene.get(`/stats${query}`)).text();
    expect(page).toContain('The latest: 62 of 366. The CSV file has all.');
    const [, table = ''] = /<h3 id="figure-contributions">.*?<tbody>(.*?)<\/tbody>/s.exec(page) ?? [];
    expect(table.split('<tr').length - 1).toBe(62);
    const lines = (await (await scene.get(`/stats/contributions.csv${query}`)).text()).trim().split('\r\n');
    expect(lines.length).toBe(1 + 366);
  });

  const afterwards = [choices[5], choices[12]] as Choice[];

  test('so they do after contributions are undone and put back', { timeout }, async () => {
    const all = await tiedTo(scene.byBrowser);
    for (const at of [59, 119]) expect((await scene.undo(at)).status).toBe(200);
    expect(await tiedTo(scene.byBrowser)).toBe(all - 2);
    await fits(afterwards);
    expect((await scene.putBack(59)).status).toBe(200);
    expect(await tiedTo(scene.byBrowser)).toBe(all - 1);
    await fits(afterwards);
  });

  test('so they do after an opt-out, and a removal that is taken back', { timeout }, async () => {
    const { rows, profiles } = scene;
    const people = [await scene.as(0), await scene.as(1), await scene.as(2)] as const;
    for (const act of people) await act('/me/claim');
    const before = (await scene.tiedEvents()).length;
    await people[0]('/me/opt-out');
    for (const act of people) await act('/me/remove');
    expect((await scene.tiedEvents()).length).toBeLessThan(before);
    await fits(afterwards);
    const [removed] = await rows.all<{ removed_at: number }>(
      `select max(removed_at) as removed_at from removed_events where profile_id = ${profiles[2]}`,
    );
    await people[2]('/me/restore', { removed_at: String(removed?.removed_at) });
    expect(await tiedTo(profiles[2])).toBeGreaterThan(0);
    await fits(afterwards);
  });

  test('so they do after accounts are deleted', { timeout }, async () => {
    for (const [n, fields] of [
      [3, { when: 'now' }] as const,
      [4, { when: 'now', objection: 'yes' }] as const,
    ]) {
      const person = scene.profiles[n];
      const act = await scene.as(n);
      await act('/me/claim');
      expect(await tiedTo(person)).toBeGreaterThan(0);
      expect((await act('/account/delete', fields)).status).toBe(303);
      // If there are thousands, the last ones are untied after the reply.
      await expect.poll(() => tiedTo(person)).toBe(0);
      expect(await scene.rows.all(`select * from participant_days where profile_id = ${person}`)).toEqual([]);
      await fits(afterwards);
    }
  });

  test('so they do after the retention rule, and the end of an account', { timeout }, async () => {
    const { rows, profiles, byBrowser } = scene;
    const some = profiles.slice(30, 45).join(',');
    await rows.run(`update events set arrived_at = arrived_at - ${40 * day} where profile_id in (${some})`);
    await rows.run(
      `update participation set first_at = first_at - ${40 * day} where profile_id in (${some})`,
    );
    await rows.run(
      `update accounts set created_at = created_at - ${400 * day}, confirmed_at = null where account_id =
       (select account_id from profiles where profile_id = ${byBrowser})`,
    );
    const { json } = await scene.service.operator<{ events: number; accounts: number }>('purge');
    expect(json.events).toBeGreaterThan(0);
    expect(json.accounts).toBe(1);
    expect(await tiedTo(byBrowser)).toBe(0);
    const left = await rows.all(
      `select * from participant_days where profile_id = ${byBrowser} or profile_id in (${some})`,
    );
    expect(left).toEqual([]);
    await fits(afterwards);
  });

  test('so they do after the pepper is changed, and the former one ended', { timeout }, async () => {
    const { service } = scene;
    const all = async () => {
      await scene.recount();
      const replies: Reply[] = [];
      for (const name of figuresOfPeople)
        for (const choice of choices) replies.push(await scene.figure(name, choice));
      return replies;
    };
    const before = await all();
    const { PEPPER: former = '' } = service.settings;
    const next = 'the next pepper for tests, of no use elsewhere';
    await service.restart({ PEPPER: next, PEPPER_BEFORE: former });
    await service.operate('pepper');
    await service.operate('pepper', '--end');
    expect(await all()).toEqual(before);
    await fits(afterwards);
  });
});
