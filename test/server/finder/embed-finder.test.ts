/** The replies to the finder widget: filters, refusals, pages, caching and limits, on both engines. */
import { beforeAll, describe, expect, test } from 'vitest';
import { widgetReply } from '../../../src/contract/api/finder-widget.ts';
import { engines, type Service, startService } from '../../set-up/service/start-service.ts';
import { inOneWindow, importEntries, newKey, projectEntry, refusal } from '../scene.ts';

const hostile = `<img src=x onerror="alert(1)">'"&\u202e${'🐝'.repeat(300)}`;

const entries = [
  projectEntry('Pond Birds', 'https://pond.example/', {
    id: 1,
    topics: ['Birds'],
    activities: ['Observation'],
    audience: ['Families'],
    UN_regions: ['021'],
    presenting_org: 'The Pond Trust',
    regions: 'POLYGON((-122.4 47.5, -122.2 47.5, -122.2 47.7, -122.4 47.7, -122.4 47.5))',
  }),
  projectEntry('Night Birds', 'https://night.example/', {
    id: 2,
    topics: ['Birds'],
    activities: ['Photography'],
    contact_affiliation: 'Sociedad Ornitológica',
    regions: 'anywhere',
  }),
  projectEntry('Ocean Diary', 'https://ocean.example/', {
    id: 3,
    topics: ['Ocean/water and marine'],
    regions: 'POLYGON((36 -1, 37 -1, 37 0, 36 0, 36 -1))',
  }),
  projectEntry('Hidden Birds', 'https://hidden.example/', { id: 4, topics: ['Birds'], status: 'hidden' }),
  projectEntry('Ended Birds', 'https://ended.example/', { id: 5, topics: ['Birds'], status: 'complete' }),
  projectEntry('Hostile Moss', 'https://moss.example/', { id: 6, description: hostile, topics: ['Biology'] }),
];

describe.each(engines)('the finder widget on %s', (engine) => {
  let service: Service;
  let waiting: number;

  beforeAll(async () => {
    service = await startService(engine, { LIMIT_ORIGIN: '200', LIMIT_IP: '0' });
    const { stdout } = await importEntries(service, 'owner@example.org', entries, '--publish');
    expect(stdout).toContain('"added":6');
    const key = await newKey(service, 'owner@example.org');
    const added = await service.postJson('/api/project/add', {
      key,
      ...projectEntry('Waiting Birds', 'https://waiting.example/', { topics: ['Birds'] }),
    });
    ({ project_id: waiting } = (await added.json()) as { project_id: number });
  });

  test('the front door shows what is new and goes on', async () => {
    const html = await (await service.get('/')).text();
    const shown = ['Pond Birds', 'Hostile Moss', 'Ended Birds', 'Hidden Birds', 'Waiting Birds'];
    expect(shown.filter((name) => html.includes(name))).toEqual(['Pond Birds', 'Hostile Moss']);
  });

  let pages = 0;
  // Each from a site of its own, which has a limit of its own.
  const ask = (query: Record<string, string> | string, headers: Record<string, string> = {}) =>
    service.get(`/embed/finder?${new URLSearchParams(query)}`, {
      headers: { origin: `https://partner-${++pages}.example`, ...headers },
    });
  const found = async (query: Record<string, string> | string) => {
    const reply = await ask(query);
    expect(reply.status).toBe(200);
    return widgetReply.parse(await reply.json());
  };
  const ids = async (query: Record<string, string> | string) =>
    (await found(query)).results.map(({ id }) => id);

  test.each<[string, Record<string, string>, number[]]>([
    ['nothing: everything that goes on', {}, [1, 2, 3, 6]],
    ['words', { q: 'pond' }, [1]],
    ['a topic in another spelling', { topic: 'birds' }, [1, 2]],
    ['an activity', { activity: 'Photography' }, [2]],
    ['topic and activity', { topic: 'Birds', activity: 'Observation' }, [1]],
    ['an audience', { audience: 'families' }, [1]],
    ['an organisation', { organisation: 'the pond trust' }, [1]],
    ['an organisation without its accents', { organisation: 'sociedad ornitologica' }, [2]],
    ['an organisation that has none', { organisation: 'Nobody' }, []],
    ['a UN region by its name', { region: 'Northern America' }, [1]],
    ['a UN region by its code', { region: '21' }, [1]],
    ['a wider UN region that it does not list itself', { region: 'Americas' }, []],
    ['a state by its code', { region: 'us-wa' }, [1]],
    ['a country by its name', { region: 'United States' }, [1]],
    ['a place', { near: 'Seattle', topic: 'Birds' }, [1, 2]],
    ['degrees', { lat: '47.61', lng: '-122.33', topic: 'Birds' }, [1, 2]],
    ['chosen projects in their order', { projects: '3, 1' }, [3, 1]],
    ['a chosen project that has ended', { projects: '5' }, [5]],
    ['a chosen project twice', { projects: '2,2' }, [2]],
    ['chosen projects, whatever else is asked for', { projects: '3', topic: 'Birds' }, [3]],
    ['hidden and unknown projects are never shown', { projects: '4,999999,1' }, [1]],
  ])('%s', async (_, query, expected) => {
    const got = await ids(query);
    const byId = query['projects'] === undefined && query['near'] === undefined && query['lat'] === undefined;
    expect(byId ? got.sort((one, other) => one - other) : got).toEqual(expected);
  });

  test('a project that awaits review is not shown', async () => {
    expect(await ids({ projects: String(waiting) })).toEqual([]);
    expect((await found({ q: 'waiting' })).total).toBe(0);
  });

  test.each<[string, Record<string, string>, string[], RegExp?]>([
    ['a topic that is not in the list', { topic: 'Bird' }, ['topic'], /nearest: Birds/],
    ['an unknown activity', { activity: 'x'.repeat(90) }, ['activity']],
    ['an unknown audience', { audience: 'Cats' }, ['audience'], /Families/],
    ['an unknown region', { region: 'Atlantis of the deep' }, ['region']],
    ['an unknown place', { near: 'Xqzvwv' }, ['near']],
    [
      'everything at once',
      { topic: 'Bird', region: 'Zzzz Qqqq', audience: 'Cats' },
      ['audience', 'region', 'topic'],
    ],
    ['half a position', { lat: '1' }, ['lng']],
    ['a limit above the most', { limit: '25' }, ['limit']],
    ['projects that are no numbers', { projects: '1,<b>' }, ['projects']],
    ['too many projects', { projects: Array.from({ length: 25 }, (_, n) => n + 1).join() }, ['projects']],
    ['a cursor of another search', { cursor: 'abc' }, ['cursor']],
  ])('%s is refused by its name', async (_, query, fields, says = /./) => {
    const { errors = [] } = await refusal(await ask(query), 400, 'invalid');
    expect(errors.map(({ field }) => field).sort()).toEqual(fields);
    expect(errors.map(({ message }) => message).join()).toMatch(says);
  });

  test('pages follow each other without gap or repetition', async () => {
    const first = await found({ limit: '3' });
    expect(first.results).toHaveLength(3);
    expect(first.total).toBe(4);
    const second = await found({ limit: '3', cursor: first.next ?? '' });
    expect(second.next).toBeUndefined();
    expect([...first.results, ...second.results].map(({ id }) => id).sort()).toEqual([1, 2, 3, 6]);
  });

  test('a card has what the widget draws, and hostile text arrives as text', async () => {
    const [pond] = (await found({ projects: '1' })).results;
    expect(pond).toEqual({
      id: 1,
      title: 'Pond Birds',
      url: `${service.baseUrl}/project/1-pond-birds`,
      organisation: 'The Pond Trust',
      description: 'Pond Birds is a project of the tests.',
      status: 'active',
      place: 'Washington',
      lang: 'en',
    });
    const [moss] = (await found({ projects: '6' })).results;
    expect(moss?.description).toMatch(/🐝…$/u);
    expect(moss?.description.isWellFormed()).toBe(true);
    expect(Array.from(moss?.description ?? '').length).toBeLessThanOrEqual(241);
    const [near] = (await found({ near: 'Seattle' })).results;
    expect(near).toMatchObject({ id: 1, distance_km: 0 });
    const [, anywhere] = (await found({ near: 'Seattle', topic: 'Birds' })).results;
    expect(anywhere).toMatchObject({ id: 2, from_home: true });
  });

  test('the same search is one link away on our own page', async () => {
    const { page, results } = await found({
      topic: 'Birds',
      organisation: 'The Pond Trust',
      region: 'US-WA',
    });
    const there = await (await service.get(page)).text();
    for (const { title } of results) expect(there).toContain(title);
    expect(there).not.toContain('Night Birds');
  });

  test('any page may read it without a preflight, and caches may keep it for a minute', async () => {
    const reply = await ask({ topic: 'Birds' });
    const headers = Object.fromEntries(reply.headers);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'timing-allow-origin': '*',
      'cache-control': 'public, max-age=60',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(headers['set-cookie']).toBeUndefined();
    const etag = headers['etag'] ?? '';
    const known = await ask({ topic: 'Birds' }, { 'if-none-match': `"other", W/${etag}` });
    expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', etag]);
    expect(known.headers.get('access-control-allow-origin')).toBe('*');
    expect((await ask({ topic: 'Biology' }, { 'if-none-match': etag })).status).toBe(200);
    expect((await ask({ topic: 'Nothing' })).headers.get('cache-control')).toBe('no-store');
  });

  test('places are named in the language of the widget, also for a page that has its words', async () => {
    for (const [lang, place] of Object.entries({
      en: 'Kenya',
      de: 'Kenia',
      ar: 'كينيا',
      'pt-BR': 'Quênia',
      xx: 'Kenya',
    }))
      for (const [field, value] of Object.entries({ q: 'Ocean Diary', projects: '3' })) {
        const { results } = await found({ [field]: value, lang });
        expect([lang, results.find(({ id }) => id === 3)?.place]).toEqual([lang, place]);
      }
    const { results } = await found({ projects: '3', lang: 'x!' });
    expect(results[0]?.place).toBe('Kenya');
  });

  test('words come in the language that is asked for, unless the page has them', async () => {
    const german = (await (await ask({ lang: 'de', limit: '1' })).json()) as {
      words: { version: string; words: { finder: { search: string } } };
    };
    expect(german.words.words.finder.search).toBe('Suchen');
    const again = await ask({ lang: 'de', limit: '1', words: german.words.version });
    expect(await again.json()).not.toHaveProperty('words');
  });

  test('a project that is hidden now is gone at once', async () => {
    const extra = projectEntry('Short Birds', 'https://short.example/', { id: 9, topics: ['Birds'] });
    await importEntries(service, 'owner@example.org', [extra], '--publish');
    const before = await ask({ projects: '9' });
    expect(await ids({ projects: '9' })).toEqual([9]);
    await service.operate('hide', '9');
    expect(await ids({ projects: '9' })).toEqual([]);
    expect(await ids({ q: 'short' })).toEqual([]);
    const known = { 'if-none-match': before.headers.get('etag') ?? '' };
    expect((await ask({ projects: '9' }, known)).status).toBe(200);
  });

  test(
    "a site's requests are limited for each network, other sites go on",
    inOneWindow(async () => {
      const of = (origin: string) => ask({ limit: '1' }, { origin });
      // A quarter of the site's 200.
      const statuses = [];
      for (let n = 0; n < 51; n++) statuses.push((await of('https://busy.example')).status);
      expect(statuses.filter((status) => status === 429)).toHaveLength(1);
      const refused = await of('https://busy.example');
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(refused.headers.get('cache-control')).toBe('no-store');
      expect((await of('https://other.example')).status).toBe(200);
    }),
  );
});
