/**
 * Attacks on registration, review and accounts that no other file names: signing somebody in as somebody else (login
 * CSRF), sessions and drafts that were planted, ways off our site, requests to inner addresses, lines in mails, and
 * floods of drafts. Scripts in fields are in add-pages, review-pages and test/pages/render, forms of other sites in
 * hostile-forms, and what replies tell about members in user-enumeration.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { afterFile } from '../../set-up/after-file.ts';
import { startMailServer } from '../../set-up/service/peers/mail-server.ts';
import { crowded, unlimited } from '../../set-up/service/running-service.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { begin, filled, register, startSite, text } from './registering.ts';
import { withRole } from '../roles.ts';
import {
  cookieOf,
  importEntries,
  linkTo,
  mailedLink,
  post,
  projectEntry,
  projects,
  rows,
  signIn,
  startScene,
} from '../scene.ts';

const { frogs } = projects;

/** A server of this machine, which nobody's address may lead to. */
const inner: string[] = [];
const canary = createServer((request, response) => {
  inner.push(request.url ?? '');
  response.end('secret');
});
await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
afterFile(() => void canary.close());
const { port } = canary.address() as AddressInfo;

/** Another one, from which the service may fetch. */
const site = await startSite({});
afterFile(() => site[Symbol.asyncDispose]().then(() => undefined));

/** Spellings of this machine and of inner networks. */
const innerHosts = [
  ...['127.0.0.1', 'localhost', 'LOCALHOST', 'localhost.', '127.1', '127.0.1', '2130706433', '0x7f000001'],
  ...['0x7f.1', '0177.0.0.1', '017700000001', '①②⑦.0.0.1', '127。0。0。1', '0', '0.0.0.0', '[::1]', '[::]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:127.0.0.1]', '[::127.0.0.1]'],
  ...['[64:ff9b::7f00:1]', '[64:ff9b::127.0.0.1]', '127.0.0.1%00.example.org', 'user@127.0.0.1'],
];
const innerUrls = innerHosts.map((host) => `http://${host}:${port}/`);

/** Ways in which an address may lead a browser to another site. */
const elsewhere = [
  ...['https://evil.example/', '//evil.example', '///evil.example', '////evil.example', '/\\evil.example'],
  ...['\\\\evil.example', '/\t/evil.example', '\t//evil.example', ' //evil.example', '/%09/evil.example'],
  ...[
    '/..//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example',
    '/me/..//evil.example',
    'evil.example',
  ],
  ...['javascript:alert(1)', 'data:text/html,x', 'https:evil.example', 'https:/evil.example'],
  ...[
    'http://localhost@evil.example/',
    '/me\r\nLocation: https://evil.example',
    '/@evil.example/..//evil.example',
  ],
];

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  const me = async (cookie: string) =>
    (await service.get('/account', { headers: { cookie } })).status === 200;
  const named = async (cookie: string) =>
    (await text(service, '/account', cookie)).body.match(/\b(?:victim|attacker)@attacks\.example/)?.[0];

  beforeAll(async () => {
    ({ service } = await startScene(engine, { ...crowded, FETCH_FROM: site.host }));
  });

  describe('login CSRF', () => {
    const attacker = 'attacker@attacks.example';
    const victim = 'victim@attacks.example';

    test("opening an attacker's link doesn’t sign you in, and a form of another site does not use it", async () => {
      const cookie = await signIn(service, victim);
      await signIn(service, attacker);
      await post(service, '/sign-in', { email: attacker });
      const link = await mailedLink(service, attacker);
      const opened = await service.get(link, { headers: { cookie } });
      expect([opened.status, opened.headers.get('set-cookie')]).toEqual([200, null]);
      // The page says which account the button would sign in.
      expect(await opened.text()).toContain(attacker);
      for (const origin of ['https://evil.example', 'null', undefined]) {
        const headers = { cookie, ...(origin !== undefined && { origin }) };
        const sent = await service.postForm(link, { of_age: 'yes' }, { headers });
        expect([origin, sent.status, sent.headers.get('set-cookie')]).toEqual([origin, 403, null]);
      }
      expect(await named(cookie)).toBe(victim);
      // It is still the reader's own.
      const own = await post(service, link, {});
      expect(await named(cookieOf(own))).toBe(attacker);
    });

    test.each(['/sign-in/passkey', '/sign-in/passkey/options', '/add', '/guardian', '/sign-in'])(
      '%s takes nothing from another site, and gives it no cookie',
      async (path) => {
        const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
        const sent = await service.postForm(path, { email: attacker, url: 'http://a.invalid/' }, { headers });
        expect([sent.status, sent.headers.get('set-cookie')]).toEqual([403, null]);
      },
    );
  });

  describe('session fixation', () => {
    test('a sign-in replaces whatever session the browser had, and ends it', async () => {
      const before = await signIn(service, 'before@attacks.example');
      await post(service, '/sign-in', { email: 'after@attacks.example' }, before);
      const link = await mailedLink(service, 'after@attacks.example');
      const after = cookieOf(await post(service, link, { of_age: 'yes' }, before));
      expect(after).not.toBe(before);
      expect([await me(before), await me(after)]).toEqual([false, true]);
    });

    test('a planted draft cookie opens nothing once the author has signed in', async () => {
      const planted = `mh_drafts=${'p'.repeat(43)}`;
      const draft = await begin(service, 'http://planted.invalid/', planted);
      await post(service, draft.path, filled('Planted', { act: 'send' }), planted);
      const email = 'planted@attacks.example';
      await post(service, `${draft.path}/send`, { email }, planted);
      const link = await linkTo(service, email, '/sign-in/');
      const signedIn = await post(service, link, { of_age: 'yes' }, planted);
      const session = cookieOf(signedIn);
      await text(service, signedIn.headers.get('location') ?? '', session);
      const reads = async (cookie: string) => (await text(service, draft.path, cookie)).status;
      expect([await reads(session), await reads(planted)]).toEqual([200, 404]);
    });
  });

  describe('a shared browser: a person’s session ends while they write, and another person signs in there', () => {
    const writer = 'writer@attacks.example';
    const other = 'after-writer@attacks.example';

    /** Returns what the browser has, after the writer sent a draft without their session. */
    const interrupted = async (name: string) => {
      const session = await signIn(service, writer);
      const { path } = await begin(service, `http://${name.toLowerCase()}.invalid/`, session);
      await post(service, '/sign-out', {}, session);
      const sent = await post(service, path, { ...filled(name), act: 'preview' });
      expect(sent.status).toBe(303);
      return { path: (sent.headers.get('location') ?? '').replace(/#.*/, ''), browser: cookieOf(sent) };
    };
    const reads = async (path: string, cookie: string) => (await text(service, path, cookie)).status;

    test('the draft is neither seen nor sent by the other person', async () => {
      const { path, browser } = await interrupted('Interrupted');
      expect(await reads(path, browser)).toBe(200);
      const both = `${await signIn(service, other)}; ${browser}`;
      expect((await text(service, '/add', both)).body).not.toContain('Interrupted');
      for (const page of [path, `${path}/preview`, `${path}/send`, `${path}/delete`])
        expect([page, await reads(page, both)]).toEqual([page, 404]);
      for (const form of [path, `${path}/send`, `${path}/delete`]) {
        const sent = await post(service, form, { ...filled('Taken Over'), act: 'send' }, both);
        expect([form, sent.status]).toEqual([form, 404]);
      }
      // Its writer sends it; from then on the browser alone does not open it.
      const back = `${await signIn(service, writer)}; ${browser}`;
      expect((await text(service, '/add', back)).body).toContain('Interrupted');
      expect((await text(service, path, back)).body).toContain('Interrupted is a project of the tests.');
      expect([await reads(path, browser), await reads(path, both)]).toEqual([404, 404]);
    });

    test('after an hour only its writer opens it', async () => {
      const { path, browser } = await interrupted('Forgotten');
      const id = path.replace('/add/', '');
      await rows(
        service,
        `update project_drafts set updated_at = updated_at - 3660000 where draft_id = ${id}`,
      );
      expect(await reads(path, browser)).toBe(404);
      expect((await text(service, '/add', browser)).body).not.toContain('Forgotten');
      expect(await reads(path, `${await signIn(service, writer)}; ${browser}`)).toBe(200);
    });

    test('a kept text is in the reply only, and is sent with the rights of whoever sends it', async () => {
      const note = { day: '2026-01-01', text: 'A note of several words.' };
      const path = `/project/${frogs.id}/stats/notes`;
      const kept = await post(service, path, note);
      expect([kept.status, kept.headers.get('cache-control')]).toEqual([403, 'no-store']);
      expect(kept.headers.get('set-cookie')).toBeNull();
      expect(await kept.text()).toContain('A note of several words.</textarea>');
      const session = await signIn(service, other);
      const again = await post(service, path, note, session);
      expect(again.status).toBe(404);
      expect(await again.text()).not.toContain('several words');
      for (const page of ['/me', '/add', '/sign-in'])
        expect((await text(service, page, session)).body).not.toContain('several words');
    });
  });

  describe('open redirects', () => {
    const isOurs = (location: string | null) =>
      location !== null && new URL(location, `${service.baseUrl}/x/y`).origin === service.baseUrl;

    test.each(elsewhere)('%j leads nobody off the site, wherever it is written', async (next) => {
      const email = `led-${elsewhere.indexOf(next)}@attacks.example`;
      const cookie = await signIn(service, email);
      const encoded = encodeURIComponent(next);
      const signedIn = await service.get(`/sign-in?next=${encoded}`, { headers: { cookie } });
      expect([signedIn.status, isOurs(signedIn.headers.get('location'))]).toEqual([303, true]);
      await post(service, '/sign-in', { email, next });
      const used = await post(service, await mailedLink(service, email), {}, cookie);
      expect([used.status, isOurs(used.headers.get('location'))]).toEqual([303, true]);
      const session = cookieOf(used);
      for (const [path, fields] of [
        ['/language', { language: 'de', next }],
        ['/me/opt-out', { project_id: String(frogs.id), next, projects: next }],
        ['/sign-out', { next }],
      ] as const) {
        const reply = await post(service, path, fields, session);
        expect([path, reply.status, isOurs(reply.headers.get('location'))]).toEqual([path, 303, true]);
      }
      // As a path of its own: a redirect to the full name of a project must not turn it into a host.
      for (const path of [`/project/${frogs.id}${encoded}`, `/confirm/${frogs.id}?ref=r&next=${encoded}`]) {
        const { headers } = await service.get(path);
        if (headers.get('location') !== null)
          expect([path, isOurs(headers.get('location'))]).toEqual([path, true]);
      }
    });
  });

  describe('requests to inner addresses (SSRF)', () => {
    test('no spelling of an image is fetched from this machine, sent by file, form or key', async () => {
      const entries = innerUrls.map((image, at) =>
        projectEntry(`Inner ${at}`, `https://inner-${at}.example/`, { image }),
      );
      const control = projectEntry('Outer', 'https://outer.example/', { image: site.url('/picture') });
      await importEntries(service, 'owner@example.org', [...entries, control], '--publish');
      const owner = await signIn(service, 'images@attacks.example');
      const editor = await withRole(service, 'looks@attacks.example', 'editor');
      let sent = 0;
      for (const [at, image] of innerUrls.entries()) {
        const { path } = await begin(service, `http://inner-form-${at % 15}.invalid/`, owner);
        const fields = filled(`Inner form ${at}`, { image, act: 'send' });
        if ((await post(service, path, fields, owner)).status !== 303) continue;
        sent++;
        const id = Number(/Project ID is <strong>(\d+)/.exec((await text(service, path, owner)).body)?.[1]);
        await post(service, `/project/${id}/preview-image`, {}, editor);
      }
      expect(sent).toBeGreaterThan(5);
      const waiting = () =>
        rows<{ url: string }>(
          service,
          'select url from image_jobs where fault is null and next_at is not null',
        );
      await expect.poll(waiting).toEqual([]);
      const jobs = await rows<{ url: string }>(service, 'select url from image_jobs');
      // Spellings that are no address were refused before; the others were tried, and were not reached.
      expect(jobs.length).toBeGreaterThan(5);
      expect([inner, site.asked]).toEqual([[], expect.arrayContaining(['/picture'])]);
    });

    test('no spelling of an origin is looked at for its proof', async () => {
      await service.operate('manager', String(frogs.id), 'proof@attacks.example');
      const owner = await signIn(service, 'proof@attacks.example');
      const at = (await service.get(`/project/${frogs.id}`)).headers.get('location') ?? '';
      const before = await rows(service, 'select * from project_origins');
      for (const origin of [...innerUrls, ...innerUrls.map((url) => url.replace('http:', 'https:'))]) {
        const reply = await post(service, `${at}/origin`, { origin }, owner);
        expect([origin, [400, 429].includes(reply.status)]).toEqual([origin, true]);
      }
      expect(await rows(service, 'select * from project_origins')).toEqual(before);
      expect(inner).toEqual([]);
    });
  });

  test('drafts of one account are twenty, however many are asked for at once', async () => {
    const cookie = await signIn(service, 'flood@attacks.example');
    const replies = await Promise.all(
      Array.from({ length: 300 }, async (_, at) => {
        const reply = await post(service, '/add', { url: `http://10.0.${at >> 8}.${at & 255}/` }, cookie);
        await reply.arrayBuffer();
        return reply.status;
      }),
    );
    const drafts = await rows<{ n: number }>(
      service,
      `select count(*) as n from project_drafts where account_id =
        (select account_id from addresses where address = 'flood@attacks.example')`,
    );
    expect(Number(drafts[0]?.n)).toBe(20);
    expect(replies.filter((status) => status === 303)).toHaveLength(20);
    expect(replies.filter((status) => status === 429)).toHaveLength(280);
  });
});

describe('lines in mails (header injection)', () => {
  const lines = 'x\r\nBcc: victim@example.org\r\nX-Injected: yes\r\n\r\nbody';
  /** Names hold no addresses. */
  const name = lines.replace('victim@example.org', 'victim');

  test('no address with a line break is mailed, and no name or text adds a header or a recipient', async () => {
    await using smtp = await startMailServer();
    const { service } = await startScene('sqlite', {
      ...unlimited,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Hands <hello@example.org>',
    });
    // The link of the newest mail to an address that begins so.
    const linkIn = async (address: string, start: string) => {
      const find = () =>
        smtp.received
          .filter(({ envelope }) => envelope.includes(address))
          .flatMap(({ text: body = '' }) =>
            [...body.matchAll(/https?:\/\/\S+/g)].map(([link]) => new URL(link).pathname),
          )
          .findLast((path) => path.startsWith(start));
      await expect.poll(find).toBeDefined();
      return find() ?? '';
    };
    const join = async (email: string) => {
      await post(service, '/sign-in', { email });
      return cookieOf(await post(service, await linkIn(email, '/sign-in/'), { of_age: 'yes' }));
    };
    const owner = await join('owner@lines.example');
    await post(service, '/account/names', { handle: name, first_name: name, last_name: name }, owner);

    // Addresses: each form that mails one.
    const bad = [
      'a@lines.example\r\nBcc: victim@example.org',
      'a@lines.example\nvictim@example.org',
      `"${lines}"@x.example`,
    ];
    const draft = await begin(service, 'http://lines.invalid/');
    const contact_email = 'asked@lines.example';
    await post(service, draft.path, filled(name, { act: 'send', contact_email }), draft.cookie);
    for (const email of bad)
      for (const [path, cookie] of [
        ['/sign-in', undefined],
        ['/guardian', undefined],
        ['/account/addresses', owner],
        [`${draft.path}/send`, draft.cookie],
      ] as const) {
        const reply = await post(service, path, { email }, cookie);
        expect([path, email, reply.status < 500]).toEqual([path, email, true]);
      }

    // Names and texts: each mail that quotes them.
    await post(service, `${draft.path}/send`, { email: 'draft@lines.example' }, draft.cookie);
    await linkIn('draft@lines.example', '/sign-in/');
    const id = await register(service, owner, `Lines ${name}`, { contact_email: 'contact@lines.example' });
    await service.operate('role', 'editor@lines.example', 'editor');
    const editor = await join('editor@lines.example');
    await post(service, `/review/${id}`, { act: 'ask', question: `Which? ${lines}` }, editor);
    const answer = await linkIn('contact@lines.example', '/answer/');
    await post(service, answer, { answer: lines }, editor);
    const version =
      /name="version" value="(\d+)"/.exec((await text(service, `/review/${id}`, editor)).body)?.[1] ?? '';
    await post(service, `/review/${id}`, { act: 'reject', why: lines, version }, editor);
    await service.operate('publish', String(id));
    const at = (await service.get(`/project/${id}`)).headers.get('location') ?? '';
    await post(service, `${at}/people/invite`, { email: 'friend@lines.example' }, owner);
    await linkIn('friend@lines.example', '/invitation/');

    const mailed = smtp.received.map(({ envelope }) => envelope);
    expect(mailed.every((all) => all.length === 1 && all[0]?.endsWith('@lines.example'))).toBe(true);
    expect(mailed.length).toBeGreaterThanOrEqual(6);
    for (const { headers, to, cc, bcc, subject = '' } of smtp.received) {
      expect(headers.map(({ key }) => key).filter((key) => /^(x-injected|bcc|cc)$/.test(key))).toEqual([]);
      expect([to?.length, cc, bcc]).toEqual([1, undefined, undefined]);
      expect(subject).not.toMatch(/[\r\n]/);
    }
  });
});
