/** The builder: owners set an embed up, look at it, and copy a snippet that works. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { messageStates } from '../../../src/embed-code/built.ts';
import { readSnippet } from '../../../src/embed-code/paste.ts';
import type { Service } from '../../set-up/service/start-service.ts';
import { faultsOf } from '../checks/accessible.ts';
import { focused, press, tabTo } from '../checks/by-keyboard.ts';
import { eventsOf } from '../database.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { signInAsOperator } from '../participants/member.ts';
import { ownersSite } from './owners-site.ts';

let service: Service;
let newPerson: Journeys['newPerson'];
let site: Awaited<ReturnType<typeof ownersSite>>;

beforeAll(async () => {
  site = await ownersSite();
  const settings = { LIMIT_IP: '0', LIMIT_ORIGIN: '0', FETCH_FROM: new URL(site.origin).host };
  ({ service, newPerson } = await startJourneys('sqlite', settings, 'shell'));
});

const at = (query: Record<string, string> = {}) => `${service.baseUrl}/builder?${new URLSearchParams(query)}`;
const frame = (page: Page) => page.frameLocator('.preview iframe');
const snippets = (page: Page) => page.locator('.result .copy-field code').allTextContents();
/** The address follows each change. */
const inAddress = (page: Page, name: string) => expect.poll(() => new URL(page.url()).searchParams.get(name));

test('a single project with a heading: typed, looked at, copied, and put on a page', async () => {
  await using owner = await newPerson({ more: { permissions: ['clipboard-read', 'clipboard-write'] } });
  const { page } = owner;
  await page.goto(at());
  await page.getByRole('link', { name: /^Project finder/ }).click();
  await page.getByLabel('Chosen projects').fill('505');
  await page.getByLabel('Words of the heading').fill('Count "our" birds & bees');
  await inAddress(page, 'title').toBe('Count "our" birds & bees');
  await frame(page).getByRole('heading', { name: 'Count "our" birds & bees' }).waitFor();
  await frame(page)
    .getByRole('link', { name: /Garden Bird Count/ })
    .waitFor();
  const [html = ''] = await snippets(page);
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await expect.poll(() => page.locator('.result [role=status]').first().textContent()).toBe('Copied');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(html);
  site.serve({ body: html });
  await using visitor = await newPerson();
  await visitor.page.goto(site.origin);
  await visitor.page.getByRole('heading', { name: 'Count "our" birds & bees' }).waitFor();
  await visitor.page
    .locator('manyhands-finder')
    .getByRole('link', { name: /Garden Bird Count/ })
    .waitFor();
  expect([...owner.problems, ...visitor.problems]).toEqual([]);
});

test('the preview of the message is the message itself, and records nothing', async () => {
  await using owner = await newPerson();
  const { page } = owner;
  const before = eventsOf(service, 505).length;
  await page.goto(at({ embed: 'message', project_id: '505', type: 'collection' }));
  const shown = frame(page);
  await shown.getByRole('button', { name: 'Credit me' }).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const reply = await shown.locator('body').evaluate(async (_, address) => {
    const sent = await fetch(address, { method: 'POST', body: '{}' });
    return sent.json() as Promise<{ error: string }>;
  }, `${service.baseUrl}/embed/nothing-of-ours`);
  expect(reply.error).toBe('This is a preview: nothing is sent.');
  await shown.getByRole('button', { name: 'No thanks' }).click();
  await shown.getByRole('button', { name: 'Credit me again' }).waitFor();
  expect(asked.filter((path) => path.startsWith('/embed/'))).toEqual([]);
  expect(eventsOf(service, 505)).toHaveLength(before);
});

test('what is typed and chosen before the script is there counts', async () => {
  await using owner = await newPerson();
  const { page } = owner;
  const { promise: late, resolve: comes } = Promise.withResolvers<undefined>();
  await page.route('**/assets/*.js', (route) => late.then(() => route.continue()));
  await page.goto(at({ embed: 'finder' }), { waitUntil: 'commit' });
  await page.getByLabel('Chosen projects').fill('505');
  await page.getByLabel('Layout').selectOption('compact');
  comes(undefined);
  await inAddress(page, 'projects').toBe('505');
  await inAddress(page, 'layout').toBe('compact');
  await expect.poll(() => page.getByLabel('Chosen projects').inputValue()).toBe('505');
  expect((await snippets(page))[0]).toContain('data-projects="505"');
  expect(owner.problems).toEqual([]);
});

test('a bronze message in Arabic with own colours, whose contrast is told', async () => {
  await using owner = await newPerson();
  const { page } = owner;
  await page.goto(at());
  await page.getByText('Project ID: the number').waitFor();
  expect(await snippets(page)).toEqual([]);
  await page.getByLabel('Project ID').fill('505');
  await page.getByRole('form', { name: 'Settings' }).getByLabel('Language').selectOption('ar');
  await page.getByText('Colours and fonts').click();
  await page.getByLabel('Accent', { exact: true }).fill('red');
  await page.getByText('Must be a colour such as #0b5d4b.').first().waitFor();
  expect(await snippets(page)).toEqual([]);
  await page.getByLabel('Accent', { exact: true }).fill('#7a1f5c');
  await page.getByText(/^Links, light: 9\.\d to 1, enough$/).waitFor();
  await page.getByText(/^Links, dark: 1\.\d to 1, too little; 4\.5 to 1 is needed$/).waitFor();
  await page.getByLabel('Page around it').selectOption('Right to left');
  await frame(page).locator('manyhands-confirmation [dir=rtl]').waitFor();
  const [html = ''] = await snippets(page);
  expect(html).toContain('--manyhands-accent: #7a1f5c;');
  site.serve({ body: html });
  await using visitor = await newPerson();
  await visitor.page.goto(site.origin);
  const primary = visitor.page.locator('manyhands-confirmation [part~=primary]');
  const colour = (element: Element) => getComputedStyle(element).backgroundColor;
  await expect.poll(() => primary.evaluate(colour)).toBe('rgb(122, 31, 92)');
  await expect.poll(() => visitor.page.locator('manyhands-confirmation [lang=ar]').count()).toBe(1);
  expect([...owner.problems, ...visitor.problems]).toEqual([]);
});

test('a snippet that was edited by hand is loaded, and its address leads to the same again', async () => {
  await using owner = await newPerson();
  const { page } = owner;
  await page.goto(at({ embed: 'finder' }));
  const old = `<script async DATA-TYPE='signup' data-project_id=505 src='https://old.example/static/api/recordevent_with_scistarter_inline_signup.js?theme=dark'></script>`;
  await page.getByLabel('Your snippet').fill('<p>nothing</p>');
  await page.getByRole('button', { name: 'Load it' }).click();
  await page.getByText('There is no embed of ours in it.').waitFor();
  await page.getByLabel('Your snippet').fill(old);
  await page.getByRole('button', { name: 'Load it' }).click();
  await page.getByText('Loaded: Confirmation message.').waitFor();
  const wanted = { project_id: '505', participation: 'signup', theme: 'dark' };
  const filledIn = async () => ({
    project_id: await page.getByLabel('Project ID').inputValue(),
    participation: await page.getByLabel('What do participants do?').inputValue(),
    theme: await page.getByLabel('Theme').inputValue(),
  });
  await expect.poll(filledIn).toEqual(wanted);
  const [html = ''] = await snippets(page);
  expect(readSnippet(html)?.values).toEqual(wanted);
  await page.goto(page.url());
  await expect.poll(filledIn).toEqual(wanted);
  expect(await snippets(page)).toContain(html);
});

test('every form of a snippet, and typing that a keyboard alone can do', async () => {
  await using owner = await newPerson();
  const { page } = owner;
  await page.goto(at({ embed: 'finder', topic: 'Birds' }));
  await page.getByLabel('Projects at once').waitFor();
  for (const [name, part] of [
    ['Tag manager', 'finder.js?topic=Birds&amp;target=%23manyhands'],
    ['WordPress', 'finder.js?topic=Birds'],
    ['React', 'data-topic={"Birds"}'],
    ['Vue', '<manyhands-finder\n  data-topic="Birds"'],
    ['Pinned', 'integrity="sha384-'],
    ['HTML', 'data-topic="Birds"'],
  ] as const) {
    await page.getByLabel('Snippet for').selectOption(name);
    await expect.poll(async () => (await snippets(page)).join('\n')).toContain(part);
  }
  await page.getByText('If your site has a content security policy').click();
  await expect
    .poll(() => page.locator('#policy code').first().textContent())
    .toContain(`img-src 'self' ${service.baseUrl}`);
  expect(owner.problems).toEqual([]);
});

describe('the preview', () => {
  const shownState = (page: Page) =>
    expect.poll(() =>
      page
        .locator('manyhands-confirmation')
        .evaluate((message) =>
          message.shadowRoot?.querySelector('[data-state]:not(.loading)')?.getAttribute('data-state'),
        ),
    );

  test('each state of the message, and nothing reaches the service', async () => {
    await using owner = await newPerson();
    const { page } = owner;
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(`${request.method()} ${new URL(request.url()).pathname}`));
    for (const name of messageStates) {
      await page.goto(`${service.baseUrl}/builder/preview?embed=message&project_id=505&shows=${name}`);
      await shownState(page).toBe(name);
    }
    expect([...asked].filter((row) => row.includes('/embed/'))).toEqual(['GET /embed/finder']);
  });

  test('presets: a narrow column, a dark page, a hostile style sheet, reduced motion', async () => {
    await using owner = await newPerson({ more: { reducedMotion: 'no-preference' } });
    const { page } = owner;
    await page.goto(at({ project_id: '505' }));
    const message = frame(page).locator('manyhands-confirmation');
    const width = async () => (await page.locator('.preview iframe').boundingBox())?.width ?? 0;
    const press = (name: string) => page.getByLabel('Page around it').selectOption(name);
    await press('Phone');
    await expect.poll(width).toBe(390);
    await press('Narrow column');
    await expect.poll(async () => (await message.boundingBox())?.width).toBe(220);
    await press('Dark page');
    await message.locator('[data-theme=dark]').waitFor();
    await press('Hostile style sheet');
    const button = frame(page).getByRole('button', { name: 'Credit me' });
    await expect.poll(async () => (await button.boundingBox())?.height).toBe(44);
    await page.goto(at({ embed: 'finder', preset: 'still' }));
    // Media queries cannot be set for a frame: the sheet of the embed is read with another condition.
    const finder = frame(page).locator('manyhands-finder');
    const conditions = () =>
      finder.evaluate(({ shadowRoot }) =>
        [...(shadowRoot?.adoptedStyleSheets[0]?.cssRules ?? [])]
          .map((rule) => (rule instanceof CSSMediaRule ? rule.conditionText : ''))
          .join(' '),
      );
    await expect.poll(conditions).toMatch(/min-width/);
    await press('Desktop');
    await expect.poll(conditions).toMatch(/prefers-reduced-motion/);
  });

  test('the finder’s form can be tried, and shows the directory', async () => {
    await using owner = await newPerson();
    const { page } = owner;
    await page.goto(at({ embed: 'finder' }));
    await frame(page)
      .getByText(/^Projects: \d+$/)
      .first()
      .waitFor();
    await frame(page).getByRole('searchbox').fill('zzzqqq');
    await frame(page).getByRole('button', { name: 'Search' }).click();
    await frame(page).getByText('No project matches.').first().waitFor();
    expect(owner.problems).toEqual([]);
  });

  test('its policy keeps hostile settings from doing anything', async () => {
    const evil = `"><script>parent.pwned=1</script><img src=x onerror="parent.pwned=1">`;
    const query = { embed: 'finder', title: evil, q: evil, 'look-font': `x}</style>${evil}` };
    const reply = await service.get(`/builder/preview?${new URLSearchParams(query)}`);
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toContain('sandbox allow-scripts allow-forms');
    expect(policy).not.toMatch(/allow-same-origin|script-src[^;]*unsafe/);
    const html = await reply.text();
    expect(html).not.toContain('<script>parent');
    expect(html).not.toContain('<img');
  });
});

test('without a script, a form leads to the snippet, and a pasted one to its settings', async () => {
  await using owner = await newPerson({ more: { javaScriptEnabled: false } });
  const { page } = owner;
  await page.goto(at({ embed: 'helper' }));
  await page.getByText('Profile: a CSS selector').waitFor();
  await page.getByLabel('Profile', { exact: true }).fill('#profile');
  await page.getByRole('button', { name: 'Show the snippet' }).click();
  await page.waitForURL('**/builder?*profile=%23profile*');
  expect((await snippets(page))[0]).toContain('data-profile="#profile"');
  await page
    .getByLabel('Your snippet')
    .fill('<script src="/static/api/finder.js" data-topic="Birds"></script>');
  await page.getByRole('button', { name: 'Load it' }).click();
  await page.waitForURL('**/builder?embed=finder&topic=Birds');
  await expect.poll(() => page.getByLabel('Topic').inputValue()).toBe('Birds');
  await page.getByLabel('Your snippet').fill('nothing');
  await page.getByRole('button', { name: 'Load it' }).click();
  await page.getByText('There is no embed of ours in it.').waitFor();
});

test('without barriers, in every width and theme, and in forced colours', async () => {
  await using owner = await newPerson();
  const { page } = owner;
  const faults: string[] = [];
  const queries: ({ embed: string } & Record<string, string>)[] = [
    { embed: 'message' },
    { embed: 'finder', topic: 'Birds', limit: '99', 'look-accent': '#ff9900' },
    { embed: 'helper', profile: '#profile' },
  ];
  for (const query of queries) {
    await page.goto(at(query));
    await page.getByRole('button', { name: 'Load it' }).waitFor();
    faults.push(...(await faultsOf(page, query.embed)));
  }
  expect(faults).toEqual([]);
  await page.emulateMedia({ forcedColors: 'active' });
  const line = (element: Element) => getComputedStyle(element).borderBottomColor;
  const plain = page.locator('.tabs a:not([aria-current])').first();
  await expect
    .poll(() => page.locator('.tabs [aria-current]').evaluate(line))
    .not.toBe(await plain.evaluate(line));
});

test('a page whose policy forbids us gets the line that is missing, and the project’s links are without barriers', async () => {
  await using owner = await newPerson();
  const { page } = owner;
  const faults: string[] = [];
  const script = `<script src="${service.baseUrl}/static/api/finder.js" data-projects="505" async></script>`;
  site.serve({ body: script, headers: { 'content-security-policy': "default-src 'self'" } });
  await page.goto(`${service.baseUrl}/builder/check`);
  faults.push(...(await faultsOf(page, 'check')));
  await tabTo(page, /^Address of your page/);
  await page.keyboard.type(site.origin);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /things? to change$/ }).waitFor();
  await page.getByText(`script-src 'self' ${service.baseUrl}`).waitFor();
  await page.getByText(`connect-src 'self' ${service.baseUrl}`).waitFor();
  faults.push(...(await faultsOf(page, 'checked')));
  await page.getByLabel('Address of your page').fill('http://127.0.0.1/');
  await page.getByRole('button', { name: 'Check it' }).click();
  await page.getByRole('alert').filter({ hasText: 'not on the public internet' }).waitFor();
  faults.push(...(await faultsOf(page, 'not checked')));
  // A policy with those lines, and the page is right.
  const allowed = `default-src 'self'; script-src 'self' ${service.baseUrl}; connect-src 'self' ${service.baseUrl}; img-src ${service.baseUrl}`;
  site.serve({ body: script, headers: { 'content-security-policy': allowed } });
  await page.getByLabel('Address of your page').fill(site.origin);
  await page.getByRole('button', { name: 'Check it' }).click();
  await page.getByRole('heading', { name: 'Nothing to change' }).waitFor();
  await signInAsOperator(page, service);
  await page.goto(`${service.baseUrl}/project/505/links`);
  await page.getByRole('heading', { name: 'Links and QR code' }).waitFor();
  faults.push(...(await faultsOf(page, 'links')));
  expect(faults).toEqual([]);
});

test('by keyboard alone, at 400 % zoom, and in a page that is set from right to left', async () => {
  await using owner = await newPerson({
    // 1280 by 1024 pixels at 400 %.
    width: 320,
    height: 256,
    more: { permissions: ['clipboard-read', 'clipboard-write'], forcedColors: 'active' },
  });
  const { page } = owner;
  await page.goto(at());
  await press(page, /^Project finder/);
  await page.waitForURL('**/builder?embed=finder');
  await page.getByRole('button', { name: 'Show the snippet' }).waitFor({ state: 'detached' });
  await tabTo(page, /^Chosen projects/);
  await page.keyboard.type('505');
  await inAddress(page, 'projects').toBe('505');
  await tabTo(page, /^Words of the heading/);
  await page.keyboard.type('عدّ الطيور');
  await inAddress(page, 'title').toBe('عدّ الطيور');
  const direction = (element: Element) => getComputedStyle(element).direction;
  await expect.poll(() => page.getByLabel('Words of the heading').evaluate(direction)).toBe('rtl');
  await page.getByRole('button', { name: 'Copy' }).first().focus();
  await expect
    .poll(() => focused(page))
    .toMatchObject({ isInView: true, outline: expect.not.stringMatching(/^none/) });
  await page.keyboard.press('Enter');
  await page.locator('.result [role=status]').filter({ hasText: 'Copied' }).first().waitFor();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain('data-title="عدّ الطيور"');
  for (const dir of ['ltr', 'rtl']) {
    await page.evaluate((name) => (document.documentElement.dir = name), dir);
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(wider).toBeLessThanOrEqual(0);
  }
  expect(owner.problems).toEqual([]);
});
