/**
 * Every clicked contribution arrives exactly once or is shown as failed, however the page ends: the built files on two
 * sites, a service, and a browser.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { joinFrom } from '../server/scene.ts';
import { openBrowser } from '../set-up/browser/browser.ts';
import { ownProject } from '../set-up/service/project.ts';
import { unlimited } from '../set-up/service/running-service.ts';
import { startService, type Service } from '../set-up/service/start-service.ts';
import { eventsOf } from './database.ts';
import { serveSite } from './site-of-its-own.ts';

const kinds = ['message', 'headless'] as const;
type Kind = (typeof kinds)[number];
const files = {
  message: 'recordevent_with_service_inline_signup.js',
  headless: 'recordevent_headless.js',
};

let service: Service;
let freshContext: Awaited<ReturnType<typeof openBrowser>>['freshContext'];
let project: number;
let sites: [string, string];
/**
 * Clicks that the browser has reported, or that the sites received from closed pages. A page reports a click once all of
 * its other handlers ran: a tab may also end between two of them.
 */
const clicked = new Set<string>();
/** Milliseconds of the last click: more on a busy machine. */
let clickTakes = 60;

const page = (query: URLSearchParams) => {
  const id = query.get('id') ?? '';
  if (query.has('clicked')) clicked.add(id);
  return {
    head: `<script>addEventListener('click', () => navigator.sendBeacon('/?clicked&id=${id}'))</script>`,
    body: `<button id="mine">Count me in</button>
      <script src="${service.baseUrl}/static/api/${files[query.get('kind') as Kind]}"
        data-project_id="${project}" data-trigger="#mine" data-extra="${id}"></script>`,
  };
};

beforeAll(async () => {
  const { freshContext: fresh } = await openBrowser('shell');
  freshContext = fresh;
  service = await startService('sqlite', { ...unlimited, LIMIT_ORIGIN: '0' });
  ({ projectId: project } = await ownProject(service));
  sites = [await serveSite(page), await serveSite(page)];
  for (const site of sites) await service.operate('origin', String(project), site);
});

let people = 0;

/** A person who agreed on a site before, and does not want anything recorded without a click. */
async function participant(site: string) {
  const who = ++people;
  const { grant } = await joinFrom(service, { id: project, origin: site }, `tabs-${who}@example.org`);
  const localStorage = [{ name: `manyhands:${project}:grant`, value: grant }];
  const person = await freshContext({
    more: { storageState: { cookies: [], origins: [{ origin: site, localStorage }] } },
  });
  const failed: string[] = [];
  await person.context.exposeFunction('tell', (id: string) => failed.push(id));
  await person.context.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
    document.addEventListener('failed', (event) =>
      (window as unknown as { tell: (id: string) => void }).tell(
        (event as CustomEvent<{ extra?: string } | null>).detail?.extra ?? '',
      ),
    );
  });
  const visit = async (kind: Kind, id: string, tab?: Page) => {
    const opened = tab ?? (await person.context.newPage());
    await opened.goto(`${site}/?kind=${kind}&id=${id}`);
    const button = opened.getByRole('button', { name: kind === 'message' ? 'Credit me' : 'Count me in' });
    await button.waitFor();
    return { tab: opened, click: () => button.click() };
  };
  return { ...person, who, visit, failed };
}

const waiting = (tab: Page) =>
  tab.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(':waiting:')).length);

/** How often each contribution is in the service's own file. */
const recorded = (ids: Iterable<string>) => {
  const all = eventsOf(service, project).map(({ extra }) => extra);
  return Object.fromEntries([...ids].map((id) => [id, all.filter((extra) => extra === id).length]));
};
const each = (ids: Iterable<string>, count: number) => Object.fromEntries([...ids].map((id) => [id, count]));

/** Ways to end a tab around a click; `context` is the tab's own. */
const endings: ((tab: Page, click: () => Promise<unknown>, context: BrowserContext) => Promise<unknown>)[] = [
  // Right after the click.
  (tab, click) => click().then(() => tab.close()),
  // At some moment before, while or after it is handled.
  async (tab, click) => {
    const clicking = click().catch(() => undefined);
    await sleep(Math.random() * 2 * clickTakes);
    await tab.close();
    return clicking;
  },
  // A little later: the request or its reply is on its way.
  (tab, click) =>
    click()
      .then(() => sleep((Math.random() * clickTakes) / 2))
      .then(() => tab.close()),
  // As a person closes a tab by hand.
  async (tab, click) => {
    const closing = tab.waitForEvent('close');
    await click();
    await tab.close({ runBeforeUnload: true });
    return closing;
  },
  // By navigating to another page.
  async (tab, click) => {
    await click();
    await tab.goto('about:blank');
    return tab.close();
  },
  // Without a network.
  async (tab, click, context) => {
    await context.setOffline(true);
    await click();
    await tab.close();
    return context.setOffline(false);
  },
];

const closings = 200;

test(`${closings} tabs that are closed around the click`, async () => {
  const tried: string[] = [];
  const closeTabs = async (site: string, count: number) => {
    await using person = await participant(site);
    for (let closing = 0; closing < count; closing++) {
      const id = `${person.who}-${closing}`;
      tried.push(id);
      const { tab, click } = await person.visit(closing % 2 ? 'message' : 'headless', id);
      const clicking = async () => {
        const start = performance.now();
        await click();
        clickTakes = performance.now() - start;
        clicked.add(id);
      };
      await endings[Math.floor(closing / 2) % endings.length]?.(tab, clicking, person.context);
    }
    // A later visit, without a click.
    const { tab } = await person.visit('headless', 'none');
    await expect.poll(() => waiting(tab)).toBe(0);
    // Given up contributions come with their details. The others that waited have arrived.
    expect(person.failed.filter(Boolean)).toEqual([]);
  };
  const [one, other] = sites;
  await Promise.all([one, other, one, other].map((site) => closeTabs(site, closings / 4)));
  expect(tried).toHaveLength(closings);
  expect(recorded(clicked)).toEqual(each(clicked, 1));
  // Some tabs were closed before the click, and before anything could be reported.
  for (const [id, count] of Object.entries(recorded(tried))) expect([id, count <= 1]).toEqual([id, true]);
});

test.each(kinds)('offline, and online again: the %s', async (kind) => {
  await using person = await participant(sites[0]);
  const id = `offline-${kind}`;
  const { tab, click } = await person.visit(kind, id);
  await person.context.setOffline(true);
  await click();
  if (kind === 'message') await tab.getByRole('heading', { name: 'You are offline' }).waitFor();
  else await expect.poll(() => person.failed).toHaveLength(1);
  expect(recorded([id])).toEqual(each([id], 0));
  await person.context.setOffline(false);
  await expect.poll(() => recorded([id])).toEqual(each([id], 1));
  await expect.poll(() => waiting(tab)).toBe(0);
  if (kind === 'message') await tab.getByRole('button', { name: 'Undo' }).waitFor();
});

test('the service is down for an hour, and back', async () => {
  await using person = await participant(sites[1]);
  const { clock } = person.context;
  await clock.install();
  const stays = await person.visit('message', 'hour-stays');
  const goes = await person.visit('headless', 'hour-goes');
  await service.stop();
  await stays.click();
  await stays.tab.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  await goes.click();
  await expect.poll(() => person.failed).toHaveLength(2);
  await goes.tab.close();
  await clock.fastForward('59:00');
  await service.start();
  const ids = ['hour-stays', 'hour-goes'];
  expect(recorded(ids)).toEqual(each(ids, 0));
  // A page retries by the clock, at most five minutes apart.
  await clock.fastForward('06:00');
  await stays.tab.getByRole('button', { name: 'Undo' }).waitFor();
  await expect.poll(() => waiting(stays.tab)).toBe(0);
  expect(recorded(ids)).toEqual(each(ids, 1));
});

test.each(kinds)(
  'a contribution that could not be sent for a day is shown as failed: the %s',
  async (kind) => {
    await using person = await participant(sites[0]);
    const { clock } = person.context;
    await clock.install();
    const id = `day-${kind}`;
    const { tab, click } = await person.visit(kind, id);
    await service.stop();
    await click();
    await expect.poll(() => person.failed).toHaveLength(1);
    await tab.close();
    await service.start();
    await clock.fastForward('24:01:00');
    const later = await person.visit(kind, 'none');
    await expect.poll(() => person.failed.at(-1)).toBe(id);
    if (kind === 'message') await later.tab.getByText('An earlier contribution was not').last().waitFor();
    expect(await waiting(later.tab)).toBe(0);
    expect(recorded([id])).toEqual(each([id], 0));
  },
);
