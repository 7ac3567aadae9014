/** A project in several languages: given by the API and on our pages, reviewed, read, and found in each. */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service, startService } from '../../set-up/service/start-service.ts';
import {
  addProject,
  importAll,
  newKey,
  post,
  projectEntry,
  refusal,
  rows,
  signIn,
  success,
} from '../scene.ts';

const german = {
  name: 'Gartenvögel zählen',
  description: 'Zählen Sie die Vögel in Ihrem Garten.',
  task: 'Vögel zählen',
  time_commitment: 'Eine Stunde im Januar',
};
const arabic = { name: 'عد طيور الحديقة', description: 'عد الطيور التي تراها في حديقتك.' };
const english = { name: 'Garden Bird Count', description: 'Count the birds that you see in your garden.' };

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  let key: string;
  let id: number;
  let path: string;

  beforeAll(async () => {
    service = await startService(engine);
    const entry = projectEntry(english.name, 'https://birds.example/', {
      ...english,
      task: 'Count birds',
      time_commitment: 'One hour in January',
      translations: { de: german, ar: arabic },
    });
    await importAll(service, 'owner@example.org', [entry], '--publish');
    key = await newKey(service, 'owner@example.org');
    const [row] = await rows<{ project_id: number }>(service, 'select project_id from projects');
    id = Number(row?.project_id);
    path = `/project/${id}-garden-bird-count`;
  });

  const find = async (query: Record<string, string>) => {
    const reply = await service.get(`/finder?${new URLSearchParams({ format: 'json', key, ...query })}`);
    return (await success('GET /finder', reply)).results;
  };
  const read = async (at: string, language: string) =>
    (await service.get(at, { headers: { 'accept-language': language } })).text();

  test.each([
    ['Vogel', 'a word of the German text'],
    ['طائر', 'a word of the Arabic text'],
    ['Gartenvögel zählen', 'the whole German title'],
    ['birds', 'a word of the English text'],
  ])('is found by %s, %s', async (q) => {
    expect((await find({ q })).map((result) => result.id)).toEqual([id]);
  });

  test('a caller who names no language gets what was there before, and no translation', async () => {
    const [result] = await find({ q: 'birds' });
    expect(result).toMatchObject({ title: english.name, description: english.description });
    expect(result).not.toHaveProperty('translations');
    const detail = await success(
      'GET /api/project/:project_id',
      await service.get(`/api/project/${id}?key=${key}`),
    );
    expect(detail).toMatchObject({ title: english.name });
    expect(detail).not.toHaveProperty('translations');
  });

  test.each([
    ['de', german.name],
    ['ar', arabic.name],
    ['fr', english.name],
    ['en', english.name],
  ])('a caller who names %s gets %s', async (lang, title) => {
    expect((await find({ q: 'birds', lang }))[0]?.title).toBe(title);
    const detail = await service.get(`/api/project/${id}?key=${key}&lang=${lang}`);
    expect((await success('GET /api/project/:project_id', detail)).title).toBe(title);
  });

  test.each([
    ['de', 'ltr', german.name, 'Auf Deutsch'],
    ['ar', 'rtl', arabic.name, 'باللغة: العربية'],
    ['en', 'ltr', english.name, 'In English'],
    ['fr', 'ltr', english.name, 'En anglais'],
  ])('a visitor of the page who reads %s', async (lang, dir, title, says) => {
    const html = await read(path, lang);
    expect(html).toContain(`<html lang="${lang}" dir="${dir}">`);
    expect(html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
    expect(html).toContain(says);
    for (const code of ['en', 'de', 'ar'])
      expect(html).toContain(
        `<link rel="alternate" hreflang="${code}" href="${service.baseUrl}${path}?lang=${code}"`,
      );
  });

  test('each text says its own language, where a translation lacks some', async () => {
    const html = await read(path, 'ar');
    expect(html).toMatch(new RegExp(`<h1[^>]* lang="ar"[^>]*>${arabic.name}`));
    expect(html).toMatch(/<bdi lang="en"[^>]*>Count birds</);
    expect(html).toMatch(/<bdi lang="en"[^>]*>One hour in January</);
  });

  test('a link leads to each other language, whose text says which it is', async () => {
    const html = await read(`${path}?lang=de`, 'en');
    expect(html).toContain('lang="de"');
    expect(html).toContain(german.description);
    expect(html).toContain(`href="${path}?lang=ar" hreflang="ar"`);
  });

  test.each(['/finder?q=birds', '/'])('the cards of %s are in the language of the page', async (at) => {
    expect(await read(at, 'de')).toContain(german.name);
    expect(await read(at, 'en')).toContain(english.name);
  });

  test.each([
    ['/finder', 'de', german.time_commitment],
    ['/finder', 'ar', 'One hour in January'],
    ['/', 'de', german.time_commitment],
    ['/feed.atom?lang=de', 'fr', german.name],
    ['/feed.atom', 'de', english.name],
    ['/feed.atom?lang=%22%3E', 'de', english.name],
  ])('%s in %s says: %s', async (at, language, says) => {
    expect(await read(at, language)).toContain(says);
  });

  test.each(['/me', '/account', '/me/volunteer'])('its name on %s is that of the reader', async (at) => {
    const cookie = await signIn(service, 'reader@example.org');
    for (const act of ['follow', 'tell-me']) await post(service, `${path}/${act}`, {}, cookie);
    const profile = await success(
      'GET /api/profile/id',
      await service.get(`/api/profile/id?identifier=reader@example.org&project_id=${id}&key=${key}`),
    );
    await service.postForm(`/api/record_event?key=${key}`, {
      profile_id: String(profile.service_profile_id),
      project_id: String(id),
      type: 'collection',
    });
    const shown = async (language: string) =>
      (await service.get(at, { headers: { cookie, 'accept-language': language } })).text();
    expect(await shown('de')).toContain(german.name);
    expect(await shown('fr')).toContain(english.name);
  });

  test('the message names it in the language of the page', async () => {
    const title = async (lang: string) => {
      const reply = await service.get(`/embed/project?project_id=${id}&lang=${lang}`);
      return ((await reply.json()) as { title: string }).title;
    };
    expect([await title('de,en'), await title('fr,en')]).toEqual([german.name, english.name]);
  });

  test('search engines learn of each language', async () => {
    const sitemap = await (await service.get('/sitemap.xml')).text();
    for (const code of ['de', 'ar'])
      expect(sitemap).toContain(
        `<xhtml:link rel="alternate" hreflang="${code}" href="${service.baseUrl}${path}?lang=${code}"/>`,
      );
  });

  test('the widget of a German page is German', async () => {
    const widget = async (lang: string) =>
      (await (await service.get(`/embed/finder?q=&lang=${lang}`)).json()) as { results: object[] };
    expect((await widget('de,en')).results[0]).toMatchObject({ title: german.name, lang: 'de' });
    expect((await widget('en')).results[0]).toMatchObject({ title: english.name, lang: 'en' });
  });

  test.each<[what: string, translations: unknown, says: RegExp]>([
    ['no object', 'German', /must be an object with languages/],
    ['no language', { klingonese: {} }, /has klingonese, which is not the code of a language/],
    ['another field', { de: { url: 'https://a.example/' } }, /has de\.url, but only name, description/],
    ['a number', { de: { name: 7 } }, /has de\.name, which must be text/],
    ['a long text', { de: { goal: 'x'.repeat(121) } }, /has de\.goal, which must be at most 120 characters/],
    [
      'a name with a link',
      { de: { name: 'Win at https://evil.example' } },
      /has de\.name, which must be a name without a link/,
    ],
    [
      'more than a save can index',
      Object.fromEntries(
        'cs da el fi hu it'.split(' ').map((code) => [code, { description: 'x'.repeat(20_000) }]),
      ),
      /at most 100000 characters in all languages together/,
    ],
    [
      'many languages',
      Object.fromEntries(
        'ab cs da el et eu fi ga gl he hr hu is lt lv mk mt nb nl pl sk'
          .split(' ')
          .map((code) => [code, { name: 'x' }]),
      ),
      /at most 20 languages/,
    ],
  ])('%s is refused by name, and nothing is stored', async (_, translations, says) => {
    const sent = { key, service_id: id, translations };
    const reply = await service.postJson('/api/project/add', sent);
    const { errors } = await refusal(reply, 400, 'invalid');
    expect(errors).toEqual([{ field: 'translations', message: expect.stringMatching(says) as string }]);
    expect((await find({ q: 'Vogel' })).length).toBe(1);
  });

  test('an owner adds a language, an editor sees it as one change, and it is read when it is published', async () => {
    const own = await addProject(service, key, 'Moss Map');
    const cookie = await signIn(service, 'owner@example.org');
    const at = `/project/${own}/edit`;
    const form = {
      ...{ name: 'Moss Map', description: 'We map moss on walls.', url: 'https://moss.example/' },
      ...{ origin: 'The Test Society', contact_email: 'contact@example.org' },
    };
    const added = await (
      await post(service, at, { ...form, translation_add: 'de', act: 'preview' }, cookie)
    ).text();
    expect(added).toContain('name="translations.de.description" lang="de" dir="ltr"');
    const filled = {
      'translations.de.name': 'Mooskarte',
      'translations.de.description': 'Wir kartieren Moos.',
    };
    expect((await post(service, at, { ...form, ...filled, act: 'save' }, cookie)).status).toBe(303);
    const { json } = await service.operator<{ fields: { field: string; after: unknown }[] }>(
      'review',
      String(own),
    );
    expect(json.fields).toContainEqual({
      field: 'translations',
      after: { de: { name: 'Mooskarte', description: 'Wir kartieren Moos.' } },
    });
    await service.operate('publish', String(own));
    expect((await find({ q: 'Moose', lang: 'de' }))[0]?.title).toBe('Mooskarte');

    const seen = /name="seen" value="([^"]*)"/.exec(
      await (await service.get(at, { headers: { cookie } })).text(),
    )?.[1];
    const changed = { ...form, ...filled, description: 'We map every moss.', seen: seen ?? '', act: 'save' };
    const saved = await post(service, at, changed, cookie);
    expect(saved.headers.get('location')).toContain('saved=older');
    const html = await (await service.get(`${at}?saved=older`, { headers: { cookie } })).text();
    expect(html).toContain('The texts in German are older than what you saved');

    const emptied = { ...form, description: 'We map every moss.', act: 'save' };
    await post(service, at, emptied, cookie);
    const [row] = await rows<{ fields: string }>(
      service,
      `select fields from projects where project_id = ${own}`,
    );
    expect(row?.fields).toBeDefined();
  });
});
