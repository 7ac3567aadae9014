/** The built confirmation message on a partner's page, in happy-dom. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from '../../scripts/built.ts';
import { embedFiles } from '../../widgets/entries/files.ts';
import { answeringService } from './answering-service.ts';
import { visit, windowFor } from './partner-page.ts';

let service: Awaited<ReturnType<typeof answeringService>>;
beforeEach(async () => {
  service = await answeringService();
});
afterEach(() => service[Symbol.asyncDispose]());

/** The target of the message's link. */
const linkOn = (page: Awaited<ReturnType<typeof visit>>) =>
  page.root()?.querySelector('a')?.getAttribute('href');

const ask = 'Add to your profile';
const passive = { 'data-mode': 'passive' };
const token = { ...passive, 'data-participant': 'a-participant-token-of-ours' };
const pause = () => new Promise((resolve) => setTimeout(resolve, 150));

/** Storage of a person who was credited here, with their grant. */
async function credited(attributes?: Record<string, string>) {
  const page = await visit(service.origin, attributes && { attributes });
  await page.shows(ask);
  await page.join();
  await page.shows('Credited');
  return page.leave();
}

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
      { row: 'GET /embed/project', said: { project_id: '12' } },
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
    const moment = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' });
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
      /\/confirm\/12\?type=signup&ref=visit\+7&lang=pt$/,
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

describe('refusing', () => {
  test('it is stored without an identifier and sends nothing to the service; Change undoes it', async () => {
    const first = await visit(service.origin);
    await first.shows(ask);
    first.click('No thanks');
    await first.shows('Not credited');
    expect(first.fired).toEqual(['declined']);
    const storage = await first.leave();
    expect(storage.local).toEqual({ 'manyhands:12:declined': 'yes' });

    service.asked.length = 0;
    const second = await visit(service.origin, { storage });
    await second.shows('Not credited');
    expect(service.asked).toEqual([]);
    second.click('Credit me again');
    await second.shows(ask);
    expect((await second.leave()).local).toEqual({});
  });

  test('data-when-declined="hide" leaves nothing to see', async () => {
    const attributes = { 'data-project_id': '12', 'data-when-declined': 'hide' };
    const page = await visit(service.origin, { attributes });
    await page.shows(ask);
    page.click('No thanks');
    await expect.poll(() => page.root()?.querySelector('[part=card]')).toBeNull();
  });

  test('"Not this one" takes off this contribution alone, also after a reload, and puts it back', async () => {
    const page = await visit(service.origin, { attributes: token });
    await page.shows('This goes to the profile');
    page.click('Not this one');
    await page.shows('Removed from your profile');
    const next = await visit(service.origin, {
      attributes: token,
      storage: await page.leave(),
      navigation: 'reload',
    });
    await next.shows('Removed from your profile');
    next.click('Put it back');
    await next.shows('This goes to the profile');
    expect(next.fired).toEqual(['credited']);
    const said = { project_id: 12, participant: token['data-participant'] };
    expect(service.said('POST /embed/undo')).toEqual([said, { ...said, put_back: true }]);
    expect(service.said('POST /embed/decline')).toEqual([]);
  });

  test('"Never" after "Not this one" names it, so that no earlier contribution is taken for it', async () => {
    const page = await visit(service.origin, { attributes: token });
    await page.shows('This goes to the profile');
    page.click('Not this one');
    await page.shows('Removed from your profile');
    page.click('Never for this project');
    await page.shows('Not credited');
    expect(service.said('POST /embed/decline')[0]?.['event_id']).toMatch(/./);
  });

  test('with a participant token, the service is informed, and once more of its undo', async () => {
    const page = await visit(service.origin, { attributes: token });
    await page.shows('This goes to the profile');
    page.click('Never for this project');
    await page.shows('Not credited');
    const said = { project_id: 12, participant: token['data-participant'] };
    expect(service.said('POST /embed/decline')).toEqual([{ ...said, keep_past: true }]);
    page.click('Undo');
    await page.shows('This goes to the profile');
    expect(service.said('POST /embed/undo')).toEqual([{ ...said, stopped: 'STOPPED' }]);
    expect(page.fired).toEqual(['declined', 'credited']);
    expect((await page.leave()).local).toEqual({});
  });

  test('the undo of "Never" leaves "Not this one" in force', async () => {
    const page = await visit(service.origin, { attributes: token });
    await page.shows('This goes to the profile');
    page.click('Not this one');
    await page.shows('Removed from your profile');
    page.click('Never for this project');
    await page.shows('Not credited');
    page.click('Undo');
    await page.shows('Removed from your profile');
    page.click('Put it back');
    await page.shows('This goes to the profile');
  });

  test('at a later visit "Never" is no longer undone there: it is credited again by a window or an email', async () => {
    const page = await visit(service.origin, { attributes: token });
    await page.shows('This goes to the profile');
    page.click('Never for this project');
    await page.shows('Not credited');
    const next = await visit(service.origin, { attributes: token, storage: await page.leave() });
    await next.shows('Not credited');
    expect(next.button('Undo')).toBeUndefined();
    next.click('Credit me again');
    await next.shows('Credit you again?');
  });

  test('in gold the contribution is credited, and the same two choices are there', async () => {
    const page = await visit(service.origin, { attributes: { ...token, 'data-mode': 'gold' } });
    await page.shows('Credited to your profile');
    for (const says of ['Not this one', 'Never for this project']) expect(page.button(says)).toBeDefined();
    for (const says of ['Not you?', 'New there? Join']) expect(page.button(says)).toBeUndefined();
    page.click('Not this one');
    await page.shows('Removed from your profile');
    page.click('Put it back');
    await page.shows('Credited to your profile');
  });
});

describe('"no" where this page has a grant', () => {
  const saysNo = async (attributes: Record<string, string>, button: string, title: string) => {
    const page = await visit(service.origin, { attributes, storage: await credited() });
    await page.shows(title);
    page.click(button);
    await page.shows(/Not credited|No profile linked/);
    const { grant, ...said } = service.said('POST /embed/decline').at(-1) ?? {};
    expect(grant).toMatch(/^grant-number/);
    return { page, said };
  };

  test('and a token: both are sent, and what it says is about this contribution', async () => {
    const { page, said } = await saysNo(token, 'Never for this project', 'This goes to the profile');
    expect(page.root()?.textContent).toContain('This one and later ones stay off your profile.');
    expect(said).toEqual({ project_id: 12, participant: token['data-participant'], keep_past: true });
    expect((await page.leave()).local['manyhands:12:grant']).toBeUndefined();
  });

  test('and a token that is too old: it says that this one stays', async () => {
    service.now.isTokenGone = true;
    const { page } = await saysNo(token, 'Never for this project', 'This goes to the profile');
    expect(page.root()?.textContent).toContain('Earlier ones stay.');
  });

  test('and no token: it is about later ones', async () => {
    const { page, said } = await saysNo(passive, 'Never for this project', 'Credited to your profile');
    expect(page.root()?.textContent).toContain('Earlier ones stay.');
    expect(said).toEqual({ project_id: 12, keep_past: true });
  });
});

test('what was removed on our own site is not asked about again: the message leads there', async () => {
  const first = await visit(service.origin, { storage: await credited() });
  await first.shows('Credited');
  first.click('Undo');
  await first.shows('Removed from');
  service.now.isRemoved = true;
  first.click('Put it back');
  await expect.poll(() => first.root()?.textContent).toContain('Restore it there.');
  await first.shows('Removed from');
  expect(first.root()?.textContent).toContain('See it on');
  expect(first.root()?.textContent).not.toContain('Put it back');
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
