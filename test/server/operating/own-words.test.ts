/** Words of the operator's own: single texts, and a whole language, by two files and a restart. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { refusedStart } from '../../set-up/service/refused-start.ts';
import { type Service, startService } from '../../set-up/service/start-service.ts';
import { newestMail } from '../scene.ts';

let service: Service;

const write = (dataDir: string, name: string, texts: object | string) => {
  mkdirSync(join(dataDir, 'words/messages'), { recursive: true });
  writeFileSync(join(dataDir, 'words', name), typeof texts === 'string' ? texts : JSON.stringify(texts));
};

beforeAll(async () => {
  service = await startService('sqlite');
  write(service.dataDir, 'en.json', { signIn: { title: 'Come in' } });
  write(service.dataDir, 'de.json', { signIn: { title: 'Komm herein' } });
  write(service.dataDir, 'it.json', {
    signIn: { title: 'Accedi' },
    counts: { contribution: { one: '{n} contributo', many: '{n} di contributi', other: '{n} contributi' } },
    frame: { language: '' },
    // A group with a text `other` is no count.
    invitation: { other: 'Un altro', ended: 'Finito' },
  });
  write(service.dataDir, 'fa.json', {});
  write(service.dataDir, 'messages/it.json', {
    confirmation: { 'ask.title': 'Aggiungere al profilo?' },
    mail: { 'link.subject': 'Il tuo link per {service}' },
  });
  write(service.dataDir, 'messages/en.json', { confirmation: { 'ask.title': 'Add this observation?' } });
  await service.restart();
});

const page = async (path: string, language: string) =>
  (await service.get(path, { headers: { 'accept-language': language } })).text();

test.each([
  ['a text of English', 'en', 'lang="en" dir="ltr"', 'Come in'],
  ['a text of German', 'de', 'lang="de" dir="ltr"', 'Komm herein'],
  ['the others of German', 'de', 'lang="de" dir="ltr"', 'E-Mail'],
  ['a new language', 'it', 'lang="it" dir="ltr"', 'Accedi'],
  ['what a new language lacks, or left empty', 'it', 'lang="it" dir="ltr"', 'Language'],
  ['a new language from right to left', 'fa', 'lang="fa" dir="rtl"', 'Come in'],
])('%s', async (_, language, tag, says) => {
  const html = await page('/sign-in', language);
  expect(html).toContain(`<html ${tag}>`);
  expect(html).toContain(says);
});

test('each language is offered by its own name', async () => {
  const html = await page('/sign-in', 'en');
  expect(html).toMatch(/<option value="fa" lang="fa">فارسی<.*<option value="it" lang="it">Italiano</s);
});

describe('the embeds', () => {
  type Reply = { words?: { version: string; words: Record<string, Record<string, string>> } };
  const words = async (lang: string, version = '') => {
    const asked = new URLSearchParams({ q: '', lang, words: version });
    return ((await (await service.get(`/embed/finder?${asked}`)).json()) as Reply).words;
  };

  test('get the first language that there is', async () => {
    expect(await words('tlh,it,en')).toMatchObject({ lang: 'it', dir: 'ltr' });
    expect(await words('fa')).toMatchObject({ lang: 'fa', dir: 'rtl' });
    expect((await words('it'))?.words['confirmation']?.['ask.title']).toBe('Aggiungere al profilo?');
  });

  test('get English where something is said otherwise, and once', async () => {
    const first = await words('en');
    expect(first?.words['confirmation']?.['ask.title']).toBe('Add this observation?');
    expect(await words('en', first?.version)).toBeUndefined();
  });
});

test('a mail is in the new language', async () => {
  const headers = { 'accept-language': 'it', origin: service.baseUrl };
  await service.postForm('/sign-in', { email: 'ada@example.org' }, { headers });
  expect((await newestMail(service, 'ada@example.org')).subject).toBe('Il tuo link per Manyhands');
});

test('the start says what a new language lacks; the command lists it, and writes files to fill in', async () => {
  expect(service.log()).toMatch(/words\/it\.json lacks \d+ texts, which are in English/);
  expect(service.log()).not.toMatch(/words\/de\.json lacks/);
  const lacking = await service.operate<{ missing: { key: string; english: string }[] }>('words', 'it');
  const keys = lacking.missing.map(({ key }) => key);
  expect(keys).toContain('frame.language');
  expect(keys).not.toContain('signIn.title');
  expect(keys).not.toContain('counts.contribution');

  const made = await service.operate<{ wrote: string[]; missing: unknown[] }>('words', 'nl');
  expect(made.wrote).toHaveLength(2);
  const empty = JSON.parse(readFileSync(made.wrote[0] ?? '', 'utf8')) as {
    counts: { contribution: object };
  };
  expect(empty.counts.contribution).toEqual({ one: '', other: '' });
  expect(made.missing.length).toBeGreaterThan(900);
  await service.restart();
  expect(await page('/sign-in', 'nl')).toContain('<html lang="nl" dir="ltr">');
  expect((await service.operator('words', 'Nederlands')).code).toBe(1);
});

test.each<[what: string, file: string, texts: object | string, fault: RegExp]>([
  [
    'a key that there is not',
    'it.json',
    { signIn: { titel: 'x' } },
    /^words\/it\.json: signIn\.titel is not one of our keys/,
  ],
  [
    'a form that the language has not',
    'it.json',
    { counts: { contribution: { few: 'x' } } },
    /counts\.contribution\.few is not/,
  ],
  [
    'a lost placeholder',
    'messages/it.json',
    { mail: { 'link.subject': 'x' } },
    /mail\.link\.subject lacks the placeholder \{service\}/,
  ],
  [
    'an unknown placeholder',
    'it.json',
    { signIn: { title: '{name}' } },
    /signIn\.title has the placeholder \{name\}/,
  ],
  ['a number', 'it.json', { signIn: { title: 7 } }, /signIn\.title must be a text/],
  ['a list', 'it.json', [], /the file must be an object/],
  ['no JSON', 'it.json', '{', /cannot be read as JSON/],
  ['another name', 'italian-words.json', {}, /the name must be the code of a language/],
])('a start with %s is refused', async (_, file, texts, fault) => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'manyhands-data-'));
  write(DATA_DIR, file, texts);
  const { code, lines } = await refusedStart({ DATA_DIR });
  expect(code).toBe('1');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(fault);
});
