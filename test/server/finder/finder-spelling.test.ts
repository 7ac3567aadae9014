/** How the finder treats words: forms, accents, prefixes and misspellings, alike on both engines. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  engines,
  type Engine,
  onPostgres,
  type Service,
  startFilledService,
  shareService,
} from '../../set-up/service/start-service.ts';
import { catalogueFile, fillWithCatalogue, judgedQueries } from '../../judged/judge.ts';
import { addProject, newKey, success } from '../scene.ts';

type Query = Record<string, string>;
type Opened = { service: Service; key: string };

const open = async (engine: Engine): Promise<Opened> => {
  const { service, facts: key } = await startFilledService(engine, {}, 'catalogue', fillWithCatalogue);
  return { service, key };
};

const find = async ({ service, key }: Opened, query: Query) =>
  success(
    'GET /finder',
    await service.get(`/finder?${new URLSearchParams({ format: 'json', key, ...query })}`),
  );

describe('over the catalogue', () => {
  const opened = {} as Record<Engine, Opened>;
  beforeAll(async () => {
    // Where PostgreSQL is, it is compared with SQLite.
    for (const engine of new Set([...engines, 'sqlite'] as const)) opened[engine] = await open(engine);
  });

  const titles = JSON.parse(readFileSync(catalogueFile, 'utf8')) as { name: string; tags: string[] }[];
  const queries: Query[] = [
    ...judgedQueries.map(({ q }) => ({ q })),
    ...titles.filter((_, at) => at % 9 === 0).map(({ name }) => ({ phrase: name })),
    ...titles.filter((_, at) => at % 11 === 0).map(({ name }) => ({ q: name.slice(0, 24) })),
    ...titles
      .flatMap(({ tags }) => tags.slice(0, 1))
      .slice(0, 30)
      .map((q) => ({ q })),
    ...['water quality', 'citizen science', 'of the', 'National Park'].map((phrase) => ({ phrase })),
    { q: 'generally communities', UN: '021' },
    { q: 'university', phrase: 'citizen science', topic: 'Biology' },
    { UN: 'Northern America', topic: 'Birds', activity: 'Photography' },
    { url: 'http://www.nps.gov/subjects/biodiversity/national-parks-bioblitz.htm/' },
  ];

  onPostgres(test)(`${queries.length} searches find the same projects on both engines`, async () => {
    for (const query of queries) {
      const [sqlite, postgres] = await Promise.all([
        find(opened.sqlite, query),
        find(opened.postgres, query),
      ]);
      const idsOf = (found = sqlite) => found?.results.map(({ id }) => id).sort();
      expect({ query, ids: idsOf(postgres), more: postgres?.suggestion }).toEqual({
        query,
        ids: idsOf(sqlite),
        more: sqlite?.suggestion,
      });
    }
  });

  test.each(engines)('random searches return the same in pages and at once on %s', async (engine) => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
    for (let round = 0; round < 25; round++) {
      const query = { ...queries[random(queries.length)] } as Query;
      const limit = 1 + random(40);
      const whole = await find(opened[engine], query);
      const ids: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await find(opened[engine], {
          ...query,
          limit: String(limit),
          ...(cursor && { cursor }),
        });
        expect(page.total).toBe(whole.total);
        ids.push(...page.results.map(({ id }) => id));
        cursor = page.next;
      } while (cursor !== undefined);
      expect({ query, limit, ids }).toEqual({ query, limit, ids: whole.results.map(({ id }) => id) });
    }
  });

  describe.each(engines)('on %s', (engine) => {
    test.each<[string, string]>([
      ['buterfly', 'butterfly'],
      ['earthqake', 'earthquake'],
      ['hummingbrid', 'hummingbird'],
      ['asteriods', 'asteroids'],
      ['air polution', 'air pollution'],
      ['invasive speices', 'invasive species'],
      ['Invasive:  SPEICES!', 'Invasive:  species!'],
      ['phenolgy of "plants"', 'phenology of "plants"'],
      ['obsrvaton', 'observation'],
      ['vulcano', 'volcano'],
      ['fotography', 'photography'],
    ])('%s: did you mean %s?', async (q, suggestion) => {
      const found = await find(opened[engine], { q });
      expect(found.suggestion).toBe(suggestion);
      expect((await find(opened[engine], { q: suggestion })).total).toBeGreaterThan(0);
    });

    test.each([
      ['butterfly'],
      ['of the'],
      [''],
      ['xyzzyqwertz'],
      ['12345678'],
      ['qzx'],
      ['the buterf'.slice(0, 7)],
    ])('there is nothing to suggest for %j', async (q) =>
      expect(await find(opened[engine], { q })).not.toHaveProperty('suggestion'),
    );

    test('a suggestion finds something within the filters', async () => {
      const query = { q: 'buterfly', topic: 'Astronomy and space' };
      const { suggestion, total } = await find(opened[engine], query);
      expect(total).toBe(0);
      expect(suggestion).toBeUndefined();
      const fitting = await find(opened[engine], { q: 'buterfly', topic: 'Animals' });
      expect(fitting.suggestion).toBe('butterfly');
      expect((await find(opened[engine], { q: 'butterfly', topic: 'Animals' })).total).toBeGreaterThan(0);
    });
  });
});

describe.each(engines)('words on %s', (engine) => {
  let opened: Opened;
  const add = async (name: string, more: object = {}) => {
    const id = await addProject(opened.service, opened.key, name, more);
    await opened.service.operate('publish', String(id));
    return id;
  };
  beforeAll(async () => {
    const service = await shareService(engine);
    opened = { service, key: await newKey(service, 'seeker@example.org') };
  });
  const titles = async (q: string) => (await find(opened, { q })).results.map(({ title }) => title);

  test('forms, accents and prefixes of words', async () => {
    await add('Espèces protégées');
    await add('Monitoring of Straßen and Østersjøen');
    await add('Photography walks', { description: 'Ponies on a heath.' });
    await add('Ночные бабочки');
    await add('鳥の観察');
    const table: [string, string[]][] = [
      ['espece', ['Espèces protégées']],
      ['ESPÈCE', ['Espèces protégées']],
      ['protegees', ['Espèces protégées']],
      ['monitored', ['Monitoring of Straßen and Østersjøen']],
      ['strassen', ['Monitoring of Straßen and Østersjøen']],
      ['ostersjo', ['Monitoring of Straßen and Østersjøen']],
      ['phot', ['Photography walks']],
      ['photograp', ['Photography walks']],
      ['photography', ['Photography walks']],
      ['pony', ['Photography walks']],
      ['ponie', ['Photography walks']],
      ['walking', ['Photography walks']],
      ['бабочки', ['Ночные бабочки']],
      ['бабоч', ['Ночные бабочки']],
      ['鳥', ['鳥の観察']],
      ['heathen', []],
    ];
    for (const [q, wanted] of table) expect({ q, found: await titles(q) }).toEqual({ q, found: wanted });
  });

  test('a word is looked for in titles first, then tags, descriptions, and names of organisations and places', async () => {
    const places: [string, object][] = [
      ['Zzqwort mosses', {}],
      ['By tag', { tags: ['zzqwort'] }],
      ['By description', { description: 'The zzqwort.' }],
      ['By organisation', { presenting_org: 'Zzqwort Trust' }],
      ['By source', { origin: 'Zzqwort Exchange' }],
      ['By town', { city: 'Zzqwort' }],
      ['By label', { region_label: 'Greater Zzqwort' }],
      ['By goal', { goal: 'Save the zzqwort' }],
    ];
    for (const [name, more] of places) await add(name, more);
    const found = await titles('zzqwort');
    // Equal in one kind of text, they are ordered by id.
    expect(found).toEqual([
      ...['Zzqwort mosses', 'By tag', 'By description', 'By goal'],
      ...['By organisation', 'By source', 'By town', 'By label'],
    ]);
  });

  test('a title comes before a tag, a tag before the text', async () => {
    await add('A pond', { description: 'Newts and newts and newts, in a long text about newts.' });
    await add('Another pond', { tags: ['newts'] });
    await add('Newts');
    expect(await titles('newt')).toEqual(['Newts', 'Another pond', 'A pond']);
  });

  test('words of projects that are not shown are not suggested', async () => {
    const id = await addProject(opened.service, opened.key, 'Zzqsalamander watch');
    expect(await find(opened, { q: 'zzqsalamandre' })).toEqual({ result: 'success', results: [], total: 0 });
    await opened.service.operate('publish', String(id));
    expect(await find(opened, { q: 'zzqsalamandre' })).toMatchObject({ suggestion: 'zzqsalamander' });
    await opened.service.operate('hide', String(id));
    expect(await find(opened, { q: 'zzqsalamandre' })).not.toHaveProperty('suggestion');
  });
});
