/** The languages of the built confirmation message: which one it uses, where its messages come from, how it counts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../../scripts/built.ts';
import { answeringService } from './answering-service.ts';
import { visit, windowFor } from './partner-page.ts';

let service: Awaited<ReturnType<typeof answeringService>>;
beforeEach(async () => {
  service = await answeringService();
});
afterEach(() => service[Symbol.asyncDispose]());

type Messages = Record<string, Record<string, string>>;
const folder = join(root, 'src/messages');
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Messages;
const english = read('en.json');
const others = readdirSync(folder).filter((file) => file !== 'en.json');
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

test.each(others)('%s has every message of English, with the same placeholders', (file) => {
  const words = read(file);
  expect(Object.keys(words)).toEqual(Object.keys(english));
  for (const [group, messages] of Object.entries(english)) {
    expect(Object.keys(words[group] ?? {})).toEqual(Object.keys(messages));
    for (const [key, text] of Object.entries(messages))
      expect([key, placeholders(words[group]?.[key] ?? '')]).toEqual([key, placeholders(text)]);
  }
});

test.each(readdirSync(folder))('%s says as the pages of groups do what a pupil looks for', (file) => {
  const pages = JSON.parse(readFileSync(join(root, 'src/ui/words', file), 'utf8')) as {
    groups: { inGroup: string; notUs: string; steps: { choose: string } };
  };
  const { inGroup, notUs, steps } = pages.groups;
  expect(read(file)['confirmation']).toMatchObject({ 'do.inGroup': inGroup, 'do.notUs': notUs });
  expect(steps.choose).toContain(inGroup);
});

const shown = (page: Awaited<ReturnType<typeof visit>>) => page.root()?.querySelector('[lang]');
const speaking = (lang: string) => ({ 'data-project_id': '12', 'data-lang': lang });

test.each([
  ['es', 'Añadir a mi perfil', 'ltr'],
  ['fr-CA', 'Ajouter à mon profil', 'ltr'],
  ['DE', 'Hinzufügen', 'ltr'],
  ['pt-BR', 'Adicionar ao perfil', 'ltr'],
  ['ar', 'إضافة إلى ملفي', 'rtl'],
  ['en-GB', 'Credit me', 'ltr'],
])('data-lang="%s" shows %j', async (lang, words, direction) => {
  const page = await visit(service.origin, { attributes: speaking(lang) });
  await page.shows(/./);
  expect(page.button(words)).toBeTruthy();
  expect(shown(page)?.getAttribute('dir')).toBe(direction);
  expect(shown(page)?.getAttribute('lang')).toBe(lang === 'pt-BR' ? lang : lang.slice(0, 2).toLowerCase());
  expect(page.document.documentElement.getAttribute('dir')).toBeNull();
  expect(service.rows()).toEqual(['GET /embed/project']);
});

test('without data-lang the page decides, then the browser; unsupported languages are skipped', async () => {
  const before = ({ document }: { document: unknown }) =>
    (document as Document).documentElement.setAttribute('lang', 'nl');
  const ofBrowser = await visit(service.origin, {
    before: (window) => {
      before(window);
      Object.defineProperty(window.navigator, 'languages', { value: ['eu', 'fr-FR'] });
    },
  });
  await expect.poll(() => ofBrowser.button('Ajouter à mon profil')).toBeTruthy();
  const ofPage = await visit(service.origin, {
    before: (window) =>
      (window.document as unknown as Document).documentElement.setAttribute('lang', 'pt-PT'),
  });
  await expect.poll(() => ofPage.button('Adicionar ao perfil')).toBeTruthy();
});

test('the messages are loaded once, and stored for the next page; English has none', async () => {
  const first = await visit(service.origin, { attributes: speaking('de') });
  await expect.poll(() => first.button('Hinzufügen')).toBeTruthy();
  const storage = await first.leave();
  const second = await visit(service.origin, { attributes: speaking('de'), storage });
  await second.shows(/./);
  expect(second.button('Hinzufügen')).toBeTruthy();
  const [asked, askedAgain] = service.said('GET /embed/project');
  expect(asked).toEqual({ project_id: '12', lang: 'de,en' });
  expect(askedAgain).toEqual({ project_id: '12', lang: 'de,en', words: expect.stringMatching(/^\w{12}$/) });
  const plain = await visit(service.origin);
  await plain.shows(/./);
  expect(service.said('GET /embed/project').at(-1)).toEqual({ project_id: '12', lang: 'en' });
});

test.each([
  ['en', 1, 'kept for 1 day;'],
  ['en', 30, 'kept for 30 days;'],
  ['de', 1, '1 Tag '],
  ['ar', 2, 'مدة يومان'],
])('in %s %i days are counted as %j', async (lang, days, words) => {
  service.now.project.retention_days = days;
  const page = await visit(service.origin, {
    attributes: {
      'data-mode': 'passive',
      'data-participant': 'a-participant-token-of-ours',
      'data-lang': lang,
    },
  });
  await page.shows(/./);
  const quiet = [...(page.root()?.querySelectorAll('[part~=quiet]') ?? [])];
  (quiet.at(-1) as unknown as HTMLElement).click();
  await expect.poll(() => page.root()?.textContent).toContain(words);
});

test('the language is sent with requests that may cause a mail: the digits, and the window', async () => {
  const opened: string[] = [];
  const page = await visit(service.origin, {
    attributes: speaking('de'),
    before: (window) => (window.open = (() => windowFor(opened)) as never),
  });
  await expect.poll(() => page.button('Hinzufügen')).toBeTruthy();
  page.click('Hinzufügen');
  await page.shows('ging nicht auf');
  expect(opened.map((url) => new URL(url).searchParams.get('lang'))).toEqual(['de,en']);
  page.click('Per E-Mail');
  const field = (name: string) =>
    page.root()?.querySelector(`[name=${name}]`) as unknown as HTMLInputElement | null;
  await expect.poll(() => field('address')).toBeTruthy();
  Object.assign(field('address') as object, { value: 'ada@example.org' });
  Object.assign(field('of_age') as object, { checked: true });
  page.click('Code senden');
  await expect.poll(() => service.said('POST /embed/join')).toMatchObject([{ lang: 'de,en' }]);
  expect(Object.keys(JSON.parse(page.window.localStorage.getItem('manyhands:words') ?? '{}').words)).toEqual([
    'confirmation',
    'apihelper',
    'finder',
  ]);
});

test('a name of the other direction is isolated', async () => {
  service.now.project.may_grant = false;
  const page = await visit(service.origin, { attributes: speaking('ar') });
  await expect.poll(() => page.title()).toContain('\u2068Manyhands\u2069');
});

test("an owner's own words win, and words that are not JSON are one console line", async () => {
  const own = { confirmation: { 'do.credit': 'Count me in' } };
  const page = await visit(service.origin, {
    html: `<script type="application/json" data-manyhands-words>${JSON.stringify(own)}</script>`,
  });
  await expect.poll(() => page.button('Count me in')).toBeTruthy();
  const broken = await visit(service.origin, {
    html: '<script type="application/json" data-manyhands-words>{</script>',
  });
  await expect.poll(() => broken.button('Credit me')).toBeTruthy();
  expect(broken.lines[0]).toMatch(/is not JSON/);
  for (const empty of ['null', '1', '"words"', '[]', '{"confirmation":null}']) {
    const page = await visit(service.origin, {
      html: `<script type="application/json" data-manyhands-words>${empty}</script>`,
    });
    await expect.poll(() => page.button('Credit me')).toBeTruthy();
    expect(page.lines).toEqual([]);
  }
});

test('every message can be replaced, in any language of the page', async () => {
  const own = {
    confirmation: Object.fromEntries(
      Object.keys(english['confirmation'] ?? {}).map((key) => [key, `<${key}>`]),
    ),
  };
  const words = `<script type="application/json" data-manyhands-words>${JSON.stringify(own)}</script>`;
  const page = await visit(service.origin, {
    html: words,
    attributes: speaking('ar'),
    before: (window) => (window.open = (() => null) as never),
  });
  /** Everything that the participant can read or hear, except what is sent, and what the service counts. */
  const said = () =>
    [...(page.root()?.querySelectorAll('p:not([part=project]), button, label, a') ?? [])]
      .map(({ textContent }) => textContent?.trim() ?? '')
      .filter((text) => text && !text.includes('so far'));
  const shows = async (key: string) => {
    await page.shows(`<${key}>`);
    for (const text of said()) expect(text).toMatch(/^<[\w.]+>$/);
  };
  await shows('ask.title');
  page.click('<do.credit>');
  await shows('blocked.title');
  page.click('<do.emailInstead>');
  await shows('email.title');
  page.click('<email.send>');
  await expect.poll(said).toContain('<email.wrong>');
  const field = (name: string) => page.root()?.querySelector(`[name=${name}]`) as object;
  Object.assign(field('address'), { value: 'ada@example.org' });
  page.click('<email.send>');
  await expect.poll(said).toContain('<email.young>');
  Object.assign(field('of_age'), { checked: true });
  page.click('<email.send>');
  await shows('code.title');
  page.click('<code.check>');
  await expect.poll(said).toContain('<code.short>');
  Object.assign(field('code'), { value: '123456' });
  page.click('<code.check>');
  await shows('credited.title');
  page.click('<do.undo>');
  await shows('undone.title');
  page.click('<do.stop>');
  await shows('declined.title');
  expect(page.lines).toEqual([]);
});

test('unreadable words are reported once, however often the message is drawn', async () => {
  const page = await visit(service.origin, {
    html: '<script type="application/json" data-manyhands-words>{ "a": }</script>',
  });
  await page.shows('Add to your profile');
  await page.join();
  await page.shows('Credited');
  expect(page.lines).toEqual([expect.stringMatching(/^\[Manyhands\] data-manyhands-words is not JSON/)]);
});
