/**
 * The figures of Stats against an oracle that counts the events themselves, before and after everything that unties or
 * deletes them. `STATS_EVENTS=200000` in front of the command sends that many.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seeded } from '../bench/seeded.ts';
import { openRows, type Rows } from '../set-up/rows.ts';
import { crowded } from '../set-up/running-service.ts';
import { engines, type Service } from '../set-up/start-service.ts';
import { joinFrom, post, profileId, projects, send, signIn, startScene } from './scene.ts';
import { expectedFigures, rounded, type Choice, type Sent, type Tied } from './stats-oracle.ts';

const { birds } = projects;
const path = `/project/${birds.id}-bird-count`;
const day = 86_400_000;
const count = Number(process.env['STATS_EVENTS'] ?? 600);
const personCount = 60;

/** Two places with many people, and some with few; each is inside of one cell. */
const places: [number, number][] = [
  [11.55, 48.15],
  [-0.15, 51.55],
  [151.25, -33.85],
  [25.75, 66.45],
  [-179.95, 10.05],
];

type Reply = {
  from: string;
  to: string;
  people_up_to: string;
  rows: Record<string, string | number | null>[];
};

const choices: Choice[] = [
  ...(['day', 'week', 'month'] as const).flatMap((period) =>
    (['none', 'type', 'source', 'late'] as const).map((by): Choice => ({ period, by, span: 'all' })),
  ),
  ...(['30', '90', '365'] as const).map((span): Choice => ({ period: 'day', by: 'type', span })),
];

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  let rows: Rows;
  let owner: string;
  let manager: string;
  let profiles: number[];
  let grant: string;
  let byBrowser: number;
  const sent: Sent[] = [];
  /** The browser's reports, by the number of the event. */
  const reported = new Map<number, object>();

  beforeAll(async () => {
    ({ service, owner } = await startScene(engine, { ...crowded, ANONYMOUS_RETENTION_DAYS: '30' }));
    rows = openRows(service);
    manager = await signIn(service, 'owner@example.org');
    profiles = await Promise.all(
      Array.from({ length: personCount }, (_, n) => profileId(service, owner, `counted-${n}@example.org`)),
    );
    ({ grant } = await joinFrom(service, birds, 'by-browser@example.org'));
    byBrowser = await profileId(service, owner, 'by-browser@example.org');
    await sendAll();
  });
  afterAll(() => rows[Symbol.asyncDispose]());

  /** Whole hours of past days, and some of today. */
  const made = (random: () => number) => {
    const today = Math.floor(Date.now() / day) * day;
    const back = random() < 0.1 ? random() * 700 : random() * 100;
    const when = today - Math.floor(back) * day + Math.floor(random() * 24) * 3_600_000;
    const type = ['collection', 'classification', 'signup'][Math.floor(random() ** 2 * 3)] as string;
    const duration = random() < 0.7 ? Math.floor(random() * 7200) : undefined;
    const magnitude = random() < 0.5 ? Math.floor(random() * 20) - 3 : undefined;
    const place = places[Math.floor(random() ** 3 * places.length)];
    const where =
      random() < 0.5 && place
        ? { type: 'Point', coordinates: place.map((at) => at + random() * 0.04) }
        : undefined;
    return { type, duration, magnitude, where, when: Math.min(when, Date.now() + 3_600_000) };
  };

  const sendOne = async (random: () => number, at: number) => {
    const { when, ...fields } = made(random);
    const said = {
      ...fields,
      project_id: birds.id,
      when: new Date(when).toISOString(),
    };
    const isByBrowser = at % 60 === 59;
    if (isByBrowser) reported.set(at, said);
    const profile = profiles[Math.floor(random() ** 1.5 * personCount)];
    const asked = Date.now();
    const reply = isByBrowser
      ? await send(service, '/embed/record', { ...said, grant, event_id: `n${at}` }, birds.origin)
      : await service.postJson('/api/record_event', { ...said, key: owner, profile_id: profile });
    expect([reply.status, reply.ok ? '' : await reply.text()]).toEqual([200, '']);
    if (isByBrowser) ({ grant } = (await reply.json()) as { grant: string });
    sent.push({
      when: Math.floor(when / 1000) * 1000,
      type: fields.type,
      source: isByBrowser ? 'browser' : 'api',
      late: when < asked - day,
      duration: fields.duration ?? 0,
      magnitude: fields.magnitude ?? 0,
    });
  };

  const sendAll = async () => {
    const random = seeded(17);
    for (let at = 0; at < count; at += 60)
      await Promise.all(Array.from({ length: Math.min(60, count - at) }, (_, n) => sendOne(random, at + n)));
  };

  const figure = async (name: string, choice: Choice): Promise<Reply> => {
    const reply = await service.get(`${path}/stats/${name}.json?${new URLSearchParams(choice)}`, {
      headers: { cookie: manager },
    });
    expect([name, reply.status]).toEqual([name, 200]);
    return (await reply.json()) as Reply;
  };

  const tiedEvents = async (): Promise<Tied[]> => {
    const all = await rows.all<Record<string, string | number | null>>(
      `select profile_id, type, source, is_late, happened_at, place from events
       where project_id = ${birds.id} and profile_id is not null and is_test = 0`,
    );
    return all.map((row) => ({
      person: Number(row['profile_id']),
      when: Number(row['happened_at']),
      type: String(row['type']),
      source: String(row['source']),
      late: Number(row['is_late']) === 1,
      ...(row['place'] !== null && {
        point: (JSON.parse(String(row['place'])) as { coordinates: [number, number] }).coordinates,
      }),
    }));
  };

  /** Compares every figure of the choices, after the day's count of people was made again. */
  const fits = async (some: Choice[]) => {
    await rows.run('delete from people_figures');
    const tied = await tiedEvents();
    for (const choice of some) {
      const { from, to } = await figure('contributions', choice);
      const expected = Object.entries(expectedFigures(sent, tied, choice, from, to));
      for (const [name, wanted] of expected)
        expect([choice, name, (await figure(name, choice)).rows]).toEqual([choice, name, wanted]);
    }
    await placesFit(tied);
  };

  /** Each listed square has its people, and those in no square are fewer than 5 at each of the places. */
  const placesFit = async (tied: Tied[]) => {
    const { rows: found, to } = await figure('places', choices[0] as Choice);
    const located = tied.filter(({ when, point }) => point && when < Date.parse(to));
    const inside = (square: Reply['rows'][number], [lng, lat]: [number, number]) =>
      lng >= Number(square['west']) &&
      lng < Number(square['east']) &&
      lat >= Number(square['south']) &&
      lat < Number(square['north']);
    const peopleOf = (some: Tied[]) => new Set(some.map(({ person }) => person)).size;
    for (const square of found) {
      const here = located.filter(({ point }) => point && inside(square, point));
      expect(square['participants']).toBe(rounded(peopleOf(here)));
      expect(peopleOf(here)).toBeGreaterThanOrEqual(5);
    }
    for (const place of places) {
      if (found.some((square) => inside(square, [place[0] + 0.02, place[1] + 0.02]))) continue;
      const here = located.filter(
        ({ point }) => point && Math.abs(point[0] - place[0]) < 0.05 && Math.abs(point[1] - place[1]) < 0.05,
      );
      expect(peopleOf(here)).toBeLessThan(5);
    }
  };

  test('every figure of every choice equals what the events say', { timeout: 600_000 }, async () => {
    await fits(choices);
    expect((await figure('places', choices[0] as Choice)).rows.length).toBeGreaterThan(1);
  });

  const afterwards = [choices[5], choices[12]] as Choice[];

  test('so they do after contributions are undone and put back', { timeout: 120_000 }, async () => {
    const theirs = async () => (await tiedEvents()).filter(({ person }) => person === byBrowser).length;
    const all = await theirs();
    for (const at of [59, 119]) {
      const said = { project_id: birds.id, grant, event_id: `n${at}` };
      expect((await send(service, '/embed/undo', said, birds.origin)).status).toBe(200);
    }
    expect(await theirs()).toBe(all - 2);
    await fits(afterwards);
    const said = { ...reported.get(59), grant, event_id: 'n59', put_back: true };
    expect((await send(service, '/embed/record', said, birds.origin)).status).toBe(200);
    expect(await theirs()).toBe(all - 1);
    await fits(afterwards);
  });

  test('so they do after an opt-out, and a removal that is taken back', { timeout: 120_000 }, async () => {
    const cookies: string[] = [];
    for (const n of [0, 1, 2]) cookies.push(await signIn(service, `counted-${n}@example.org`));
    const said = { project_id: String(birds.id) };
    for (const cookie of cookies) await post(service, '/me/claim', said, cookie);
    const before = (await tiedEvents()).length;
    await post(service, '/me/opt-out', said, cookies[0]);
    await post(service, '/me/remove', said, cookies[0]);
    await post(service, '/me/remove', said, cookies[1]);
    await post(service, '/me/remove', said, cookies[2]);
    expect((await tiedEvents()).length).toBeLessThan(before);
    await fits(afterwards);
    const [removed] = await rows.all<{ removed_at: number }>(
      `select max(removed_at) as removed_at from removed_events where profile_id = ${profiles[2]}`,
    );
    await post(service, '/me/restore', { ...said, removed_at: String(removed?.removed_at) }, cookies[2]);
    expect((await tiedEvents()).some(({ person }) => person === profiles[2])).toBe(true);
    await fits(afterwards);
  });

  test('so they do after the retention rule, and the end of an account', { timeout: 120_000 }, async () => {
    const some = profiles.slice(30, 45).join(',');
    await rows.run(`update events set arrived_at = arrived_at - ${40 * day} where profile_id in (${some})`);
    await rows.run(
      `update participation set first_at = first_at - ${40 * day} where profile_id in (${some})`,
    );
    await rows.run(
      `update accounts set created_at = created_at - ${400 * day}, confirmed_at = null where account_id =
       (select account_id from profiles where profile_id = ${byBrowser})`,
    );
    const { json } = await service.operator<{ events: number; accounts: number }>('purge');
    expect(json.events).toBeGreaterThan(0);
    expect(json.accounts).toBe(1);
    expect((await tiedEvents()).some(({ person }) => person === byBrowser)).toBe(false);
    const left = await rows.all(
      `select * from participant_days where profile_id = ${byBrowser} or profile_id in (${some})`,
    );
    expect(left).toEqual([]);
    await fits(afterwards);
  });

  test('no sum or difference of figures, files and days singles out a group below 5', async () => {
    /** Every number that is shown of people, with the fewest and the most that it can stand for. */
    const between = (shown: number | null): [number, number] =>
      shown === null ? [0, 4] : shown === 0 ? [0, 0] : [Math.max(5, shown - 2), shown + 2];
    const singles = ([least, most]: [number, number]) => least > 0 && least === most && most < 5;
    const less = ([least, most]: [number, number], [low, high]: [number, number]): [number, number] => [
      Math.max(0, least - high),
      most - low,
    ];
    const leaver = profiles[5];
    const seen: Map<string, number | null>[] = [];
    for (const stage of ['before', 'after']) {
      await rows.run('delete from people_figures');
      const known = new Map<string, number | null>();
      for (const choice of choices)
        for (const name of [
          'participants',
          'new-and-returning',
          'retention',
          'places',
          'comparison',
          'funnel',
        ])
          for (const row of (await figure(name, choice)).rows) {
            const [[, label] = []] = Object.entries(row);
            const isOfPeople = (column: string) =>
              (name !== 'comparison' && name !== 'funnel') ||
              (['participants', 'declined'].includes(String(label)) && column !== 'measure');
            for (const [column, value] of Object.entries(row))
              if (typeof value !== 'string' && isOfPeople(column))
                known.set(`${name} ${choice.period} ${choice.span} ${label} ${row['west']} ${column}`, value);
          }
      const page = await (await service.get(`${path}/stats`, { headers: { cookie: manager } })).text();
      const [, tile] = /<strong>about (\d+)<\/strong> participants/.exec(page) ?? [];
      known.set('all participants', page.includes('<strong>fewer than 5') ? null : Number(tile));
      // No exact number of people is shown anywhere.
      for (const [where, value] of known)
        expect([where, value === null || value % 5 === 0]).toEqual([where, true]);
      // Any two numbers of one answer: totals less parts, weeks less days, spans less spans.
      const distinct = [...new Set(known.values())];
      for (const one of distinct)
        for (const other of distinct) expect(singles(less(between(one), between(other)))).toBe(false);
      seen.push(known);
      if (stage === 'after') continue;
      const cookie = await signIn(service, 'counted-5@example.org');
      for (const act of ['claim', 'opt-out', 'remove'])
        await post(service, `/me/${act}`, { project_id: String(birds.id) }, cookie);
      expect((await tiedEvents()).some(({ person }) => person === leaver)).toBe(false);
    }
    // Two days of which one person opted out in between: every difference could also be nobody, or 5 and more.
    const [before, after] = seen as [Map<string, number | null>, Map<string, number | null>];
    for (const [where, was] of before) {
      const is = after.get(where);
      if (is === undefined) continue;
      const [least, most] = less(between(was), between(is));
      expect([where, least > 0 && most < 5]).toEqual([where, false]);
    }
  });

  test('contributions of a release that kept no roll-up are counted, too', async () => {
    await rows.run('delete from participant_days');
    await fits(afterwards.slice(0, 1));
  });
});
