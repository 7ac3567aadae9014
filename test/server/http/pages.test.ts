/** The pages of the site, as a browser requests them: their content for each visitor, and their forms. */
import { type IncomingMessage, request } from 'node:http';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { ppsrResult } from '../../../src/contract/ppsr/result.ts';
import { sourceWords } from '../../../src/pages/project/event-words.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import {
  addProject,
  cookieOf,
  count,
  importEntries,
  joinFrom,
  mailedLink,
  newestMail,
  post,
  profileId,
  projectEntry,
  projects,
  rows,
  send,
  signIn,
  shareScene,
  success,
} from '../scene.ts';

const { birds, frogs, hidden, stars } = projects;

describe.each(engines)('the pages on %s', (engine) => {
  let service: Service;
  let owner: string;
  let reviewed: number;
  let manager: string;
  let visitor: string;

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
    reviewed = await addProject(service, owner, 'Moss Map');
    manager = await signIn(service, 'owner@example.org');
    visitor = await signIn(service, 'visitor@example.org');
  });

  const open = (path: string, cookie?: string) =>
    service.get(path, cookie === undefined ? {} : { headers: { cookie } });
  const text = async (path: string, cookie?: string) => {
    const reply = await open(path, cookie);
    expect({ path, status: reply.status }).toEqual({ path, status: 200 });
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    return reply.text();
  };
  const record = async (profile: number, project = birds.id as number, more: Record<string, string> = {}) =>
    success(
      'POST /api/record_event',
      await service.postForm(`/api/record_event?key=${owner}`, {
        profile_id: String(profile),
        project_id: String(project),
        type: 'collection',
        ...more,
      }),
    );

  describe('for everybody', () => {
    test('the front page: how many projects there are, and the newest', async () => {
      const page = await text('/');
      for (const { name } of [birds, frogs, stars]) expect(page).toContain(name);
      for (const name of [hidden.name, 'Moss Map']) expect(page).not.toContain(name);
    });

    test('the finder: every project, or the results of a search', async () => {
      const all = await text('/finder');
      for (const { name } of [birds, frogs, stars]) expect(all).toContain(name);
      for (const name of [hidden.name, 'Moss Map']) expect(all).not.toContain(name);
      const some = await text('/finder?q=frog');
      expect(some).toContain(frogs.name);
      expect(some).not.toContain(birds.name);
    });

    test('a project, with the data for search engines', async () => {
      const page = await text(`/project/${birds.id}-bird-count`);
      expect(page).toContain(`<title>${birds.name} · Manyhands</title>`);
      const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? 'null';
      expect(JSON.parse(json)).toEqual({
        '@context': 'https://schema.org',
        '@type': 'Project',
        name: birds.name,
        description: `${birds.name} is a project of the tests.`,
        identifier: String(birds.id),
        url: `${service.baseUrl}/project/${birds.id}-bird-count`,
        sameAs: `${birds.origin}/home`,
        parentOrganization: { '@type': 'Organization', name: 'The Test Society' },
      });
      expect(page).not.toContain('contact@example.org');
    });

    test('a project that has ended says in which year, where that is known', async () => {
      const more = { status: 'complete', project_duration: '2014 to 2016' };
      const entries = [
        projectEntry('Ended Moss', 'https://ended-moss.example/', { id: 61, ...more }),
        projectEntry('Ended Fern', 'https://ended-fern.example/', {
          id: 62,
          status: 'complete',
          project_duration: 'Since 2014',
        }),
      ];
      expect((await importEntries(service, 'ended@example.org', entries, '--publish')).code).toBe(0);
      const [moss, fern] = [await text('/project/61-ended-moss'), await text('/project/62-ended-fern')];
      expect(moss).toContain('This project ended in 2016.');
      expect(fern).toContain('This project has ended.');
    });

    test('a project leads programs to its picture for previews and to its document of PPSR Core', async () => {
      const page = await text(`/project/${birds.id}-bird-count`);
      const [, picture = ''] = /<meta property="og:image" content="([^"]+)"/.exec(page) ?? [];
      expect(picture).toMatch(`${service.baseUrl}/project/${birds.id}-bird-count/card.png?v=`);
      const reply = await open(picture.slice(service.baseUrl.length));
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png']);
      const { width, height, format } = await sharp(await reply.arrayBuffer()).metadata();
      expect([width, height, format]).toEqual([1200, 630, 'png']);
      const etags = await Promise.all(
        [birds, frogs, birds].map(async ({ id }) =>
          (await open(`/project/${id}/card.png`)).headers.get('etag'),
        ),
      );
      expect(etags[0]).toBe(etags[2]);
      expect(etags[0]).not.toBe(etags[1]);

      const [, path = ''] = /<link rel="alternate" type="application\/json" href="([^"]+)"/.exec(page) ?? [];
      const document = await open(path);
      expect(document.headers.get('access-control-allow-origin')).toBe('*');
      expect(ppsrResult.parse(await document.json())).toMatchObject({
        projectId: String(birds.id),
        projectName: birds.name,
      });
    });

    test('what is not public has neither, for nobody', async () => {
      for (const id of [hidden.id, reviewed, 999])
        for (const file of ['card.png', 'ppsr.json'])
          expect((await open(`/project/${id}/${file}`, manager)).status).toBe(404);
      const page = await text(`/project/${reviewed}-moss-map`, manager);
      expect(page).not.toContain('og:image');
    });

    test('text of a project is text: neither markup nor script comes through', async () => {
      const bad = '</script><script>alert(1)</script><img src=x onerror=alert(1)>';
      const entry = projectEntry(`Bad ${bad}`, 'https://bad.example', {
        id: 41,
        description: bad,
        tags: [bad],
        city: bad,
        how_to_join: bad,
        goal: bad.slice(0, 60),
        origin: bad.slice(0, 100),
      });
      expect((await importEntries(service, 'bad@example.org', [entry], '--publish')).code).toBe(0);
      const at = (await open('/project/41')).headers.get('location') ?? '';
      for (const path of [at, '/', '/finder', '/finder?q=bad']) {
        const page = await text(path);
        expect(page).toContain('Bad ');
        expect(page).not.toContain('<script>alert');
        expect(page).not.toContain('<img src=x');
      }
      expect((await service.operator('hide', '41')).code).toBe(0);
    });

    test.each<[string, string, string]>([
      ['the number alone', `/project/${birds.id}`, `/project/${birds.id}-bird-count`],
      ['an earlier name', `/project/${birds.id}-owl-count`, `/project/${birds.id}-bird-count`],
    ])('%s redirects to the current address', async (_, path, wanted) => {
      const { status, headers } = await open(path);
      expect([status, headers.get('location')]).toEqual([303, wanted]);
    });

    test.each<[string, string]>([
      ['no such project', '/project/999-nothing'],
      ['a project in words', '/project/birds'],
      ['a hidden project', `/project/${hidden.id}-hidden-newts`],
      ['no such page', '/nowhere'],
      ['a way out of the assets', '/assets/..%2f..%2fserver%2fmain.js'],
      ['no such tab', `/project/${birds.id}-bird-count/secrets`],
    ])('%s: there is nothing here', async (_, path) => {
      const reply = await open(path, visitor);
      expect(reply.status).toBe(404);
      expect(reply.headers.get('content-type')).toMatch(/^text\/html/);
      expect(await reply.text()).toContain('There is nothing here');
    });

    test('an address that is not percent-encoded text is unreadable, not a fault of ours', async () => {
      expect((await open('/project/%E0%A4%A')).status).toBe(400);
    });
  });

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
        expect((await open(page(tab), visitor)).status).toBe(403);
        expect((await open(page(tab), manager)).status).toBe(200);
      },
    );

    test('tools: the Project ID Code, the origins, and the snippets', async () => {
      const shown = await text(page('/tools'), manager);
      expect(shown).toContain(`data-project_id=&quot;${birds.id}&quot;`);
      expect(shown).toContain(`${service.baseUrl}/static/api/recordevent_with_service_inline_signup.js`);
      expect(shown).toContain(birds.origin);
      expect(shown).not.toContain(owner);
    });

    test.each([
      ['', 'collection'],
      ['?type=classification', 'classification'],
      ['?type=signup', 'signup'],
      ['?type=%22%3E%3Cscript%3E', 'collection'],
    ])('tools%s: bronze comes first, and every snippet reports a %s', async (query, type) => {
      const [shown = ''] = (await text(page(`/tools${query}`), manager)).split(
        '<script type="application/json"',
      );
      const tiers = [...shown.matchAll(/card snippet tier-(\w+)/g)].map(([, tier]) => tier);
      expect(tiers).toEqual(['bronze', 'silver', 'gold']);
      const types = [...shown.matchAll(/data-participation=&quot;(\w+)|-d type=(\w+)|type: &quot;(\w+)/g)];
      expect(types.map(([, page, shell, server]) => page ?? shell ?? server)).toEqual([
        type,
        type,
        type,
        type,
      ]);
      expect(shown).toContain(`/builder/preview?embed=message&amp;project_id=${birds.id}&amp;type=${type}"`);
      expect(shown).toMatch(new RegExp(`type=${type}#snippets"[^>]* aria-current="true"`));
    });

    test('tools: where the message was shown, and only on registered origins', async () => {
      const path = `/project/${frogs.id}-frog-watch`;
      const shownOn = async () => (await open(`${path}/shown`, manager)).json() as Promise<unknown>;
      const showFrom = (origin: string) =>
        service.get(`/embed/project?project_id=${frogs.id}`, { headers: { origin } });
      expect(await shownOn()).toEqual({ shown: [] });
      expect(await text(`${path}/tools`, manager)).toContain('Waiting for your first message…');
      await showFrom('https://elsewhere.example');
      await showFrom('null');
      expect(await shownOn()).toEqual({ shown: [] });
      await showFrom(frogs.origin);
      await rows(service, `update shown set last_at = last_at - 200000 where project_id = ${frogs.id}`);
      const { shown } = (await shownOn()) as { shown: { origin: string; ago: number }[] };
      expect(shown).toEqual([{ origin: frogs.origin, ago: expect.any(Number) }]);
      expect(Math.floor((shown[0]?.ago ?? 0) / 60)).toBe(3);
      const html = (await text(`${path}/tools`, manager)).replace(/<[^<>]*>/g, '');
      expect(html).toContain('Seen on frogs.example 3 minutes ago');
      await showFrom(frogs.origin);
      const again = (await shownOn()) as { shown: { ago: number }[] };
      expect(again.shown[0]?.ago).toBeLessThan(60);
      // Rows of before this was kept say nothing about when.
      await rows(service, `update shown set last_at = null where project_id = ${frogs.id}`);
      expect(await shownOn()).toEqual({ shown: [] });
    });

    test('tools: the preview is the builder’s, in a sandbox; where it was shown is for managers only', async () => {
      const preview = await open(
        `/builder/preview?embed=message&project_id=${birds.id}&type=signup`,
        manager,
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
      for (const cookie of [undefined, visitor])
        expect((await open(page('/shown'), cookie)).status).toBe(404);
    });

    test('stats: the recorded events, late ones separately', async () => {
      const profile = await profileId(service, owner, 'counted@example.org');
      for (let times = 0; times < 3; times++) await record(profile, frogs.id);
      await record(profile, frogs.id, { when: '2019-05-01T08:20:30Z', type: 'classification' });
      const shown = (await text(`/project/${frogs.id}-frog-watch/stats`, manager)).replace(/<[^<>]*>/g, ' ');
      expect(shown).toMatch(/4\s+contributions/);
      expect(shown).toMatch(/fewer than\s+10\s+participants/);
      expect(shown).toMatch(/25\s?%\s+reported more than 24 h late/);
    });

    test('stats: events that an owner vouches for and that a browser reported are separate', async () => {
      const profile = await profileId(service, owner, 'both-ways@example.org');
      await record(profile, hidden.id);
      const { grant } = await joinFrom(service, hidden, 'by-browser@example.org');
      const said = { project_id: hidden.id, grant, type: 'collection', event_id: 'e' };
      await success('POST /embed/record', await send(service, '/embed/record', said, hidden.origin));
      const shown = await text(`/project/${hidden.id}-hidden-newts/stats`, manager);
      const [section = ''] = /aria-labelledby="figure-contributions".*?<\/section>/s.exec(shown) ?? [];
      const cells = (tag: string) =>
        [...section.matchAll(new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`, 'g'))].map(([, cell]) => cell);
      expect(cells('th').slice(1, 4)).toEqual([sourceWords.api, sourceWords.browser, 'Total']);
      expect(cells('td').slice(-3)).toEqual(['1', '1', '2']);
    });

    test('stats: the number of participants changes once a day, so that one opt-out is not visible', async () => {
      const tenant = projectEntry('Daily Newts', 'https://daily.example', { id: 51 });
      expect((await importEntries(service, 'owner@example.org', [tenant], '--publish')).code).toBe(0);
      const people = Array.from({ length: 10 }, (_, n) => `daily-${n}@example.org`);
      const when = new Date(Date.now() - 86_400_000).toISOString();
      for (const address of people) await record(await profileId(service, owner, address), 51, { when });
      const participants = async () =>
        /(about|fewer than)\s+(\d+)\s+participants/
          .exec((await text('/project/51-daily-newts/stats', manager)).replace(/<[^<>]*>/g, ' '))
          ?.slice(1)
          .join(' ');
      expect(await participants()).toBe('about 10');
      const cookie = await signIn(service, people[0] ?? '');
      await post(service, '/me/claim', { project_id: '51' }, cookie);
      await post(service, '/me/remove', { project_id: '51' }, cookie);
      expect(await count(service, 'participation where project_id = 51')).toBe(9);
      expect(await participants()).toBe('about 10');
      // The next day.
      const nextDay = async () => {
        await rows(service, "update people_figures set day = '2026-01-01' where project_id = 51");
        return participants();
      };
      // 9 are about 10, or too few: from which number on is a secret of the project.
      expect(['about 10', 'fewer than 10']).toContain(await nextDay());
      // Below 10 nothing tells how many they are: an owner who knows all of them would see who has left.
      const some = '(select profile_id from participation where project_id = 51 order by profile_id limit 4)';
      for (const table of ['participant_days', 'participation'])
        await rows(service, `delete from ${table} where project_id = 51 and profile_id in ${some}`);
      expect(await nextDay()).toBe('fewer than 10');
    });

    test('stats: test events are counted separately, and a button deletes them: for of the managers', async () => {
      const path = `/project/${reviewed}-moss-map/stats`;
      const profile = await profileId(service, owner, 'tester@example.org');
      await record(profile, reviewed);
      await record(profile, reviewed, { idempotency_key: 'test' });
      expect(await text(path, manager)).toContain('2 test events have arrived');
      const drop = (cookie?: string) => post(service, path.replace(/stats$/, 'drop-tests'), {}, cookie);
      for (const cookie of [undefined, visitor]) expect((await drop(cookie)).status).toBe(404);
      const { status, headers } = await drop(manager);
      expect([status, headers.get('location')]).toEqual([303, path]);
      expect(await text(path, manager)).not.toContain('test events');
      for (const table of ['events', 'daily', 'submissions'])
        expect(await count(service, `${table} where project_id = ${reviewed}`)).toBe(0);
    });

    test('a project that awaits review: its managers and the editors see it, others do not', async () => {
      const path = `/project/${reviewed}-moss-map`;
      expect((await open(path)).status).toBe(404);
      expect((await open(path, visitor)).status).toBe(404);
      expect((await open(`${path}/tools`)).status).toBe(404);
      await text(path, manager);
      expect((await service.operator('role', 'visitor@example.org', 'editor')).code).toBe(0);
      await text(path, visitor);
      expect((await open(`${path}/stats`, visitor)).status).toBe(403);
      expect((await service.operator('role', 'visitor@example.org', 'none')).code).toBe(0);
      expect((await open(path, visitor)).status).toBe(404);
    });
  });

  describe('signing in', () => {
    test.each(['en', 'de', 'es', 'fr', 'pt', 'ar'])(
      'the mail has no digit outside of its link: %s',
      async (lang) => {
        const address = `no-digits-${lang}@example.org`;
        expect((await post(service, '/sign-in', { email: address, lang })).status).toBe(200);
        const { subject, text: said, links } = await newestMail(service, address);
        expect(links).toHaveLength(1);
        expect(subject + said.replace(links[0] ?? '', '')).not.toMatch(/\d/);
      },
    );

    test('a visitor who is not signed in is asked to sign in, and comes back', async () => {
      const { status, headers } = await open('/me');
      expect([status, headers.get('location')]).toEqual([303, '/sign-in?next=%2Fme']);
      for (const act of ['claim', 'disclaim', 'remove', 'restore', 'opt-out', 'opt-in', 'grants/revoke']) {
        const reply = await post(service, `/me/${act}`, { project_id: String(birds.id), id: '1' });
        expect([reply.status, reply.headers.get('location')]).toEqual([303, '/sign-in?next=/me']);
      }
    });

    test('opening the link does nothing yet: a mail scanner that opens it signs nobody in', async () => {
      const address = 'scanned@example.org';
      await post(service, '/sign-in', { email: address });
      const link = await mailedLink(service, address);
      for (let times = 0; times < 3; times++) {
        const reply = await open(link);
        expect([reply.status, reply.headers.get('set-cookie')]).toEqual([200, null]);
      }
      expect(await count(service, `addresses where address = '${address}'`)).toBe(0);
      const young = await post(service, link, {});
      expect([young.status, young.headers.get('set-cookie')]).toEqual([400, null]);
      expect(await count(service, `addresses where address = '${address}'`)).toBe(0);
      const signedIn = await post(service, link, { of_age: 'yes' });
      expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/me']);
      expect(signedIn.headers.get('set-cookie')).toMatch(
        /^mh_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
      );
      expect(await text('/me', cookieOf(signedIn))).toContain(address);
    });

    test('a link shows its account, and the one that it signs out: nobody signs in to another account unawares', async () => {
      const mine = await signIn(service, 'already-in@example.org');
      const named = (address: string) => `<strong><bdi translate="no">${address}</bdi></strong>`;
      for (const address of ['sent-by-somebody@example.org', 'sent-by-somebody@example.org']) {
        await post(service, '/sign-in', { email: address });
        const link = await mailedLink(service, address);
        for (const cookie of [undefined, mine]) {
          const page = await text(link, cookie);
          expect(page).toContain(named(address));
          expect(page.includes(named('already-in@example.org'))).toBe(cookie === mine);
          expect(page.includes('signs you out')).toBe(cookie === mine);
        }
        const asked = await post(service, link, {}, mine);
        if (asked.status === 400) expect(await asked.text()).toContain(named(address));
        else expect(asked.status).toBe(303);
        if (asked.status === 400) await post(service, link, { of_age: 'yes' }, undefined);
      }
      // The replaced session has ended: its cookie no longer works.
      expect((await open('/me', mine)).status).toBe(303);
      // For the same person, nothing is replaced.
      const again = await signIn(service, 'already-in@example.org');
      await post(service, '/sign-in', { email: 'already-in@example.org' });
      const page = await text(await mailedLink(service, 'already-in@example.org'), again);
      expect(page).not.toContain('signs you out');
    });

    test('a link works once, even if its button is pressed ten times at once', async () => {
      const address = 'once@example.org';
      await post(service, '/sign-in', { email: address });
      const link = await mailedLink(service, address);
      const replies = await Promise.all(
        Array.from({ length: 10 }, () => post(service, link, { of_age: 'yes' })),
      );
      expect(replies.filter(({ status }) => status === 303)).toHaveLength(1);
      expect(replies.filter(({ status }) => status === 400)).toHaveLength(9);
      const after = await open(link);
      expect(await after.text()).toContain('This link was used already');
      expect(
        await count(
          service,
          `accounts a join addresses d on d.account_id = a.account_id where d.address = '${address}'`,
        ),
      ).toBe(1);
    });

    test('a link that is too old, or was changed, signs nobody in', async () => {
      const address = 'late@example.org';
      await post(service, '/sign-in', { email: address });
      const link = await mailedLink(service, address);
      await rows(service, 'update sign_in_links set expires_at = 1 where used_at is null');
      for (const path of [link, `${link.slice(0, -1)}x`, '/sign-in/x']) {
        const reply = await post(service, path, { of_age: 'yes' });
        expect([reply.status, reply.headers.get('set-cookie')]).toEqual([400, null]);
      }
    });

    test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/x y'])(
      'no way leads on to %s',
      async (next) => {
        const { status, headers } = await open(`/sign-in?next=${encodeURIComponent(next)}`, visitor);
        expect([status, headers.get('location')]).toEqual([303, '/me']);
        expect(await text(`/sign-in?next=${encodeURIComponent(next)}`)).not.toContain('evil.example');
      },
    );

    test('an invalid address is reported, and no mail is sent', async () => {
      const before = (await service.mails()).length;
      expect((await post(service, '/sign-in', { email: 'nobody' })).status).toBe(400);
      expect(await service.mails()).toHaveLength(before);
    });

    test('signing out ends the session, not only the cookie', async () => {
      const cookie = await signIn(service, 'leaves@example.org');
      await text('/me', cookie);
      const out = await post(service, '/sign-out', {}, cookie);
      expect([out.status, out.headers.get('location')]).toEqual([303, '/']);
      expect(out.headers.get('set-cookie')).toContain('mh_session=; Max-Age=0; Path=/');
      expect((await open('/me', cookie)).status).toBe(303);
    });

    test.each(['mh_session=', 'mh_session=x', 'mh_session=%00', 'other=1; mh_session=nothing'])(
      'the cookie %s is nobody’s',
      async (cookie) => {
        expect((await open('/me', cookie)).status).toBe(303);
      },
    );
  });

  describe('/me', () => {
    let people = 0;
    /** A person for whom the owner recorded once before they joined. */
    const newcomer = async () => {
      const address = `newcomer-${++people}@example.org`;
      const profile = await profileId(service, owner, address);
      await record(profile, birds.id, { duration: '3600', extra: 'mine' });
      const cookie = await signIn(service, address);
      return { address, profile, cookie };
    };
    const act = async (path: string, fields: Record<string, string>, cookie: string) => {
      const reply = await post(service, path, fields, cookie);
      // Where the act shows.
      const to = expect.stringMatching(/^\/me(#(grants|credit-\d+))?$/) as string;
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
      expect(await count(service, `events where profile_id = ${profile}`)).toBe(1);
    });

    test('or to delete: only the totals of the project stay', async () => {
      const { cookie, profile } = await newcomer();
      const total = () => rows<object>(service, 'select sum(events) as sum from daily');
      const before = await total();
      await act('/me/disclaim', ofBirds, cookie);
      expect(await words(cookie)).toMatch(/Nothing credited yet/);
      expect(await count(service, `events where profile_id = ${profile}`)).toBe(0);
      expect(await count(service, `participation where profile_id = ${profile}`)).toBe(0);
      expect(await total()).toEqual(before);
    });

    test('opting out ends the crediting and keeps earlier events; opting in starts again', async () => {
      const { cookie, profile } = await newcomer();
      await act('/me/claim', ofBirds, cookie);
      await act('/me/opt-out', ofBirds, cookie);
      expect(await words(cookie)).toMatch(/You opted out/);
      expect(await count(service, `events where profile_id = ${profile}`)).toBe(1);
      await record(profile);
      expect(await count(service, `events where profile_id = ${profile}`)).toBe(1);
      await act('/me/opt-in', ofBirds, cookie);
      await record(profile);
      expect(await count(service, `events where profile_id = ${profile}`)).toBe(2);
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

    test('a grant is listed, and revoked by its person only', async () => {
      const address = 'granted@example.org';
      const { grant } = await joinFrom(service, birds, address);
      const cookie = await signIn(service, address);
      const page = await text('/me', cookie);
      expect(page).toContain(birds.origin);
      const id = /name="id" value="(\d+)"/.exec(page)?.[1] ?? '';
      const use = () =>
        service.get('/embed/record', {
          method: 'POST',
          body: JSON.stringify({ grant, project_id: birds.id, type: 'signup', event_id: 'e' }),
          headers: { origin: birds.origin, 'content-type': 'text/plain' },
        });
      await act('/me/grants/revoke', { id }, visitor);
      expect((await use()).status).toBe(200);
      await act('/me/grants/revoke', { id }, cookie);
      expect((await use()).status).toBe(401);
      expect(await text('/me', cookie)).not.toContain(birds.origin);
    });

    test('a form without its project is refused', async () => {
      for (const project_id of ['', 'birds', '-1']) {
        const reply = await post(service, '/me/opt-out', { project_id }, visitor);
        expect(reply.status).toBe(400);
      }
    });

    test('nobody acts for somebody else', async () => {
      const { profile } = await newcomer();
      await act('/me/disclaim', { ...ofBirds, profile_id: String(profile) }, visitor);
      await act('/me/remove', { ...ofBirds, profile_id: String(profile) }, visitor);
      await act('/me/opt-out', { ...ofBirds, profile_id: String(profile) }, visitor);
      expect(await count(service, `events where profile_id = ${profile}`)).toBe(1);
      expect(await count(service, `opt_outs where profile_id = ${profile}`)).toBe(0);
    });
  });

  describe('forms of other sites', () => {
    const forms = [
      ...['/sign-in', '/sign-out', '/connect', '/sign-in/x', '/mail/x'],
      ...['/me/claim', '/me/disclaim', '/me/opt-out', '/me/opt-in', '/me/grants/revoke'],
      ...['/me/remove', '/me/restore'],
    ];
    const foreign: [string, Record<string, string>][] = [
      ['another site', { origin: 'https://evil.example' }],
      ['the same machine under another name', { origin: 'http://127.0.0.1:3000' }],
      ['a sandboxed page', { origin: 'null' }],
      ['another site, by its fetch metadata', { 'sec-fetch-site': 'cross-site' }],
      ['a sister site', { 'sec-fetch-site': 'same-site' }],
      ['nobody knows where', {}],
    ];

    test.each(foreign)('a form from %s is refused, whatever cookie came with it', async (_, headers) => {
      const mails = (await service.mails()).length;
      for (const path of forms) {
        const fields = { email: 'victim@example.org', project_id: String(birds.id) };
        const reply = await service.postForm(path, fields, { headers: { ...headers, cookie: visitor } });
        expect({ path, status: reply.status }).toEqual({ path, status: 403 });
      }
      expect(await service.mails()).toHaveLength(mails);
      expect((await open('/me', visitor)).status).toBe(200);
    });

    test('a form of ours is known by its fetch metadata, too', async () => {
      const headers = { 'sec-fetch-site': 'same-origin' };
      expect((await service.postForm('/sign-in', { email: 'meta@example.org' }, { headers })).status).toBe(
        200,
      );
    });
  });

  describe('headers', () => {
    test.each<[string, string, boolean]>([
      ['the front page', '/', false],
      ['the finder', '/finder?q=bird', false],
      ['a project', `/project/${birds.id}-bird-count`, false],
      ['the tools', `/project/${birds.id}-bird-count/tools`, true],
      ['the person’s page', '/me', true],
      ['what is not there', '/nowhere', false],
      ['the outbox', '/dev/outbox', false],
    ])('%s runs our scripts only, and may be neither framed nor cached', async (_, path, isManagers) => {
      const { headers } = await open(path, isManagers ? manager : undefined);
      expect(headers.get('content-security-policy')?.split(/; ?/).sort()).toEqual([
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "frame-src 'self'",
        "img-src 'self' data:",
        "script-src 'self'",
        "style-src 'self'",
      ]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
    });

    test('a page has no script or style of its own in it', async () => {
      for (const path of ['/', '/finder', `/project/${birds.id}-bird-count`]) {
        const page = await text(path);
        expect(page).not.toMatch(/<script(?![^>]*(src=|type="application\/(ld\+)?json"))/);
        expect(page).not.toMatch(/ style="| on[a-z]+="|<style/);
      }
    });

    test('the files that a page loads exist, and may be cached for ever', async () => {
      const page = await text('/');
      const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
      expect(assets.length).toBeGreaterThan(0);
      for (const path of assets) {
        const { status, headers } = await open(path);
        expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
      }
    });
  });

  describe('outside production the service is for this machine only', () => {
    /** `fetch` would write the Host header itself. */
    const ask = (path: string, headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request(
          { host: '127.0.0.1', port: service.port, path, headers },
          (reply: IncomingMessage) => {
            reply.resume();
            reply.on('end', () => resolve(reply.statusCode));
          },
        );
        sent.on('error', reject);
        sent.end();
      });

    test.each<[string, string, number]>([
      ['localhost', 'localhost', 200],
      ['localhost with a port', 'localhost:3000', 200],
      ['127.0.0.1', '127.0.0.1:3000', 200],
      ['[::1]', '[::1]:3000', 200],
      ['another name that leads here', 'evil.example', 421],
      ['a name that begins like ours', 'localhost.evil.example', 421],
      ['another address', '192.168.1.5:3000', 421],
    ])('as %s', async (_, host, status) => {
      for (const path of ['/', '/dev/outbox', '/finder/metadata', '/health'])
        expect({ path, status: await ask(path, { host }) }).toEqual({ path, status });
    });

    test.each<[string, Record<string, string>]>([
      ['X-Forwarded-For', { 'x-forwarded-for': '203.0.113.5' }],
      ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example' }],
      ['Forwarded', { forwarded: 'for=203.0.113.5' }],
      ['Via', { via: '1.1 proxy' }],
      ['X-Real-IP', { 'x-real-ip': '203.0.113.5' }],
    ])('a request through a proxy (%s) sees no outbox', async (_, headers) => {
      expect(await ask('/dev/outbox', { host: 'localhost', ...headers })).toBe(404);
      expect(await ask('/dev/outbox.json', { host: 'localhost', ...headers })).toBe(404);
      expect(await ask('/', { host: 'localhost', ...headers })).toBe(200);
    });
  });

  test('health reports that the store responds', async () => {
    const reply = await open('/health');
    expect([reply.status, await reply.json()]).toEqual([200, { result: 'success', store: 'ok', mail: 'ok' }]);
  });
});
