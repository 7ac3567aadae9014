/** The built form helper in an owner's form: filled after an agreement, empty without one, sent in any case. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type ContextOptions } from '../../set-up/browser/browser.ts';
import { answered, open, service } from './answered.ts';
import { documentOf, scriptOf, visitStrictPage, yesSayer } from './strict-page.ts';

answered((service) => {
  service.now.popup = yesSayer;
});

const form = `<form action="/sent"><label>Profile <input id="profile" name="profile"></label>
  <input id="token" name="proof"><button>Send</button></form>`;
const helper = (more = '') =>
  scriptOf(
    service,
    'apihelper.js',
    `data-profile="#profile" data-profile-token="#token" data-project_id="12" ${more}`,
  );
const message = (more = '') =>
  scriptOf(service, 'recordevent_with_service_inline_signup.js', `data-project_id="12" ${more}`);
const visit = (body: string, more?: ContextOptions) => visitStrictPage(open, service, body, more);

const fields = async ({ page }: { page: Page }) => [
  await page.inputValue('#profile'),
  await page.inputValue('#token'),
];
const filled = ['4711', 'an-assertion-of-sixteen-or-more'];
const empty = ['', ''];
const addButton = ({ page }: { page: Page }) =>
  page.getByRole('button', { name: 'Add my Manyhands profile' });
const notYou = ({ page }: { page: Page }) =>
  page.locator('manyhands-profile').getByRole('button', { name: 'Not you?' });

/** A person who agrees with the helper's own button. */
async function agreed(body = form + helper(), more?: ContextOptions) {
  const person = await visit(body, more);
  await addButton(person).click();
  await person.page.getByText('Your Manyhands profile is added').waitFor();
  return person;
}

test('the field stays empty until the visitor agrees; afterwards it is filled automatically', async () => {
  await using person = await visit(form + helper());
  const { page } = person;
  await page.evaluate(() => {
    const field = document.querySelector('#profile');
    field?.addEventListener('input', () => ((window as unknown as { typed: boolean }).typed = true));
  });
  await addButton(person).waitFor();
  expect(await fields(person)).toEqual(empty);
  expect(service.rows()).toEqual(['GET /embed/project']);
  await addButton(person).click();
  await page.getByText('Your Manyhands profile is added').waitFor();
  expect(await fields(person)).toEqual(filled);
  await expect.poll(() => page.evaluate(() => (window as unknown as { typed: boolean }).typed)).toBe(true);
  service.asked.length = 0;
  await page.reload();
  await expect.poll(() => fields(person)).toEqual(filled);
  await expect.poll(() => addButton(person).count()).toBe(0);
  expect(service.rows()).toEqual(['GET /embed/project', 'POST /embed/assertion']);
  expect(person.problems).toEqual([]);
});

test('on a shared device, "Not you?" empties the fields, ends the grant, and the next person is asked', async () => {
  await using person = await agreed();
  const { page } = person;
  await page.reload();
  await notYou(person).click();
  await addButton(person).waitFor();
  expect(await fields(person)).toEqual(empty);
  expect(service.rows().at(-1)).toBe('POST /embed/forget');
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  // The browser's form restoration has forgotten the values, too.
  await page.reload();
  await addButton(person).waitFor();
  expect(await fields(person)).toEqual(empty);
  await addButton(person).click();
  await expect.poll(() => fields(person)).toEqual(filled);
});

test('"Not you?" needs no network to empty the fields', async () => {
  await using person = await agreed();
  service.now.failing = { 'POST /embed/forget': 503 };
  await notYou(person).click();
  await expect.poll(() => fields(person)).toEqual(empty);
  await expect.poll(() => person.page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test.each([
  ['credits', '', 'Not you?'],
  ['credits', '', 'Never for this project'],
  ['links', 'data-mode="passive"', 'Not you?'],
  ['links', 'data-mode="passive"', 'Never for this project'],
])('beside a message that %s (%s), its "%s" empties the fields', async (_, mode, name) => {
  await using person = await agreed(form + helper('data-ask="button"') + message(mode));
  const inMessage = person.page.locator('manyhands-confirmation');
  await person.page.reload();
  await expect.poll(() => fields(person)).toEqual(filled);
  if (!mode && name === 'Never for this project')
    await inMessage.getByRole('button', { name: 'Undo' }).click();
  await inMessage.getByRole('button', { name }).click();
  await expect.poll(() => fields(person)).toEqual(empty);
});

test('a person who returns to the form after "Not you?" on the next page finds it empty', async () => {
  await using person = await agreed();
  const { page } = person;
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL('**/sent?*');
  await notYou(person).click();
  await addButton(person).waitFor();
  await page.goBack();
  await addButton(person).waitFor();
  expect(await fields(person)).toEqual(empty);
});

test('a page from the back/forward cache checks again', async () => {
  await using person = await agreed();
  await person.page.evaluate(() => {
    localStorage.clear();
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await addButton(person).waitFor();
  expect(await fields(person)).toEqual(empty);
});

test('a grant that was revoked fills nothing, and the visitor is asked again', async () => {
  await using person = await agreed();
  service.now.failing = { 'POST /embed/assertion': 401 };
  await person.page.reload();
  await addButton(person).waitFor();
  expect(await fields(person)).toEqual(empty);
  await expect.poll(() => person.page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('with data-ask="none" there is no button; the message on the page gets the agreement', async () => {
  await using person = await visit(form + helper('data-ask="none"') + message());
  await person.page.getByRole('button', { name: 'Credit me' }).click();
  await expect.poll(() => fields(person)).toEqual(filled);
  await expect.poll(() => person.page.locator('manyhands-profile').count()).toBe(0);
});

test("the owner's or the visitor's own value in the field stays", async () => {
  await using person = await visit(form.replace('id="profile"', 'id="profile" value="99"') + helper());
  await expect.poll(() => service.rows()).toEqual(['GET /embed/project']);
  await person.page.waitForTimeout(200);
  await expect.poll(() => person.page.locator('manyhands-profile').count()).toBe(0);
  expect(await fields(person)).toEqual(['99', '']);
});

test('with data-consent="required" nothing is requested before the page allows it', async () => {
  await using person = await visit(form + helper('data-consent="required"'));
  await person.page.waitForTimeout(200);
  expect(service.asked).toEqual([]);
  await person.page.evaluate(() => document.dispatchEvent(new Event('manyhands:consent')));
  await addButton(person).waitFor();
});

/** The submitted values. */
const sent = async ({ page }: { page: Page }) => {
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL('**/sent?*');
  return Object.fromEntries(new URL(page.url()).searchParams);
};

test.each<[string, () => void, Record<string, string>]>([
  ['without an agreement', () => undefined, { profile: '', proof: '' }],
  [
    'with the service out of order',
    () => (service.now.failing = { 'GET /embed/project': 503 }),
    { profile: '', proof: '' },
  ],
])('the form is sent %s', async (_, happens, expected) => {
  happens();
  await using person = await visit(form + helper());
  await expect.poll(() => service.rows()).toEqual(['GET /embed/project']);
  expect(await sent(person)).toEqual(expected);
});

test('the form is sent while the window is open, and with the values after an agreement', async () => {
  service.now.popup = '<link rel="icon" href="data:,"><h1>Still thinking</h1>';
  await using person = await visit(form + helper());
  const opening = person.page.waitForEvent('popup');
  await addButton(person).click();
  await opening;
  expect(await sent(person)).toEqual({ profile: '', proof: '' });
  service.now.popup = yesSayer;
  await using another = await agreed();
  expect(await sent(another)).toEqual({ profile: filled[0], proof: filled[1] });
});

test.each<[string, ContextOptions['more']]>([
  ['a page that is not registered', {}],
  [
    'a browser inside of an app',
    { userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel; wv) Chrome/130 Mobile Safari/537.36' },
  ],
  [
    'another',
    {
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
    },
  ],
])('in %s it links to the project instead of opening a window', async (_, more) => {
  if (!more?.userAgent) service.now.project.may_grant = false;
  await using person = await visit(form + helper(), { more });
  const link = person.page.getByRole('link', { name: 'Continue on Manyhands' });
  await expect.poll(() => link.getAttribute('href')).toBe(service.now.project.page);
  expect(await sent(person)).toEqual({ profile: '', proof: '' });
});

test('on a page without encryption it links, too', async () => {
  await using person = await open.freshContext();
  // Only loopback is trusted without encryption; a name that the test itself serves is not.
  await person.page.route('http://partner.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: documentOf(form + helper()) }),
  );
  await person.page.route(`${service.origin}/**`, async (route) =>
    route.fulfill({ response: await route.fetch() }),
  );
  await person.page.goto('http://partner.example/form');
  await person.page.getByRole('link', { name: 'Continue on Manyhands' }).waitFor();
  expect(person.problems).toEqual([]);
});

test.each([
  ['', /Add data-profile="…", a CSS selector/],
  ['data-profile="#nowhere"', /"#nowhere" finds no form field/],
  ['data-profile="main"', /"main" finds no form field/],
  ['data-profile=">>"', /">>" finds no form field/],
  [
    'data-profile="#profile" data-ask="always" data-project_id="Birds"',
    /data-project_id="Birds" must be .+ data-ask="always" must be/,
  ],
])('%s is one console line', async (attributes, line) => {
  await using person = await visit(form + scriptOf(service, 'apihelper.js', attributes));
  await expect.poll(() => person.lines.join()).toMatch(line);
  expect(person.lines.filter((one) => one.startsWith('[Manyhands]'))).toHaveLength(1);
});

test('a project that the service does not know is one console line, and the form does not change', async () => {
  service.now.failing = { 'GET /embed/project': 404 };
  await using person = await visit(form + helper());
  await expect.poll(() => person.lines.filter((one) => one.startsWith('[Manyhands]'))).toHaveLength(1);
  expect(await sent(person)).toEqual({ profile: '', proof: '' });
});

test('each setting may be in the address of the script', async () => {
  const query = new URLSearchParams({
    profile: '#profile',
    'data-profile-token': '#token',
    project_id: '12',
    'data-lang': 'de',
    'data-ask': 'button',
  });
  await using person = await visit(
    form + scriptOf(service, `apihelper.js?${query.toString().replaceAll('&', '&amp;')}`, ''),
  );
  await person.page.getByRole('button', { name: /Manyhands-Profil/ }).click();
  await expect.poll(() => fields(person)).toEqual(filled);
  expect(service.said('GET /embed/project')).toEqual([{ project_id: '12', lang: 'de,en' }]);
});

test("it uses the page's language, right to left if needed, and the owner's words", async () => {
  const own = { apihelper: { notMe: '<notMe>' } };
  const words = `<script type="application/json" data-manyhands-words>${JSON.stringify(own)}</script>`;
  await using person = await visit(`<div lang="ar">${form}</div>${words}${helper()}`);
  const line = person.page.locator('manyhands-profile');
  await line.getByRole('button', { name: 'إضافة ملفي' }).click();
  await line.getByRole('button', { name: '<notMe>' }).waitFor();
  await expect
    .poll(() => line.locator('div').evaluate((element) => getComputedStyle(element).direction))
    .toBe('rtl');
  await expect.poll(() => person.page.evaluate(() => getComputedStyle(document.body).direction)).toBe('ltr');
});
