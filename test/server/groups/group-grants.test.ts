/** The grant of a group, on a partner's page: it counts contributions for the group, and can do nothing more. */
import { describe, expect, test } from 'vitest';
import { engines } from '../../set-up/service/start-service.ts';
import { embedScene } from '../grants/embed-scene.ts';
import { post, projects, rows, send, signIn } from '../scene.ts';

const { birds, frogs } = projects;
const day = 86_400_000;
const inAYear = new Date(Date.now() + 360 * day).toISOString().slice(0, 10);

describe.each(engines)("a group's grant on %s", (engine) => {
  const scene = embedScene(engine);
  let opened = 0;

  const open = async (name = 'Class 7b') => {
    const leader = await signIn(scene.service, 'leader@school.example');
    const form = `grant-${engine}-${++opened}`.padEnd(43, 'g');
    const reply = await post(scene.service, '/groups', { name, ends: inAYear, form }, leader);
    const path = new URL(reply.headers.get('location') ?? '', scene.service.baseUrl).pathname;
    const page = async (at = '') =>
      (await scene.service.get(path + at, { headers: { cookie: leader } })).text();
    return {
      code: async () => /\/join\/([A-Z]{8})/.exec(await page('/sheet'))?.[1] ?? '',
      did: async () => (await page()).replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' '),
      act: (act: string) => post(scene.service, `${path}/${act}`, {}, leader),
    };
  };
  const ask = (code: string, { id, origin }: { id: number; origin: string } = birds) =>
    send(scene.service, '/embed/group', { project_id: id, code }, origin);
  const granted = async (code: string, at?: { id: number; origin: string }) => {
    const reply = await ask(code, at);
    expect(reply.status).toBe(200);
    return (await reply.json()) as { grant: string; expires: string };
  };
  const use = (path: string, grant: string, more: object = {}, origin = birds.origin) =>
    send(scene.service, path, { project_id: birds.id, grant, ...more }, origin);

  test('counts for the group and says so, once for each contribution, without its place and its details', async () => {
    const group = await open();
    const { grant, expires } = await granted(await group.code());
    expect(Date.parse(expires) - Date.now()).toBeLessThanOrEqual(30 * day);
    expect(Date.parse(expires) - Date.now()).toBeGreaterThan(28 * day);
    const where = '{"type":"Point","coordinates":[8.5417,47.3769]}';
    const more = { event_id: `once-${engine}`, duration: 3600, where, extra: '{"pupil":"Ada"}' };
    const first = await scene.recorded(grant, more);
    expect(first).toMatchObject({ credited: true, group: 'Class 7b' });
    expect(first.grant).toBe(grant);
    expect(await scene.recorded(grant, more)).toMatchObject({ duplicate: true, event_id: first.event_id });
    expect(await scene.stored(first.event_id)).toMatchObject({ extra: null, place: null, source: 'browser' });
    expect(await group.did()).toMatch(/Bird Count 1 contribution · 1 h/);
  });

  test('is the same for everybody on one page, differs from page to page, and leaves no row', async () => {
    const group = await open();
    const code = await group.code();
    const count = async () =>
      (await rows(scene.service, 'select 1 from grants union all select 1 from grant_tokens')).length;
    const before = await count();
    const [one, other, elsewhere] = [
      await granted(code),
      await granted(`${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`),
      await granted(code, frogs),
    ];
    expect(other).toEqual(one);
    expect(elsewhere.grant.slice(0, 22)).not.toBe(one.grant.slice(0, 22));
    await scene.recorded(one.grant);
    expect(await count()).toBe(before);
  });

  test('is for one project on one origin, the present code, and as long as the group', async () => {
    const group = await open();
    const { grant } = await granted(await group.code());
    await scene.recorded(grant);
    expect((await scene.record(grant, {}, frogs)).status).toBe(401);
    expect((await scene.record(grant, {}, { id: birds.id, origin: 'https://shared.example' })).status).toBe(
      401,
    );
    expect((await scene.record(`${grant.slice(0, -1)}${grant.endsWith('A') ? 'B' : 'A'}`)).status).toBe(401);
    await group.act('renew');
    expect((await scene.record(grant)).status).toBe(401);
    const newer = await granted(await group.code());
    await scene.recorded(newer.grant);
    await group.act('end');
    expect((await scene.record(newer.grant)).status).toBe(401);
    expect(await group.did()).toContain('2 contributions');
  });

  test('leads to no profile, and stops nobody', async () => {
    const group = await open();
    const { grant } = await granted(await group.code());
    for (const path of ['/embed/assertion', '/embed/decline']) {
      const reply = await use(path, grant);
      expect([path, reply.status, await reply.json()]).toMatchObject([path, 403, { code: 'group_grant' }]);
    }
    // One pupil's "Not us?" ends nothing for the others.
    expect((await use('/embed/forget', grant)).status).toBe(200);
    await scene.recorded(grant);
  });

  test('"Not us?" takes off the contribution of this page, and no other', async () => {
    const group = await open();
    const { grant } = await granted(await group.code());
    await scene.recorded(grant, { event_id: `kept-${engine}` });
    await scene.recorded(grant, { event_id: `taken-${engine}` });
    expect((await use('/embed/undo', grant, { event_id: `taken-${engine}` })).status).toBe(200);
    expect(await group.did()).toMatch(/Bird Count 1 contribution /);
    expect((await use('/embed/undo', grant, { event_id: `unknown-${engine}` })).status).toBe(200);
    expect((await use('/embed/undo', grant)).status).toBe(400);
    expect(await group.did()).toMatch(/Bird Count 1 contribution /);
    await scene.recorded(grant, { event_id: `taken-${engine}` });
    expect(await group.did()).toMatch(/Bird Count 2 contributions /);
  });

  test.each([
    ['of no group', 'BCDFGHJK', 400, 'wrong_group_code'],
    ['that is none', 'AEIOU', 400, 'wrong_group_code'],
    ['that is text of another kind', '\u202e💥ABCDE', 400, 'wrong_group_code'],
    ['that is too long', 'B'.repeat(41), 400, 'invalid'],
  ])('a code %s is refused in its field', async (_, code, status, word) => {
    const reply = await ask(code);
    expect([reply.status, await reply.json()]).toMatchObject([
      status,
      { code: word, errors: [{ field: 'code' }] },
    ]);
  });

  test('a page of no registered origin gets none', async () => {
    const group = await open();
    const reply = await ask(await group.code(), { id: birds.id, origin: 'https://stranger.example' });
    expect(reply.status).toBe(403);
  });
});
