/** Hours of a tab that stayed open: no project loses by them, and they count once the participant says that they are right. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statementOf } from '../../../server/certificates/statement.ts';
import { rollUps } from '../../set-up/service/roll-ups.ts';
import { openRows, type Rows } from '../../set-up/service/rows.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { post, profileId, projects, signIn, shareScene } from '../scene.ts';

const { birds, frogs } = projects;

test.each([
  ['confirmed hours of one project take none from another', [400_000, 10_800], [75_600, 10_800]],
  ['two projects with too many get the same', [400_000, 90_000, 3600], [41_400, 41_400, 3600]],
  ['hours that fit stay as they are', [3600, 7200], [3600, 7200]],
])('%s', (_, wanted, given) => {
  const shares = wanted.map((seconds, at) => ({
    project_id: at,
    day: 20_000,
    isReported: true,
    events: 1,
    seconds,
  }));
  const { lines } = statementOf({ holder: 'Ada', from: '2026-05-04', to: '2026-05-04' }, shares);
  expect(lines.map(({ reported }) => reported.seconds)).toEqual(given);
});

describe.each(engines)('doubtful hours on %s', (engine) => {
  let service: Service;
  let rows: Rows;
  let owner: string;
  let people = 0;

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
    rows = openRows(service);
  });
  afterAll(() => rows[Symbol.asyncDispose]());

  const textOf = (html: string) =>
    html
      .replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .replace(/ ([.,:])/g, '$1');

  /** A member with these contributions, as [project, when, seconds]. */
  const member = async (...contributions: [number, string, number][]) => {
    const address = `tab-${++people}@example.org`;
    const cookie = await signIn(service, address);
    const profile = await profileId(service, owner, address);
    const ids: number[] = [];
    const warnings: (string[] | undefined)[] = [];
    for (const [project_id, when, duration] of contributions) {
      const said = { key: owner, profile_id: profile, project_id, type: 'classification', when, duration };
      const reply = await service.postJson('/api/record_event', said);
      const json = (await reply.json()) as { event_id: number; warnings?: string[] };
      ids.push(json.event_id);
      warnings.push(json.warnings);
    }
    const words = async (path = '/me') =>
      textOf(await (await service.get(path, { headers: { cookie } })).text());
    const press = async (path: string, project_id: number, event_id = 0) => {
      const reply = await post(
        service,
        path,
        { project_id: String(project_id), event_id: String(event_id) },
        cookie,
      );
      return reply.status;
    };
    const certificate = async () => {
      const day = { from: '2026-05-04', to: '2026-05-04', name: 'Ada Byron' };
      const reply = await post(service, '/me/certificates', day, cookie);
      return words(reply.headers.get('location') ?? '');
    };
    return { cookie, profile, ids, warnings, words, press, certificate };
  };
  const reported: [number, string, number][] = [
    [birds.id, '2026-05-04T12:46:00Z', 30],
    [birds.id, '2026-05-04T13:30:00Z', 31],
    [birds.id, '2026-05-04T17:32:48Z', 400_000],
    [birds.id, '2026-05-04T17:33:20Z', 31_000],
    [frogs.id, '2026-05-04T08:00:00Z', 10_800],
  ];

  test('they are left out of the page, the milestones and certificates; the reply and Tools warn', async () => {
    const { warnings, words, certificate } = await member(...reported);
    expect(warnings.map((said) => said?.[0]?.split(':')[0])).toEqual([
      undefined,
      undefined,
      'duration',
      'duration',
      undefined,
    ]);
    const page = await words();
    expect(page).toContain('111 h 7 min in one go: was it really so long?');
    expect(page).toContain('8 h 37 min in one go');
    expect(page).not.toContain('10 hours on');
    expect(page).toMatch(/5 contributions 2 projects 3\sh 1\smin contributed/);
    expect(await certificate()).toContain('Frog Watch 1 contribution · 3 h');
    const cookie = await signIn(service, 'owner@example.org');
    const tools = await service.get(`/project/${birds.id}-bird-count/tools`, { headers: { cookie } });
    expect(textOf(await tools.text())).toContain('Recorded with more than 8 hours.');
  });

  test('confirmed, they count, up to the rest of the day; nobody else can confirm them', async () => {
    const { ids, words, press, certificate } = await member(...reported);
    const stranger = await member();
    expect(await stranger.press('/me/confirm-hours', birds.id, ids[2])).toBe(303);
    expect(await words()).toContain('111 h 7 min in one go');
    for (let times = 0; times < 2; times++)
      expect(await press('/me/confirm-hours', birds.id, ids[2])).toBe(303);
    const page = await words();
    expect(page).not.toContain('111 h 7 min in one go');
    expect(page).toContain('10 hours on');
    expect(await certificate()).toMatch(/Bird Count 4 contributions · 21 h.*Frog Watch 1 contribution · 3 h/);
  });

  test('one contribution is left out, and taken back; a second press and a stranger change nothing', async () => {
    const { ids, words, press, profile } = await member(...reported);
    const [, , tab = 0] = ids;
    expect(await words(`/me/leave-out?project_id=${birds.id}&event_id=${tab}`)).toMatch(
      /Leave out this contribution\? .*Bird Count .*You can restore this on your page for 7 days/,
    );
    const stranger = await member();
    expect(await stranger.words(`/me/leave-out?project_id=${birds.id}&event_id=${tab}`)).not.toContain(
      'Bird Count',
    );
    expect(await stranger.press('/me/leave-out', birds.id, tab)).toBe(303);
    expect(await words()).toContain('111 h 7 min in one go');

    await Promise.all([press('/me/leave-out', birds.id, tab), press('/me/leave-out', birds.id, tab)]);
    expect(await words()).not.toContain('111 h 7 min in one go');
    expect(await words()).toContain('1 contribution, permanently deleted on');
    const fits = async () => {
      const { stored, counted } = await rollUps(rows);
      const of = (all: { profile_id?: number }[]) =>
        all.filter(({ profile_id }) => Number(profile_id) === profile);
      expect(of(stored.participation as object[])).toEqual(of(counted.participation as object[]));
    };
    await fits();
    const [row] = await rows.all<{ removed_at: number }>(
      `select removed_at from removed_events where profile_id = ${profile}`,
    );
    const restored = { project_id: String(birds.id), removed_at: String(row?.removed_at) };
    const cookie = await signIn(service, `tab-${people - 1}@example.org`);
    await post(service, '/me/restore', restored, cookie);
    expect(await words()).toContain('111 h 7 min in one go');
    await fits();
  });

  test('the only contribution is left out', async () => {
    const { ids, words, press } = await member([frogs.id, '2026-05-04T08:00:00Z', 60]);
    expect(await press('/me/leave-out', frogs.id, ids[0])).toBe(303);
    expect(await words()).toContain('Nothing credited yet');
  });

  test('a form without a number is refused', async () => {
    const { press } = await member();
    expect(await press('/me/leave-out', birds.id, 0)).toBe(400);
    expect(await press('/me/confirm-hours', birds.id, -1)).toBe(400);
  });
});
