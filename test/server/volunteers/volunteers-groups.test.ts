/** Groups of mailings against a rule that is written down a second time: no difference of them singles anybody out. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { VolunteerFilter } from '../../../src/contract/pages/volunteers.ts';
import { seeded } from '../../bench/made/seeded.ts';
import { frequentQueues } from '../../set-up/service/frequent-queues.ts';
import { openRows, type Rows } from '../../set-up/service/rows.ts';
import { crowded } from '../../set-up/service/running-service.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { post, projects, signIn, startScene } from '../scene.ts';
import { textOf } from './volunteering.ts';

const { frogs } = projects;
const base = 2 ** 41;
const mine = (column: string) => `${column} >= ${base} and ${column} < ${base + 10_000}`;
/** So late that no day is counted meanwhile. */
const today = Date.parse('2999-06-01');
const dayBefore = (days: number) => new Date(today - days * 86_400_000).toISOString().slice(0, 10);

/** One address. `account`: several have the same. */
type Address = {
  account: number;
  types: string[];
  ago: number;
  events: number;
  isMailed: boolean;
  isListed: boolean;
};
type Expected = 'too few' | 'too close' | number;

const addresses = (account: number, count: number, more: Partial<Address> = {}): Address[] =>
  Array.from({ length: count }, (_, n) => ({
    account: account + n,
    types: ['collection'],
    ago: 1,
    events: 1,
    isMailed: true,
    isListed: true,
    ...more,
  }));
const all: VolunteerFilter = { active: 'any', least: '1' };
const only = (type: VolunteerFilter['type']): VolunteerFilter => ({ ...all, ...(type && { type }) });

/** The accounts of a group: those whom the managers see in their list, whether or not they want mail. */
function members(crowd: Address[], { type, active, least }: VolunteerFilter): Set<number> {
  const fits = crowd.filter(
    ({ types, ago, events, isListed }) =>
      isListed &&
      events >= Number(least) &&
      (type === undefined || types.includes(type)) &&
      (active === 'any' || (active === 'before' ? ago > 90 : ago <= Number(active))),
  );
  return new Set(fits.map(({ account }) => account));
}

/** Divides people by the groups that each is in; people in none do not count. */
function expected(crowd: Address[], filter: VolunteerFilter, earlier: VolunteerFilter[]): Expected {
  const group = members(crowd, filter);
  if (group.size < 5) return 'too few';
  const groups = [group, ...earlier.map((one) => members(crowd, one))];
  const parts = new Map<string, number>();
  for (const account of new Set(crowd.map((one) => one.account))) {
    const part = groups.map((one) => (one.has(account) ? 'in' : 'out')).join();
    if (part.includes('in')) parts.set(part, (parts.get(part) ?? 0) + 1);
  }
  return Math.min(...parts.values()) < 5 ? 'too close' : group.size - (group.size % 5);
}

const scenes: [string, Address[], VolunteerFilter, VolunteerFilter[], Expected][] = [
  ['nobody', [], all, [], 'too few'],
  ['four people', addresses(1, 4), all, [], 'too few'],
  ['five people', addresses(1, 5), all, [], 5],
  ['the group of before', addresses(1, 6), all, [all, only('collection')], 5],
  [
    'one person more than before',
    [...addresses(1, 5), ...addresses(6, 1, { types: ['signup'] })],
    all,
    [only('collection')],
    'too close',
  ],
  [
    'one person more than two groups of before, from each of which it differs by more',
    [
      ...addresses(1, 5),
      ...addresses(6, 5, { types: ['classification'] }),
      ...addresses(11, 1, { types: ['signup'] }),
    ],
    all,
    [only('collection'), only('classification')],
    'too close',
  ],
  [
    'five people more than before',
    [...addresses(1, 5), ...addresses(6, 5, { types: ['signup'] })],
    all,
    [only('collection')],
    10,
  ],
  [
    'a person with two addresses, who is in both groups',
    [...addresses(1, 5), ...addresses(1, 5, { types: ['signup'] })],
    only('signup'),
    [only('collection')],
    5,
  ],
  [
    'five addresses of four people',
    [...addresses(1, 4), ...addresses(4, 1, { types: ['signup'] })],
    all,
    [],
    'too few',
  ],
  ['people who ended mail', [...addresses(1, 4), ...addresses(5, 1, { isMailed: false })], all, [], 5],
  [
    'a difference of people who ended mail',
    [...addresses(1, 5), ...addresses(6, 5, { types: ['signup'], isMailed: false })],
    all,
    [only('collection')],
    10,
  ],
  ['people who left', [...addresses(1, 4), ...addresses(5, 3, { isListed: false })], all, [], 'too few'],
];

describe.each(engines)('groups of mailings on %s', (engine) => {
  let service: Service;
  let rows: Rows;
  let cookie: string;

  beforeAll(async () => {
    ({ service } = await startScene(engine, { ...crowded, ...frequentQueues }));
    rows = openRows(service);
    cookie = await signIn(service, 'owner@example.org');
  });

  const fill = async (crowd: Address[], earlier: VolunteerFilter[]) => {
    const statements = [
      ...['accounts', 'volunteer_choices'].map((table) => `delete from ${table} where ${mine('account_id')}`),
      `delete from profiles where ${mine('profile_id')}`,
      ...['volunteers', 'volunteer_days', 'mailings'].map((table) => `delete from ${table}`),
      `insert into volunteer_days values (${frogs.id}, '${dayBefore(0)}', ${crowd.length}, 0, 0)`,
      ...[...new Map(crowd.map((one) => [one.account, one])).values()].flatMap((one) => [
        `insert into accounts (account_id, name, role, created_at, confirmed_at, of_age_at)
          values (${base + one.account}, '', 'none', 1, 1, 1)`,
        `insert into volunteer_choices values (${frogs.id}, ${base + one.account}, ${Number(one.isListed)}, 0,
          ${Number(one.isMailed)}, 1)`,
      ]),
      ...crowd.flatMap(({ account, types, ago, events }, n) => [
        `insert into profiles (profile_id, account_id, joined_at, created_at, used_day)
          values (${base + n}, ${base + account}, 1, 1, '2999-01-01')`,
        `insert into volunteers (project_id, profile_id, pseudonym, events, unvouched, duration, magnitude, first_day,
          last_day, types) values (${frogs.id}, ${base + n}, 'P${n}', ${events}, 0, 0, 0, '${dayBefore(ago)}',
          '${dayBefore(ago)}', ' ${types.join(' ')} ')`,
      ]),
      ...earlier.map(
        (
          filter,
          n,
        ) => `insert into mailings (project_id, mailing_id, account_id, form, subject, body, filter, state,
          created_at, sent, done_to, tries) values (${frogs.id}, ${n + 1}, 1, 'f${n}', 'x', 'x',
          '${JSON.stringify(filter)}', 'sent', ${Date.now() - 40 * 86_400_000}, 5, 0, 0)`,
      ),
    ];
    await rows.run(['begin', ...statements, 'commit'].join(';\n'));
  };

  const answer = async (act: string, filter: VolunteerFilter): Promise<Expected | undefined> => {
    const fields = { act, subject: 'Hello', body: 'Hello', form: '', ...filter };
    const reply = await post(service, `/project/${frogs.id}/mailings`, fields, cookie);
    const text = await textOf(reply);
    if (text.includes('Fewer than 5 people')) return 'too few';
    if (text.includes('differ by fewer than 5 people')) return 'too close';
    const [, size] = /at least (\d+) people/.exec(text) ?? [];
    return size === undefined ? undefined : Number(size);
  };

  test.each(scenes)('%s', async (_, crowd, filter, earlier, wanted) => {
    expect(expected(crowd, filter, earlier)).toBe(wanted);
    await fill(crowd, earlier);
    expect(await answer('preview', filter)).toBe(wanted);
    if (typeof wanted !== 'string') return;
    // It is refused when it is sent, too, and nothing is stored.
    expect(await answer('send', filter)).toBe(wanted);
    expect(await rows.all('select 1 from mailings')).toHaveLength(earlier.length);
  });

  test.each([5, 10])('nothing tells whether a real one of %i people wants mail', async (size) => {
    const seen = async (isMailed: boolean) => {
      await fill([...addresses(1, size - 1), ...addresses(size, 1, { isMailed })], [all]);
      const preview = await answer('preview', all);
      const path = `/project/${frogs.id}/mailings`;
      const fields = { act: 'send', subject: 'Hello', body: 'Hello', form: '', ...all };
      expect((await post(service, path, fields, cookie)).status).toBe(303);
      const log = async () => textOf(await service.get(path, { headers: { cookie } }));
      await expect.poll(log).not.toContain('Being sent');
      return { preview, log: (await log()).match(/(Not s|S)ent[^·]*/g) };
    };
    const shown = { preview: size, log: [`Sent to a group of ${size} people or a few more `] };
    const [wants, ended] = [await seen(true), await seen(false)];
    expect(ended).toEqual(wants);
    expect(wants).toMatchObject({ preview: shown.preview, log: expect.arrayContaining(shown.log) });
  });

  test('random people and groups', async () => {
    const random = seeded(90);
    const one = <Value>(...some: Value[]) => some[Math.floor(random() * some.length)] as Value;
    const filter = (): VolunteerFilter => ({
      ...only(one(undefined, 'collection', 'classification', 'signup')),
      active: one('any', 'any', '30', '90', 'before'),
      least: one('1', '1', '5', '10'),
    });
    const answers: Expected[] = [];
    for (let round = 0; round < 40; round++) {
      const size = 10 + Math.floor(random() * 200);
      const kinds = Array.from({ length: 4 }, () => ({
        types: one(['collection'], ['classification'], ['collection', 'signup'], ['signup']),
        ago: one(1, 29, 30, 31, 90, 91, 400),
        events: one(1, 4, 5, 10, 60),
        isMailed: random() < 0.9,
        isListed: random() < 0.9,
      }));
      const crowd = Array.from({ length: size }, () =>
        addresses(Math.floor(random() * size), 1, one(...kinds)),
      ).flat();
      // The choices are those of an account.
      const last = new Map(crowd.map((address) => [address.account, address]));
      for (const address of crowd) {
        address.isMailed = last.get(address.account)?.isMailed ?? true;
        address.isListed = last.get(address.account)?.isListed ?? true;
      }
      const earlier = Array.from({ length: Math.floor(random() * 4) }, filter);
      const wanted = filter();
      await fill(crowd, earlier);
      const said = expected(crowd, wanted, earlier);
      answers.push(said);
      expect([round, await answer('preview', wanted)]).toEqual([round, said]);
    }
    // All three answers were given.
    for (const kind of ['too few', 'too close']) expect(answers).toContain(kind);
    expect(answers.some((said) => typeof said === 'number')).toBe(true);
  });
});
