/** A project with random contributions, people and embeds, for the tests of Stats, and what Stats says of it. */
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { seeded } from '../../bench/made/seeded.ts';
import { openRows } from '../../set-up/service/rows.ts';
import { crowded } from '../../set-up/service/running-service.ts';
import type { Engine } from '../../set-up/service/start-service.ts';
import { joinFrom, post, profileId, projects, send, signIn, startScene } from '../scene.ts';
import type { Choice, Sent, Tied } from './stats-oracle.ts';

const { birds } = projects;
const day = 86_400_000;
export const statsPath = `/project/${birds.id}-bird-count`;
const personCount = 60;
/** A project with more rows of `participant_days` is counted in the background only, a minute after the start. */
const maxCountedOnPage = 20_000;

/** Two places with many people, and some with few; each is inside of one cell. */
export const places: [number, number][] = [
  [11.55, 48.15],
  [-0.15, 51.55],
  [151.25, -33.85],
  [25.75, 66.45],
  [-179.95, 10.05],
];

/** On days so long ago, the message was shown so often, and so many people declined. */
const embedDays: [ago: number, shown: number, declined: number][] = [
  [2, 7, 6],
  [31, 4, 3],
  [95, 9, 0],
  [400, 2, 2],
];

export type Reply = {
  from: string;
  to: string;
  people_up_to: string;
  rows: Record<string, string | number | null>[];
};

export const choices: Choice[] = [
  ...(['day', 'week', 'month'] as const).flatMap((period) =>
    (['none', 'type', 'source', 'late'] as const).map((by): Choice => ({ period, by, span: 'all' })),
  ),
  ...(['30', '90', '365'] as const).map((span): Choice => ({ period: 'day', by: 'type', span })),
];

const dayBefore = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10);

/** Whole hours of past days, and some of today. */
function made(random: () => number) {
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
}

export type StatsScene = Awaited<ReturnType<typeof startStats>>;

/** Starts a service, and records `count` contributions of 60 people and of one who reports by browser. */
export async function startStats(engine: Engine, count: number) {
  const { service, owner } = await startScene(engine, {
    ...crowded,
    LIMIT_ORIGIN: '0',
    ANONYMOUS_RETENTION_DAYS: '30',
  });
  const rows = openRows(service);
  const manager = await signIn(service, 'owner@example.org');
  const profiles = await Promise.all(
    Array.from({ length: personCount }, (_, n) => profileId(service, owner, `counted-${n}@example.org`)),
  );
  let { grant } = await joinFrom(service, birds, 'by-browser@example.org');
  const byBrowser = await profileId(service, owner, 'by-browser@example.org');
  const sent: Sent[] = [];
  /** The browser's reports, by the number of the event. */
  const reported = new Map<number, object>();

  const sendOne = async (random: () => number, at: number) => {
    const { when, ...fields } = made(random);
    const said = { ...fields, project_id: birds.id, when: new Date(when).toISOString() };
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

  const random = seeded(17);
  for (let at = 0; at < count; at += 60)
    await Promise.all(Array.from({ length: Math.min(60, count - at) }, (_, n) => sendOne(random, at + n)));

  /** Shows the message and declines on it, on days past. */
  let decliners = 0;
  for (const [ago, shown, declined] of embedDays) {
    for (let n = 0; n < shown; n++)
      await service.get(`/embed/project?project_id=${birds.id}`, { headers: { origin: birds.origin } });
    for (let n = 0; n < declined; n++) {
      const joined = await joinFrom(service, birds, `decliner-${++decliners}@example.org`);
      const said = { project_id: birds.id, grant: joined.grant };
      expect((await send(service, '/embed/decline', said, birds.origin)).status).toBe(200);
    }
    for (const table of ['shown', 'declines'])
      await rows.run(
        `update ${table} set day = '${dayBefore(ago)}' where project_id = ${birds.id} and day >= '${dayBefore(1)}'`,
      );
  }

  const get = (path: string) => service.get(`${statsPath}${path}`, { headers: { cookie: manager } });

  return {
    service,
    rows,
    owner,
    manager,
    profiles,
    byBrowser,
    sent,
    reported,
    get,
    /** A form of the person behind `counted-<n>@example.org` about the project. */
    as: async (n: number) => {
      const cookie = await signIn(service, `counted-${n}@example.org`);
      return (path: string, fields: Record<string, string> = {}) =>
        post(service, path, { project_id: String(birds.id), ...fields }, cookie);
    },
    undo: (at: number) =>
      send(service, '/embed/undo', { project_id: birds.id, grant, event_id: `n${at}` }, birds.origin),
    putBack: (at: number) =>
      send(
        service,
        '/embed/record',
        { ...reported.get(at), grant, event_id: `n${at}`, put_back: true },
        birds.origin,
      ),
    embeds: embedDays.map(([ago, shown, declined]) => ({
      when: Date.parse(dayBefore(ago)),
      shown,
      declined,
    })),

    async figure(name: string, choice: Choice): Promise<Reply> {
      const reply = await get(`/stats/${name}.json?${new URLSearchParams(choice)}`);
      expect([name, reply.status]).toEqual([name, 200]);
      return (await reply.json()) as Reply;
    },

    async tiedEvents(): Promise<Tied[]> {
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
    },

    /** Has people counted again, as on the next day: by the next page, or after a start if the project is large. */
    async recount() {
      await rows.run('delete from people_figures');
      const [found] = await rows.all<{ count: number }>('select count(*) as count from participant_days');
      if (Number(found?.count) < maxCountedOnPage) return;
      await service.restart();
      while ((await rows.all('select 1 from people_figures')).length === 0) await setTimeout(500);
    },
  };
}
