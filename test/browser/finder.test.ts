/** The finder as people use it: with and without scripts, by words, by choices and by place. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { fillWithCatalogue } from '../judged/judge.ts';
import type { ContextOptions } from '../set-up/browser/browser.ts';
import { openBrowser } from '../set-up/browser/browser.ts';
import { startFilledService, type Service } from '../set-up/service/start-service.ts';

let service: Service;
let newPerson: (
  options?: ContextOptions,
) => Promise<Awaited<ReturnType<Awaited<ReturnType<typeof openBrowser>>['freshContext']>>>;

beforeAll(async () => {
  const [{ freshContext }, started] = await Promise.all([
    openBrowser('shell'),
    startFilledService('sqlite', {}, 'catalogue', fillWithCatalogue),
  ]);
  service = started.service;
  newPerson = freshContext;
});

/** Two places of the catalogue: a park in Idaho, and the middle of the Atlantic. */
const rocks = { latitude: 42, longitude: -113 };
const ocean = { latitude: 30.0001, longitude: -45.0004 };

describe.each([true, false])('with a script: %s', (javaScriptEnabled) => {
  test('words and choices narrow, chips widen again', async () => {
    await using person = await newPerson({ more: { javaScriptEnabled } });
    const { page, problems } = person;
    await page.goto(`${service.baseUrl}/finder`);
    await page.getByLabel('Search projects').fill('bird');
    await page.getByLabel('Topic').selectOption('Birds');
    await page.getByLabel('Region').selectOption('021');
    await page.getByRole('button', { name: 'Search' }).click();
    expect(new URL(page.url()).searchParams.get('UN')).toBe('021');
    const narrow = Number(
      await page
        .locator('.result-count strong')
        .textContent()
        .then((text) => text?.split(' ')[0]),
    );
    const chips = page.getByRole('navigation', { name: 'What narrows this search' });
    await expect
      .poll(() => chips.getByRole('link').allTextContents())
      .toEqual(['Remove Birds×', 'Remove Northern America×', 'Clear the search']);
    await expect.poll(() => page.getByLabel('Topic').inputValue()).toBe('Birds');
    await chips.getByRole('link', { name: 'Remove Birds' }).click();
    await expect.poll(() => page.getByLabel('Topic').inputValue()).toBe('');
    await expect.poll(() => page.getByLabel('Search projects').inputValue()).toBe('bird');
    const wide = Number(
      await page
        .locator('.result-count strong')
        .textContent()
        .then((text) => text?.split(' ')[0]),
    );
    expect(wide).toBeGreaterThan(narrow);
    expect(problems).toEqual([]);
  });

  test('a misspelt word leads to the intended one', async () => {
    await using person = await newPerson({ more: { javaScriptEnabled } });
    const { page } = person;
    await page.goto(`${service.baseUrl}/finder?q=hummingbrid`);
    await expect
      .poll(() => page.getByRole('heading', { level: 2 }).textContent())
      .toBe('No project matches this search');
    await page.getByRole('link', { name: 'hummingbird' }).click();
    await expect.poll(() => page.locator('.project-card').count()).toBeGreaterThan(0);
  });

  test('a place is typed in, and its fault is shown under its field', async () => {
    await using person = await newPerson({ more: { javaScriptEnabled } });
    const { page } = person;
    await page.goto(`${service.baseUrl}/finder`);
    await page.getByText('Exact words, address, coordinates').click();
    await page.getByLabel('Latitude').fill('95');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect.poll(() => page.getByLabel('Latitude').getAttribute('aria-invalid')).toBe('true');
    await page.getByText('Latitude must be between -90 and 90.').waitFor();
    await page.getByLabel('Latitude').fill(String(rocks.latitude));
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('Longitude is required where a latitude is given.').waitFor();
    await page.getByLabel('Longitude').fill(String(rocks.longitude));
    await page.getByRole('button', { name: 'Search' }).click();
    const badges = await page.locator('.project-card .badge:not([class*=status])').allTextContents();
    expect(badges[0]).toBe('Covers this place');
    await expect.poll(() => page.getByText('Near 42, -113').count()).toBe(1);
  });
});

test('near me fills in the place and searches', async () => {
  await using person = await newPerson({ more: { geolocation: ocean, permissions: ['geolocation'] } });
  const { page, problems } = person;
  await page.goto(`${service.baseUrl}/finder?q=ocean`);
  await page.getByRole('button', { name: 'Near me' }).click();
  await page.getByText('Near 30.000, -45.000').waitFor();
  // The browser sends no greater precision.
  expect(new URL(page.url()).searchParams.get('lng')).toBe('-45.000');
  await expect.poll(() => page.getByText('From anywhere').count()).toBeGreaterThan(0);
  expect(problems).toEqual([]);
});

test('a person who does not share their location reads what to do', async () => {
  await using person = await newPerson();
  const { page } = person;
  await page.goto(`${service.baseUrl}/finder`);
  await page.getByRole('button', { name: 'Near me' }).click();
  await page.getByText('you can type a place').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Near me' }).isEnabled()).toBe(true);
});

test('results come while somebody types, and the address follows', async () => {
  await using person = await newPerson();
  const { page, problems } = person;
  await page.goto(`${service.baseUrl}/finder`);
  const count = page.locator('.result-count strong');
  const all = await count.textContent();
  await page.getByLabel('Search projects').pressSequentially('turtles');
  await page.waitForURL(/\/finder\?q=turtles$/);
  await expect.poll(() => count.textContent()).not.toBe(all);
  await expect.poll(() => page.locator('#found-status').textContent()).toBe(await count.textContent());
  await page.getByLabel('From home').check();
  await page.waitForURL(/home=yes/);
  await page.getByRole('link', { name: 'Remove From home' }).click();
  await page.waitForURL(/\/finder\?q=turtles$/);
  expect(problems).toEqual([]);
});

test.each([true, false])(
  'the map narrows the search by keyboard, with a script: %s',
  async (javaScriptEnabled) => {
    await using person = await newPerson({ width: 390, more: { javaScriptEnabled } });
    const { page, problems } = person;
    await page.goto(`${service.baseUrl}/finder`);
    const map = page.getByRole('navigation', { name: 'Projects on the map' });
    // Folded on a small screen.
    await map.waitFor({ state: 'hidden' });
    await page.locator('#map > summary').focus();
    await page.keyboard.press('Enter');
    await map.waitFor();
    await page.keyboard.press('Tab');
    const name = await page.locator('a.group:focus').getAttribute('aria-label');
    const [projects = ''] = /^\d+/.exec(name ?? '') ?? [];
    expect(Number(projects)).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/finder\?box=/);
    await page.locator('.result-count strong', { hasText: `${projects} project` }).waitFor();
    await page.locator('#map > summary').click();
    await map.getByRole('link', { name: 'Whole map' }).click();
    await page.waitForURL(/\/finder$/);
    expect(problems).toEqual([]);
  },
);

test('the map follows while somebody types', async () => {
  await using person = await newPerson();
  const { page } = person;
  await page.goto(`${service.baseUrl}/finder`);
  const groups = page.getByRole('navigation', { name: 'Projects on the map' }).locator('a.group');
  const names = () => groups.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')));
  const before = await names();
  expect(before.length).toBeGreaterThan(1);
  await page.getByLabel('Search projects').pressSequentially('turtles');
  await expect.poll(names).not.toEqual(before);
});

test('a half-typed place keeps the results that were there', async () => {
  await using person = await newPerson();
  const { page } = person;
  await page.goto(`${service.baseUrl}/finder?q=birds`);
  const before = await page.locator('.result-count strong').textContent();
  const answered = page.waitForResponse(/near=Xyzzyv/);
  await page.getByLabel('Place', { exact: true }).fill('Xyzzyv');
  await (await answered).finished();
  await expect.poll(() => page.locator('.result-count strong').textContent()).toBe(before);
});

test('a place that is left unknown is named as such, until it is typed again', async () => {
  await using person = await newPerson();
  const { page, problems } = person;
  await page.goto(`${service.baseUrl}/finder?q=birds`);
  const before = await page.locator('.result-count strong').textContent();
  const place = page.getByLabel('Place', { exact: true });
  await place.fill('Xyzzyv');
  await place.press('Tab');
  await page.locator('#near-fault', { hasText: 'Place is not a place that we know' }).waitFor();
  await expect.poll(() => place.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => page.locator('#found-status').textContent()).toContain('is not a place');
  await expect.poll(() => page.locator('.result-count strong').textContent()).toBe(before);
  await place.fill('Seattle');
  await expect.poll(() => page.locator('.field-fault').count()).toBe(0);
  await page.waitForURL(/near=Seattle/);
  await expect.poll(() => place.getAttribute('aria-invalid')).toBe(null);
  expect(problems).toEqual([]);
});

describe('before the script is there', () => {
  /** Opens the finder without its script. Returns a function that lets the script come, and waits until it has run. */
  const openEarly = async (page: Page, path: string) => {
    const { promise: late, resolve: comes } = Promise.withResolvers<undefined>();
    await page.route('**/assets/finder-live*.js', (route) => late.then(() => route.continue()));
    await page.goto(service.baseUrl + path);
    return async () => {
      // The script stores the results that somebody looks at.
      await page.evaluate(() => sessionStorage.clear());
      comes(undefined);
      await page.waitForFunction(() => sessionStorage.getItem('finder-address') !== null);
    };
  };

  test.each([
    ['left after it came', false],
    ['left earlier', true],
  ])('a place that is typed there, and %s, is named as unknown', async (_, isLeftEarly) => {
    await using person = await newPerson();
    const { page, problems } = person;
    const scriptComes = await openEarly(page, '/finder?q=birds');
    const place = page.getByLabel('Place', { exact: true });
    await place.fill('Xyzzyv');
    if (isLeftEarly) await place.press('Tab');
    await scriptComes();
    if (!isLeftEarly) await place.press('Tab');
    await page.locator('#near-fault', { hasText: 'Place is not a place that we know' }).waitFor();
    expect(problems).toEqual([]);
  });

  test.each([
    ['Topic', 'topic=Birds'],
    ['From home', 'home=yes'],
  ])('%s that is chosen there counts', async (label, inAddress) => {
    await using person = await newPerson();
    const { page, problems } = person;
    const scriptComes = await openEarly(page, '/finder');
    const field = page.getByLabel(label);
    if (label === 'Topic') await field.selectOption('Birds');
    else await field.check();
    await scriptComes();
    await page.waitForURL((url) => url.search.includes(inAddress));
    expect(problems).toEqual([]);
  });
});

test('results that do not come are reported, until they come', async () => {
  await using person = await newPerson();
  const { page } = person;
  await page.goto(`${service.baseUrl}/finder?q=birds`);
  const before = await page.locator('.result-count strong').textContent();
  const problem = page.locator('#search-problem');
  await expect.poll(() => problem.isVisible()).toBe(false);
  await page.context().setOffline(true);
  await page.getByLabel('Search projects').fill('turtles');
  await page.getByText('The results could not be loaded').waitFor();
  await expect.poll(() => page.locator('.result-count strong').textContent()).toBe(before);
  await page.context().setOffline(false);
  await page.route('**/finder?*', (route) => route.fulfill({ status: 429, body: 'too many' }));
  await page.getByLabel('Search projects').fill('turtlesh');
  await page.getByText('Too many searches').waitFor();
  await page.unroute('**/finder?*');
  await page.getByLabel('Search projects').fill('turtle');
  await page.waitForURL(/q=turtle$/);
  await expect.poll(() => problem.isVisible()).toBe(false);
});

test('from the whole directory, and from behind its first 200 projects, a person comes back to the card', async () => {
  await using person = await newPerson();
  const { page, problems } = person;
  const backFrom = async (card: string) => {
    const link = page.locator(`${card} a`).first();
    const title = (await link.textContent()) ?? '';
    const id = await page.locator(`${card} article`).getAttribute('id');
    await link.click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('link', { name: 'Back to the results' }).click();
    await page.waitForURL(/\/finder/);
    expect(new URL(page.url()).hash).toBe(`#${id}`);
    await expect.poll(() => page.locator(`#${id}`).count()).toBe(1);
  };
  await page.goto(`${service.baseUrl}/finder`);
  await backFrom('#result-7');
  const toTheEnd = async () => {
    await page.goto(`${service.baseUrl}/finder?shown=200`);
    const more = page.getByRole('link', { name: 'More projects' });
    // With Control it is a tab of its own.
    const tab = person.context.waitForEvent('page');
    await more.click({ modifiers: ['Control'] });
    await (await tab).close();
    await expect.poll(() => page.locator('.project-card').count()).toBe(200);
    await more.click();
    await page.waitForURL(/cursor=/);
    await expect.poll(() => page.locator('.project-card').count()).toBe(220);
  };
  await toTheEnd();
  await backFrom('#result-210');
  await toTheEnd();
  await backFrom('#result-150');
  expect(problems).toEqual([]);
});

test.each([true, false])(
  'on a phone, with a script: %s, a person pages, opens a project and comes back',
  async (javaScriptEnabled) => {
    await using person = await newPerson({ width: 390, height: 844, more: { javaScriptEnabled } });
    const { page, problems } = person;
    await page.goto(`${service.baseUrl}/finder?near=Seattle&topic=Birds`);
    // The filters are folded, and their number is next to the word.
    await expect.poll(() => page.getByLabel('Topic').isVisible()).toBe(false);
    await expect.poll(() => page.getByText('Filters (1)').isVisible()).toBe(true);
    const first = await page.locator('.project-card').first().boundingBox();
    expect(first?.y).toBeLessThan(844);
    await page.goto(`${service.baseUrl}/finder?near=Seattle`);
    await page.getByRole('link', { name: 'More projects' }).click();
    await page.waitForURL(/shown=40/);
    await expect.poll(() => page.locator('.project-card').count()).toBe(40);
    const link = page.locator('#result-21 a');
    if (javaScriptEnabled) {
      await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
      await expect.poll(() => page.locator('#found-status').textContent()).toMatch(/^20 more\. 1–40 of/);
    }
    const title = await link.textContent();
    await link.click();
    await page.getByRole('heading', { level: 1, name: title ?? '' }).waitFor();
    if (javaScriptEnabled) await page.getByRole('link', { name: 'Back to the results' }).click();
    else await page.goBack();
    await page.waitForURL(/shown=40/);
    await expect.poll(() => page.locator('.project-card').count()).toBe(40);
    expect(problems).toEqual([]);
  },
);

test('a project that has ended leads to similar ones that go on', async () => {
  await using person = await newPerson();
  const { page } = person;
  await page.goto(`${service.baseUrl}/finder?q=DISCOVER-AQ&ended=yes`);
  await page.getByRole('link', { name: 'DISCOVER-AQ' }).click();
  await page.getByRole('link', { name: 'See similar projects' }).click();
  const cards = page.locator('section[aria-labelledby=similar] .project-card');
  await expect.poll(() => cards.count()).toBe(3);
  await expect.poll(() => cards.locator('.status-complete').count()).toBe(0);
  await expect
    .poll(() => page.getByRole('img', { name: /^Map of where it takes place/ }).isVisible())
    .toBe(true);
});

test('without a script, controls that need one are not shown', async () => {
  await using person = await newPerson({ more: { javaScriptEnabled: false } });
  await person.page.goto(`${service.baseUrl}/finder`);
  await expect.poll(() => person.page.getByRole('button', { name: 'Near me' }).count()).toBe(0);
});
