/** A project with more volunteers than are checked one by one: its list, its file, and its count of a day. */
import { beforeAll, describe, expect, test } from 'vitest';
import { openRows, type Rows } from '../../set-up/service/rows.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { projects, signIn, shareScene } from '../scene.ts';
import { textOf } from './volunteering.ts';

const { frogs } = projects;
const list = `/project/${frogs.id}/volunteers`;
const people = 2_500;

describe.each(engines)('thousands of volunteers on %s', (engine) => {
  let service: Service;
  let rows: Rows;
  let cookie: string;

  const page = async (query = '') => textOf(await service.get(list + query, { headers: { cookie } }));
  const pseudonymsOn = async (query = '') => (await page(query)).match(/\b[\dA-Z]{4}-[\dA-Z]{4}\b/g) ?? [];
  /** The lines of the file, each as its cells. */
  const file = async (query = '') => {
    const reply = await service.get(`${list}.csv${query}`, { headers: { cookie } });
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename=volunteers-/);
    const [head, ...lines] = (await reply.text()).trim().split('\r\n');
    expect(head).toMatch(/^pseudonym,name,/);
    return lines.map((line) => line.split(','));
  };
  const accountOf = async (pseudonym: string) => {
    const [row] = await rows.all<{ account_id: number }>(
      `select r.account_id from volunteers v join profiles r on r.profile_id = v.profile_id
        where v.pseudonym = '${pseudonym}'`,
    );
    return Number(row?.account_id);
  };
  const choose = (account: number, choice: string) =>
    rows.run(`update volunteer_choices set ${choice} where account_id = ${account}`);

  beforeAll(async () => {
    ({ service } = await shareScene(engine));
    cookie = await signIn(service, 'owner@example.org');
    rows = openRows(service);
    await fillVolunteers(rows, engine === 'sqlite', frogs.id, people);
    expect(await page()).toContain('2,500 volunteers, 2,500 contributions');
  });

  test.each<[order: string, column: number]>([
    ['magnitude', 7],
    ['hours', 6],
    ['last', 3],
    ['first', 2],
    ['events', 4],
  ])('the file by %s has everybody once, in the order of the list', async (order, column) => {
    const lines = await file(`?order=${order}`);
    expect(new Set(lines.map(([pseudonym]) => pseudonym)).size).toBe(people);
    const values = lines.map((line) => line[column] ?? '');
    const isDown = (one: string, next: string) => (column < 4 ? one >= next : Number(one) >= Number(next));
    expect(values.findIndex((value, at) => at > 0 && !isDown(values[at - 1] ?? '', value))).toBe(-1);
    expect(lines).toHaveLength(people);
    // The pages go through the same order.
    const shown = [
      ...(await pseudonymsOn(`?order=${order}`)),
      ...(await pseudonymsOn(`?order=${order}&page=2`)),
    ];
    expect(shown).toEqual(lines.slice(0, 100).map(([pseudonym]) => pseudonym));
    expect(await pseudonymsOn(`?order=${order}&page=50`)).toEqual(
      lines.slice(-50).map(([pseudonym]) => pseudonym),
    );
  });

  test('the order by name has names as they are shown, and pseudonyms', async () => {
    const keys = (await file('?order=name')).map(([pseudonym = '', name = '']) =>
      (name === '' ? pseudonym : name).toLowerCase(),
    );
    expect(keys).toHaveLength(people);
    // The database decides how texts are compared.
    const stored = await rows.all<{ sort_name: string }>(
      `select sort_name from volunteers where project_id = ${frogs.id} order by sort_name, pseudonym`,
    );
    expect(keys).toEqual(stored.map(({ sort_name }) => sort_name));
  });

  test.each([
    ['?type=classification', 500],
    ['?least=5', 0],
    // Shown names of 33, 330, 333, 336 and 339.
    ['?q=Volunteer+33', 5],
    ['?q=volunteer', 834],
  ])('the list and the file with %s have %s people', async (query, count) => {
    expect(await file(query)).toHaveLength(count);
    expect(await page(query)).toContain(count === 0 ? 'No volunteers match' : `${count} volunteers`);
  });

  test('somebody who leaves is gone at once from list and file, and no number tells', async () => {
    const [first = ''] = await pseudonymsOn();
    const account = await accountOf(first);
    await choose(account, 'is_listed = 0');
    const shown = await page();
    expect(shown).not.toContain(first);
    expect(shown).toContain('2,500 volunteers, 2,500 contributions');
    expect(shown).not.toContain('2,499');
    expect((await file()).flat()).not.toContain(first);
    expect(await page(`?q=${first}`)).toContain('No volunteers match');
    await choose(account, 'is_listed = 1');
  });

  test('a name that was hidden is not found any more', async () => {
    const named = (await file('?q=Volunteer+33'))[0] ?? [];
    await choose(await accountOf(named[0] ?? ''), 'shows_name = 0');
    expect(await file('?q=Volunteer+33')).toHaveLength(4);
    expect((await file()).flat()).not.toContain(named[1]);
  });

  test('until the new day is counted, the list is that of the day before', async () => {
    await rows.run("update volunteer_days set day = '2000-01-01'");
    expect(await page()).toContain('As of the start of 1 Jan 2000');
    await expect.poll(() => page()).not.toContain('1 Jan 2000');
    expect(await page()).toContain('2,500 volunteers, 2,500 contributions');
  });
});

const firstId = 10_000_000;

/** People who joined by a grant, and by their own page; every third shows a name. */
async function fillVolunteers(
  rows: Rows,
  isSqlite: boolean,
  projectId: number,
  people: number,
): Promise<void> {
  const [now, day] = [Date.now(), 86_400_000];
  const each = isSqlite
    ? `(with recursive counted(n) as (select 0 union all select n + 1 from counted where n < ${people - 1})
       select n, n + ${firstId} as id from counted) s`
    : `(select n, cast(n as bigint) + ${firstId} as id from generate_series(0, ${people - 1}) n) s`;
  const at = `${now - day} - cast(n * 7919 % 700 as bigint) * ${day}`;
  await rows.run(`insert into accounts (account_id, name, role, created_at, confirmed_at, of_age_at)
    select id, 'Volunteer ' || n, 'none', 1, 1, 1 from ${each}`);
  await rows.run(`insert into profiles (profile_id, account_id, joined_at, created_at, used_day)
    select id, id, 1, 1, '2026-01-01' from ${each}`);
  await rows.run(`insert into addresses (address, account_id, profile_id, is_main, verified_at)
    select 'v' || n || '@example.org', id, id, 1, 1 from ${each}`);
  await rows.run(`insert into grants (grant_id, profile_id, project_id, origin, how, created_at, used_at, expires_at, is_told)
    select id, id, ${projectId}, 'https://birds.example.org', 'popup', 1, 1, ${now + 400 * day}, 1 from ${each}`);
  await rows.run(`insert into volunteer_choices (project_id, account_id, is_listed, shows_name, is_mailed, updated_at)
    select ${projectId}, id, case when n % 2 = 0 then 1 end, case when n % 3 = 0 then 1 else 0 end, 1, 1 from ${each}`);
  await rows.run(`insert into participation (project_id, profile_id, events, duration, first_at, last_at, claimed_at)
    select ${projectId}, id, 1, 60, ${at}, ${at}, 1 from ${each}`);
  await rows.run(`insert into events (project_id, event_id, profile_id, type, source, is_late, is_test, happened_at,
    arrived_at, duration, magnitude) select ${projectId}, n + 1, id, case when n % 5 = 0 then 'classification' else
    'collection' end, 'api', 0, 0, ${at}, ${at}, n % 3600, n % 100 from ${each}`);
}
