/** The finder's operation: filters, refusals, pages, and what the public does not see. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { root } from '../../../scripts/built.ts';
import { type FinderResult, ppsrReply } from '../../../src/contract/api/finder.ts';
import { engines } from '../../set-up/service/start-service.ts';
import {
  addProject,
  fieldsOf,
  importAll,
  projectEntry,
  refusal,
  refusalBody,
  success,
  successBody,
} from '../scene.ts';
import { finderScene } from './finder-scene.ts';

const file = join(root, 'server/demo/catalog.json');
type Entry = { name: string; description: string; topics: string[]; activities: string[] };
const catalogue = JSON.parse(readFileSync(file, 'utf8')) as Entry[];

const having = (kind: 'topics' | 'activities', name: string) => (entry: Entry | FinderResult) =>
  entry[kind].includes(name);
const birds = having('topics', 'Birds');
const photography = having('activities', 'Photography');

describe.each(engines)('the finder on %s', (engine) => {
  const scene = finderScene(engine);
  const { search, found, titles } = scene;

  test('the catalogue is as these scenarios expect', () => {
    expect(catalogue).toHaveLength(504);
    expect(catalogue.filter(birds).length).toBeGreaterThan(20);
    expect(catalogue.filter((entry) => birds(entry) && photography(entry)).length).toBeGreaterThan(3);
  });

  test('an empty q finds every project, by id', async () => {
    const { results, total, next } = await found({ q: '' });
    expect(total).toBe(504);
    expect(next).toBeUndefined();
    const ids = results.map(({ id }) => id);
    expect(new Set(ids).size).toBe(504);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    expect(results.map(({ title }) => title).sort()).toEqual(catalogue.map(({ name }) => name).sort());
  });

  describe('filters', () => {
    test.each<[string, Record<string, string>, (entry: Entry) => boolean]>([
      ['a topic', { topic: 'Birds' }, birds],
      ['a topic in lower case', { topic: 'birds' }, birds],
      ['a topic in capitals, with space around', { topic: ' BIRDS ' }, birds],
      [
        'a topic with a slash',
        { topic: 'ocean/water and MARINE' },
        having('topics', 'Ocean/water and marine'),
      ],
      ['an activity', { activity: 'Photography' }, photography],
      ['an activity in another case', { activity: 'pHOTOGRAPHY' }, photography],
      ['both', { topic: 'Birds', activity: 'Photography' }, (entry) => birds(entry) && photography(entry)],
      [
        'both with an empty q',
        { topic: 'Birds', activity: 'Photography', q: '' },
        (entry) => birds(entry) && photography(entry),
      ],
    ])('%s finds exactly those that have it', async (_, query, has) => {
      const { results, total } = await found(query);
      const wanted = catalogue.filter(has).map(({ name }) => name);
      expect(results.map(({ title }) => title).sort()).toEqual(wanted.sort());
      expect(total).toBe(wanted.length);
    });

    test.each<[string, Record<string, string>, (result: FinderResult) => boolean]>([
      ['a word and a topic', { q: 'nest', topic: 'Birds' }, birds],
      ['a word and an activity', { q: 'water', activity: 'Photography' }, photography],
      [
        'a word and both',
        { q: 'bird', topic: 'Birds', activity: 'Photography' },
        (one) => birds(one) && photography(one),
      ],
    ])('%s finds what the word finds, less the others', async (_, query, has) => {
      const { q = '' } = query;
      const wanted = (await found({ q })).results.filter(has);
      expect(wanted.length).toBeGreaterThan(0);
      expect((await found(query)).results).toEqual(wanted);
    });

    test.each<[string, string, string]>([
      ['a whole title', 'Florida Keys Water Watch', 'Florida Keys Water Watch'],
      ['a title in another case', 'DISK detective', 'Disk Detective'],
      ['the beginning of a word', 'disk detec', 'Disk Detective'],
      ['a title without its sign', 'skywarn weather spotter', 'NOAA NWS SKYWARN® Weather Spotter Program'],
    ])('%s is the first that is found', async (_, q, title) => {
      expect((await titles({ q }))[0]).toBe(title);
    });

    test('a search for a word in no project finds nothing', async () => {
      expect(await found({ q: 'xyzzyqwertz' })).toEqual({ result: 'success', results: [], total: 0 });
    });

    test.each<[string, string]>([
      ['a quote', '"'],
      ['an unclosed quote', '"water'],
      ['operators', 'water AND NOT (bird OR'],
      ['a column', 'title:water'],
      ['a star', '*'],
      ['tsquery', "water & !bird:* <-> 'x'"],
      ['SQL', "'; drop table projects; --"],
      ['NUL', 'water\0bird'],
      ['half a surrogate pair', 'water\ud800'],
      ['a percent sign', '100%'],
      ['emoji', '🐦'],
      ['words that say nothing', 'the of and'],
      ['five hundred characters', 'w '.repeat(250)],
    ])('%s as q is not an error', async (_, q) => {
      await success('GET /finder', await search({ q }));
    });
  });

  describe('refusals', () => {
    test.each<[string, Record<string, string>, string[], RegExp]>([
      ['no filter', {}, ['q'], /required/],
      ['an empty topic alone', { topic: '' }, ['q'], /required/],
      ['an unknown topic', { topic: 'Birdz' }, ['topic'], /Birds/],
      ['an unknown activity', { activity: 'Photografy' }, ['activity'], /Photography/],
      ['an activity as a topic', { topic: 'Photography' }, ['topic'], /not a topic/],
      ['both unknown', { topic: 'Birdz', activity: 'Xyz' }, ['activity', 'topic'], /Birds/],
      ['another format', { q: '', format: 'xml' }, ['format'], /json, ppsr/],
      ['a limit of none', { q: '', limit: '0' }, ['limit'], /between 1 and 5000/],
      ['too high a limit', { q: '', limit: '5001' }, ['limit'], /between 1 and 5000/],
      ['a limit in words', { q: '', limit: 'all' }, ['limit'], /whole number/],
      ['a cursor of somebody else', { q: '', cursor: 'eyJwYWdlIjoyfQ' }, ['cursor'], /next/],
      ['a cursor that is no text of ours', { q: '', cursor: '***' }, ['cursor'], /next/],
      ['a q of 501 characters', { q: 'q'.repeat(501) }, ['q'], /500/],
      ['a latitude alone', { lat: '1' }, ['lng'], /where a latitude is given/],
      ['a longitude alone, with words', { q: 'bird', lng: '1' }, ['lat'], /where a longitude is given/],
      ['an empty longitude', { lat: '1', lng: '' }, ['lng'], /where a latitude is given/],
      ['what is not on earth', { lat: '91', lng: '-181' }, ['lat', 'lng'], /between -90 and 90/],
      ['what is no number', { lat: '51.5N', lng: 'x' }, ['lat', 'lng'], /must be a number/],
      ['a latitude of no end alone', { lat: 'Infinity' }, ['lat'], /must be a number/],
      [
        'a fault of the contract beside others',
        { limit: '0', topic: 'Birdz', lat: '9' },
        ['limit', 'lng', 'topic'],
        /Birds/,
      ],
      ['a phrase of no words', { phrase: '— !' }, ['phrase'], /letter or digit/],
      ['what is no address', { url: 'javascript:alert(1)' }, ['url'], /address of a web page/],
      ['an unknown region', { UN: 'Northern Americas' }, ['UN'], /Northern America/],
      ['an unknown code of a region', { UN: '022' }, ['UN'], /not a UN region/],
      [
        'everything wrong',
        {
          topic: 'Birdz',
          activity: 'Birdz',
          phrase: '?',
          url: 'ftp://a.example',
          UN: 'Nowhere',
          cursor: '***',
        },
        ['UN', 'activity', 'cursor', 'phrase', 'topic', 'url'],
        /Birds/,
      ],
    ])('%s', async (_, query, fields, message) => {
      const refused = await refusal(await search(query), 400, 'invalid');
      expect(fieldsOf(refused)).toEqual(fields);
      expect(JSON.stringify(refused.errors)).toMatch(message);
    });

    test('a refusal does not repeat the search', async () => {
      const refused = await refusal(await search({ topic: '<script>alert(1)</script>' }), 400, 'invalid');
      expect(JSON.stringify(refused)).not.toContain('script');
    });

    test('an unknown field is ignored and named', async () => {
      const { warnings, total } = await found({ q: '', colour: 'red' });
      expect(warnings?.join()).toContain('colour');
      expect(total).toBe(504);
    });
  });

  describe('page after page', () => {
    test.each<[string, Record<string, string>, number]>([
      ['every project', { q: '' }, 100],
      ['every project, one fewer than all', { q: '' }, 503],
      ['a common word', { q: 'water' }, 17],
      ['a topic', { topic: 'Birds' }, 10],
      ['a word and a topic', { q: 'bird', topic: 'Birds' }, 7],
    ])('%s comes once and in one order', async (_, query, limit) => {
      const whole = await found(query);
      const ids: number[] = [];
      let cursor: string | undefined;
      do {
        const { results, total, next } = await found({
          ...query,
          limit: String(limit),
          ...(cursor && { cursor }),
        });
        expect(total).toBe(whole.total);
        expect(results.length).toBe(Math.min(limit, whole.total - ids.length));
        ids.push(...results.map(({ id }) => id));
        cursor = next;
      } while (cursor !== undefined);
      expect(ids).toEqual(whole.results.map(({ id }) => id));
    });

    test('a page that holds all has no next', async () => {
      expect((await found({ q: '', limit: '504' })).next).toBeUndefined();
      expect((await found({ q: '', limit: '5000' })).next).toBeUndefined();
    });
  });

  describe('in a script', () => {
    test.each(['take', 'jQuery1234_5678', '$', '_x', 'a.b.c', 'x'.repeat(64)])(
      'the callback %s',
      async (jsonp) => {
        const reply = await search({ q: 'disk detective', limit: '1', jsonp });
        expect(reply.headers.get('content-type')).toBe('application/javascript; charset=utf-8');
        expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
        expect(reply.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
        const text = await reply.text();
        expect(text.startsWith(`/**/ ${jsonp}({`)).toBe(true);
        expect(text.endsWith('});')).toBe(true);
        successBody('GET /finder', JSON.parse(text.slice(`/**/ ${jsonp}(`.length, -2)));
      },
    );

    test.each([
      ['a call', 'alert(1)//'],
      ['markup', '<script>'],
      ['65 characters', 'x'.repeat(65)],
      ['a digit first', '1x'],
      ['brackets', 'a[0]'],
      ['two dots', 'a..b'],
      ['a line end', 'a\nb'],
      ['a letter beyond ASCII', 'é'],
      ...['function', 'default', 'await', 'let', 'static', 'enum', 'this', 'null', 'eval', 'undefined'].map(
        (word): [string, string] => [`the reserved word ${word}`, word],
      ),
      ['a reserved word as a part', 'app.delete.take'],
    ])('%s is not a callback: the refusal is plain JSON', async (_, name) => {
      for (const field of ['jsonp', 'callback']) {
        const refused = await refusal(await search({ q: '', [field]: name }), 400, 'invalid');
        expect(fieldsOf(refused)).toEqual([field]);
      }
    });

    test('where both names are sent, jsonp is called', async () => {
      const reply = await search({ q: '', limit: '1', jsonp: 'take', callback: 'other' });
      expect(await reply.text()).toMatch(/^\/\*\*\/ take\(/);
    });

    test('a refusal is wrapped, too, with status 200', async () => {
      const reply = await search({ topic: 'Birdz', jsonp: 'take' });
      expect(reply.status).toBe(200);
      refusalBody(JSON.parse((await reply.text()).slice('/**/ take('.length, -2)), 'invalid');
    });

    test('line separators of old engines are escaped', async () => {
      const name = 'Line\u2028Separator\u2029Survey';
      await importAll(
        scene.service,
        'separators@example.org',
        [
          projectEntry('Separators', 'https://separators.example', {
            description: name,
            id: 9001,
            tags: ['zzseparators'],
          }),
        ],
        '--publish',
      );
      const text = await (await search({ q: 'zzseparators', jsonp: 'take' })).text();
      expect(text).not.toMatch(/[\u2028\u2029]/);
      expect(text).toContain('Line\\u2028Separator\\u2029Survey');
      await scene.service.operate('hide', '9001');
    });
  });

  test.each<[string, string]>([
    ['a search', '/finder?format=json&q=disk&key='],
    ['a refused search', '/finder?format=json&key='],
    ['metadata', '/finder/metadata?'],
  ])('pages of any site may read %s, without credentials', async (_, path) => {
    const { headers } = await scene.service.get(path + (path.endsWith('=') ? scene.key : ''), {
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  describe('what the public does not see', () => {
    const unfound = async (word: string) => {
      expect(await found({ q: word })).toMatchObject({ results: [], total: 0 });
      expect((await found({ q: '' })).total).toBe(504);
      expect(await (await scene.service.get(`/finder?q=${word}`)).text()).not.toContain('Zzq');
    };

    test('a project that awaits review is shown once it is published', async () => {
      const id = await addProject(scene.service, scene.key, 'Zzqmoss Survey', { topics: ['Birds'] });
      await unfound('zzqmoss');
      await scene.service.operate('publish', String(id));
      expect((await found({ q: 'zzqmoss' })).results).toMatchObject([{ id, title: 'Zzqmoss Survey' }]);
      expect((await found({ q: '' })).total).toBe(505);
      await scene.service.operate('hide', String(id));
      await unfound('zzqmoss');
    });

    test('its page leads to projects with its rarest topic first', async () => {
      const topics = ['Birds', 'Nature and outdoors'];
      const id = await addProject(scene.service, scene.key, 'Zzqtern Survey', { topics });
      await scene.service.operate('publish', String(id));
      const reply = await scene.service.get(`/project/${id}`, { redirect: 'follow' });
      const page = await reply.text();
      const similar = page.slice(page.indexOf('id="similar"'));
      const shown = [...similar.matchAll(/id="p(\d+)"/g)].map(([, other]) => Number(other));
      const ofBirds = (await found({ topic: 'Birds', limit: '100' })).results.map((one) => one.id);
      expect(shown).toHaveLength(3);
      expect(ofBirds).toEqual(expect.arrayContaining(shown));
      await scene.service.operate('hide', String(id));
    });

    test('a project whose status is hidden is never shown', async () => {
      const entry = projectEntry('Zzqnewt Survey', 'https://newt.example', { status: 'hidden' });
      await importAll(scene.service, 'hides@example.org', [entry], '--publish');
      await unfound('zzqnewt');
    });
  });

  test.each([
    ['a search', () => `/finder/?format=json&q=disk+detective&key=${scene.key}`, 'Disk Detective'],
    ['metadata', () => '/finder/metadata/', '"topics"'],
    [
      'empty pairs',
      () => `/finder?&&topic=&UN=&lat=&lng=&format=json&q=disk&key=${scene.key}&`,
      'Disk Detective',
    ],
    ['the web page', () => '/finder/?q=disk+detective', 'Disk Detective'],
  ])('%s answers with a slash at its end, without a redirect', async (_, path, text) => {
    const reply = await scene.service.get(path());
    expect([reply.status, (await reply.text()).includes(text)]).toEqual([200, true]);
  });

  test.each([
    ['no key', ''],
    ['a wrong key', '&key=mh_nothing'],
  ])('%s: 401, and the web page needs none', async (_, more) => {
    expect((await scene.service.get(`/finder?format=json&q=bird${more}`)).status).toBe(401);
    expect((await scene.service.get(`/finder?q=bird${more}`)).status).toBe(200);
  });

  test('format=ppsr returns the same in the names of PPSR Core', async () => {
    const query = { q: 'disk detective', limit: '2' };
    const ours = await found(query);
    const reply = await search({ ...query, format: 'ppsr' });
    const theirs = (await reply.json()) as z.output<typeof ppsrReply> & { result: string };
    expect(ppsrReply.extend({ result: z.literal('success') }).parse(theirs)).toStrictEqual(theirs);
    expect({ total: theirs.total, next: theirs.next }).toEqual({ total: ours.total, next: ours.next });
    expect(theirs.results.map(({ projectId }) => Number(projectId))).toEqual(
      ours.results.map(({ id }) => id),
    );
    const [one, other] = [ours.results[0] as FinderResult, theirs.results[0]];
    expect(other).toMatchObject({
      projectName: one.title,
      projectDescription: one.description,
      projectUrl: one.website,
      projectLastUpdatedDate: one.updated,
      origin: one.origin,
      projectExternalLinks: [one.url],
      unRegions: one.UN_regions.map(({ code, name }) => `${name} (${code})`),
    });
    expect(other?.keyword).toEqual(expect.arrayContaining([...one.topics, ...one.tags]));
    const every = await search({ q: '', format: 'PPSR' });
    const all = ((await every.json()) as z.output<typeof ppsrReply>).results;
    const statuses = new Set(all.map(({ projectStatus }) => projectStatus));
    expect(
      [...statuses].filter((status) => !/^(Not yet started|Active|On hold|Completed)$/.test(status)),
    ).toEqual([]);
    const wrapped = await (await search({ ...query, format: 'ppsr', jsonp: 'take' })).text();
    expect(JSON.parse(wrapped.slice('/**/ take('.length, -2))).toEqual(theirs);
  });

  test.each<[string, string, { q: string; near: string } | undefined]>([
    ['a city', 'birds near Seattle', { q: 'birds', near: 'Seattle, Washington, United States' }],
    ['a city by its state', 'near portland, or', { q: '', near: 'Portland, Oregon, United States' }],
    ['a postcode', 'frogs near 98101', { q: 'frogs', near: '98101 Seattle, Washington, United States' }],
    ['a country in another language', 'Vögel near Deutschland', { q: 'Vögel', near: 'Germany' }],
    ['no place', 'birds', undefined],
    ['a village that is a word', 'objects near earth', undefined],
    ['nobody in particular', 'birds near me', undefined],
    ['a preposition of another language', 'Vögel bei Berlin', undefined],
  ])('the place that words name is told, and never applied: %s', async (_, q, meant) => {
    const { understood, ...reply } = await found({ q });
    expect(understood && { q: understood.q, near: understood.near.name }).toEqual(meant);
    for (const { distance_km } of reply.results) expect(distance_km).toBeUndefined();
  });

  test('metadata lists 23 topics and 20 activities, each described', async () => {
    const { topics, activities } = await success(
      'GET /finder/metadata',
      await scene.service.get('/finder/metadata'),
    );
    expect([topics.length, activities.length]).toEqual([23, 20]);
    for (const { name, description } of [...topics, ...activities])
      expect({ name, isDescribed: description.length > 20 }).toEqual({ name, isDescribed: true });
    const used = (kind: 'topics' | 'activities') => new Set(catalogue.flatMap((entry) => entry[kind]));
    expect([...used('topics')].sort()).toEqual(topics.map(({ name }) => name).sort());
    expect([...used('activities')].sort()).toEqual(activities.map(({ name }) => name).sort());
  });
});
