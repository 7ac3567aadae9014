/** The pages of the site, as a browser requests them: their content for everybody, their headers, and forms of other sites. */
import { type IncomingMessage, request } from 'node:http';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ppsrResult } from '../../../src/contract/ppsr/result.ts';
import { engines } from '../../set-up/service/start-service.ts';
import { importAll, projectEntry, projects } from '../scene.ts';
import { pagesScene } from './pages-scene.ts';

const { birds, frogs, hidden, stars } = projects;

describe.each(engines)('the pages on %s', (engine) => {
  const scene = pagesScene(engine);
  const { open, text } = scene;

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

    test('everything that a page loads is there', async () => {
      const page = await text(`/project/${birds.id}-bird-count`);
      const loaded = page.matchAll(
        /<(?:link rel="(?!alternate|canonical)|script|img)[^>]*? (?:href|src)="(\/[^"]+)"/g,
      );
      const paths = [...loaded].map(([, path = '']) => path);
      const statuses = await Promise.all(paths.map(async (path) => [path, (await open(path)).status]));
      expect(statuses).toEqual(paths.map((path) => [path, 200]));
      expect(paths.some((path) => path.includes('mark'))).toBe(true);
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
        url: `${scene.service.baseUrl}/project/${birds.id}-bird-count`,
        sameAs: `${birds.origin}/home`,
        parentOrganization: { '@type': 'Organization', name: 'The Test Society' },
      });
      expect(page).not.toContain('contact@example.org');
    });

    test('what an owner filled in is on the page, and what is missing has no empty place there', async () => {
      const filled = {
        ...{
          address: '12 Reed Lane',
          zip: '90210',
          rsvp: 'come@moss.example',
          twitter_name: '@moss@social.example',
        },
        ...{ video_url: 'https://video.example/w?v=1', blog_url: 'https://blog.example/moss' },
        facebook_page: 'https://network.example/moss',
      };
      const entries = [
        projectEntry('Full Moss', 'https://full-moss.example/', { id: 63, ...filled }),
        projectEntry('Bare Moss', 'https://bare-moss.example/', { id: 64 }),
      ];
      await importAll(scene.service, 'full@example.org', entries, '--publish');
      const [full, bare] = [await text('/project/63-full-moss'), await text('/project/64-bare-moss')];
      for (const part of ['12 Reed Lane', '90210', 'href="mailto:come@moss.example"', '@moss@social.example'])
        expect(full).toContain(part);
      for (const address of [filled.video_url, filled.blog_url, filled.facebook_page])
        expect(full).toContain(`<a href="${address}" rel="noopener ugc">${new URL(address).host}</a>`);
      const empty = /<(ul|dl|dd|ol)[^>]*><\/\1>/;
      expect([empty.exec(full)?.[0], empty.exec(bare)?.[0]]).toEqual([undefined, undefined]);
      expect(bare).not.toContain('Street address');
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
      await importAll(scene.service, 'ended@example.org', entries, '--publish');
      const [moss, fern] = [await text('/project/61-ended-moss'), await text('/project/62-ended-fern')];
      expect(moss).toContain('This project ended in 2016.');
      expect(fern).toContain('This project has ended.');
    });

    test('a project leads programs to its picture for previews and to its document of PPSR Core', async () => {
      const page = await text(`/project/${birds.id}-bird-count`);
      const [, picture = ''] = /<meta property="og:image" content="([^"]+)"/.exec(page) ?? [];
      expect(picture).toMatch(`${scene.service.baseUrl}/project/${birds.id}-bird-count/card.png?v=`);
      const reply = await open(picture.slice(scene.service.baseUrl.length));
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
      for (const id of [hidden.id, scene.reviewed, 999])
        for (const file of ['card.png', 'ppsr.json'])
          expect((await open(`/project/${id}/${file}`, scene.manager)).status).toBe(404);
      const page = await text(`/project/${scene.reviewed}-moss-map`, scene.manager);
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
      await importAll(scene.service, 'bad@example.org', [entry], '--publish');
      const at = (await open('/project/41')).headers.get('location') ?? '';
      for (const path of [at, '/', '/finder', '/finder?q=bad']) {
        const page = await text(path);
        expect(page).toContain('Bad ');
        expect(page).not.toContain('<script>alert');
        expect(page).not.toContain('<img src=x');
      }
      await scene.service.operate('hide', '41');
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
      const reply = await open(path, scene.visitor);
      expect(reply.status).toBe(404);
      expect(reply.headers.get('content-type')).toMatch(/^text\/html/);
      expect(await reply.text()).toContain('There is nothing here');
    });

    test('an address that is not percent-encoded text is unreadable, not a fault of ours', async () => {
      expect((await open('/project/%E0%A4%A')).status).toBe(400);
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
      const mails = (await scene.service.mails()).length;
      for (const path of forms) {
        const fields = { email: 'victim@example.org', project_id: String(birds.id) };
        const reply = await scene.service.postForm(path, fields, {
          headers: { ...headers, cookie: scene.visitor },
        });
        expect({ path, status: reply.status }).toEqual({ path, status: 403 });
      }
      expect(await scene.service.mails()).toHaveLength(mails);
      expect((await open('/me', scene.visitor)).status).toBe(200);
    });

    test('a form of ours is known by its fetch metadata, too', async () => {
      const headers = { 'sec-fetch-site': 'same-origin' };
      expect(
        (await scene.service.postForm('/sign-in', { email: 'meta@example.org' }, { headers })).status,
      ).toBe(200);
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
      const { headers } = await open(path, isManagers ? scene.manager : undefined);
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

    test('a page is compressed where its reader has no secret here, and its files always', async () => {
      const encodingOf = async (path: string, headers: Record<string, string> = {}) => {
        const reply = await fetch(scene.service.baseUrl + path, { headers });
        expect([path, reply.status]).toEqual([path, 200]);
        await reply.text();
        return reply.headers.get('content-encoding');
      };
      const [sheet = ''] = /\/assets\/[^"]+\.css/.exec(await text('/')) ?? [];
      const secrets = ['mh_session', '__Host-mh_session', 'mh_drafts', 'mh_oauth_request'];
      for (const path of ['/', '/finder?q=frog', `/project/${birds.id}-bird-count`, '/feed.atom']) {
        expect(await encodingOf(path)).toBe('gzip');
        expect(await encodingOf(path, { cookie: 'language=de' })).toBe('gzip');
        expect(await encodingOf(path, { 'accept-encoding': 'identity' })).toBeNull();
        for (const name of secrets)
          expect([name, await encodingOf(path, { cookie: `language=de; ${name}=x` })]).toEqual([name, null]);
      }
      expect(await encodingOf(sheet, { 'accept-encoding': 'br, gzip', cookie: 'mh_session=x' })).toBe('br');
    });
  });

  describe('outside production the service is for this machine only', () => {
    /** `fetch` would write the Host header itself. */
    const ask = (path: string, headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request(
          { host: '127.0.0.1', port: scene.service.port, path, headers },
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
