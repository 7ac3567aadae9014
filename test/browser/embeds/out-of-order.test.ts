/** A page whose service does not respond: everything of the page itself still works. */
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { scriptTag } from '../../../src/embed-code/script-tag.ts';
import { answered, open, service } from './answered.ts';
import { partnerSite } from '../../widgets/answering-service.ts';
import { documentOf, yesSayer } from './strict-page.ts';

answered((service) => {
  service.now.popup = yesSayer;
});

const files = {
  message: 'recordevent_with_service_inline_signup.js',
  'local styles': 'recordevent_local_styles.js',
  headless: 'recordevent_headless.js',
  helper: 'apihelper.js',
};
type Kind = keyof typeof files;
const kinds = Object.keys(files) as Kind[];
const addressOf = (kind: Kind) => `${service.origin}/static/api/${files[kind]}`;

const settings = { 'data-project_id': '12', 'data-trigger': '#mine', 'data-profile': '#profile' };

/** As the documentation prints it, and as a tag manager does it. */
const ways = {
  async: (kind: Kind) => scriptTag(addressOf(kind), settings),
  inserted: (kind: Kind) => `<script>{
    const script = Object.assign(document.createElement('script'), { src: '${addressOf(kind)}' });
    for (const [name, value] of ${JSON.stringify(Object.entries(settings))}) script.setAttribute(name, value);
    document.head.append(script);
  }</script>`,
};

const control = `<button id="mine" onclick="this.textContent = 'Counted'">Count me in</button>`;
const form = `<form action="/sent"><input id="profile" name="profile" aria-label="Profile"><button>Send</button></form>`;

/** Opens a page with these embeds, without waiting for them. */
async function visit(embeds: string, prepare: (page: Page) => Promise<unknown>) {
  const site = await partnerSite(documentOf(embeds + control + form));
  const person = await open.freshContext();
  await prepare(person.page);
  await person.page.goto(site.origin, { waitUntil: 'domcontentloaded' });
  return {
    ...person,
    /** Without the browser's own messages about failed requests. */
    errors: () => person.problems.filter((problem) => !problem.includes('Failed to load resource')),
    async [Symbol.asyncDispose]() {
      await person[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

/** The page's own functions: its control, and its form. */
async function count(page: Page) {
  await page.getByRole('button', { name: 'Count me in' }).click();
  await page.getByRole('button', { name: 'Counted' }).waitFor();
}
async function send(page: Page) {
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL('**/sent?profile=', { waitUntil: 'domcontentloaded' });
}

describe.each(Object.entries(ways))('scripts, %s', (_, include) => {
  const pageWith = (answer: (route: Route) => unknown) =>
    visit(kinds.map(include).join('\n'), (page) => page.route('**/static/api/**', answer));

  test.each<[string, (route: Route) => unknown]>([
    ['that are answered with 500', (route) => route.fulfill({ status: 500, body: 'Out of order.' })],
    ['without a network', (route) => route.abort('internetdisconnected')],
  ])('%s: the page loads and works', async (__, answer) => {
    await using person = await pageWith(answer);
    await person.page.waitForLoadState('load');
    await count(person.page);
    await send(person.page);
    expect(person.errors()).toEqual([]);
  });

  test('that hang: the page works meanwhile, and the embeds come when they come', async () => {
    const { promise: hung, resolve: comes } = Promise.withResolvers<undefined>();
    await using person = await pageWith((route) => hung.then(() => route.continue()));
    await count(person.page);
    await send(person.page);
    await expect.poll(() => person.page.locator('manyhands-confirmation, manyhands-profile').count()).toBe(0);
    comes(undefined);
    await person.page.waitForLoadState('load');
    for (const name of ['Credit me', 'Add my Manyhands profile'])
      await person.page.getByRole('button', { name }).first().waitFor();
    expect(person.errors()).toEqual([]);
  });
});

describe('requests that are never answered', () => {
  /** The page's requests wait until the test ends them, whatever their own time-outs. */
  const holdTime = () => {
    const waits: [number, AbortController][] = [];
    AbortSignal.timeout = (milliseconds) => {
      const ending = new AbortController();
      waits.push([milliseconds, ending]);
      return ending.signal;
    };
    const ended: number[] = [];
    Object.assign(window, {
      timeIsUp: () => {
        for (const [milliseconds, ending] of waits.splice(0)) {
          ending.abort(new DOMException('', 'TimeoutError'));
          ended.push(milliseconds);
        }
        return ended;
      },
    });
  };
  /** Ends the requests that wait; returns the time-outs of all that have ended. */
  const timeIsUp = (page: Page) =>
    page.evaluate(() => (window as unknown as { timeIsUp: () => number[] }).timeIsUp());

  const pageWith = (kind: Kind, path: string) =>
    visit(ways.async(kind), async (page) => {
      await page.addInitScript(holdTime);
      await page.route(`**/embed/${path}`, () => undefined);
    });

  test.each(['message', 'local styles'] as const)('the %s reports it after ten seconds', async (kind) => {
    await using person = await pageWith(kind, 'project*');
    const { page } = person;
    await page.waitForLoadState('load');
    await count(page);
    const title = page.getByRole('heading', { name: 'Something went wrong' });
    await expect.poll(() => title.count()).toBe(0);
    await expect.poll(() => timeIsUp(page)).toEqual([10_000]);
    await title.waitFor();
    await page.unroute('**/embed/project*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Credit me' }).waitFor();
    await send(page);
    expect(person.errors()).toEqual([]);
  });

  test('the helper does not change the form', async () => {
    await using person = await pageWith('helper', 'project*');
    const { page } = person;
    await page.waitForLoadState('load');
    await expect.poll(() => timeIsUp(page)).toEqual([10_000]);
    await count(page);
    await send(page);
    await expect.poll(() => page.locator('manyhands-profile').count()).toBe(0);
    expect(person.errors()).toEqual([]);
  });

  test('the headless script reports the failure to the page', async () => {
    await using person = await pageWith('headless', 'record');
    const { page } = person;
    await page.waitForLoadState('load');
    await page.evaluate(() =>
      document.addEventListener('failed', () => document.body.setAttribute('data-heard', 'failed')),
    );
    const asked = page.waitForRequest('**/embed/record');
    await count(page);
    await asked;
    await expect.poll(() => page.locator('[data-heard]').count()).toBe(0);
    // The time-outs of the code's request, which was answered, and of the contribution's.
    await expect.poll(() => timeIsUp(page)).toEqual([10_000, 10_000]);
    await page.locator('[data-heard=failed]').waitFor();
    await send(page);
    expect(person.errors()).toEqual([]);
  });
});
