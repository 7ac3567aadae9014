/** Saved widgets as their owners use them: saved, pasted, changed, framed, shared and deleted. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Service } from '../../set-up/service/start-service.ts';
import { faultsOf } from '../checks/accessible.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { followSignInLink, signIn, signInAsOperator } from '../participants/member.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { ownersSite } from './owners-site.ts';
import { mailTo, partnerOf } from '../partner.ts';

let service: Service;
let newPerson: Journeys['newPerson'];
let site: Awaited<ReturnType<typeof ownersSite>>;

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', { LIMIT_IP: '0', LIMIT_ORIGIN: '0' }, 'shell'));
  site = await ownersSite();
});

const at = (query: Record<string, string> = {}) => `${service.baseUrl}/builder?${new URLSearchParams(query)}`;
const snippets = (page: Page) => page.locator('.result .copy-field code').allTextContents();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

/** Types settings, and comes back to them from the sign-in. */
async function buildAndSignIn(page: Page, address: string) {
  await page.goto(at({ embed: 'finder' }));
  await page.getByLabel('Chosen projects').fill('505');
  await page.getByLabel('Words of the heading').fill('Count "our" birds');
  await page.getByLabel('Name, for you').fill('On our home page');
  await page.getByRole('button', { name: 'Sign in to save' }).click();
  await page.getByLabel('Email address').fill(address);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  const { links } = await mailTo(service, address, /^Sign in/);
  await followSignInLink(page, links[0] ?? '');
  // Nothing was lost.
  await expect.poll(() => page.getByLabel('Chosen projects').inputValue()).toBe('505');
  await expect.poll(() => page.getByLabel('Words of the heading').inputValue()).toBe('Count "our" birds');
  await expect.poll(() => page.getByLabel('Name, for you').inputValue()).toBe('On our home page');
}

test('built before signing in, saved, pasted, changed in the builder, changed on the page, and deleted', async () => {
  await using owner = await newPerson();
  const { page } = owner;
  await buildAndSignIn(page, 'owner@example.org');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await heading(page, 'On our home page');
  await page.getByText('Saved. Pages that show it').waitFor();
  const [html = ''] = await snippets(page);
  expect(html).toMatch(/data-widget="\d+"/);
  expect(html).not.toContain('data-projects');

  site.serve({ body: html });
  await using visitor = await newPerson();
  await visitor.page.goto(site.origin);
  await heading(visitor.page, 'Count "our" birds');
  await page.getByRole('link', { name: 'Edit in the builder' }).click();
  await page.getByLabel('Words of the heading').fill('Count all birds');
  await page.getByRole('button', { name: 'Save the changes' }).click();
  await page.getByText('Saved. Pages that show it').waitFor();
  // Another visitor, whose browser has no earlier reply.
  await using another = await newPerson();
  await another.page.goto(site.origin);
  await heading(another.page, 'Count all birds');
  await another.page
    .locator('manyhands-finder')
    .getByRole('link', { name: /Garden Bird Count/ })
    .click();
  await expect
    .poll(async () => {
      await page.goto(page.url());
      return page.locator('section[aria-labelledby=counts] td').allInnerTexts();
    })
    .toEqual([site.origin, '2', '1']);
  const faults = await faultsOf(page, 'widget');
  await page.getByRole('link', { name: 'Delete', exact: true }).click();
  await page.getByText(`seen 2 times, on ${site.origin}.`).waitFor();
  faults.push(...(await faultsOf(page, 'delete')));
  await page.getByRole('button', { name: 'Delete it' }).click();
  await page.getByText('can be restored until').waitFor();
  faults.push(...(await faultsOf(page, 'widgets')));
  expect(faults).toEqual([]);
  await using late = await newPerson();
  await late.page.goto(site.origin);
  await late.page.getByRole('paragraph').filter({ hasText: 'This list was removed.' }).waitFor();
  await late.page.getByRole('link', { name: 'All projects on Manyhands' }).waitFor();
  await page.getByRole('button', { name: 'Put it back: On our home page' }).click();
  await page.getByText('The widget is back.').waitFor();
  expect([...owner.problems, ...visitor.problems, ...another.problems]).toEqual([]);
});

test('nothing that is typed before the script is there, or without it, is lost', async () => {
  await using owner = await newPerson({ more: { javaScriptEnabled: false } });
  const { page } = owner;
  await buildAndSignIn(page, ofThisTry('scriptless@example.org'));
  await page.getByLabel('Words of the heading').fill('Count their birds');
  await page.getByLabel('Name, for you').fill('Elsewhere');
  await page.getByLabel('Snippet for').selectOption('WordPress');
  await page.getByRole('button', { name: 'Show the snippet' }).click();
  await expect.poll(() => snippets(page)).toEqual([expect.stringContaining('Count+their+birds')]);
  await expect.poll(() => page.getByLabel('Name, for you').inputValue()).toBe('Elsewhere');
  await page.getByLabel('Words of the heading').fill('Count all birds');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await heading(page, 'Elsewhere');
  await page.getByRole('link', { name: 'Edit in the builder' }).click();
  await page.getByLabel('Words of the heading').fill('Count no birds');
  await page.getByRole('button', { name: 'Save the changes' }).click();
  await page.getByRole('link', { name: 'Edit in the builder' }).click();
  await expect.poll(() => page.getByLabel('Words of the heading').inputValue()).toBe('Count no birds');
  expect(owner.problems).toEqual([]);
});

test('a widget on the demonstration partner is changed by two people, and the second is told', async () => {
  await using owner = await newPerson();
  const { page } = owner;
  await signInAsOperator(page, service);
  await page.goto(at({ embed: 'finder', projects: '505', title: 'Count birds' }));
  await page.getByLabel('Name, for you').fill('Shared');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved. Pages that show it').waitFor();
  const number = /\/widgets\/(\d+)/.exec(page.url())?.[1] ?? '';
  const edit = (await page.getByRole('link', { name: 'Edit in the builder' }).getAttribute('href')) ?? '';
  const co = ofThisTry('co@example.org');
  await page.getByRole('link', { name: 'People who manage it' }).click();
  await page.getByLabel('Email address').fill(co);
  await page.getByRole('button', { name: 'Email an invitation' }).click();
  await page.getByText('It works once, for a week.').waitFor();
  expect(await faultsOf(page, 'people')).toEqual([]);
  const shownAtPartner = async (title: string) => {
    // Another visitor each time, whose browser has no earlier reply.
    await using visitor = await newPerson();
    await visitor.page.goto(`${partnerOf(service)}/demo/projects`);
    await visitor.page.getByLabel('The number of a widget').fill(number);
    await visitor.page.getByRole('button', { name: 'Show it here' }).click();
    await heading(visitor.page, title);
    await visitor.page
      .locator('manyhands-finder')
      .getByRole('link', { name: /Garden Bird Count/ })
      .waitFor();
    expect(visitor.problems).toEqual([]);
  };
  await shownAtPartner('Count birds');
  const { links } = await mailTo(service, co, /widget/);
  const invitation = links.find((link) => link.includes('/invitation/')) ?? 'no:link';
  await using other = await newPerson();
  await signIn(other.page, service, co);
  await other.page.goto(invitation);
  expect(await faultsOf(other.page, 'invitation')).toEqual([]);
  await other.page.getByRole('button', { name: 'Manage it' }).click();
  await other.page.getByText('You manage this now, too.').waitFor();
  await other.page.getByRole('link', { name: '← Shared' }).click();
  await other.page.getByRole('link', { name: 'Edit in the builder' }).waitFor();
  await expect.poll(() => other.page.getByRole('link', { name: 'Delete', exact: true }).count()).toBe(0);
  await other.page.getByRole('link', { name: 'Edit in the builder' }).click();
  await other.page.getByLabel('Words of the heading').fill('Count all birds');
  await other.page.getByRole('button', { name: 'Save the changes' }).click();
  await other.page.getByText('Saved. Pages that show it').waitFor();
  await shownAtPartner('Count all birds');
  // The owner had opened the builder before.
  await page.goto(`${service.baseUrl}${edit}`);
  await page.getByText('Not saved.').waitFor();
  await page.getByLabel('Words of the heading').fill('Mine');
  expect(await faultsOf(page, 'changed since')).toEqual([]);
  await page.getByRole('button', { name: 'Save mine over it' }).click();
  await page.getByText('Saved. Pages that show it').waitFor();
  await shownAtPartner('Mine');
});

const frameOn = (page: Page) => page.frameLocator('iframe').first();

test.each<[string, Record<string, string>, string]>([
  ['a page that allows nothing but our frame', { 'content-security-policy': 'POLICY' }, ''],
  ['a sandboxed frame', {}, 'sandbox="allow-scripts allow-popups"'],
  [
    'an isolated page',
    { 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-opener-policy': 'same-origin' },
    '',
  ],
])('the frame works on %s', async (_, headers, attribute) => {
  await using owner = await newPerson();
  await owner.page.goto(at({ embed: 'finder', q: 'bird', limit: '2', as: 'frame' }));
  await owner.page.locator('.result .copy-field code').first().waitFor();
  const [html = '', , policy = ''] = await snippets(owner.page);
  const allowed = policy.replace(
    'Content-Security-Policy: ',
    "default-src 'none'; style-src 'unsafe-inline'; ",
  );
  site.serve({
    body: html.replace('<iframe', `<iframe ${attribute}`),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('POLICY', allowed)]),
    ),
  });
  await using visitor = await newPerson();
  const { page } = visitor;
  await page.goto(site.origin);
  await frameOn(page)
    .getByText(/^Projects: \d+$/)
    .first()
    .waitFor();
  await expect.poll(() => frameOn(page).locator('li a').count()).toBe(2);
  // Pictures and results fit: nothing scrolls inside.
  const overflow = (root: Element) => root.scrollHeight - root.clientHeight;
  await expect.poll(() => frameOn(page).locator('html').evaluate(overflow)).toBeLessThanOrEqual(0);
  await frameOn(page).getByRole('searchbox').fill('zzzqqq');
  await frameOn(page).getByRole('searchbox').press('Enter');
  await frameOn(page).getByText('No project matches.').first().waitFor();
  expect(visitor.problems).toEqual([]);
});

test('where the page may have the second text, the frame is as high as what is in it', async () => {
  await using owner = await newPerson();
  await owner.page.goto(at({ embed: 'finder', q: 'bird', limit: '1', as: 'frame' }));
  await owner.page.locator('.result .copy-field code').first().waitFor();
  const [html = '', script = ''] = await snippets(owner.page);
  site.serve({ body: html + script });
  await using visitor = await newPerson();
  const { page } = visitor;
  await page.goto(site.origin);
  const height = async () => (await page.locator('iframe').boundingBox())?.height ?? 0;
  await frameOn(page).locator('li a').first().waitFor();
  const before = await height();
  await frameOn(page).getByRole('button', { name: 'More projects' }).click();
  await expect.poll(height).toBeGreaterThan(before + 100);
  // A message from anywhere else changes nothing.
  const grown = await height();
  await page.evaluate(() => postMessage({ type: 'manyhands:height', height: 9 }, '*'));
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(await height()).toBe(grown);
  expect(visitor.problems).toEqual([]);
});

test('in the sandbox of WordPress, the frame gets its height, and a link leads on', async () => {
  // As wp-embed.js: a message that names the secret sets the height, and is followed to the frame's own host.
  site.serve({
    body: `<iframe title="Projects" sandbox="allow-scripts" security="restricted" width="600" height="338"
      src="${service.baseUrl}/widget?q=bird&limit=4#?secret=a1B2c3D4e5"></iframe>
    <script>
      addEventListener('message', ({ data, source }) => {
        const frame = document.querySelector('iframe');
        if (source !== frame.contentWindow || data?.secret !== 'a1B2c3D4e5') return;
        if (data.message === 'height') frame.height = Math.min(1000, Math.max(200, parseInt(data.value, 10)));
        if (data.message === 'link' && new URL(data.value).host === new URL(frame.src).host)
          location.href = data.value;
      });
    </script>`,
  });
  await using visitor = await newPerson();
  const { page } = visitor;
  await page.goto(site.origin);
  const title = frameOn(page).locator('li a').first();
  await expect.poll(async () => (await page.locator('iframe').boundingBox())?.height).toBeGreaterThan(400);
  await title.click();
  await page.waitForURL(`${service.baseUrl}/project/*`);
});
