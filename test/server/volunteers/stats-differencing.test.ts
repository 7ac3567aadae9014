/**
 * An owner who compares figures, files, exports and days, with notes and without, or adds invented people: no difference
 * of two of them singles out a group below 5.
 */
import { createHash } from 'node:crypto';
import type { OwnClient } from '../../../src/contract/pages/clients.ts';
import type { Tools } from '../../../src/contract/pages/project-tools.ts';
import type { Figure } from '../../../src/contract/pages/stats-figures.ts';
import type { MailingEntry } from '../../../src/contract/pages/volunteers.ts';
import type { NoticeData } from '../../../src/contract/pages/webhooks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../set-up/service/start-service.ts';
import type { Keyed } from '../../../server/secrets/secrets.ts';
import { peopleRounding } from '../../../server/stats/disclosure.ts';
import { post, profileId, projects } from '../scene.ts';
import { choices, startStats, statsPath, type StatsScene } from './stats-scene.ts';
import { agedBy } from './volunteering.ts';

/** The fewest and the most people that a number can stand for; one that is not rounded stands for itself. */
type Range = [least: number, max: number];

const figuresOfPeople = ['participants', 'new-and-returning', 'retention', 'places', 'comparison', 'funnel'];

const rangeOf = (shown: number | null): Range => {
  if (shown === null) return [0, 9];
  return shown % 5 !== 0 || shown === 0 ? [shown, shown] : [Math.max(5, shown - 4), shown + 4];
};
const less = ([least, max]: Range, [low, high]: Range): Range => [Math.max(0, least - high), max - low];
const isSmall = ([least, max]: Range) => least > 0 && max < 5;

test('the comparison of two days finds one person among numbers that are not rounded', () => {
  for (const [was, is, finds] of [
    ...([
      [61, 59, true],
      [12, 11, true],
      [13, null, false],
      [61, 55, false],
      [61, 61, false],
    ] as const),
    ...([
      [60, 55, false],
      [10, null, false],
    ] as const),
  ] as const)
    expect([was, is, isSmall(less(rangeOf(was), rangeOf(is)))]).toEqual([was, is, finds]);
});

const digests = ((...parts: unknown[]) =>
  createHash('sha256').update(parts.join(' ')).digest('hex')) as unknown as Keyed;

test('a number of people is rounded to a multiple of 5 nearby, from another count on for each group', () => {
  const firstShown = new Set<number>();
  for (let project = 0; project < 100; project++) {
    const round = peopleRounding(digests, project);
    for (let people = 0; people < 200; people++) {
      const group = { people, who: `some ${people}` };
      const shown = round(group);
      if (shown === null) expect(people).toBeLessThan(10);
      else {
        if (people <= 10) firstShown.add(people);
        expect(shown % 5).toBe(0);
        expect(shown).toBeGreaterThanOrEqual(10);
        expect(Math.abs(shown - people)).toBeLessThan(5);
      }
      expect(round(group)).toBe(shown);
    }
  }
  expect([...firstShown].sort((one, other) => one - other)).toEqual([6, 7, 8, 9, 10]);
});

/** Each is an error of the compiler: numbers that did not pass the rule, in places from which owners read them. */
export const notDisclosed = (count: number) => [
  // @ts-expect-error: a cell of a figure
  { name: 'participants', columns: [], rows: [['2026', count]] } satisfies Figure,
  // @ts-expect-error: the data of a notice
  { project_id: 1, participants: count } satisfies NoticeData,
  // @ts-expect-error: the people who wait for a start
  { waiting: count } satisfies Pick<Tools, 'waiting'>,
  // @ts-expect-error: the people who authorized a client
  { people: count } satisfies Pick<OwnClient, 'people'>,
  // @ts-expect-error: the recipients of a mail
  { sent: count } satisfies Pick<MailingEntry, 'sent'>,
];

describe.each(engines)('on %s', (engine) => {
  let scene: StatsScene;

  beforeAll(async () => {
    scene = await startStats(engine, 600);
    await agedBy(scene.service, 2);
  });
  afterAll(() => scene.rows[Symbol.asyncDispose]());

  /** Every number of people that Stats shows, in all its figures for all choices, and on its page. */
  const numbersOfPeople = async () => {
    await scene.recount();
    const known = new Map<string, number | null>();
    for (const choice of choices)
      for (const name of figuresOfPeople)
        for (const row of (await scene.figure(name, choice)).rows) {
          const [[, label] = []] = Object.entries(row);
          const isOfPeople = (column: string) =>
            (name !== 'comparison' && name !== 'funnel') ||
            (['participants', 'declined'].includes(String(label)) && column !== 'measure');
          for (const [column, value] of Object.entries(row))
            if (typeof value !== 'string' && isOfPeople(column))
              known.set(`${name} ${choice.period} ${choice.span} ${label} ${row['west']} ${column}`, value);
        }
    const page = await (await scene.get('/stats')).text();
    const [, tile] = /about <strong>(\d+)<\/strong> participants/.exec(page) ?? [];
    known.set('all participants', page.includes('<strong>fewer than 10') ? null : Number(tile));
    return known;
  };

  const mustTellOfNoSmallGroup = (known: Map<string, number | null>) => {
    // No exact number of people is shown anywhere.
    for (const [where, value] of known)
      expect([where, value === null || value % 5 === 0]).toEqual([where, true]);
    // Any two numbers of one answer: totals less parts, weeks less days, spans less spans.
    const distinct = [...new Set(known.values())];
    for (const one of distinct)
      for (const other of distinct) {
        expect([one, other, isSmall(less(rangeOf(one), rangeOf(other)))]).toEqual([one, other, false]);
      }
  };

  const fileOf = async (path: string) => {
    const reply = await scene.get(path);
    expect([path, reply.status]).toEqual([path, 200]);
    return reply.text();
  };

  /** The files that an owner can download: all but numbers of people must stay the same when somebody leaves. */
  const downloads = async () => {
    await scene.rows.run('delete from volunteer_days');
    const volunteers = await fileOf('/volunteers.csv');
    expect(volunteers.split('\r\n').length).toBeGreaterThan(2);
    const {
      exported_at: at,
      participants,
      ...project
    } = JSON.parse(await fileOf('/export')) as Record<string, unknown> & {
      participants: number | null;
      events: object[];
    };
    expect(at).toEqual(expect.any(String));
    expect(project.events.length).toBe(600);
    return { participants, others: { volunteers, ...project } };
  };

  test('no sum or difference of figures, files and days singles out a group below 5', async () => {
    const leaver = scene.profiles[5];
    const [before, had] = [await numbersOfPeople(), await downloads()];
    mustTellOfNoSmallGroup(before);
    const act = await scene.as(5);
    for (const name of ['claim', 'opt-out', 'remove']) await act(`/me/${name}`);
    expect((await scene.tiedEvents()).some(({ person }) => person === leaver)).toBe(false);
    const [after, has] = [await numbersOfPeople(), await downloads()];
    mustTellOfNoSmallGroup(after);
    expect(has.others).toEqual(had.others);
    before.set('export', had.participants);
    after.set('export', has.participants);
    // Two days of which one person opted out in between: every difference could also be nobody, or 5 and more.
    for (const [where, was] of before) {
      const is = after.get(where);
      if (is === undefined) continue;
      expect([where, was, is, isSmall(less(rangeOf(was), rangeOf(is)))]).toEqual([where, was, is, false]);
    }
  });

  test('four invented people on an old, empty day and place do not show whether a fifth is counted', async () => {
    const { service, profiles } = scene;
    const choice = { period: 'day', by: 'none', span: '365' } as const;
    const { rows: days } = await scene.figure('contributions', choice);
    const empty = days.filter(({ total }) => total === 0).map(({ period }) => String(period));
    const [counted = '', uncounted = ''] = [empty[5], empty[15]];
    const optOut = await scene.as(7);
    await optOut('/me/opt-out');
    const record = async (profile: number, day: string, lat: number) => {
      const said = {
        project_id: projects.birds.id,
        profile_id: profile,
        type: 'collection',
        when: `${day}T12:00:00Z`,
      };
      const where = { type: 'Point', coordinates: [-30.5, lat] };
      expect((await service.postJson('/api/record_event', { ...said, where, key: scene.owner })).status).toBe(
        200,
      );
    };
    const invented = await Promise.all(
      Array.from({ length: 4 }, (_, n) => profileId(service, scene.owner, `invented-${n}@example.org`)),
    );
    for (const profile of [...invented, profiles[6] ?? 0]) await record(profile, counted, 10.5);
    for (const profile of [...invented, profiles[7] ?? 0]) await record(profile, uncounted, -10.5);
    const tied = await scene.rows.all<{ happened_at: number; people: number }>(
      `select happened_at, count(profile_id) as people from events where project_id = ${projects.birds.id}
       and happened_at in (${Date.parse(counted) + 43_200_000}, ${Date.parse(uncounted) + 43_200_000})
       group by happened_at order by 2`,
    );
    expect(tied.map(({ people }) => Number(people))).toEqual([4, 5]);
    await scene.recount();
    for (const name of ['participants', 'new-and-returning']) {
      const { rows: shown } = await scene.figure(name, choice);
      const of = (day: string) => ({ ...shown.find(({ period }) => period === day), period: '' });
      expect(of(counted)).toEqual(of(uncounted));
      expect(Object.keys(of(counted)).length).toBeGreaterThan(1);
    }
    const { rows: squares } = await scene.figure('places', choice);
    expect(squares.filter(({ west }) => Math.floor(Number(west)) === -31)).toEqual([]);
  });

  test('files say no more of people than the page: few people in each form', async () => {
    for (const choice of choices.slice(0, 4))
      for (const name of figuresOfPeople) {
        const { rows } = await scene.figure(name, choice);
        const csv = await fileOf(`/stats/${name}.csv?${new URLSearchParams(choice)}`);
        const cells = rows.map((row) =>
          Object.values(row).map((cell) => (cell === null ? 'under 10' : `${cell}`)),
        );
        expect(csv.trim().split('\r\n').slice(1)).toEqual(cells.map((row) => row.join(',')));
      }
  });

  test('a note on a day changes no number', async () => {
    const choice = { period: 'day', by: 'source', span: '30' } as const;
    const all = () => Promise.all(figuresOfPeople.map((name) => scene.figure(name, choice)));
    const before = await all();
    const day = before[0]?.from ?? '';
    const fields = { day, text: 'Only one person was there' };
    const noted = await post(scene.service, `${statsPath}/stats/notes`, fields, scene.manager);
    expect(noted.status).toBe(303);
    expect(await fileOf('/stats')).toContain(fields.text);
    expect(await all()).toEqual(before);
  });
});
