/** The built confirmation message on a partner's page, in happy-dom. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { root } from '../../scripts/built.ts';
import { embedFiles } from '../../widgets/entries/files.ts';
import { answered, ask, credited, passive, pause, service } from './credited.ts';
import { visit, windowFor } from './partner-page.ts';

answered();

/** The target of the message's link. */
const linkOn = (page: Awaited<ReturnType<typeof visit>>) =>
  page.root()?.querySelector('a')?.getAttribute('href');

describe('finding its script element', () => {
  test.each([
    ['an element of the page is named currentScript', '<img name="currentScript">'],
    ['an older script of another kind stands before it', '<script src="data:text/javascript,"></script>'],
  ])('%s', async (_, html) => {
    const page = await visit(service.origin, { html });
    await page.shows(ask);
    expect(page.elements()).toHaveLength(1);
    expect(page.document.querySelector('script[data-project_id]')?.nextElementSibling?.localName).toBe(
      'manyhands-confirmation',
    );
  });

  test('two copies draw two messages, for one and the same contribution', async () => {
    const page = await visit(service.origin, { copies: 2, storage: await credited() });
    await page.shows('Credited');
    await expect.poll(() => page.elements()[1]?.shadowRoot?.textContent).toMatch('Credited');
    const [, ...ids] = service.said('POST /embed/record').map(({ event_id }) => event_id);
    expect(new Set(ids).size).toBe(1);
  });

  test('nothing global is added, and nothing is written to the console', async () => {
    const page = await visit(service.origin);
    await page.shows(ask);
    expect(page.newGlobals()).toEqual([]);
    expect(page.lines).toEqual([]);
  });

  test('data-target selects where to draw; settings may be in the address', async () => {
    const page = await visit(service.origin, {
      attributes: {},
      html: '<div id="here"></div>',
      query: '?project_id=12&data-target=%23here',
    });
    await page.shows(ask);
    expect(page.document.querySelector('#here > manyhands-confirmation')).toBeTruthy();
  });
});

describe('settings', () => {
  test.each([
    [{}, /^\[Manyhands\] Add data-project_id/],
    [
      { 'data-project_id': 'River' },
      /data-project_id="River" must be a whole number above 0\. Add data-project_id/,
    ],
    [
      { 'data-project_id': '12', 'data-duration': 'long' },
      /data-duration="[^"]*" must be a number that is not negative/,
    ],
    [
      { 'data-project_id': '12', 'data-type': 'walk', 'data-theme': 'pink' },
      /data-type="[^"]*" must be .+ data-theme="[^"]*" must be/,
    ],
    [{ 'data-project_id': '12', 'data-target': '#nowhere' }, /data-target="#nowhere" finds nothing/],
    [{ 'data-project_id': '12', 'data-target': '>>' }, /data-target=">>" finds nothing/],
  ])('%j is one console line', async (attributes, line) => {
    const page = await visit(service.origin, { attributes });
    await pause();
    expect(page.lines).toHaveLength(1);
    expect(page.lines[0]).toMatch(line);
  });

  test('a project that the service does not know is one console line, and nothing is shown', async () => {
    service.now.failing = { 'GET /embed/project': 404 };
    const page = await visit(service.origin);
    await expect.poll(() => page.lines.length).toBe(1);
    expect(page.title()).toBe('');
  });
});

describe('nothing known about the participant', () => {
  test('one request before a click, without anything about a person', async () => {
    const page = await visit(service.origin, {
      attributes: { 'data-project_id': '12', 'data-duration': '60' },
    });
    await page.shows(ask);
    expect(service.asked.map(({ row, said }) => ({ row, said }))).toEqual([
      { row: 'GET /embed/project', said: { project_id: '12', lang: 'en' } },
    ]);
  });

  test('with data-consent="required" not even that, until the page allows it', async () => {
    const attributes = { 'data-project_id': '12', 'data-consent': 'required' };
    const page = await visit(service.origin, { attributes });
    await pause();
    expect(service.asked).toEqual([]);
    page.document.dispatchEvent(new page.window.CustomEvent('manyhands:consent'));
    await page.shows(ask);
  });

  test('the list "What is sent" matches the request', async () => {
    const page = await visit(service.origin, {
      attributes: {
        'data-project_id': '12',
        'data-duration': '60',
        'data-where': 'POINT(10 53)',
        'data-event_id': 'mine',
      },
    });
    await page.shows(ask);
    page.click('What is sent?');
    const list = () => [...(page.root()?.querySelectorAll('dt, dd') ?? [])];
    await expect.poll(list).not.toEqual([]);
    const cells = list().map((cell) => cell.textContent);
    const shown = Object.fromEntries(
      cells.flatMap((name, index) => (index % 2 ? [] : [[name, cells[index + 1]]])),
    );
    await page.join();
    await page.shows('Credited');
    const { grant, when, ...sent } = service.said('POST /embed/record')[0] ?? {};
    expect(grant).toBeDefined();
    expect(sent).toEqual({
      ...{ project_id: 12, type: 'collection', event_id: 'mine', lang: 'en' },
      ...{ duration: 60, where: 'POINT(10 53)' },
    });
    const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });
    expect(shown).toEqual({
      Project: service.now.project.title,
      'What you did': 'Collected data',
      When: moment.format(new Date(String(when))),
      Seconds: '60',
      Place: 'POINT(10 53)',
      'Its number': 'mine',
      Language: 'en',
    });
  });

  test('by email: six digits, then credited, once however often the button is pressed', async () => {
    const page = await visit(service.origin);
    await page.shows(ask);
    await page.join();
    page.click('Confirm');
    await page.shows('Credited');
    expect(service.rows()).toEqual([
      'GET /embed/project',
      'POST /embed/join',
      'POST /embed/join/code',
      'POST /embed/record',
    ]);
    expect(page.fired).toEqual(['credited']);
    // Until when somebody new keeps it, and where to sign in, with the address that was proven.
    expect(page.root()?.textContent).toContain('5 contributions here so far');
    expect(page.root()?.textContent).toMatch(/Sign in there once before.+2027.+to keep it/);
    expect(page.root()?.querySelector('a')?.href).toBe(`${service.origin}/me#ada%40example.org`);
  });

  test.each([
    ['nonsense', true, 'Enter an email address', 'address'],
    ['ada@example.org', false, 'Under 16? Join on', 'of_age'],
  ])(
    'the form with %j and the age box %s asks nothing of the service',
    async (address, isOfAge, words, field) => {
      const page = await visit(service.origin);
      await page.shows(ask);
      page.click('I’m new, use my email');
      await page.shows('Join by email');
      const form = page.root()?.querySelector('form');
      (form?.querySelector('[name=address]') as unknown as HTMLInputElement).value = address;
      (form?.querySelector('[name=of_age]') as unknown as HTMLInputElement).checked = isOfAge;
      page.click('Send code');
      await expect.poll(() => page.root()?.querySelector('[role=status]')?.textContent).toMatch(words);
      const wrong = page.root()?.querySelectorAll('[aria-invalid]');
      expect([...(wrong ?? [])].map((field) => field.getAttribute('name'))).toEqual([field]);
      expect(service.rows()).toEqual(['GET /embed/project']);
    },
  );

  test.each([
    [400, 'That code isn’t right'],
    [429, 'Too many attempts'],
    [500, 'Something went wrong'],
  ])('the digits are answered with %i', async (status, words) => {
    service.now.failing = { 'POST /embed/join/code': status };
    const page = await visit(service.origin);
    await page.shows(ask);
    await page.join();
    await expect.poll(() => page.root()?.querySelector('[part=problem]')?.textContent).toMatch(words);
    expect(page.title()).toBe('Check your email');
  });

  test('a popup that does not open leaves the e-mail and a link', async () => {
    const page = await visit(service.origin, { before: (window) => (window.open = (() => null) as never) });
    await page.shows(ask);
    page.click('Credit me');
    await page.shows('did not open');
    expect(linkOn(page)).toMatch(/\/confirm\/12\?type=collection&ref=[\w-]{43}&lang=en$/);
  });

  describe('where the service offers FedCM', () => {
    const opening = (window: object) => {
      const opened: unknown[] = [];
      Object.assign(window, { open: (...how: unknown[]) => (opened.push(how[0]), windowFor(opened)) });
      return opened;
    };
    /** A browser with a FedCM dialog, which returns the given result. */
    const dialog = (window: object, answer: () => Promise<unknown>) => {
      const asked: CredentialRequestOptions[] = [];
      const get = (options: CredentialRequestOptions) => (asked.push(options), answer());
      Object.assign(window, { IdentityCredential: Object });
      Object.defineProperty((window as Window).navigator, 'credentials', { value: { get } });
      return asked;
    };

    test('the dialog of the browser is asked, and its code is redeemed', async () => {
      service.now.project.fedcm = true;
      let asked: unknown[] = [];
      let opened: unknown[] = [];
      const page = await visit(service.origin, {
        before: (window) => {
          opened = opening(window);
          asked = dialog(window, async () => ({ token: 'a-code-of-sixteen-or-more' }));
        },
      });
      await page.shows(ask);
      page.click('Credit me');
      await page.shows('Credited');
      expect(asked).toMatchObject([
        {
          mediation: 'required',
          identity: {
            mode: 'active',
            providers: [
              {
                configURL: `${service.origin}/fedcm/config.json`,
                clientId: '12',
                fields: [],
                params: { challenge: expect.stringMatching(/^[\w-]{43}$/) as string },
              },
            ],
          },
        },
      ]);
      expect(service.said('POST /embed/connect')).toMatchObject([{ code: 'a-code-of-sixteen-or-more' }]);
      expect(opened).toEqual([]);
    });

    test('after a failed dialog, a second button opens the window', async () => {
      service.now.project.fedcm = true;
      let opened: unknown[] = [];
      const page = await visit(service.origin, {
        before: (window) => {
          opened = opening(window);
          dialog(window, () => Promise.reject(new Error('dismissed')));
        },
      });
      await page.shows(ask);
      page.click('Credit me');
      await page.shows('did not open or was closed');
      expect(opened).toEqual([]);
      page.click('Try again');
      // Empty, within the click; then led to our page.
      expect(opened).toEqual(['']);
      await expect.poll(() => opened).toEqual(['', expect.stringContaining(`${service.origin}/connect?`)]);
    });

    test.each([
      ['a browser without the dialog', true],
      ['a service that does not offer it', false],
    ])('%s: the window at once', async (_, isOffered) => {
      service.now.project.fedcm = isOffered || undefined;
      let opened: unknown[] = [];
      let asked: unknown[] = [];
      const page = await visit(service.origin, {
        before: (window) => {
          opened = opening(window);
          if (!isOffered) asked = dialog(window, () => Promise.resolve(null));
        },
      });
      await page.shows(ask);
      page.click('Credit me');
      expect([opened.length, asked.length]).toEqual([1, 0]);
    });
  });

  test('a page that is not one of the project links to our site', async () => {
    service.now.project.may_grant = false;
    const page = await visit(service.origin);
    await page.shows('Credit this on');
    expect(page.root()?.querySelector('a')?.textContent).toBe('Continue on Manyhands');
    expect(page.button('Credit me')).toBeUndefined();
  });

  test.each<[string, object, Record<string, string>, RegExp]>([
    [
      'on plain http',
      { isSecureContext: false },
      {},
      /\/confirm\/12\?type=collection&ref=[\w-]{43}&lang=en$/,
    ],
    [
      "with the owner's own id, type and language",
      { isSecureContext: false },
      { 'data-event_id': 'visit 7', 'data-type': 'signup', 'data-lang': 'pt' },
      /\/confirm\/12\?type=signup&ref=visit\+7&lang=pt%2Cen$/,
    ],
    [
      'where the owner’s server records, it leads to the project',
      { isSecureContext: false },
      { 'data-mode': 'passive' },
      /\/project\/12$/,
    ],
  ])('%s there is only a link to the hosted confirmation', async (_, window, attributes, address) => {
    const page = await visit(service.origin, {
      attributes: { 'data-project_id': '12', ...attributes },
      // Properties that pages without encryption lack, too.
      before: (made) =>
        Object.assign(made, window, { crypto: { getRandomValues: crypto.getRandomValues.bind(crypto) } }),
    });
    await expect.poll(() => linkOn(page)).toMatch(address);
    expect(page.root()?.querySelectorAll('a, [part~=primary]')).toHaveLength(1);
    expect(service.rows()).toEqual(['GET /embed/project']);
  });

  test('the service is down, and comes back', async () => {
    service.now.failing = { 'GET /embed/project': 500 };
    const page = await visit(service.origin);
    await page.shows('went wrong');
    service.now.failing = {};
    page.click('Try again');
    await page.shows(ask);
  });
});

describe('a kept grant', () => {
  test('credits at once, and each reply may renew it', async () => {
    const storage = await credited();
    const page = await visit(service.origin, { storage });
    await page.shows('Credited');
    const [first, second] = service.said('POST /embed/record');
    expect(second?.grant).not.toBe(first?.grant);
    expect(second?.grant).toBe(storage.local['manyhands:12:grant']);
    expect(second?.event_id).not.toBe(first?.event_id);
  });

  test.each(['reload', 'back_forward'] as const)(
    'on %s the same contribution is not counted again',
    async (navigation) => {
      const storage = await credited();
      const page = await visit(service.origin, { storage, navigation });
      await page.shows('Credited');
      await pause();
      expect(new Set(service.said('POST /embed/record').map(({ event_id }) => event_id)).size).toBe(1);
    },
  );

  test("the owner's id is the same contribution however the page was reached", async () => {
    const attributes = { 'data-project_id': '12', 'data-event_id': 'observation-5' };
    const page = await visit(service.origin, { attributes, storage: await credited(attributes) });
    await page.shows('Credited');
    await pause();
    for (const { event_id } of service.said('POST /embed/record')) expect(event_id).toBe('observation-5');
  });

  test('Undo, and a reload shows that it was undone', async () => {
    const page = await visit(service.origin, { storage: await credited() });
    await page.shows('Credited');
    page.click('Undo');
    await page.shows('Removed from');
    expect(page.fired).toEqual(['credited', 'undone']);
    const again = await visit(service.origin, { storage: await page.leave(), navigation: 'reload' });
    await again.shows('Removed from');
  });

  test('"Not you?" undoes the contribution, ends the grant, and asks', async () => {
    const page = await visit(service.origin, { storage: await credited() });
    await page.shows('Credited');
    service.asked.length = 0;
    page.click('Not you?');
    await page.shows(ask);
    expect(service.rows()).toEqual(['POST /embed/undo', 'POST /embed/forget']);
    expect((await page.leave()).local).toEqual({});
  });

  test('with Global Privacy Control it waits for a click', async () => {
    const page = await visit(service.origin, {
      storage: await credited(),
      before: ({ navigator }) => Object.assign(navigator, { globalPrivacyControl: true }),
    });
    await page.shows(ask);
    await pause();
    expect(service.said('POST /embed/record')).toHaveLength(1);
    page.click('Credit me');
    await page.shows('Credited');
    expect(service.said('POST /embed/record')).toHaveLength(2);
  });

  test('that the service no longer knows is deleted, and the participant asked', async () => {
    const storage = await credited();
    service.now.failing = { 'POST /embed/record': 401 };
    const page = await visit(service.origin, { storage });
    await page.shows(ask);
    expect((await page.leave()).local).toEqual({});
  });
});

describe('a contribution that could not be sent', () => {
  test('is sent from the next page, once', async () => {
    const storage = await credited();
    service.now.failing = { 'POST /embed/record': 503 };
    const page = await visit(service.origin, { storage });
    await page.shows('went wrong');
    expect(page.fired).toEqual(['failed']);
    const lost = service.said('POST /embed/record').at(-1);
    const kept = await page.leave();

    service.now.failing = {};
    service.asked.length = 0;
    const next = await visit(service.origin, { storage: kept });
    await next.shows('Credited');
    await expect.poll(() => service.said('POST /embed/record')).toHaveLength(2);
    expect(service.said('POST /embed/record').map(({ event_id }) => event_id)).toContain(lost?.event_id);
    await pause();
    expect(Object.keys((await next.leave()).local)).toEqual(['manyhands:12:grant']);
  });

  test('is never credited to the next person', async () => {
    const storage = await credited();
    service.now.failing = { 'POST /embed/record': 503 };
    const page = await visit(service.origin, { storage });
    await page.shows('went wrong');
    service.now.failing = { 'POST /embed/record': 401 };
    page.click('Try again');
    await page.shows(ask);
    expect((await page.leave()).local).toEqual({});
  });
});

describe('passive', () => {
  test('never records; joining links this site', async () => {
    const page = await visit(service.origin, { attributes: passive });
    await page.shows('See your credit');
    await page.join();
    await page.shows('Credited to your profile');
    expect(service.said('POST /embed/record')).toEqual([]);
    const next = await visit(service.origin, { attributes: passive, storage: await page.leave() });
    await next.shows('Credited to your profile');
    expect(service.said('POST /embed/record')).toEqual([]);
  });
});

test('without storage, choices last as long as the page', async () => {
  const page = await visit(service.origin, {
    before: (window) => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new Error('SecurityError');
          },
        });
    },
  });
  await page.shows(ask);
  await page.join();
  await page.shows('Credited');
});

test('removed and inserted again it is shown again; another element is another contribution', async () => {
  const page = await visit(service.origin, { storage: await credited() });
  await page.shows('Credited');
  const [element] = page.elements();
  element?.remove();
  await pause();
  await page.include();
  await page.shows('Credited');
  const ids = service.said('POST /embed/record').map(({ event_id }) => event_id);
  expect(new Set(ids).size).toBe(3);
});

test.each(embedFiles)('$file stays within $gate bytes', ({ file, gate }) => {
  const built = readFileSync(join(root, 'dist/embeds', file));
  expect(brotliCompressSync(built).length).toBeLessThanOrEqual(gate);
  for (const placeholder of ['__BASE_URL__', '__SERVICE_NAME__'])
    expect(built.includes(placeholder)).toBe(true);
});
