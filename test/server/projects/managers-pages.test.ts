/** The pages of a project for its managers. */
import { describe, expect, test } from 'vitest';
import { engines } from '../../set-up/service/start-service.ts';
import {
  count,
  importAll,
  joinFrom,
  post,
  profileId,
  projectEntry,
  projects,
  rows,
  send,
  signIn,
  success,
} from '../scene.ts';
import { pagesScene } from '../http/pages-scene.ts';

const { birds, frogs, hidden } = projects;

describe.each(engines)('the pages on %s', (engine) => {
  const scene = pagesScene(engine);
  const { open, text, record } = scene;

  describe('for managers', () => {
    const page = (tab: string) => `/project/${birds.id}-bird-count${tab}`;

    test.each(['/tools', '/stats'])(
      '%s: others are sent to sign in, or told that it is not theirs',
      async (tab) => {
        const { status, headers } = await open(page(tab));
        expect([status, headers.get('location')]).toEqual([
          303,
          `/sign-in?next=${encodeURIComponent(page(tab))}`,
        ]);
        expect((await open(page(tab), scene.visitor)).status).toBe(403);
        expect((await open(page(tab), scene.manager)).status).toBe(200);
      },
    );

    test('tools: the Project ID Code, the origins, and the snippets', async () => {
      const shown = await text(page('/tools'), scene.manager);
      expect(shown).toContain(`data-project_id=&quot;${birds.id}&quot;`);
      expect(shown).toContain(
        `${scene.service.baseUrl}/static/api/recordevent_with_service_inline_signup.js`,
      );
      expect(shown).toContain(birds.origin);
      expect(shown).not.toContain(scene.owner);
    });

    test.each([
      ['', 'collection'],
      ['?type=classification', 'classification'],
      ['?type=signup', 'signup'],
      ['?type=%22%3E%3Cscript%3E', 'collection'],
    ])('tools%s: the snippet of the tier that was chosen reports a %s', async (query, type) => {
      for (const [tier, count] of [
        ['bronze', 1],
        ['silver', 2],
        ['gold', 1],
      ] as const) {
        const chosen = await post(scene.service, page('/tier'), { tier }, scene.manager);
        expect(chosen.headers.get('location')).toBe(page('/tools'));
        const [shown = ''] = (await text(page(`/tools${query}`), scene.manager)).split(
          '<script type="application/json"',
        );
        expect(shown).toMatch(new RegExp(`value="${tier}"[^>]* aria-pressed="true"`));
        const types = [
          ...shown.matchAll(/data-participation=&quot;(\w+)|-d type=(\w+)|type: &quot;(\w+)/g),
        ].map(([, page, shell, server]) => page ?? shell ?? server);
        expect(types).toEqual(Array.from({ length: count }, () => type));
        expect(shown).toMatch(new RegExp(`type=${type}#snippets"[^>]* aria-current="true"`));
      }
      expect((await post(scene.service, page('/tier'), { tier: 'tin' }, scene.manager)).status).toBe(400);
    });

    test('tools: a mail for the developer has the snippet of the page and the guide', async () => {
      await post(scene.service, page('/tier'), { tier: 'bronze' }, scene.manager);
      const html = await text(page('/tools'), scene.manager);
      const [, query = ''] = /href="mailto:\?([^"]*)"/.exec(html) ?? [];
      const mail = new URLSearchParams(query.replaceAll('&amp;', '&'));
      expect(mail.get('subject')).toBe('Manyhands for Bird Count');
      expect(mail.get('body')).toContain(`data-project_id="${birds.id}" data-participation="collection"`);
      expect(mail.get('body')).toContain(`${scene.service.baseUrl}/docs?project_id=${birds.id}`);
    });

    test('tools: where the message was shown, and only on registered origins', async () => {
      const path = `/project/${frogs.id}-frog-watch`;
      const shownOn = async () => (await open(`${path}/shown`, scene.manager)).json() as Promise<unknown>;
      const showFrom = (origin: string) =>
        scene.service.get(`/embed/project?project_id=${frogs.id}`, { headers: { origin } });
      expect(await shownOn()).toEqual({ shown: [] });
      expect(await text(`${path}/tools`, scene.manager)).toContain('Waiting for your first message…');
      await showFrom('https://elsewhere.example');
      await showFrom('null');
      expect(await shownOn()).toEqual({ shown: [] });
      await showFrom(frogs.origin);
      await rows(scene.service, `update shown set last_at = last_at - 200000 where project_id = ${frogs.id}`);
      const { shown } = (await shownOn()) as { shown: { origin: string; ago: number }[] };
      expect(shown).toEqual([{ origin: frogs.origin, ago: expect.any(Number) }]);
      expect(Math.floor((shown[0]?.ago ?? 0) / 60)).toBe(3);
      const html = (await text(`${path}/tools`, scene.manager)).replace(/<[^<>]*>/g, '');
      expect(html).toContain('Seen on frogs.example 3 minutes ago');
      await showFrom(frogs.origin);
      const again = (await shownOn()) as { shown: { ago: number }[] };
      expect(again.shown[0]?.ago).toBeLessThan(60);
      // Rows of before this was kept say nothing about when.
      await rows(scene.service, `update shown set last_at = null where project_id = ${frogs.id}`);
      expect(await shownOn()).toEqual({ shown: [] });
    });

    test('tools: the preview is the builder’s, in a sandbox; where it was shown is for managers only', async () => {
      const preview = await open(
        `/builder/preview?embed=message&project_id=${birds.id}&type=signup`,
        scene.manager,
      );
      expect(preview.status).toBe(200);
      const policy = preview.headers.get('content-security-policy') ?? '';
      for (const part of [
        'sandbox allow-scripts allow-forms',
        "frame-ancestors 'self'",
        "default-src 'none'",
        "form-action 'none'",
      ])
        expect(policy.split('; ')).toContain(part);
      expect(policy).not.toMatch(/allow-same-origin|script-src[^;]*unsafe/);
      const html = await preview.text();
      expect(html).toContain(`data-project_id="${birds.id}"`);
      expect(html).toContain('data-participation="signup"');
      for (const cookie of [undefined, scene.visitor])
        expect((await open(page('/shown'), cookie)).status).toBe(404);
    });

    test('stats: the recorded events, late ones separately', async () => {
      const profile = await profileId(scene.service, scene.owner, 'counted@example.org');
      for (let times = 0; times < 3; times++) await record(profile, frogs.id);
      await record(profile, frogs.id, { when: '2019-05-01T08:20:30Z', type: 'classification' });
      const shown = (await text(`/project/${frogs.id}-frog-watch/stats`, scene.manager)).replace(
        /<[^<>]*>/g,
        ' ',
      );
      expect(shown).toMatch(/4\s+contributions/);
      expect(shown).toMatch(/fewer than\s+10\s+participants/);
      expect(shown).toMatch(/25\s?%\s+reported more than 24 h late/);
    });

    test('stats: events that an owner vouches for and that a browser reported are separate', async () => {
      const profile = await profileId(scene.service, scene.owner, 'both-ways@example.org');
      await record(profile, hidden.id);
      const { grant } = await joinFrom(scene.service, hidden, 'by-browser@example.org');
      const said = { project_id: hidden.id, grant, type: 'collection', event_id: 'e' };
      await success('POST /embed/record', await send(scene.service, '/embed/record', said, hidden.origin));
      const shown = await text(`/project/${hidden.id}-hidden-newts/stats`, scene.manager);
      const [section = ''] = /aria-labelledby="figure-contributions".*?<\/section>/s.exec(shown) ?? [];
      const cells = (tag: string) =>
        [...section.matchAll(new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`, 'g'))].map(([, cell]) => cell);
      expect(cells('th').slice(1, 4)).toEqual(['your server', 'participant’s browser', 'Total']);
      expect(cells('td').slice(-3)).toEqual(['1', '1', '2']);
    });

    test('stats: the number of participants changes once a day, so that one opt-out is not visible', async () => {
      const tenant = projectEntry('Daily Newts', 'https://daily.example', { id: 51 });
      await importAll(scene.service, 'owner@example.org', [tenant], '--publish');
      const people = Array.from({ length: 10 }, (_, n) => `daily-${n}@example.org`);
      const when = new Date(Date.now() - 86_400_000).toISOString();
      for (const address of people)
        await record(await profileId(scene.service, scene.owner, address), 51, { when });
      const participants = async () =>
        /(about|fewer than)\s+(\d+)\s+participants/
          .exec((await text('/project/51-daily-newts/stats', scene.manager)).replace(/<[^<>]*>/g, ' '))
          ?.slice(1)
          .join(' ');
      expect(await participants()).toBe('about 10');
      const cookie = await signIn(scene.service, people[0] ?? '');
      await post(scene.service, '/me/claim', { project_id: '51' }, cookie);
      await post(scene.service, '/me/remove', { project_id: '51' }, cookie);
      expect(await count(scene.service, 'participation where project_id = 51')).toBe(9);
      expect(await participants()).toBe('about 10');
      // The next day.
      const nextDay = async () => {
        await rows(scene.service, "update people_figures set day = '2026-01-01' where project_id = 51");
        return participants();
      };
      // 9 are about 10, or too few: from which number on is a secret of the project.
      expect(['about 10', 'fewer than 10']).toContain(await nextDay());
      // Below 10 nothing tells how many they are: an owner who knows all of them would see who has left.
      const some = '(select profile_id from participation where project_id = 51 order by profile_id limit 4)';
      for (const table of ['participant_days', 'participation'])
        await rows(scene.service, `delete from ${table} where project_id = 51 and profile_id in ${some}`);
      expect(await nextDay()).toBe('fewer than 10');
    });

    test('stats: test events are counted separately, and a button deletes them: for of the managers', async () => {
      const path = `/project/${scene.reviewed}-moss-map/stats`;
      const profile = await profileId(scene.service, scene.owner, 'tester@example.org');
      await record(profile, scene.reviewed);
      await record(profile, scene.reviewed, { idempotency_key: 'test' });
      expect(await text(path, scene.manager)).toContain('2 test events have arrived');
      const drop = (cookie?: string) => post(scene.service, path.replace(/stats$/, 'drop-tests'), {}, cookie);
      for (const cookie of [undefined, scene.visitor]) expect((await drop(cookie)).status).toBe(404);
      const { status, headers } = await drop(scene.manager);
      expect([status, headers.get('location')]).toEqual([303, path]);
      expect(await text(path, scene.manager)).not.toContain('test events');
      for (const table of ['events', 'daily', 'submissions'])
        expect(await count(scene.service, `${table} where project_id = ${scene.reviewed}`)).toBe(0);
    });

    test('a project that awaits review: its managers and the editors see it, others do not', async () => {
      const path = `/project/${scene.reviewed}-moss-map`;
      expect((await open(path)).status).toBe(404);
      expect((await open(path, scene.visitor)).status).toBe(404);
      expect((await open(`${path}/tools`)).status).toBe(404);
      await text(path, scene.manager);
      await scene.service.operate('role', 'visitor@example.org', 'editor');
      await text(path, scene.visitor);
      expect((await open(`${path}/stats`, scene.visitor)).status).toBe(403);
      await scene.service.operate('role', 'visitor@example.org', 'none');
      expect((await open(path, scene.visitor)).status).toBe(404);
    });
  });
});
