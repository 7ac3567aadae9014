/** "Check my page": what is read of an owner's page, and the line that it must change, over HTTP. */
import { consentManagers } from '../../../src/embed-code/consent-managers.ts';
import { elementOf } from '../../../src/embed-code/script-tag.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parsePolicy, stops } from '../../../server/widgets/check/policy.ts';
import { refusals } from '../../../src/contract/api/refusals.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { startSite } from '../projects/registering.ts';
import {
  count,
  importEntries,
  joinFrom,
  post,
  projectEntry,
  projects,
  rows,
  send,
  signIn,
  startScene,
} from '../scene.ts';

type Site = Awaited<ReturnType<typeof startSite>>;

const texts = (html: string) =>
  [...html.matchAll(/<li><p>(.*?)<\/p>(?:<pre[^>]*><code[^>]*>(.*?)<\/code><\/pre>)?<\/li>/gs)].map(
    ([, says = '', line = '']) =>
      [says, line].map((text) =>
        text
          .replace(/<\/?code[^>]*>/g, '')
          .replaceAll('&#39;', "'")
          .replaceAll('&quot;', '"')
          .replaceAll('&lt;', '<')
          .replaceAll('&amp;', '&'),
      ),
  );

describe.each(engines)('the check of a page on %s', (engine) => {
  let service: Service;
  let site: Site;
  let owner: string;
  const pages: Record<string, { status: number; headers?: Record<string, string>; body?: string }> = {};

  beforeAll(async () => {
    site = await startSite(pages);
    ({ service } = await startScene(engine, { FETCH_FROM: site.host, LIMIT_PAGES: '0' }));
    owner = await signIn(service, 'owner@example.org');
    const entry = projectEntry('Site Count', site.url('/home'), { id: 31 });
    await importEntries(service, 'owner@example.org', [entry], '--publish');
  });
  afterAll(() => site[Symbol.asyncDispose]());

  const ask = async (url: string, cookie?: string) => {
    const reply = await post(service, '/builder/check', { url }, cookie);
    return { status: reply.status, html: await reply.text() };
  };
  /** Serves a page, and returns the findings about it. */
  const findings = async (body: string, headers: Record<string, string> = {}, cookie?: string) => {
    pages['/page'] = { status: 200, headers: { 'content-type': 'text/html', ...headers }, body };
    const { status, html } = await ask(site.url('/page'), cookie);
    expect(status).toBe(200);
    return { found: texts(html), html };
  };
  const file = (name = 'recordevent_with_service_inline_signup.js') =>
    `${service.baseUrl}/static/api/${name}`;
  const snippet = (more = '') => `<script src="${file()}" data-project_id="31" ${more} async></script>`;

  test('a page that does all of it right', async () => {
    const { found, html } = await findings(snippet());
    expect(html).toContain('Nothing to change');
    expect(found.map(([says]) => says)).toEqual([
      'On the page: Confirmation message.',
      'No content security policy stands in the way.',
      `${new URL(site.url('/')).origin} is a registered site of the project.`,
    ]);
  });

  const policy = (text: string) => ({ 'content-security-policy': text });
  test.each(consentManagers)('$name, which holds the script', async ({ name, attributes, src = 'src' }) => {
    const address = `${file()}?project_id=31&participation=classification`;
    const { found } = await findings(elementOf('script', { ...attributes, [src]: address }));
    expect(found).toEqual([
      [`${name} holds the script until the visitor agrees.`, ''],
      ['On the page: Confirmation message.', ''],
      ['No content security policy stands in the way.', ''],
      [expect.stringContaining('is a registered site'), ''],
    ]);
  });

  test('a manager that makes data-type the type of the script, and one on the page for whose form it is not', async () => {
    const held = `<script type="text/plain" data-name="manyhands" data-src="${file()}" data-project_id="31" data-type="collection"></script>`;
    const { found } = await findings(`<script src="https://consent.cookiebot.com/uc.js"></script>${held}`);
    expect(found).toContainEqual([
      expect.stringContaining('It then makes collection the type of the script'),
      'data-participation="collection" data-type="text/javascript"',
    ]);
    expect(found).toContainEqual([expect.stringContaining('Cookiebot is on the page.'), '']);
    const { found: plain } = await findings(snippet('data-type="text/javascript" data-name="manyhands"'));
    expect(plain.map(([says]) => says).join()).not.toContain('Must be');
  });

  test.each<[string, string, Record<string, string>, [string, string]]>([
    [
      'a policy without us',
      '',
      policy("default-src 'self'; script-src 'self' https://cdn.example; connect-src *"),
      ['(script-src) stops the script', "script-src 'self' https://cdn.example BASE"],
    ],
    [
      'a policy that allows the script, and not its requests',
      '',
      policy("script-src http:; connect-src 'self'"),
      ['(connect-src) stops its requests', "connect-src 'self' BASE"],
    ],
    [
      'a policy with nothing but a default',
      '',
      policy("default-src 'none'; connect-src *"),
      ['(default-src) stops the script', 'script-src BASE'],
    ],
    [
      'the second of two policies',
      '',
      policy("script-src *, script-src 'self'"),
      ['(script-src) stops the script', "script-src 'self' BASE"],
    ],
    [
      'a policy with a nonce that our script lacks',
      '',
      policy("script-src 'nonce-abc' 'strict-dynamic' BASE"),
      ['Add nonce="…" to our script', ''],
    ],
    [
      'a policy of a sandbox',
      '',
      policy('sandbox allow-forms'),
      ['a sandbox without scripts', 'sandbox allow-forms allow-scripts'],
    ],
    [
      'a page that cuts off its windows',
      '',
      { 'cross-origin-opener-policy': 'same-origin; report-to="x"' },
      ['cut off from the windows', 'Cross-Origin-Opener-Policy: same-origin-allow-popups'],
    ],
    ['a consent plug-in', 'type="text/plain"', {}, ['type="text/plain", so that browsers do not run it', '']],
    [
      'integrity on a file that changes',
      'integrity="sha384-x"',
      {},
      ['its file changes with each release', 'src="FILE"'],
    ],
    [
      'a setting that cannot be read',
      'data-type="bird"',
      {},
      ['data-type="bird": Must be collection or classification', ''],
    ],
  ])('%s is named, with the line to change', async (_, attribute, headers, [says, line]) => {
    const base = (text: string) => text.replace('BASE', service.baseUrl).replace('FILE', file());
    const sent = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, base(text)]));
    const { found } = await findings(snippet(attribute), sent);
    const [, printed] = found.find(([text]) => text?.includes(says)) ?? [];
    expect([says, found.map(([text]) => text), printed]).toEqual([
      says,
      expect.arrayContaining([expect.stringContaining(says)]),
      expect.stringContaining(base(line)),
    ]);
  });

  test.each<[string, () => string, string]>([
    ['nothing of ours', () => '<p>Hello</p>', 'There is no embed of ours'],
    ['a snippet in a comment', () => `<!-- ${snippet()} -->`, 'There is no embed of ours'],
    [
      'a tag manager',
      () => '<script src="https://www.googletagmanager.com/gtm.js"></script>',
      'It has a tag manager',
    ],
    [
      'another service',
      () => snippet().replace(service.baseUrl, 'https://old.example'),
      'comes from https://old.example',
    ],
    ['no project', () => snippet().replace('data-project_id="31"', ''), 'Missing: Project ID'],
    [
      'a project that is not there',
      () => snippet().replace('"31"', '"99"'),
      'There is no published project 99',
    ],
    [
      'a project of somebody else',
      () => snippet().replace('"31"', '"21"'),
      'is not a registered site of project 21',
    ],
    [
      'a widget that is not there',
      () => `<script src="${file('finder.js')}" data-widget="999"></script>`,
      'There is no widget 999',
    ],
    [
      'a policy in the page',
      () => `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">${snippet()}`,
      'stops the script',
    ],
    [
      'an element without its script',
      () => '<manyhands-finder></manyhands-finder>',
      'no script that draws it',
    ],
    [
      'a frame',
      () =>
        `<meta http-equiv="content-security-policy" content="frame-src 'none'"><iframe src="${service.baseUrl}/widget?q=x"></iframe>`,
      'stops the frame',
    ],
  ])('%s is told', async (_, body, says) => {
    const { found } = await findings(body());
    expect(found.map(([text]) => text)).toEqual(expect.arrayContaining([expect.stringContaining(says)]));
  });

  test('a script of an element is enough with the element', async () => {
    const { html } = await findings(
      `<script src="${file('finder.js')}" async></script><manyhands-finder data-q="x"></manyhands-finder>`,
    );
    expect(html).toContain('Nothing to change');
  });

  test('what was last seen from there is for people who manage the project', async () => {
    const { origin } = new URL(site.url('/'));
    await service.get('/embed/project?project_id=31', { headers: { origin } });
    const { html } = await findings(snippet(), {}, owner);
    const day = new Date().toISOString().slice(0, 10);
    expect(html).toContain(`The message last shown there: <strong>${day}</strong>`);
    const others = await signIn(service, 'stranger@example.org');
    for (const cookie of [undefined, others])
      expect((await findings(snippet(), {}, cookie)).html).not.toContain('last shown there');
  });

  describe('the last signs from a site', () => {
    const today = new Date().toISOString().slice(0, 10);
    const loaded = (id: number, origin: string) =>
      service.get(`/embed/project?project_id=${id}`, { headers: { origin } });
    const signsOf = (id: number) => count(service, `site_signs where project_id = ${id}`);
    const seenOn = async (project: number) => {
      const { html } = await findings(snippet().replace('"31"', `"${project}"`), {}, owner);
      return Object.fromEntries(
        [
          ...html.matchAll(
            /<li>([^<]+): <strong>([^<]+)<\/strong>(?:<span class="quiet" lang="en"> ([^<]+)<\/span>)?/g,
          ),
        ].map(([, what, value, why]) => [
          what,
          why === undefined ? value : `${value} ${why.replaceAll('&#39;', "'")}`,
        ]),
      );
    };

    test('loaded, shown, recorded and refused', async () => {
      const { origin } = new URL(site.url('/'));
      const never = await seenOn(31);
      expect(never['A contribution last recorded from there']).toBe('never');
      expect(never['A request from there last refused']).toBe('never');
      await loaded(31, origin);
      const { grant } = await joinFrom(service, { id: 31, origin }, 'participant@example.org');
      const report = { project_id: 31, type: 'collection', event_id: 'one' };
      expect((await send(service, '/embed/record', { ...report, grant }, origin)).status).toBe(200);
      expect(
        (await send(service, '/embed/record', { ...report, grant: 'x'.repeat(43) }, origin)).status,
      ).toBe(401);
      expect(await seenOn(31)).toEqual({
        'An embed of the project last loaded there': today,
        'The message last shown there': today,
        'A contribution last recorded from there': today,
        'A request from there last refused': `${today} ${refusals.grant_gone.means}`,
        'Browsers there that may credit': '1',
      });
    });

    test('on a site that is not registered, with the reason', async () => {
      const { origin } = new URL(site.url('/'));
      await loaded(projects.birds.id, origin);
      expect(await seenOn(projects.birds.id)).toMatchObject({
        'An embed of the project last loaded there': today,
        'The message last shown there': 'never',
        'A contribution last recorded from there': 'never',
        'A request from there last refused': `${today} ${refusals.origin_not_registered.means}`,
      });
    });

    test('a forged origin fills no table, and neither does a project that is not there', async () => {
      for (let n = 0; n < 60; n++) await loaded(projects.frogs.id, `https://site-${n}.example`);
      expect(await signsOf(projects.frogs.id)).toBe(50);
      const { id } = projects.stars;
      for (const origin of [
        'null',
        'https://a.example/path',
        `https://${'x'.repeat(300)}.example`,
        'file://',
      ])
        await loaded(id, origin);
      expect(await signsOf(id)).toBe(0);
      await loaded(999, 'https://a.example');
      await send(
        service,
        '/embed/record',
        { project_id: 999, grant: 'x'.repeat(43), type: 'signup', event_id: '1' },
        'https://a.example',
      );
      expect(await signsOf(999)).toBe(0);
    });

    test('ten at once are one row, and it goes after 90 days', async () => {
      const { id, origin } = projects.stars;
      await Promise.all(Array.from({ length: 10 }, () => loaded(id, origin)));
      expect(await signsOf(id)).toBe(1);
      const age = (days: number) =>
        rows(
          service,
          `update site_signs set seen_at = ${Date.now() - days * 86_400_000} where project_id = ${id}`,
        );
      await age(89.9);
      await service.operate('purge');
      expect(await signsOf(id)).toBe(1);
      await age(90.1);
      await service.operate('purge');
      expect(await signsOf(id)).toBe(0);
    });
  });

  test.each([
    ['http://192.0.2.1:81/', 'without a port'],
    ['http://127.0.0.1/', 'not on the public internet'],
    ['http://[::1]/', 'not on the public internet'],
    ['http://169.254.169.254/latest/', 'not on the public internet'],
    ['file:///etc/passwd', 'Name an http or https address'],
    ['https://user:secret@example.org/', 'without a port, user or password'],
    ['http://[', 'no address of a page'],
    ['', 'or paste its HTML'],
    ['http://127.0.0.1:1/', 'could not be reached'],
    ['localhost:1', 'You can also paste the HTML'],
  ])('%j is not fetched', async (url, says) => {
    const { html } = await ask(url);
    expect(html).toContain(says);
  });

  test('pasted HTML is read without a request, with the site that is named', async () => {
    const paste = async (html: string, url = '') => {
      const reply = await post(service, '/builder/check', { url, html });
      expect(reply.status).toBe(200);
      return texts(await reply.text()).map(([says]) => says);
    };
    const alone = await paste(`<body>${snippet('data-type="walk"')}`);
    expect(alone).toContainEqual(expect.stringContaining('On the page: '));
    expect(alone).toContainEqual(expect.stringContaining('data-type="walk"'));
    expect(alone).toContainEqual(expect.stringContaining('Name the address of the page as well'));
    expect(alone).not.toContainEqual(expect.stringContaining('registered site'));
    const named = await paste(snippet(), 'https://nobody.example/page');
    expect(named).toContainEqual(expect.stringContaining('https://nobody.example is not a registered site'));
    expect(await paste('<p>Nothing</p>')).toContainEqual(
      expect.stringContaining('There is no embed of ours'),
    );
    // As far as a page that is fetched.
    expect(await paste('x'.repeat(262_144) + snippet())).toContainEqual(
      expect.stringContaining('we read only its first 256 kB'),
    );
  });

  test('a page that leads inwards, is away, or is no page', async () => {
    pages['/inwards'] = { status: 302, headers: { location: 'http://127.0.0.1/' } };
    pages['/away'] = { status: 503 };
    expect((await ask(site.url('/inwards'))).html).toContain('not on the public internet');
    expect((await ask(site.url('/away'))).html).toContain('a fault of its own');
    expect((await ask(site.url('/nowhere'))).html).toContain('not there');
  });

  test('the worst pages are read in time, and nothing of them becomes markup', async () => {
    const evil = `"><script>alert(1)</script>`;
    for (const body of [
      '<div>'.repeat(60_000),
      '<script src=x '.repeat(20_000),
      `${snippet()}`.repeat(2000),
      `<script src="${file()}" data-project_id="${evil.replaceAll('"', '&quot;')}"></script>`,
      `<base href="http://[">${snippet()}`,
      '\ufffd\0<'.repeat(80_000),
    ]) {
      const { html } = await findings(body, {
        'content-security-policy': `script-src ${'x '.repeat(6000)}${evil}`,
      });
      expect(html).not.toContain('<script>alert');
      expect(html.length).toBeLessThan(200_000);
    }
  });

  test('a network may check sixty pages an hour', async () => {
    let refused: Response | undefined;
    for (let n = 0; n < 70 && !refused; n++) {
      const reply = await post(service, '/builder/check', { url: 'http://127.0.0.1/' });
      if (reply.status === 429) refused = reply;
    }
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

test.each([
  ["'self'", true],
  ['*', true],
  ['https:', true],
  ['http:', true],
  ['hands.example', true],
  ['*.example', true],
  ['https://hands.example', true],
  ['https://hands.example/', true],
  ['https://hands.example/static/', true],
  ['HTTPS://Hands.Example', true],
  ['hands.example:443', true],
  ['hands.example:*', true],
  ['https://hands.example/static/api/finder.js', true],
  ["'nonce-n'", true],
  ["'none'", false],
  ["'unsafe-inline'", false],
  ['*.hands.example', false],
  ['hands.example:8443', false],
  ['https://hands.example/static', false],
  ['https://hands.example/other/', false],
  ['other.example', false],
  ['data:', false],
  ["'strict-dynamic' https:", false],
  ["'strict-dynamic' 'nonce-n'", true],
])('a browser reads the source %s as allowing our script: %s', (source, isAllowed) => {
  const policy = parsePolicy(`default-src 'none'; script-src ${source}; script-src *`);
  const url = new URL('https://hands.example/static/api/finder.js');
  const page = new URL(source === "'self'" ? 'https://hands.example/x' : 'https://owner.example/');
  const asked = { kinds: ['script-src-elem', 'script-src', 'default-src'], url, nonce: 'n' };
  expect(stops(policy, asked, page) === undefined).toBe(isAllowed);
});
