/** A person's list, months and milestones: from the roll-up as from the events themselves, on both engines. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRows, type Rows } from '../../set-up/service/rows.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { post, profileId, projects, signIn, shareScene } from '../scene.ts';

const { birds, frogs } = projects;
const [hour, day] = [3_600_000, 86_400_000];
const perPage = 10;

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  let rows: Rows;
  let owner: string;
  let cookie: string;
  let profile: number;
  /** The times of the contributions that are credited, newest first. */
  let times: number[];

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
    rows = openRows(service);
    cookie = await signIn(service, 'many-days@example.org');
    profile = await profileId(service, owner, 'many-days@example.org');
    const now = Math.floor(Date.now() / 1000) * 1000;
    // Some on time, from an hour ahead to a day ago, and late ones between and before them.
    const agos = Array.from({ length: 65 }, (_, n) =>
      n % 3 === 0 ? (n - 3) * hour * 0.35 : n % 3 === 1 ? (24 + n) * hour : n * 11 * day + n * hour,
    );
    times = agos.map((ago) => now - Math.floor(ago / 1000) * 1000);
    for (const [n, time] of times.entries())
      await report(n % 4 === 0 ? frogs.id : birds.id, time, profile, owner);
    times.sort((one, other) => other - one);
  });
  afterAll(() => rows[Symbol.asyncDispose]());

  const report = async (project_id: number, time: number, profile_id: number, key: string) => {
    const when = new Date(time).toISOString();
    const said = { key, profile_id, project_id, type: 'collection', duration: 1800, when };
    expect((await service.postJson('/api/record_event', said)).status).toBe(200);
  };

  const page = async (number: number) =>
    (await service.get(`/me?page=${number}`, { headers: { cookie } })).text();

  /** The times of the list on a page; the newest by arrival is above the list. */
  const listed = async (number: number) => {
    const [, list = ''] = (await page(number)).split('aria-labelledby="all"');
    return [...list.matchAll(/deed"[^]*?datetime="([^"]+)"/g)].map(([, time]) => Date.parse(time ?? ''));
  };

  test('every page of the list has its contributions by date, late ones among them', async () => {
    for (const number of [1, 2, 3, 4])
      expect([number, await listed(number)]).toEqual([
        number,
        times.slice((number - 1) * perPage, number * perPage),
      ]);
  });

  test('after a removal it has what is left', async () => {
    await post(service, '/me/remove', { project_id: String(frogs.id) }, cookie);
    const left = await rows.all<{ happened_at: number }>(
      `select happened_at from events where profile_id = ${profile} order by happened_at desc`,
    );
    expect(left.length).toBeLessThan(times.length);
    expect(await listed(2)).toEqual(
      left.slice(perPage, 2 * perPage).map(({ happened_at }) => Number(happened_at)),
    );
  });
});
