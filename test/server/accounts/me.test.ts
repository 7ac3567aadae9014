/** A person's own page: taking, deleting and stopping what is credited. */
import { describe, expect, test } from 'vitest';
import { engines } from '../../set-up/service/start-service.ts';
import { count, joinFrom, post, profileId, projects, rows, signIn } from '../scene.ts';
import { pagesScene } from '../http/pages-scene.ts';

const { birds } = projects;

describe.each(engines)('the pages on %s', (engine) => {
  const scene = pagesScene(engine);
  const { text, record } = scene;

  describe('/me', () => {
    let people = 0;
    /** A person for whom the owner recorded once before they joined. */
    const newcomer = async () => {
      const address = `newcomer-${++people}@example.org`;
      const profile = await profileId(scene.service, scene.owner, address);
      await record(profile, birds.id, { duration: '3600', extra: 'mine' });
      const cookie = await signIn(scene.service, address);
      return { address, profile, cookie };
    };
    const act = async (path: string, fields: Record<string, string>, cookie: string) => {
      const reply = await post(scene.service, path, fields, cookie);
      // Where the act shows.
      const to = expect.stringMatching(/^\/(me|account\?(grants=1#grants|projects=1#credit-\d+))$/) as string;
      expect([reply.status, reply.headers.get('location')]).toEqual([303, to]);
    };
    const words = async (cookie: string) => (await text('/me', cookie)).replace(/<[^<>]*>/g, ' ');
    const ofBirds = { project_id: String(birds.id) };

    test('a person may take contributions from before they joined', async () => {
      const { cookie, profile } = await newcomer();
      expect(await words(cookie)).toMatch(/Are these yours\?/);
      await act('/me/claim', ofBirds, cookie);
      const taken = await words(cookie);
      expect(taken).not.toMatch(/Are these yours\?/);
      expect(taken).toMatch(/1\s+contributions?/);
      expect(await count(scene.service, `events where profile_id = ${profile}`)).toBe(1);
    });

    test('or to delete: only the totals of the project stay', async () => {
      const { cookie, profile } = await newcomer();
      const total = () => rows<object>(scene.service, 'select sum(events) as sum from daily');
      const before = await total();
      await act('/me/disclaim', ofBirds, cookie);
      expect(await words(cookie)).toMatch(/Nothing credited yet/);
      expect(await count(scene.service, `events where profile_id = ${profile}`)).toBe(0);
      expect(await count(scene.service, `participation where profile_id = ${profile}`)).toBe(0);
      expect(await total()).toEqual(before);
    });

    test('opting out ends the crediting and keeps earlier events; opting in starts again', async () => {
      const { cookie, profile } = await newcomer();
      await act('/me/claim', ofBirds, cookie);
      await act('/me/opt-out', ofBirds, cookie);
      expect(await words(cookie)).toMatch(/You opted out/);
      expect(await count(scene.service, `events where profile_id = ${profile}`)).toBe(1);
      await record(profile);
      expect(await count(scene.service, `events where profile_id = ${profile}`)).toBe(1);
      await act('/me/opt-in', ofBirds, cookie);
      await record(profile);
      expect(await count(scene.service, `events where profile_id = ${profile}`)).toBe(2);
      expect(await words(cookie)).not.toMatch(/You opted out/);
    });

    test('the place of a contribution is named by the town nearby, and at sea by its degrees', async () => {
      const { cookie, profile } = await newcomer();
      const places: [where: string, named: RegExp][] = [
        ['POINT(4.85 45.74)', /<span title="45.74° N, 4.85° E">near <bdi translate="no">Lyon<\/bdi>/],
        // Not the village that is nearer.
        ['POINT(2.287 48.862)', /near <bdi translate="no">Paris</],
        ['POINT(179.95 66.3)', /near <bdi translate="no">Egvekinot</],
        ['POINT(-45 30)', /at 30° N, 45° W/],
        ['POINT(0 90)', /at 90° N, 0° E/],
      ];
      for (const [where, named] of places) {
        await record(profile, birds.id, { where });
        expect((await text('/me', cookie)).split('aria-labelledby="all"')[0]).toMatch(named);
      }
    });

    test('a person who manages nothing reads nothing of projects of their own', async () => {
      const { cookie } = await newcomer();
      expect(await text('/me', cookie)).not.toContain('Your projects');
    });

    test('a manager reads the contributions of the last seven days', async () => {
      expect(await text('/me', scene.manager)).toMatch(
        /[1-9] contributions? in the last 7 days|\d0 contributions in the last 7 days/,
      );
    });

    test('a grant is listed, and revoked by its person only', async () => {
      const address = 'granted@example.org';
      const { grant } = await joinFrom(scene.service, birds, address);
      const cookie = await signIn(scene.service, address);
      const page = await text('/account', cookie);
      expect(page).toContain(birds.origin);
      const id = /name="id" value="(\d+)"/.exec(page)?.[1] ?? '';
      const use = () =>
        scene.service.get('/embed/record', {
          method: 'POST',
          body: JSON.stringify({ grant, project_id: birds.id, type: 'signup', event_id: 'e' }),
          headers: { origin: birds.origin, 'content-type': 'text/plain' },
        });
      await act('/me/grants/revoke', { id }, scene.visitor);
      expect((await use()).status).toBe(200);
      const listed = await text('/account', cookie);
      expect(listed).toContain('They see you from tomorrow on');
      expect(listed).not.toContain('Managers do not see you');
      await act('/me/grants/revoke', { id }, cookie);
      expect((await use()).status).toBe(401);
      expect(await text('/account', cookie)).not.toContain(birds.origin);
    });

    test('a form without its project is refused', async () => {
      for (const project_id of ['', 'birds', '-1']) {
        const reply = await post(scene.service, '/me/opt-out', { project_id }, scene.visitor);
        expect(reply.status).toBe(400);
      }
    });

    test('nobody acts for somebody else', async () => {
      const { profile } = await newcomer();
      await act('/me/disclaim', { ...ofBirds, profile_id: String(profile) }, scene.visitor);
      await act('/me/remove', { ...ofBirds, profile_id: String(profile) }, scene.visitor);
      await act('/me/opt-out', { ...ofBirds, profile_id: String(profile) }, scene.visitor);
      expect(await count(scene.service, `events where profile_id = ${profile}`)).toBe(1);
      expect(await count(scene.service, `opt_outs where profile_id = ${profile}`)).toBe(0);
    });
  });
});
