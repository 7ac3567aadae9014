/**
 * An owner who compares figures, files, exports and days, with notes and without: no difference of two of them singles
 * out a group below 5.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../set-up/start-service.ts';
import { post } from './scene.ts';
import { choices, startStats, statsPath, type StatsScene } from './stats-scene.ts';
import { agedBy } from './volunteering.ts';

/** The fewest and the most people that a number can stand for. */
type Range = [least: number, most: number];

const figuresOfPeople = ['participants', 'new-and-returning', 'retention', 'places', 'comparison', 'funnel'];

const rangeOf = (shown: number | null): Range =>
  shown === null ? [0, 4] : shown === 0 ? [0, 0] : [Math.max(5, shown - 2), shown + 2];
const less = ([least, most]: Range, [low, high]: Range): Range => [Math.max(0, least - high), most - low];

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
    const [, tile] = /<strong>about (\d+)<\/strong> participants/.exec(page) ?? [];
    known.set('all participants', page.includes('<strong>fewer than 5') ? null : Number(tile));
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
        const [least, most] = less(rangeOf(one), rangeOf(other));
        expect(least > 0 && least === most && most < 5).toBe(false);
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
      const [least, most] = less(rangeOf(was), rangeOf(is));
      expect([where, least > 0 && most < 5]).toEqual([where, false]);
    }
  });

  test('files say no more of people than the page: fewer than 5 in each form', async () => {
    for (const choice of choices.slice(0, 4))
      for (const name of figuresOfPeople) {
        const { rows } = await scene.figure(name, choice);
        const csv = await fileOf(`/stats/${name}.csv?${new URLSearchParams(choice)}`);
        const cells = rows.map((row) =>
          Object.values(row).map((cell) => (cell === null ? 'under 5' : `${cell}`)),
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
