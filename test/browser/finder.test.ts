/** The finder as people use it: with and without scripts, by words, by choices and by place. */
import { beforeAll, describe, expect, test } from 'vitest';
import { catalogueFile } from '../judged/judge.ts';
import type { ContextOptions } from '../set-up/browser.ts';
import { openBrowser } from '../set-up/browser.ts';
import { startService, type Service } from '../set-up/start-service.ts';

let service: Service;
let newPerson: (
  options?: ContextOptions,
) => Promise<Awaited<ReturnType<Awaited<ReturnType<typeof openBrowser>>['freshContext']>>>;

beforeAll(async () => {
  const [{ freshContext }, started] = await Promise.all([openBrowser('shell'), startService('sqlite')]);
  service = started;
  newPerson = freshContext;
  expect(
    (await service.operator('import', catalogueFile, '--owner', 'c@example.org', '--publish')).code,
  ).toBe(0);
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
    await page.getByLabel('Region').selectOption({ label: 'Northern America' });
    await page.getByRole('button', { name: 'Search' }).click();
    expect(new URL(page.url()).searchParams.get('UN')).toBe('021');
    const narrow = Number(
      await page
        .locator('.result-count strong')
        .textContent()
        .then((text) => text?.split(' ')[0]),
    );
    const chips = page.getByRole('navigation', { name: 'What narrows this search' });
    expect(await chips.getByRole('link').allTextContents()).toEqual([
      'Remove Birds×',
      'Remove Northern America×',
      'Clear the search',
    ]);
    expect(await page.getByLabel('Topic').inputValue()).toBe('Birds');
    await chips.getByRole('link', { name: 'Remove Birds' }).click();
    expect(await page.getByLabel('Topic').inputValue()).toBe('');
    expect(await page.getByLabel('Search projects').inputValue()).toBe('bird');
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
    expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe(
      'No project matches this search',
    );
    await page.getByRole('link', { name: 'hummingbird' }).click();
    expect(await page.locator('.project-card').count()).toBeGreaterThan(0);
  });

  test('a place is typed in, and its fault is shown under its field', async () => {
    await using person = await newPerson({ more: { javaScriptEnabled } });
    const { page } = person;
    await page.goto(`${service.baseUrl}/finder`);
    await page.getByText('Place, exact words, address').click();
    await page.getByLabel('Latitude').fill('95');
    await page.getByRole('button', { name: 'Search' }).click();
    expect(await page.getByLabel('Latitude').getAttribute('aria-invalid')).toBe('true');
    await page.getByText('Latitude must be between -90 and 90.').waitFor();
    await page.getByLabel('Latitude').fill(String(rocks.latitude));
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('Longitude is required where a latitude is given.').waitFor();
    await page.getByLabel('Longitude').fill(String(rocks.longitude));
    await page.getByRole('button', { name: 'Search' }).click();
    const badges = await page.locator('.project-card .badge:not([class*=status])').allTextContents();
    expect(badges[0]).toBe('Covers this place');
    expect(await page.getByText('Near 42, -113').count()).toBe(1);
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
  expect(await page.getByText('From anywhere').count()).toBeGreaterThan(0);
  expect(problems).toEqual([]);
});

test('a person who does not share their location reads what to do', async () => {
  await using person = await newPerson();
  const { page } = person;
  await page.goto(`${service.baseUrl}/finder`);
  await page.getByRole('button', { name: 'Near me' }).click();
  await page.getByText('you can type a place').waitFor();
  expect(await page.getByRole('button', { name: 'Near me' }).isEnabled()).toBe(true);
});

test('without a script, controls that need one are not shown', async () => {
  await using person = await newPerson({ more: { javaScriptEnabled: false } });
  await person.page.goto(`${service.baseUrl}/finder`);
  expect(await person.page.getByRole('button', { name: 'Near me' }).count()).toBe(0);
});
