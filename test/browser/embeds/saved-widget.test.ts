/** A saved widget as a built file: its settings come with the first reply, in Chromium. */
import { expect, test } from 'vitest';
import { answered, open, service } from './answered.ts';
import { partnerSite } from '../../widgets/answering-service.ts';
import { documentOf } from './strict-page.ts';

answered();

const script = () =>
  `<script nonce="n" src="${service.origin}/static/api/finder.js" data-widget="42"></script>`;
const strict = () => ({
  'content-security-policy': `default-src 'none'; img-src data:; script-src 'nonce-n'; connect-src ${service.origin}; require-trusted-types-for 'script'`,
});

async function visit(body = script()) {
  const site = await partnerSite(documentOf(body), strict());
  const person = await open.freshContext({});
  const lines: string[] = [];
  person.page.on('console', (message) => lines.push(message.text()));
  await person.page.goto(site.origin);
  return {
    ...person,
    lines,
    async [Symbol.asyncDispose]() {
      await person[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

/** Without the language, which every request names. */
const said = () =>
  service.said('GET /embed/finder').map(({ lang, ...fields }) => {
    expect(lang).toBe('en');
    return fields;
  });
const counted = () => service.said('POST /embed/widget');

test('its settings and colours come with the results, in one request, under a strict policy', async () => {
  service.now.saved = {
    'data-title': 'Our "ponds" & <frogs>',
    'data-limit': '3',
    'data-layout': 'cards',
    'data-topic': 'Birds',
    '--manyhands-accent': '#7a1f5c',
    'data-lang': 'ar',
  };
  await using person = await visit();
  const { page } = person;
  await page.getByRole('heading', { name: 'Our "ponds" & <frogs>' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: /^Project \d+$/ }).count()).toBe(3);
  expect(said()).toEqual([{ widget: '42' }]);
  await page.locator('manyhands-finder .cards').waitFor();
  await page.locator('manyhands-finder [dir=rtl]').waitFor();
  const button = page.locator('manyhands-finder [part~=primary]');
  await expect
    .poll(() => button.evaluate((element) => getComputedStyle(element).backgroundColor))
    .toBe('rgb(122, 31, 92)');
  expect(person.problems).toEqual([]);
});

test('a further search keeps the saved settings, and a view and a click are counted without a preflight', async () => {
  service.now.saved = { 'data-topic': 'Birds', 'data-q': 'owls' };
  await using person = await visit();
  const { page } = person;
  await expect.poll(counted).toEqual([{ widget: 42, act: 'view' }]);
  const field = page.getByRole('searchbox');
  await expect.poll(() => field.inputValue()).toBe('owls');
  await field.fill('pond');
  await field.press('Enter');
  await expect.poll(() => said().length).toBe(2);
  expect(said()[1]).toEqual({ q: 'pond', topic: 'Birds', limit: '6' });
  const link = page.getByRole('link', { name: 'Project 2', exact: true });
  await link.evaluate((element) => element.removeAttribute('target'));
  await link.evaluate((element) => element.addEventListener('click', (event) => event.preventDefault()));
  await link.click();
  await expect.poll(counted).toEqual([
    { widget: 42, act: 'view' },
    { widget: 42, act: 'click' },
  ]);
  expect(service.methods.filter((method) => method === 'OPTIONS')).toEqual([]);
  expect(person.problems).toEqual([]);
});

test('chosen projects of a saved widget are asked for a page at a time', async () => {
  service.now.saved = { 'data-projects': '1,2,3,4,5', 'data-limit': '2' };
  service.now.found = service.now.found.slice(0, 5);
  await using person = await visit();
  const projects = person.page.getByRole('link', { name: /^Project \d+$/ });
  await person.page.getByRole('button', { name: 'More projects' }).click();
  await expect.poll(() => said()[1]).toEqual({ projects: '3,4' });
  await projects.first().waitFor();
});

test('a deleted one says so quietly, keeps the link to the directory, and needs no room', async () => {
  service.now.failing['GET /embed/finder'] = 404;
  await using person = await visit();
  const { page } = person;
  await page.getByRole('paragraph').filter({ hasText: 'This list was removed.' }).waitFor();
  await page.getByRole('link', { name: 'All projects on Manyhands' }).waitFor();
  await expect.poll(() => page.getByRole('button').count()).toBe(0);
  expect((await page.locator('manyhands-finder').boundingBox())?.height).toBeLessThan(200);
  expect(counted()).toEqual([]);
});
