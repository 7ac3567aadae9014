/** A participant's own page in Chromium: it celebrates first; each removal is asked for first and can be taken back. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { unlimited } from '../../set-up/service/running-service.ts';
import type { Service } from '../../set-up/service/start-service.ts';
import { profileId, signIn as joinByHttp } from '../../server/scene.ts';
import { faultsOf } from '../checks/accessible.ts';
import { press } from '../checks/by-keyboard.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { signIn, signInAsOperator } from './member.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';

/** The demonstration's bronze project, which the operator manages. */
const bronze = { id: 505, title: 'Garden Bird Count (bronze demonstration)' };

let service: Service;
let newPerson: Journeys['newPerson'];
let key: string;

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', unlimited, 'shell'));
  ({ key } = (await service.operator<{ key: string }>('key', 'operator@example.org')).json);
});

/** Records a contribution, by default to the bronze project, that was made some days ago. */
const record = async (profile: number, days = 0, project = bronze.id) => {
  const when = new Date(Date.now() - days * 86_400_000);
  const said = { key, profile_id: profile, project_id: project, type: 'collection', when };
  expect((await service.postJson('/api/record_event', said)).status).toBe(200);
};

/** Signs in, and has contributions to the bronze project credited, one a day. */
const contribute = async (page: Page, address: string, contributions: number) => {
  await signIn(page, service, address);
  const profile = await profileId(service, key, address);
  for (let n = 0; n < contributions; n++) await record(profile, n);
  await page.reload();
  return profile;
};

const headings = (page: Page) => page.locator('main h2').allTextContents();
const contributions = (page: Page) =>
  page.getByRole('list', { name: 'Totals' }).locator('strong').first().innerText();

test('an empty page leads on; the last contribution comes first', async () => {
  await using person = await newPerson();
  const { page, problems } = person;
  const profile = await contribute(page, ofThisTry('first@example.org'), 0);
  expect(await headings(page)).toEqual(['Nothing credited yet']);
  const onward = page.locator('main').getByRole('link', { name: 'Find a project' });
  await expect.poll(() => onward.getAttribute('href')).toBe('/finder');
  for (let n = 0; n < 3; n++) await record(profile, n);
  await page.reload();
  expect(await headings(page)).toEqual([
    'Latest contribution',
    'Activity',
    'By project',
    'All contributions',
  ]);
  expect(await contributions(page)).toBe('3');
  expect(problems).toEqual([]);
});

test('by keyboard: nothing more is credited from now, what there was stays, and it begins again', async () => {
  await using person = await newPerson({ height: 700 });
  const { page, problems } = person;
  const profile = await contribute(page, ofThisTry('no-more@example.org'), 3);
  await page.goto(`${service.baseUrl}/account`);
  await press(page, /^Your projects and who sees you/);
  await press(page, /^Stop crediting me$/);
  await page.getByText('Not credited').waitFor();
  // The page comes back to the project, which is far below the beginning.
  const row = page.locator(`#credit-${bronze.id}`);
  await expect.poll(() => row.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(700);
  await record(profile);
  await press(page, /^Credit me again$/);
  await page.getByText('Not credited').waitFor({ state: 'detached' });
  await page.goto(`${service.baseUrl}/me`);
  expect(await contributions(page)).toBe('3');
  await record(profile);
  await page.reload();
  expect(await contributions(page)).toBe('4');
  expect(problems).toEqual([]);
});

test('by keyboard: past contributions are removed after a question, and taken back', async () => {
  await using person = await newPerson({ height: 700 });
  const { page, problems } = person;
  const faults: string[] = [];
  const profile = await contribute(page, ofThisTry('take-back@example.org'), 3);
  await page.goto(`${service.baseUrl}/account?open=projects`);
  await press(page, /^Remove 3 past contributions…$/);
  await page.getByRole('heading', { name: 'Remove 3 contributions?' }).waitFor();
  faults.push(...(await faultsOf(page, '/me/remove')));
  await press(page, /^Keep them$/);
  await page.waitForURL('**/me');
  expect(await contributions(page)).toBe('3');

  await page.goto(`${service.baseUrl}/account?open=projects`);
  await press(page, /^Remove 3 past contributions…$/);
  await page.getByText('You can restore this on your page for 7 days').waitFor();
  await press(page, /^Remove 3 contributions$/);
  await page.getByRole('heading', { name: 'Nothing credited yet' }).waitFor();
  // The way back is the first thing on the page, with the number and the last day.
  expect(await headings(page)).toEqual(['Removed', 'Nothing credited yet']);
  await expect
    .poll(() => page.locator('section[aria-labelledby=removed] .byline').innerText())
    .toMatch(/^3 contributions, permanently deleted on \d+ \w+ \d{4}$/);
  faults.push(...(await faultsOf(page, '/me after a removal')));
  // Contributions that come meanwhile are credited, and stay when the others come back.
  await record(profile);
  await press(page, /^Restore$/);
  await page.getByRole('heading', { name: 'Removed' }).waitFor({ state: 'detached' });
  expect(await contributions(page)).toBe('4');
  expect(problems).toEqual([]);
  expect(faults).toEqual([]);
});

test('a person who manages projects sees them first, with the ways to their tools', async () => {
  await using owner = await newPerson();
  const { page, problems } = owner;
  await signInAsOperator(page, service);
  await record(await profileId(service, key, 'operator@example.org'));
  await page.reload();
  expect((await headings(page)).slice(0, 2)).toEqual(['Your projects', 'Latest contribution']);
  await page.getByRole('link', { name: 'Next projects that you manage' }).click();
  await page.waitForURL(/managed=2#managed$/);
  await page.goto(`${service.baseUrl}/me`);
  const [name = ''] = await page.locator('section[aria-labelledby=managed] h3').allTextContents();
  await page.getByRole('link', { name: `Tools of ${name}`, exact: true }).click();
  await page.waitForURL('**/tools');
  expect(problems).toEqual([]);
});

test('five hundred contributions are shown page by page, and nothing is wider than the window', async () => {
  await using person = await newPerson();
  const { page, problems } = person;
  const profile = await contribute(page, ofThisTry('five-hundred@example.org'), 0);
  for (let part = 0; part < 500; part += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => record(profile, (part + n) % 300, 1 + ((part + n) % 40))),
    );
  await page.reload();
  expect(await contributions(page)).toBe('500');
  const rows = page.locator('section[aria-labelledby=all] li');
  await expect.poll(() => rows.count()).toBe(10);
  await expect.poll(() => page.locator('section[aria-labelledby=credited] li').count()).toBe(10);
  expect(await faultsOf(page, '/me with 500 contributions')).toEqual([]);
  await page.getByRole('link', { name: 'Next contributions' }).click();
  await page.waitForURL(/page=2#all$/);
  await expect.poll(() => page.getByText('Page 2 of 50 (500 contributions)').isVisible()).toBe(true);
  await page.goto(`${service.baseUrl}/me?page=50#all`);
  await expect.poll(() => rows.count()).toBe(10);
  await expect.poll(() => page.getByRole('link', { name: 'Next contributions' }).count()).toBe(0);
  expect(problems).toEqual([]);
});

test('the days are those of the browser’s time zone, of which the page is told once', async () => {
  await using person = await newPerson({ more: { timezoneId: 'Pacific/Kiritimati' } });
  const { page, problems } = person;
  const address = ofThisTry('far-east@example.org');
  await joinByHttp(service, address);
  await record(await profileId(service, key, address));
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  const day = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Pacific/Kiritimati',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  const told = () => page.getByText('Days in the time zone Pacific/Kiritimati.').isVisible();
  await signIn(page, service, address);
  await expect.poll(told).toBe(true);
  const today = day.format(new Date());
  const newest = page.locator('section[aria-labelledby=newest] time');
  await expect.poll(() => newest.innerText()).toBe(today);
  await page.reload();
  await expect.poll(told).toBe(true);
  expect(sent).toEqual(['/account/zone']);
  await page.getByRole('link', { name: 'Change it', exact: true }).click();
  await page.getByLabel('Time zone', { exact: true }).selectOption('Pacific/Pago_Pago');
  await page.getByRole('button', { name: 'Save the time zone' }).click();
  await page.getByText('Your time zone is saved.').waitFor();
  await page.goto(`${service.baseUrl}/me`);
  await expect.poll(() => page.getByText('Days in the time zone Pacific/Pago_Pago.').isVisible()).toBe(true);
  await expect.poll(() => newest.innerText()).not.toBe(today);
  expect(problems).toEqual([]);
});
