/** The delivery of contributions, on the built files: the message and the headless script follow the same rules. */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser } from '../../set-up/browser/browser.ts';
import { answeringService } from '../../widgets/answering-service.ts';
import { contribute, earlier, kinds, participant } from './contributing-pages.ts';

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser('shell');
});

let service: Awaited<ReturnType<typeof answeringService>>;
beforeEach(async () => {
  service = await answeringService();
});
afterEach(() => service[Symbol.asyncDispose]());

const record = 'POST /embed/record';
/** Waits for a round trip of the page itself: its earlier requests have been sent by then. */
const settled = async (page: { evaluate: (act: () => Promise<unknown>) => Promise<unknown> }) => {
  await page.evaluate(() => fetch('/').then((reply) => reply.text()));
};

describe.each(kinds)('the %s', (kind) => {
  const visit = (options: Parameters<typeof participant>[3] = {}) =>
    participant(browser, service, kind, options);

  test("needs no preflight: a text without cookies, with the owner's details, and nothing of the page except its origin", async () => {
    const given = {
      type: 'classification',
      duration: '90',
      magnitude: '3',
      where: 'POINT(10 53)',
      extra: '{"birds":3}',
      event_id: 'walk-5',
    };
    const attributes = Object.entries(given).map(([name, value]) => `data-${name}='${value}'`);
    await using person = await visit({ attributes: attributes.join(' ') });
    await contribute(person.page, kind);
    await person.records(1);
    const { headers = {}, said = {} } = service.asked.find(({ row }) => row === record) ?? {};
    const { when, ...sent } = Object.fromEntries(
      Object.entries(said).map(([name, value]) => [name, String(value)]),
    );
    // The message's language, in which the service says what the credit adds up to.
    const spoken = kind === 'headless' ? {} : { lang: 'en' };
    expect(sent).toEqual({ ...given, ...spoken, project_id: '12', grant: 'a-grant-of-an-earlier-visit' });
    expect(Math.abs(Date.now() - Date.parse(when ?? ''))).toBeLessThan(60_000);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    const ofTheBrowser = /^(accept|connection$|content-|host$|origin$|referer$|sec-|user-agent$)/;
    expect(Object.keys(headers).filter((name) => !ofTheBrowser.test(name))).toEqual([]);
    expect(headers.referer).toBe(`${person.site.origin}/`);
    expect(service.methods).not.toContain('OPTIONS');
  });

  test('with Global Privacy Control nothing by itself, a click all the same', async () => {
    await using person = await visit({ gpc: true });
    await settled(person.page);
    expect(person.ids()).toEqual([]);
    await contribute(person.page, kind);
    await expect.poll(person.names).toEqual(['credited']);
  });

  test('a reload and the way back mean the same contribution, a further visit is another', async () => {
    await using person = await visit();
    const { page } = person;
    await contribute(page, kind);
    await person.answered(1);
    const [first] = person.ids();
    /** The message itself knows what it has credited. */
    const again = async () => {
      if (kind === 'message') return page.getByRole('button', { name: 'Undo' }).waitFor();
      const count = person.ids().length;
      await contribute(page, kind);
      await person.answered(count + 1);
      expect(person.ids().at(-1)).toBe(first);
    };
    await page.reload();
    await again();
    await page.goto(`${person.site.origin}/next`);
    const count = person.ids().length;
    await contribute(page, kind);
    await person.answered(count + 1);
    await page.goBack();
    await again();
    expect(new Set(person.ids()).size).toBe(2);
  });

  test('a form that is sent again to the same address is another contribution, reloading its reply is not', async () => {
    await using person = await visit();
    const { page } = person;
    const contributions = async (clicks: number, different: number) => {
      await contribute(page, kind);
      await person.records(clicks);
      await expect.poll(person.names).toHaveLength(clicks);
      expect(new Set(person.ids()).size).toBe(different);
    };
    const sendForm = () =>
      Promise.all([
        page.waitForNavigation(),
        page.evaluate(() => {
          const form = document.body.appendChild(document.createElement('form'));
          form.method = 'post';
          form.submit();
        }),
      ]);
    await sendForm();
    await contributions(1, 1);
    await sendForm();
    await contributions(2, 2);
    await page.reload();
    if (kind === 'message') await page.getByRole('button', { name: 'Undo' }).waitFor();
    else await contributions(3, 2);
  });

  test("the owner's own id identifies the contribution, however often the page is visited", async () => {
    await using person = await visit({ attributes: 'data-event_id="walk-5"' });
    await contribute(person.page, kind);
    await person.records(1);
    await expect.poll(person.names).toEqual(['credited']);
    await person.page.goto(`${person.site.origin}/next`);
    await contribute(person.page, kind);
    await person.records(2);
    expect(person.ids()).toEqual(['walk-5', 'walk-5']);
  });

  test.each([
    ['small', 10, true],
    ['just below 60 kB', 59_700, true],
    ['just above 60 KiB', 61_440, false],
    ['as large as can be', 65_536, false],
  ])('a contribution that is %s arrives at once', async (_, length, isKeptAlive) => {
    await using person = await visit({ attributes: `data-extra="${'x'.repeat(length)}"` });
    await contribute(person.page, kind);
    await expect.poll(person.names).toEqual(['credited']);
    const [[keepalive, bytes] = []] = await person.sent();
    expect(keepalive).toBe(isKeptAlive);
    expect((bytes ?? 0) <= 61_440).toBe(isKeptAlive);
    expect(await person.waiting()).toEqual([]);
  });

  test.each([400, 403, 404, 409, 413, 422])('a refusal with %i is final', async (status) => {
    service.now.failing = { [record]: status };
    await using person = await visit();
    await contribute(person.page, kind);
    await expect.poll(person.names).toEqual(['failed']);
    expect(await person.waiting()).toEqual([]);
    expect(person.lines.filter((line) => line.startsWith('[Manyhands]'))).toEqual(['[Manyhands] No.']);
  });

  test('when a grant has ended, each waiting contribution fails with an event', async () => {
    service.now.failing = { [record]: 401 };
    await using person = await visit({ waiting: [earlier('one'), earlier('two')] });
    // The first one that is tried reveals that the grant has ended.
    await expect
      .poll(() => person.fired.map(({ name, detail }) => [name, (detail as { event_id: string }).event_id]))
      .toEqual([
        ['failed', 'one'],
        ['failed', 'two'],
      ]);
    await expect.poll(() => person.page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await settled(person.page);
    expect(person.ids()).toHaveLength(1);
  });

  test.each([408, 425, 429, 500, 503])(
    'after %i it waits, and is tried again by the clock',
    async (status) => {
      service.now.failing = { [record]: status };
      await using person = await visit({ clock: true });
      await contribute(person.page, kind);
      await expect.poll(person.names).toEqual(['failed']);
      expect(await person.waiting()).toEqual([person.ids()[0]]);
      await person.page.clock.fastForward(4_500);
      await person.records(2);
      service.now.failing = {};
      // Each pause is longer: nothing is due yet.
      await person.page.clock.fastForward(4_500);
      await settled(person.page);
      await person.records(2);
      await person.page.clock.fastForward(4_500);
      await expect.poll(person.names).toEqual(['failed', 'credited']);
      expect(new Set(person.ids()).size).toBe(1);
      expect(await person.waiting()).toEqual([]);
    },
  );

  test('a contribution of an earlier page is sent on load even with Global Privacy Control, because it was clicked', async () => {
    await using person = await visit({ waiting: [earlier('left-over')] });
    await person.records(1);
    await expect.poll(person.waiting).toEqual([]);
    expect(person.ids()).toEqual(['left-over']);
  });

  test('a contribution that is a day old is given up, and shown as failed', async () => {
    await using person = await visit({ waiting: [earlier('old', 24.1), earlier('young', 23.9)] });
    await expect
      .poll(() => person.fired)
      .toContainEqual({
        name: 'failed',
        bubbles: true,
        composed: true,
        detail: expect.objectContaining({ event_id: 'old' }) as unknown,
      });
    await expect.poll(person.waiting).toEqual([]);
    expect(person.ids()).toEqual(['young']);
    if (kind === 'message') await person.page.getByText('An earlier contribution was not').last().waitFor();
  });

  test('twenty may wait; one more is tried at once, and shown as failed', async () => {
    service.now.failing = { [record]: 503 };
    const rows = Array.from({ length: 20 }, (_, index) => earlier(`row-${index}`));
    await using person = await visit({ waiting: rows });
    await person.records(20);
    await contribute(person.page, kind);
    await expect.poll(person.names).toContain('failed');
    await person.records(21);
    expect(await person.waiting()).toHaveLength(20);
    service.now.failing = {};
    await person.page.reload();
    await expect.poll(person.waiting).toEqual([]);
    expect(new Set(person.ids()).size).toBe(21);
  });

  test('it is sent again when the network is back', async () => {
    await using person = await visit();
    const { context, page } = person;
    const button = page.getByRole('button', { name: kind === 'message' ? 'Credit me' : 'Count me in' });
    await button.waitFor();
    await context.setOffline(true);
    await contribute(page, kind);
    await expect.poll(person.waiting).toHaveLength(1);
    if (kind === 'message') await page.getByRole('heading', { name: 'You are offline' }).waitFor();
    await context.setOffline(false);
    await expect.poll(person.names).toContain('credited');
    expect(new Set(person.ids()).size).toBe(1);
    expect(await person.waiting()).toEqual([]);
  });

  test('it is sent again when the page is hidden, and only the contributions of this page', async () => {
    service.now.failing = { [record]: 503 };
    await using person = await visit({ waiting: [earlier('of-another-page')], clock: true });
    await person.records(1);
    await contribute(person.page, kind);
    await person.records(2);
    await expect.poll(person.names).toEqual(['failed']);
    await person.turn(true);
    await person.records(3);
    expect(person.ids()[2]).toBe(person.ids()[1]);
  });

  test('a page that was never visible sends nothing, whatever waits', async () => {
    await using person = await visit({ hidden: true, waiting: [earlier('left-over')], gpc: false });
    await person.page.evaluate(() => {
      for (const name of ['online', 'pagehide']) window.dispatchEvent(new Event(name));
    });
    await settled(person.page);
    expect(service.asked).toEqual([]);
    await person.turn(false);
    await expect.poll(person.ids).toContain('left-over');
  });

  test('with data-consent="required" there is no request before the page allows it', async () => {
    await using person = await visit({
      attributes: 'data-consent="required"',
      waiting: [earlier('left-over')],
    });
    const { page } = person;
    await page.getByRole('button', { name: 'Count me in' }).click();
    await settled(page);
    expect(service.asked).toEqual([]);
    expect(page.context().pages()).toHaveLength(1);
    await page.evaluate(() => document.dispatchEvent(new Event('manyhands:consent')));
    await expect.poll(person.ids).toEqual(['left-over']);
    await contribute(page, kind);
    await expect.poll(person.names).toContain('credited');
  });

  test('two tabs never send the same at once', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    service.now.held = promise;
    await using person = await visit({ waiting: ['one', 'two', 'three'].map((id) => earlier(id)) });
    await person.records(1);
    const other = await person.context.newPage();
    await other.goto(person.site.origin);
    if (kind === 'message') await other.getByRole('button', { name: 'Credit me' }).waitFor();
    // It waits for the lock; its own contribution does not.
    await contribute(other, kind);
    await person.records(2);
    await settled(other);
    expect(new Set(person.ids()).size).toBe(2);
    resolve();
    await expect.poll(person.waiting).toEqual([]);
    expect(new Set(person.ids()).size).toBe(4);
  });

  test('a tab that is left does not send what another tab is sending', async () => {
    service.now.failing = { [record]: 503 };
    await using person = await visit({ clock: true });
    const { page, context } = person;
    await contribute(page, kind);
    await expect.poll(person.names).toEqual(['failed']);
    service.now.failing = {};
    const { promise, resolve } = Promise.withResolvers<void>();
    service.now.held = promise;
    const other = await context.newPage();
    await other.goto(person.site.origin);
    await person.records(2);
    await expect.poll(person.isSending).toBe(true);
    await person.turn(true);
    await settled(page);
    resolve();
    await expect.poll(person.waiting).toEqual([]);
    expect(person.ids()).toHaveLength(2);
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual(['manyhands:12:grant']);
  });

  test('without Web Locks, the service counts a contribution from two tabs once', async () => {
    await using person = await visit({ waiting: [earlier('one')], locks: false });
    const other = await person.context.newPage();
    await other.goto(person.site.origin);
    await expect.poll(person.waiting).toEqual([]);
    await contribute(other, kind);
    // 'one' may be credited already, so only the second id tells that this page's own was sent.
    await expect.poll(() => new Set(person.ids()).size).toBe(2);
    await expect.poll(person.waiting).toEqual([]);
  });

  test('its events bubble, out of shadow roots too', async () => {
    await using person = await visit();
    await contribute(person.page, kind);
    await expect.poll(person.names).toEqual(['credited']);
    service.now.failing = { [record]: 409 };
    await person.page.goto(`${person.site.origin}/next`);
    await contribute(person.page, kind);
    await expect.poll(person.names).toEqual(['credited', 'failed']);
    for (const { bubbles, composed } of person.fired) expect([bubbles, composed]).toEqual([true, true]);
    expect(person.fired[0]?.detail).toMatchObject({ event_id: 7 });
  });
});

test('undone and declined bubble as well', async () => {
  await using person = await participant(browser, service, 'message');
  const { page } = person;
  await contribute(page, 'message');
  for (const name of ['Undo', 'Never for this project']) await page.getByRole('button', { name }).click();
  await expect.poll(person.names).toEqual(['credited', 'undone', 'declined']);
  for (const { bubbles, composed } of person.fired) expect([bubbles, composed]).toEqual([true, true]);
});

test('the headless script fires declined if the contribution was undone before', async () => {
  await using person = await participant(browser, service, 'headless', { attributes: 'data-event_id="off"' });
  await contribute(person.page, 'headless');
  await expect.poll(person.names).toEqual(['credited']);
  await fetch(`${service.origin}/embed/undo`, { method: 'POST', body: '{"project_id":12,"event_id":"off"}' });
  await contribute(person.page, 'headless');
  await expect.poll(person.names).toEqual(['credited', 'declined']);
});

test('after a library has swapped the page, the headless script of the new one credits, once for each click', async () => {
  await using person = await participant(browser, service, 'headless', { attributes: 'data-event_id="old"' });
  const { page } = person;
  await page.evaluate(async () => {
    const old = document.querySelector('script[src*=headless]');
    const script = document.createElement('script');
    for (const { name, value } of old?.attributes ?? []) script.setAttribute(name, value);
    script.dataset['event_id'] = 'new';
    const control = document.createElement('button');
    control.id = 'mine';
    control.textContent = 'Count me in';
    const hasRun = new Promise((resolve) => (script.onload = resolve));
    document.querySelector('main')?.replaceChildren(control, script);
    await hasRun;
  });
  for (const count of [1, 2]) {
    await contribute(page, 'headless');
    await expect.poll(() => person.names().length).toBe(count);
  }
  expect(person.ids()).toEqual(['new', 'new']);
});

test('the message records at once for a person who agreed before, also while the service is down', async () => {
  service.now.failing = { 'GET /embed/project': 503, [record]: 503 };
  await using person = await participant(browser, service, 'message', { gpc: false, clock: true });
  await expect.poll(person.names).toEqual(['failed']);
  await person.page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  service.now.failing = {};
  await person.page.clock.fastForward(5_000);
  await person.page.getByRole('heading', { name: 'Credited to your profile' }).waitFor();
  expect(new Set(person.ids()).size).toBe(1);
});

test('start() on the element also starts it', async () => {
  await using person = await participant(browser, service, 'message', {
    attributes: 'data-consent="required"',
  });
  const message = person.page.locator('manyhands-confirmation');
  await message.waitFor({ state: 'attached' });
  await settled(person.page);
  expect(service.asked).toEqual([]);
  await message.evaluate((element) => (element as HTMLElement & { start: () => Promise<void> }).start());
  await person.page.getByRole('button', { name: 'Credit me' }).waitFor();
});
