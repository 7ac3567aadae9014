/** Search in the language of the text: inflections, texts without spaces, folding, names of lists, and the index itself. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { stemOf, textLanguages, type TextLanguage } from '../../../server/text/stem.ts';
import { languageOf, languagesNamed } from '../../../server/text/text-language.ts';
import { words } from '../../../server/text/words.ts';
import { engines, type Service, startService } from '../../set-up/service/start-service.ts';
import { importAll, newKey, projectEntry, rows, success } from '../scene.ts';

const judged = <Lists>(file: string) =>
  JSON.parse(readFileSync(new URL(`../../judged/${file}`, import.meta.url), 'utf8')) as Record<
    TextLanguage,
    Lists
  >;
const stems = (text: string, language: TextLanguage) =>
  words(text)
    .map((word) => stemOf(word, language))
    .join(' ');

test.each(textLanguages)('in %s, singular and plural of twenty nouns have one stem', (language) => {
  const pairs = judged<[string, string][]>('inflections.json')[language];
  expect(pairs).toHaveLength(20);
  const apart = pairs.filter(([one, many]) => stems(one, language) !== stems(many, language));
  expect(apart).toEqual([]);
});

test.each(textLanguages)('in %s, no two of two hundred other nouns do', (language) => {
  const nouns = judged<string>('unrelated-words.json')[language].split(' ');
  expect(nouns.length).toBeGreaterThanOrEqual(200);
  const byStem = Object.groupBy(nouns, (noun) => stems(noun, language));
  const joined = Object.values(byStem).filter((some = []) => some.length > 1);
  // Pupils are of a school.
  expect(joined).toEqual(language === 'de' ? [['Schule', 'Schüler']] : []);
});

test.each([
  ['Voegel, Müll und Straße', 'voegel mull und strasse'],
  ['Ørsted, Åland, Łódź', 'orsted aland lodz'],
  ['İstanbul ışık', 'istanbul isik'],
  ['الأشجارُ والمدرســة', 'الاشجار والمدرسه'],
  ['٢٠٢٤ ۲۰۲۴', '2024 2024'],
  ['ＧＰＳ １２ ｷﾉｺ', 'gps 12 キノコ'],
  ['が か', 'が か'],
  ['\ufdfa'.repeat(20_000), ''],
  ['नदी', 'नदी'],
  ['野鳥観察会', '野鳥 観察 会'],
  ['冬季水鸟调查', '冬季 水鸟 调查'],
  ['นับนกในสวน', 'นับ นก ใน สวน'],
  ['GPSで野鳥を', 'gps で 野鳥 を'],
])('%s is %s', (text, wanted) => {
  expect(words(text).join(' ')).toBe(wanted);
});

test.each<[string, string[], TextLanguage | undefined]>([
  ['Wir zählen die Vögel am Futterhaus.', [], 'de'],
  ['Contamos las aves del parque cada mes.', [], 'es'],
  ['Contiamo gli uccelli nel giardino ogni mese, con gli alunni della scuola.', [], undefined],
  ['Count the birds of your garden.', ['German'], 'en'],
  ['Count the birds of your garden.', [], 'en'],
  ['Avifauna', ['portugais'], 'pt'],
  ['野鳥観察会', ['ja'], undefined],
])('%s, with the languages %j, is %s', (text, languages, wanted) => {
  expect(languageOf(text, languages)).toBe(wanted);
});

test('languages are meant by their codes and by their names in each language', () => {
  const names = ['de-AT', 'allemand', 'Portuguese', 'العربية', 'Italian', ' ES ', 'spa'];
  expect(languagesNamed(names, textLanguages)).toEqual(['ar', 'de', 'es', 'pt']);
});

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  let key: string;

  const entries = [
    { name: 'Stunde der Gartenvögel', description: 'Wir zählen Vögel in Gärten und schreiben sie auf.' },
    {
      name: 'Laut oder leise',
      description: 'Messen Sie den Lärm vor der Tür, und tragen Sie ihn in die Karte ein.',
    },
    { name: 'Oiseaux des parcs', description: 'Comptez les oiseaux et les chevaux des parcs.' },
    { name: '市民調査', description: '冬の野鳥観察会で野鳥を数えます。' },
    { name: 'Star Count', description: 'Count the stars that you see.', topics: ['Astronomy and space'] },
    {
      name: 'Himmel',
      description: 'Wie dunkel ist die Nacht? Schauen Sie hinauf.',
      topics: ['Astronomy and space'],
    },
    {
      name: 'Bird Party',
      description: 'Count birds with us in the park.',
      topics: ['Birds'],
      audience: ['Families'],
    },
    { name: 'Caves of the Andes', description: 'Draw maps of caves with the people of the Andes.' },
  ];

  beforeAll(async () => {
    service = await startService(engine);
    const projects = entries.map((entry, at) => projectEntry(entry.name, `https://p${at}.example/`, entry));
    await importAll(service, 'owner@example.org', projects, '--publish');
    key = await newKey(service, 'seeker@example.org');
  });

  const titles = async (query: Record<string, string>) => {
    const reply = await service.get(`/finder?${new URLSearchParams({ format: 'json', key, ...query })}`);
    return (await success('GET /finder', reply)).results.map(({ title }) => title);
  };

  test.each<[what: string, query: Record<string, string>, wanted: string[]]>([
    ['a singular', { q: 'Vogel' }, ['Stunde der Gartenvögel', 'Bird Party']],
    ['ae for ä', { q: 'Voegel' }, ['Stunde der Gartenvögel', 'Bird Party']],
    ['ae for ä in a word', { q: 'Laerm' }, ['Laut oder leise']],
    ['stop words of the language', { q: 'der Lärm vor der Tür' }, ['Laut oder leise']],
    ['a French plural', { q: 'cheval' }, ['Oiseaux des parcs']],
    ['a word that is still being typed', { q: 'Gartenvö' }, ['Stunde der Gartenvögel']],
    ['the whole title', { q: 'Oiseaux des parcs' }, ['Oiseaux des parcs', 'Bird Party']],
    ['a word in the middle of a text without spaces', { q: '野鳥' }, ['市民調査']],
    ['its part', { q: '観察' }, ['市民調査']],
    ['its part as a phrase', { phrase: '観察' }, ['市民調査']],
    ['a German phrase', { phrase: 'vögel in gärten' }, ['Stunde der Gartenvögel']],
    ['a phrase with another word form', { phrase: 'vögeln in gärten' }, []],
    ['the name of a topic', { q: 'Astronomie und Weltraum' }, ['Himmel', 'Star Count']],
    ['its beginning', { q: 'Astronomie' }, ['Himmel', 'Star Count']],
    ['the name of an audience', { q: 'Familien' }, ['Bird Party']],
    ['a topic and a word', { q: 'aves park' }, ['Bird Party']],
    ['a name that English would take for a stop word', { q: 'Andes' }, ['Caves of the Andes']],
  ])('%s', async (_, query, wanted) => {
    expect(await titles(query)).toEqual(wanted);
  });

  test('a project is found by its new language when it is corrected', async () => {
    expect(await titles({ q: 'murciélago' })).toEqual([]);
    const description = 'Cuenta los murciélagos que vuelan de noche sobre el pueblo.';
    const corrected = projectEntry('Himmel', 'https://p5.example/', { description });
    await importAll(service, 'owner@example.org', [corrected]);
    expect(await titles({ q: 'murcielago' })).toEqual(['Himmel']);
  });

  test('the index of an earlier release answers, and is renewed while the service runs', async () => {
    // As a release without languages wrote it.
    const stem = engine === 'sqlite' ? 'rowid' : 'project_id';
    await rows(
      service,
      `delete from project_words where ${stem} in (select project_id from projects where name = 'Laut oder leise')`,
    );
    await rows(service, "update settings set value = '1 outdated' where name = 'derivation'");
    expect(await titles({ q: 'Lärm' })).toEqual([]);
    await service.restart();
    await expect.poll(() => titles({ q: 'Lärm' })).toEqual(['Laut oder leise']);
    await expect
      .poll(() => rows(service, "select value from settings where name = 'indexing'"))
      .toHaveLength(1);
  });
});
