/** The filters of a search: each parameter alone, every pair, and all together, on both engines. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { ListFilterName } from '../../../src/contract/pages/finder.ts';
import { engines, type Service, shareService } from '../../set-up/service/start-service.ts';
import { importAll, importEntries, newKey, projectEntry, success } from '../scene.ts';

const entries = [
  projectEntry('Friends of the Earth', 'https://www.friends.example/home/', {
    id: 1,
    topics: ['Birds'],
    activities: ['Observation'],
    UN_regions: ['021'],
    tags: ['city birds', 'count me in'],
    goal: 'Every river',
    audience: ['Adults'],
    task: 'mapped by hand',
  }),
  projectEntry('Earth Friends', 'http://friends.example:8080/home?b=2&a=1', {
    id: 2,
    description: 'Friends, of an Earth: the birds counted by hand. Espèces protégées!',
    topics: ['Birds', 'Biology'],
    activities: ['Photography'],
    UN_regions: [{ code: '005', name: 'South America' }, 'Northern America'],
  }),
  projectEntry('Bird Count', 'https://count.example/Path?utm_source=list&id=7#top', {
    id: 3,
    description: 'We count birds; the friend of every earthworm is welcome.',
    topics: ['Birds'],
    activities: ['Observation', 'Photography'],
    UN_regions: ['840'],
    indoors: false,
  }),
  projectEntry('Ocean Diary', 'https://ocean.example/', {
    id: 4,
    description: 'A diary of the ocean. Of the many.',
    topics: ['Ocean/water and marine'],
    activities: ['Observation'],
  }),
  projectEntry('Friends of the Earth, Hidden', 'https://www.friends.example/home', {
    id: 5,
    status: 'hidden',
    topics: ['Birds'],
    activities: ['Observation'],
    UN_regions: ['021'],
  }),
  projectEntry('Birds Counted', 'https://counted.example/', {
    id: 6,
    topics: ['Birds'],
    activities: ['Observation'],
    UN_regions: ['419'],
    region_label: 'City',
    city: 'Bird',
    languages: ['Portugiesisch', 'Klingon'],
  }),
];

/** The filters of our own page by a fixed list: a value of each, and the projects that have it. */
const lists: Record<ListFilterName, [value: string, wanted: number[]]> = {
  age: ['Adults', [1]],
  language: ['pt', [6]],
  setting: ['indoors', [1, 2, 4, 6]],
};

type Query = Record<string, string>;

describe.each(engines)('filters on %s', (engine) => {
  let service: Service;
  let key: string;

  beforeAll(async () => {
    service = await shareService(engine);
    await importAll(service, 'owner@example.org', entries, '--publish');
    const awaiting = [projectEntry('Friends of the Earth, Later', 'https://friends.example/home', { id: 7 })];
    await importAll(service, 'owner@example.org', awaiting);
    key = await newKey(service, 'seeker@example.org');
  });

  const search = (query: Query) =>
    service.get(`/finder?${new URLSearchParams({ format: 'json', key, ...query })}`);
  const ids = async (query: Query) => {
    const { results, total } = await success('GET /finder', await search(query));
    expect(total).toBe(results.length);
    return results.map(({ id }) => id);
  };

  test.each<[string, string, number[]]>([
    ['a phrase with small words', 'friends of the earth', [1]],
    ['the same in capitals', 'FRIENDS OF THE EARTH', [1]],
    ['a part of a title', 'friends of', [1, 2]],
    ['words in another order', 'earth friends', [2]],
    ['words that stand apart', 'friends earth', []],
    ['over a comma', 'friends of an earth', [2]],
    ['another form of a word', 'friend of the earth', []],
    ['the beginning of a word', 'friends of the ear', []],
    ['plural and singular', 'birds counted', [2, 6]],
    ['singular', 'bird count', [3]],
    ['the other order', 'count birds', [3]],
    ['small words alone', 'of the', [1, 4, 6]],
    ['one word', 'diary', [4]],
    ['another form of one word', 'diaries', []],
    ['pairs that are there, but not in a row', 'diary of the many', []],
    ['accents in the project only', 'especes protegees', [2]],
    ['accents in both', 'Espèces protégées', [2]],
    ['a tag', 'city birds', [1]],
    ['over two tags', 'birds count', []],
    ['over goal and task', 'river mapped', []],
    ['over description and goal', 'tests every', []],
    ['over label and city', 'city bird', []],
    ['an organisation', 'test society', [1, 2, 3, 4, 6]],
    ['a topic', 'ocean water and marine', [4]],
    ['what nobody wrote', 'purple birds', []],
    ['marks of a query language', 'friends" OR "earth', []],
    ['a mark that separates texts', 'earth | city', []],
  ])('phrase, %s', async (_, phrase, wanted) => {
    expect((await ids({ phrase })).toSorted()).toEqual(wanted);
  });

  test.each(Object.entries(lists))('on the page, a value of %s', async (name, [value, wanted]) => {
    const found = async (query: Query) => {
      const html = await (await service.get(`/finder?${new URLSearchParams(query)}`)).text();
      return [...html.matchAll(/ id="p(\d+)"/g)].map(([, id]) => Number(id)).sort();
    };
    expect(await found({})).toEqual([1, 2, 3, 4, 6]);
    expect(await found({ [name]: value })).toEqual(wanted);
    expect(await found({ [name]: 'none of these' })).toEqual([]);
  });

  test('a phrase in the title comes before one in the text', async () => {
    expect(await ids({ phrase: 'birds counted' })).toEqual([6, 2]);
  });

  test.each<[string, string, number[]]>([
    ['as it was given', 'https://www.friends.example/home/', [1]],
    ['another scheme, host form and tracking', 'http://FRIENDS.example:80/home?utm_campaign=x#y', [1]],
    ['typed without a scheme', 'friends.example/home', [1]],
    ['another port', 'https://friends.example:8080/home?b=2&a=1', [2]],
    ['another order of a query', 'https://friends.example:8080/home?a=1&b=2', []],
    ['a project that was given with tracking', 'https://count.example/Path?id=7', [3]],
    ['another case of the path', 'https://count.example/path?id=7', []],
    ['a page beneath', 'https://ocean.example/diary', []],
    ['the site above', 'https://friends.example/', []],
    ['what nobody has', 'https://nobody.example/', []],
  ])('url, %s', async (_, url, wanted) => {
    expect(await ids({ url })).toEqual(wanted);
  });

  test.each<[string, (base: string) => string, number[]]>([
    ['its page here', (base) => `${base}/project/4-ocean-diary`, [4]],
    ['its page without a name', (base) => `${base}/project/4`, [4]],
    ['its page under another name', (base) => `${base}/project/4-pond/`, [4]],
    ['its page by https', (base) => `${base.replace('http:', 'https:')}/project/4#about`, [4]],
    ['its page without a scheme', (base) => `${base.replace('http://', '')}/project/4`, [4]],
    ['a page of its page', (base) => `${base}/project/4-ocean-diary/stats?utm_source=x`, [4]],
    ['the page of a hidden project', (base) => `${base}/project/5`, []],
    ['the page of a project in review', (base) => `${base}/project/7`, []],
    ['the page of no project', (base) => `${base}/project/99`, []],
    ['our front page', (base) => `${base}/`, []],
    ['a page of another service', () => 'https://elsewhere.example/project/4', []],
  ])('url, %s', async (_, url, wanted) => {
    expect(await ids({ url: url(service.baseUrl) })).toEqual(wanted);
  });

  test.each<[string, string, number[]]>([
    ['a code', '021', [1, 2]],
    ['a code without its zero', '21', [1, 2]],
    ['a name', 'Northern America', [1, 2]],
    ['a name in another case', ' northern america ', [1, 2]],
    ['a part of a region', '005', [2]],
    ['a country, and not what contains it', 'United States of America', [3]],
    ['what contains others, itself only', 'Latin America and the Caribbean', [6]],
    ['what nobody lists', '002', []],
    ['a name with a comma', 'Bonaire, Sint Eustatius and Saba', []],
  ])('UN, %s', async (_, UN, wanted) => {
    expect(await ids({ UN })).toEqual(wanted);
  });

  /** One or two values of each parameter, and words for ranking. */
  const some: Record<string, string[]> = {
    q: ['bird', 'friends earth', ''],
    phrase: ['friends of', 'test society'],
    topic: ['Birds'],
    activity: ['Observation', 'Photography'],
    url: ['friends.example/home', 'https://count.example/Path?id=7'],
    UN: ['021'],
  };
  const alone = Object.entries(some).flatMap(([name, values]) => values.map((value) => ({ name, value })));
  const pairs = alone.flatMap((one, at) =>
    alone.slice(at + 1).flatMap((other) => (one.name === other.name ? [] : [[one, other] as const])),
  );

  test('every pair finds the projects that both find, in the order of the words', async () => {
    for (const [one, other] of pairs) {
      const first = await ids({ [one.name]: one.value });
      const second = await ids({ [other.name]: other.value });
      const both = await ids({ [one.name]: one.value, [other.name]: other.value });
      const wanted = first.filter((id) => second.includes(id));
      const ranks = ({ name, value }: { name: string; value: string }) =>
        (name === 'q' && value !== '') || name === 'phrase';
      const inOrder = ranks(one) ? wanted : ranks(other) ? second.filter((id) => first.includes(id)) : wanted;
      expect({ one, other, both }).toEqual({ one, other, both: inOrder });
    }
    expect(pairs.length).toBeGreaterThan(40);
  });

  test('all together', async () => {
    const all = {
      q: 'earth friend',
      phrase: 'friends of the earth',
      topic: 'birds',
      activity: 'observation',
      url: 'friends.example/home',
      UN: '21',
    };
    expect(await ids(all)).toEqual([1]);
    const others: Query = {
      q: 'diary',
      phrase: 'earth friends',
      topic: 'biology',
      activity: 'learning',
      url: 'ocean.example',
      UN: '005',
    };
    for (const [name, value] of Object.entries(others))
      expect(await ids({ ...all, [name]: value })).toEqual([]);
  });

  test('a changed project is found by its current text', async () => {
    const changed = (more: object) =>
      importEntries(
        service,
        'owner@example.org',
        [projectEntry('Changing Pond', 'https://pond.example/', { id: 8, ...more })],
        '--publish',
      );
    await changed({ description: 'green frogs sing', UN_regions: ['002'] });
    expect(await ids({ phrase: 'green frogs' })).toEqual([8]);
    await changed({ description: 'grey toads sing', url: 'https://toads.example/' });
    expect(await ids({ phrase: 'green frogs' })).toEqual([]);
    expect(await ids({ UN: '002' })).toEqual([]);
    expect(await ids({ url: 'pond.example' })).toEqual([]);
    expect(await ids({ url: 'toads.example' })).toEqual([8]);
    expect(await ids({ q: 'grey toad', phrase: 'toads sing', url: 'toads.example' })).toEqual([8]);
    await service.operate('hide', '8');
    expect(await ids({ phrase: 'toads sing' })).toEqual([]);
  });

  test.each<[string, Query, number]>([
    ['by words', { q: 'survey' }, 100],
    ['by id', { UN: '036' }, 200],
    ['by place', { lat: '-30', lng: '140' }, 300],
  ])('%s, the next page is right although projects came and went', async (_, query, behind) => {
    const entry = (id: number) =>
      projectEntry(`Survey ${id}`, `https://survey-${id}.example/`, {
        id,
        UN_regions: ['036'],
        regions: 'anywhere',
      });
    const bring = (some: number[]) => importAll(service, 'o@example.org', some.map(entry), '--publish');
    const kept = [2, 3, 4, 5, 6, 7].map((id) => behind + id);
    await bring(kept);
    const before = await ids(query);
    const page = await success('GET /finder', await search({ ...query, limit: '3' }));
    const [first, , last] = before;
    await service.operate('hide', String(first));
    await service.operate('hide', String(last));
    await bring([behind + 1]);
    const rest = await success('GET /finder', await search({ ...query, cursor: page.next ?? '' }));
    expect(rest.results.map(({ id }) => id)).toEqual(before.slice(3));
    for (const id of [behind + 1, ...kept]) await service.operate('hide', String(id));
  });

  test('a cursor is valid in its own search only', async () => {
    const first = await success('GET /finder', await search({ topic: 'Birds', limit: '1' }));
    const { next = '' } = first;
    const again = await success('GET /finder', await search({ topic: 'birds ', limit: '2', cursor: next }));
    expect(again.results.map(({ id }) => id)).toEqual([2, 3]);
    const others: Query[] = [{ q: '' }, { topic: 'Biology' }, { topic: 'Birds', UN: '021' }, { q: 'bird' }];
    for (const query of others) {
      const reply = await search({ ...query, cursor: next });
      expect(reply.status).toBe(400);
      expect(await reply.json()).toMatchObject({ errors: [{ field: 'cursor' }] });
    }
  });

  test('phrases are counted to a thousand, and have further pages', async () => {
    const entry = (n: number) =>
      projectEntry(`Meadow ${n}`, `https://meadow-${n}.example/`, {
        id: 10_000 + n,
        description: `The tall grass of meadow ${n}.`,
      });
    const many = Array.from({ length: 1003 }, (_, n) => entry(n));
    await importAll(service, 'm@example.org', many, '--publish');
    const find = async (query: Query) =>
      success('GET /finder', await search({ phrase: 'tall grass', limit: '500', ...query }));
    const told = ({ total, total_at_least, results }: Awaited<ReturnType<typeof find>>) => ({
      total,
      total_at_least,
      count: results.length,
    });
    const first = await find({});
    expect(told(first)).toEqual({ total: 1000, total_at_least: true, count: 500 });
    const second = await find({ cursor: first.next ?? '' });
    const third = await find({ cursor: second.next ?? '' });
    expect(told(third)).toEqual({ total: 1000, total_at_least: true, count: 3 });
    expect(third.next).toBeUndefined();
    const few = await find({ phrase: 'meadow 1002' });
    expect(told(few)).toEqual({ total: 1, total_at_least: undefined, count: 1 });
  });
});
