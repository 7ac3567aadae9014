/** The participant's pages in six languages: which one is chosen, and the whole way in each. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../scripts/built.ts';
import { fillIn } from '../../../src/ui/words/language.ts';
import type { Service } from '../../set-up/service/start-service.ts';
import { newestMail, profileId, projects, send, signIn, shareScene } from '../scene.ts';

const folder = join(root, 'src/ui/words');
type Texts = { [name: string]: string | Texts };
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Texts;
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([all]) => all).sort();

/** Each text with its path; the plural forms of a count are one. */
const flat = (texts: Texts, path = ''): [path: string, text: string][] =>
  Object.entries(texts).flatMap(([name, value]) => {
    if (typeof value === 'string') return [[`${path}/${name}`, value] as [string, string]];
    if (typeof value['other'] === 'string') return [[`${path}/${name}`, value['other']] as [string, string]];
    return flat(value, `${path}/${name}`);
  });

test.each(files.filter((file) => file !== 'en.json'))('%s has the texts of en.json', (file) => {
  const english = flat(read('en.json'));
  const theirs = flat(read(file));
  expect(english.length).toBeGreaterThan(200);
  expect(theirs.map(([path]) => path).sort()).toEqual(english.map(([path]) => path).sort());
  const found = new Map(theirs);
  for (const [path, text] of english)
    expect([path, placeholders(found.get(path) ?? '')]).toEqual([path, placeholders(text)]);
});

describe('the pages of a service', () => {
  let service: Service;
  let owner: string;

  beforeAll(async () => {
    ({ service, owner } = await shareScene('sqlite'));
  });

  const openingTag = async (path: string, headers: Record<string, string>) =>
    /<html[^>]*>/.exec(await (await service.get(path, { headers })).text())?.[0];

  const choices: [name: string, path: string, headers: Record<string, string>, tag: string][] = [
    ['nothing', '/sign-in', {}, '<html lang="en" dir="ltr">'],
    [
      "the browser's",
      '/sign-in',
      { 'accept-language': 'de-CH,de;q=0.8,fr;q=0.9' },
      '<html lang="de" dir="ltr">',
    ],
    [
      'the one with the highest weight',
      '/sign-in',
      { 'accept-language': 'xx,fr;q=0.2,pt-BR;q=0.7' },
      '<html lang="pt-BR" dir="ltr">',
    ],
    ['none that is refused', '/sign-in', { 'accept-language': 'fr;q=0, es' }, '<html lang="es" dir="ltr">'],
    [
      "the embed's before the browser's",
      '/sign-in?lang=ar',
      { 'accept-language': 'de' },
      '<html lang="ar" dir="rtl">',
    ],
    [
      'that of the page to go on to',
      '/sign-in?next=%2Fconfirm%2F11%3Flang%3Dfr',
      {},
      '<html lang="fr" dir="ltr">',
    ],
    [
      "the person's before all others",
      '/sign-in?lang=ar',
      { cookie: 'language=es' },
      '<html lang="es" dir="ltr">',
    ],
    [
      'a language without a file is none',
      '/sign-in?lang=tlh',
      { cookie: 'language=zz' },
      '<html lang="en" dir="ltr">',
    ],
    ['a page that is not translated', '/docs', { 'accept-language': 'fr' }, '<html lang="en">'],
  ];
  test.each(choices)('the language is %s', async (_, path, headers, tag) => {
    expect(await openingTag(path, headers)).toBe(tag);
  });

  test('a choice is remembered, and leads back to the page', async () => {
    const choose = (language: string, next: string) =>
      service.postForm('/language', { language, next }, { headers: { origin: service.baseUrl } });
    const reply = await choose('fr', '/sign-in');
    expect(reply.headers.get('location')).toBe('/sign-in');
    expect(reply.headers.get('set-cookie')).toMatch(
      /^language=fr; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax/,
    );
    const odd = await choose('fr; Domain=evil', 'https://evil.example/');
    expect([odd.headers.get('location'), odd.headers.get('set-cookie')]).toEqual(['/start', null]);
  });

  test.each([
    ['en', 'ask again in an hour'],
    ['de', 'frage in 1 Stunde noch einmal'],
    ['es', 'otra vez dentro de 1 hora'],
    ['fr', 'redemandez dans 1 heure'],
    ['pt', 'de novo daqui a 1 hora'],
    ['ar', 'مدة الانتظار: ساعة'],
  ])('too many mails, and when to ask again, in %s', async (lang, says) => {
    const ask = () =>
      service.postForm(
        '/sign-in',
        { email: `many-${lang}@example.org`, lang },
        { headers: { origin: service.baseUrl } },
      );
    for (let n = 0; n < 6; n++) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect((await refused.text()).replace(/\s/g, ' ')).toContain(says);
  });

  const ways = ['fr', 'ar', 'de', 'es', 'pt'];
  test.each(ways)('joining, certificate and deletion in %s', async (lang) => {
    const words = read(`${lang}.json`) as Record<string, Record<string, string>>;
    const address = `voyage-${lang}@example.org`;
    const profile = await profileId(service, owner, address);
    const record = () =>
      service.postJson('/api/record_event', {
        key: owner,
        profile_id: profile,
        project_id: projects.birds.id,
        type: 'collection',
        duration: 3600,
      });
    await record();
    const sent = await service.postForm(
      '/sign-in',
      { email: address, lang },
      { headers: { origin: service.baseUrl } },
    );
    expect(await sent.text()).toContain(words['signIn']?.['sentTitle']);
    const mail = (await service.mails()).find(({ to }) => to === address);
    const link = new URL(mail?.links[0] ?? '');
    expect(link.searchParams.get('lang')).toBe(lang);
    const asked = await (await service.get(link.pathname + link.search)).text();
    expect(asked).toContain(words['signInLink']?.['ofAge']);
    const joined = await service.postForm(
      link.pathname,
      { of_age: 'yes', lang },
      { headers: { origin: service.baseUrl } },
    );
    const cookie = joined.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    expect(cookie).toContain(`language=${lang}`);
    const headers = { cookie, origin: service.baseUrl };
    const page = async (path: string) => (await service.get(path, { headers: { cookie } })).text();
    expect(await page('/me')).toContain(words['unclaimed']?.['title']);
    await service.postForm('/me/claim', { project_id: String(projects.birds.id) }, { headers });
    const mine = await page('/me');
    expect(mine).toContain(words['me']?.['newest']);
    const account = await page('/account');
    expect(account).toContain(words['manage']?.['delete']);
    for (const english of ['Your newest', 'By project', 'Sign out', 'Page 1', 'Revoke'])
      expect(mine + account).not.toContain(english);
    const made = await service.postForm('/me/certificates', { from: '2020-01-01', name: '' }, { headers });
    expect(await page(made.headers.get('location') ?? '')).toContain(words['certificate']?.['title']);
    expect(await page('/account/delete')).toContain(words['delete']?.['leaves']);
    const gone = await service.postForm('/account/delete', { when: 'now' }, { headers });
    expect(await page(gone.headers.get('location') ?? '')).toContain(words['delete']?.['done']);
  });

  const strings = (lang: string) => read(`${lang}.json`) as Record<string, Record<string, string>>;
  const headingOf = (text: string) => /<h1>([^<]*)<\/h1>/.exec(text)?.[1];

  test.each(ways)('the hosted confirmation in %s', async (lang) => {
    const words = strings(lang)['confirm'] ?? {};
    const path = `/confirm/${projects.birds.id}?type=collection&ref=said-in-${lang}&lang=${lang}`;
    const page = async (cookie = '') => (await service.get(path, { headers: { cookie } })).text();
    const asked = await page();
    expect(headingOf(asked)).toBe(words['signInTitle']);
    expect(asked).toContain(`<html lang="${lang === 'pt' ? 'pt-BR' : lang}"`);
    expect(asked).not.toContain('Your contribution');
    const cookie = await signIn(service, `confirms-${lang}@example.org`);
    expect(headingOf(await page(cookie))).toBe(words['askTitle']);
    const choose = (choice: string) =>
      service.postForm(
        `/confirm/${projects.birds.id}`,
        { type: 'collection', ref: `said-in-${lang}`, choice, lang },
        { headers: { cookie, origin: service.baseUrl } },
      );
    // Both redirects keep the language: to an address with a new number, and from the form back to the page.
    const begun = await service.get(`/confirm/${projects.birds.id}?lang=${lang}`, { redirect: 'manual' });
    expect(begun.headers.get('location')).toMatch(new RegExp(`&lang=${lang}$`));
    expect((await choose('credit')).headers.get('location')).toBe(path);
    expect(headingOf(await page(cookie))).toBe(words['creditedTitle']);
    await choose('undo');
    const undone = await page(cookie);
    expect(headingOf(undone)).toBe(words['undoneTitle']);
    expect(undone).toContain(words['again']);
  });

  test.each(ways)('the choices of a mail in %s', async (lang) => {
    const words = strings(lang)['mailChoices'] ?? {};
    const address = `mailed-${lang}@example.org`;
    const { id, origin } = projects.birds;
    await send(service, '/embed/join', { project_id: id, address, of_age: true }, origin);
    const { links } = await newestMail(service, address);
    const { pathname } = new URL(links.find((link) => link.includes('/mail/')) ?? 'no:link');
    const headers = { 'accept-language': lang, origin: service.baseUrl };
    expect(headingOf(await (await service.get(pathname, { headers })).text())).toBe(words['title']);
    for (const [choice, title] of Object.entries({ end: 'ended', never: 'stopped', again: 'allowed' })) {
      const said = await service.postForm(pathname, { choice }, { headers });
      expect([choice, headingOf(await said.text())]).toEqual([choice, words[title]]);
    }
    const broken = await service.get('/mail/x', { headers });
    expect([broken.status, await broken.text()]).toEqual([
      404,
      expect.stringContaining(words['incomplete'] ?? '-'),
    ]);
  });

  test.each(ways)('mails and refusals in %s', async (lang) => {
    const said = JSON.parse(readFileSync(join(root, 'src/messages', `${lang}.json`), 'utf8')) as Record<
      string,
      Record<string, string>
    >;
    const mail = (name: string) => fillIn(said['mail']?.[name] ?? '-', { service: 'Manyhands' });
    const address = `member-${lang}@example.org`;
    const cookie = `${await signIn(service, address)}; language=${lang}`;
    const headers = { cookie, origin: service.baseUrl };
    const subjectTo = async (to: string) => (await newestMail(service, to)).subject;

    await service.postForm('/account/addresses', { email: `more-${address}` }, { headers });
    expect(await subjectTo(`more-${address}`)).toBe(mail('add.subject'));
    await service.postForm('/account/delete', { when: 'later' }, { headers });
    expect(await subjectTo(address)).toBe(mail('notice.subject').replace('{what}', mail('deletion.subject')));
    await service.postForm('/guardian', { email: `parent-${address}` }, { headers });
    const guarded = await newestMail(service, `parent-${address}`);
    expect([guarded.subject, guarded.text]).toEqual([
      mail('guarded.subject'),
      expect.stringContaining(mail('guarded.none')),
    ]);
    const own = await service.get('/me/export.json', { headers });
    expect(await own.json()).toMatchObject({ account: [{ language: 'en' }] });
    await service.postForm('/language', { language: lang, next: '/me' }, { headers });
    const chosen = await service.get('/me/export.json', { headers });
    expect(await chosen.json()).toMatchObject({ account: [{ language: lang }] });

    const fault = await service.postForm('/account/addresses', { email: 'nobody' }, { headers });
    expect(await fault.text()).toContain(said['faults']?.['badAddress']);
    const nothing = await service.get('/nothing-here', { headers: { cookie, accept: 'text/html' } });
    expect([nothing.status, await nothing.text()]).toEqual([
      404,
      expect.stringContaining(said['refusals']?.['not_found'] ?? '-'),
    ]);
    const foreign = await service.postForm(
      '/account/names',
      {},
      { headers: { cookie, origin: 'https://x.example' } },
    );
    expect([foreign.status, await foreign.text()]).toEqual([
      403,
      expect.stringContaining(said['refusals']?.['foreign_form'] ?? '-'),
    ]);
  });
});
