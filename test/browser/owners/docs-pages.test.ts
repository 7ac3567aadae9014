/** The documentation for project owners: whether it is accessible, and whether its links work. */
import { beforeAll, expect, test } from 'vitest';
import { apiChapters, docsTopics } from '../../../src/contract/pages/docs-topics.ts';
import { apiPageNames } from '../../set-up/service/printed-examples.ts';
import type { Service } from '../../set-up/service/start-service.ts';
import { faultsOf } from '../checks/accessible.ts';
import { startJourneys, type Journeys } from '../journey.ts';

let service: Service;
let newPerson: Journeys['newPerson'];
const paths = [
  ...docsTopics.map(({ name }) => `/docs${name && `/${name}`}`),
  '/docs/api',
  ...[...apiPageNames.values(), ...apiChapters.map(({ name }) => name)].map((name) => `/docs/api/${name}`),
];
/** Pages of the API reference are alike; one of each kind is looked at. */
const kinds = paths.filter(
  (path) => !/^\/docs\/api\//.test(path) || /record-event|hashing|errors/.test(path),
);

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', {}, 'shell'));
});

test('they are accessible', async () => {
  await using reader = await newPerson();
  const faults: string[] = [];
  for (const path of kinds) {
    const response = await reader.page.goto(service.baseUrl + path);
    expect([path, response?.status()]).toEqual([path, 200]);
    faults.push(...(await faultsOf(reader.page, path)));
  }
  expect(faults).toEqual([]);
  expect(reader.problems).toEqual([]);
});

test('every link works, every picture exists, and nothing is loaded from other sites', async () => {
  const pages = new Map<string, Promise<{ status: number; text: string }>>();
  const at = (path: string) => {
    const fetched =
      pages.get(path) ??
      // The page of keys leads readers to sign in first.
      service
        .get(path, { redirect: 'follow' })
        .then(async (response) => ({ status: response.status, text: await response.text() }));
    pages.set(path, fetched);
    return fetched;
  };
  for (const path of paths) {
    const { text } = await at(`${path}?project_id=12`);
    // Addresses in snippets are not links.
    const html = text.slice(text.indexOf('<main')).replace(/<pre[\s\S]*?<\/pre>|<footer[\s\S]*/g, '');
    for (const [, address = ''] of html.matchAll(/ (?:href|src|srcset)="([^"]+)"/g)) {
      const { origin, pathname, search, hash } = new URL(address, service.baseUrl + path);
      expect([path, address, origin]).toEqual([path, address, new URL(service.baseUrl).origin]);
      const target = await at(pathname + search);
      const isThere = target.status === 200 && (!hash || target.text.includes(`id="${hash.slice(1)}"`));
      expect([path, address, isThere]).toEqual([path, address, true]);
    }
  }
});

test('a Project ID goes along from page to page, and nothing else does', async () => {
  const html = await (await service.get('/docs/silver?project_id=4711')).text();
  expect(html).toContain('data-project_id=&quot;4711&quot;');
  expect(html).toContain('href="/docs/bronze?project_id=4711"');
  const odd = await (await service.get('/docs/silver?project_id=1%22%3E%3Cscript%3E')).text();
  expect(odd).toContain('YOUR_PROJECT_ID');
  expect(odd).not.toContain('?project_id=');
  expect((await service.get('/docs/nothing')).status).toBe(404);
});

test('a snippet is copied by its button; without a script there is none', async () => {
  await using reader = await newPerson({ more: { permissions: ['clipboard-read', 'clipboard-write'] } });
  const { page } = reader;
  await page.goto(`${service.baseUrl}/docs/bronze?project_id=12`);
  const field = page.locator('.copy-field').first();
  await field.getByRole('button', { name: 'Copy' }).click();
  await field.getByText('Copied').waitFor();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(await field.locator('code').textContent());
  await using scriptless = await newPerson({ more: { javaScriptEnabled: false } });
  await scriptless.page.goto(`${service.baseUrl}/docs/bronze`);
  await expect.poll(() => scriptless.page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
  await expect.poll(() => scriptless.page.locator('pre').first().isVisible()).toBe(true);
});

test('the API reference is searched while somebody types, and an old address leads to its page', async () => {
  await using reader = await newPerson();
  const { page } = reader;
  await page.goto(`${service.baseUrl}/docs/api`);
  const entries = page.locator('.api-entries h3');
  await expect
    .poll(async () => {
      await page.getByRole('searchbox').fill('participant token');
      return page.getByRole('status').textContent();
    })
    .toMatch(/^\d pages$/);
  await expect
    .poll(() => entries.filter({ visible: true }).allTextContents())
    .toContain('A new participant token');
  await expect
    .poll(() => entries.filter({ visible: true }).allTextContents())
    .not.toContain('Search projects');
  await page.getByRole('searchbox').fill('zebra');
  await page.getByText('Nothing has this name.').waitFor();
  for (const [old, path] of [
    ['post-api-record_event', '/docs/api/record-event'],
    ['second-profiles', '/docs/api/hashing'],
    ['error-busy', '/docs/api/errors'],
  ]) {
    await page.goto('about:blank');
    await page.goto(`${service.baseUrl}/docs/api#${old}`);
    await page.waitForURL(`**${path}#${old}`);
  }
  expect(reader.problems).toEqual([]);
});

test.each([true, false])(
  'a language is chosen by the keyboard, with a script: %s',
  async (javaScriptEnabled) => {
    await using reader = await newPerson({ more: { javaScriptEnabled } });
    const { page } = reader;
    await page.goto(`${service.baseUrl}/docs/api/record-event`);
    const shown = async () =>
      page
        .locator('.examples [data-language]')
        .filter({ visible: true })
        .evaluateAll((all) => all.map((one) => one.dataset['language']));
    await page.getByRole('radio', { name: 'curl' }).focus();
    expect(await shown()).toEqual(['curl']);
    // A script that comes late must have remembered the choice before the next page is opened.
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowRight');
        return (await shown())[0];
      })
      .toBe('php');
    if (!javaScriptEnabled) return;
    await expect.poll(() => page.evaluate(() => localStorage.getItem('manyhands-docs-language'))).toBe('php');
    await page.goto(`${service.baseUrl}/docs/api/finder`);
    await expect.poll(shown).toEqual(['php']);
    expect(reader.problems).toEqual([]);
  },
);
