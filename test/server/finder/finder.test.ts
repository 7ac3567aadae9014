/** GET /finder and /finder/metadata over the demonstration catalogue. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { root } from '../../../scripts/built.ts';
import { type FinderResult, ppsrReply } from '../../../src/contract/api/finder.ts';
import { engines, type Service, shareService } from '../../set-up/service/start-service.ts';
import {
  addProject,
  fieldsOf,
  importEntries,
  newKey,
  projectEntry,
  refusal,
  refusalBody,
  success,
  successBody,
} from '../scene.ts';

const file = join(root, 'server/demo/catalog.json');
type Entry = { name: string; description: string; topics: string[]; activities: string[] };
const catalogue = JSON.parse(readFileSync(file, 'utf8')) as Entry[];

const having = (kind: 'topics' | 'activities', name: string) => (entry: Entry | FinderResult) =>
  entry[kind].includes(name);
const birds = having('topics', 'Birds');
const photography = having('activities', 'Photography');

describe.each(engines)('the finder on %s', (engine) => {
  let service: Service;
  let key: string;

  beforeAll(async () => {
    service = await shareService(engine);
    const { code, json } = await service.operator(
      'import',
      file,
      '--owner',
      'catalogue@example.org',
      '--publish',
    );
    expect({ code, json }).toEqual({
      code: 0,
      json: { result: 'success', added: catalogue.length, updated: 0, refused: [], warned: [] },
    });
    key = await newKey(service, 'seeker@example.org');
  });

  const search = (query: Record<string, string>) =>
    service.get(`/finder?${new URLSearchParams({ format: 'json', key, ...query })}`);
  const found = async (query: Record<string, string>) => success('GET /finder', await search(query));
  const titles = async (query: Record<string, string>) =>
    (await found(query)).results.map(({ title }) => title);

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
      const { code } = await importEntries(
        service,
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
      expect(code).toBe(0);
      const text = await (await search({ q: 'zzseparators', jsonp: 'take' })).text();
      expect(text).not.toMatch(/[\u2028\u2029]/);
      expect(text).toContain('Line\\u2028Separator\\u2029Survey');
      expect((await service.operator('hide', '9001')).code).toBe(0);
    });
  });

  test.each<[string, string]>([
    ['a search', '/finder?format=json&q=disk&key='],
    ['a refused search', '/finder?format=json&key='],
    ['metadata', '/finder/metadata?'],
  ])('pages of any site may read %s, without credentials', async (_, path) => {
    const { headers } = await service.get(path + (path.endsWith('=') ? key : ''), {
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  describe('what the public does not see', () => {
    const unfound = async (word: string) => {
      expect(await found({ q: word })).toMatchObject({ results: [], total: 0 });
      expect((await found({ q: '' })).total).toBe(504);
      expect(await (await service.get(`/finder?q=${word}`)).text()).not.toContain('Zzq');
    };

    test('a project that awaits review is shown once it is published', async () => {
      const id = await addProject(service, key, 'Zzqmoss Survey', { topics: ['Birds'] });
      await unfound('zzqmoss');
      await service.operator('publish', String(id));
      expect((await found({ q: 'zzqmoss' })).results).toMatchObject([{ id, title: 'Zzqmoss Survey' }]);
      expect((await found({ q: '' })).total).toBe(505);
      await service.operator('hide', String(id));
      await unfound('zzqmoss');
    });

    test('its page leads to projects with its rarest topic first', async () => {
      const topics = ['Birds', 'Nature and outdoors'];
      const id = await addProject(service, key, 'Zzqtern Survey', { topics });
      await service.operator('publish', String(id));
      const reply = await service.get(`/project/${id}`, { redirect: 'follow' });
      const page = await reply.text();
      const similar = page.slice(page.indexOf('id="similar"'));
      const shown = [...similar.matchAll(/id="p(\d+)"/g)].map(([, other]) => Number(other));
      const ofBirds = (await found({ topic: 'Birds', limit: '100' })).results.map((one) => one.id);
      expect(shown).toHaveLength(3);
      expect(ofBirds).toEqual(expect.arrayContaining(shown));
      await service.operator('hide', String(id));
    });

    test('a project whose status is hidden is never shown', async () => {
      const entry = projectEntry('Zzqnewt Survey', 'https://newt.example', { status: 'hidden' });
      expect((await importEntries(service, 'hides@example.org', [entry], '--publish')).code).toBe(0);
      await unfound('zzqnewt');
    });
  });

  test.each([
    ['a search', (key: string) => `/finder/?format=json&q=disk+detective&key=${key}`, 'Disk Detective'],
    ['metadata', () => '/finder/metadata/', '"topics"'],
    [
      'empty pairs',
      (key: string) => `/finder?&&topic=&UN=&lat=&lng=&format=json&q=disk&key=${key}&`,
      'Disk Detective',
    ],
    ['the web page', () => '/finder/?q=disk+detective', 'Disk Detective'],
  ])('%s answers with a slash at its end, without a redirect', async (_, path, text) => {
    const reply = await service.get(path(key));
    expect([reply.status, (await reply.text()).includes(text)]).toEqual([200, true]);
  });

  test.each([
    ['no key', ''],
    ['a wrong key', '&key=mh_nothing'],
  ])('%s: 401, and the web page needs none', async (_, more) => {
    expect((await service.get(`/finder?format=json&q=bird${more}`)).status).toBe(401);
    expect((await service.get(`/finder?q=bird${more}`)).status).toBe(200);
  });

  describe('without a format it is a web page', () => {
    test.each<[string, string, string]>([
      ['with nothing asked for', '/finder', '337'],
      ['for a word', '/finder?q=disk+detective', 'Disk Detective'],
      ['with an empty format', '/finder?format=&q=disk+detective', 'Disk Detective'],
      ['for an unknown topic', '/finder?topic=Birdz', 'the nearest: Birds'],
      ['for a phrase', '/finder?phrase=great+backyard+bird+count', 'Great Backyard Bird Count'],
      ['for a place', '/finder?lat=42&lng=-113', 'Covers this place'],
      ['for a region', '/finder?UN=021&q=disk', '<option value="021" selected>Northern America'],
      ['for a place without its longitude', '/finder?lat=42', 'where a latitude is given'],
      ['for a place that is none', '/finder?lat=42N&lng=5', 'must be a number'],
      ['for a misspelt word', '/finder?q=earthqake', '>earthquake</a>?'],
      ['with a cursor of another search', '/finder?q=bird&cursor=abc', 'The cursor must be'],
      ['with a q of 600 characters', `/finder?q=${'q'.repeat(600)}`, 'must be at most 500 characters'],
    ])('%s', async (_, path, text) => {
      const reply = await service.get(path);
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toMatch(/^text\/html/);
      expect(await reply.text()).toContain(text);
    });

    test('the search appears there as text, not as markup', async () => {
      const reply = await service.get(`/finder?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
      expect(await reply.text()).not.toContain('<script>alert(1)');
    });
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

  describe('its page', () => {
    const page = async (query: string) => {
      const drawn = await (await service.get(`/finder?${query}`)).text();
      const html = drawn.replace(/<\/?bdi[^>]*>/g, '');
      const cards = html.split('<article class="card project-card"').slice(1);
      return {
        html,
        total: Number(/result-count"><strong>([\d,]+)/.exec(html)?.[1]?.replace(',', '') ?? 0),
        titles: cards.map((card) => card.split('</a>')[0]?.split('>').at(-1)),
        chips: [...html.matchAll(/class="chip-text">([^<]+)</g)].map(([, text]) => text),
      };
    };

    test.each<[string, string, string, RegExp]>([
      ['a city: the local before the national', 'near=Seattle', 'Seattle, 50 km', /Seabird Survey/],
      ['a city within words', 'q=seabirds+near+seattle', 'Seattle, 50 km', /Seabird Survey/],
      [
        'a city with nothing nearer',
        'near=Denver&q=butterflies',
        'Denver, 100 km',
        /^Rocky Mountain Butterfly/,
      ],
      ['the same, as near as was chosen', 'near=Denver&q=butterflies&km=50', 'Denver, 50 km', /^Cascades/],
      ['a misspelt city', 'near=Honolullu&q=fish&km=100', 'Honolulu, 100 km', /Bottomfish/],
      ['a postcode', 'near=33040&q=water', '33040 Key West, 50 km', /Florida Keys/],
      ['a name in another language', 'near=シアトル', 'Seattle, 50 km', /Seabird Survey/],
      ['degrees', 'near=47.6,-122.3', '47.6, -122.3, 50 km', /Seabird Survey/],
      ['a state', 'near=Idaho', 'Idaho, United States', /./],
      ['a country without projects of its own', 'near=Kenya&q=galaxies', 'Kenya', /./],
      ['German words', 'q=galaxies+bei+Berlin', 'Berlin, 50 km', /./],
      ['many German words', 'q=galaxies+in+der+Nähe+von+Köln', 'Köln, 50 km', /./],
      ['French words', 'q=galaxies+près+de+Lyon', 'Lyon, 50 km', /./],
      ['a French apostrophe', 'q=galaxies+près+d’Orléans', 'Orléans, 50 km', /./],
      ['a French article', 'q=galaxies+autour+du+Mans', 'Le Mans, 50 km', /./],
      ['Spanish words', 'q=galaxies+cerca+de+Madrid', 'Madrid, 50 km', /./],
      ['Portuguese words', 'q=galaxies+perto+do+Porto', 'Porto, 50 km', /./],
      ['Arabic words', 'q=galaxies+بالقرب+من+القاهرة', 'Cairo, 50 km', /./],
      ['a state from the list', 'in=US-AK&q=fish', 'Alaska', /./],
      ['a state whose name other countries have, too', 'in=US-FL&q=water', 'Florida', /./],
    ])('%s', async (_, query, chip, first) => {
      const { chips, titles } = await page(query);
      expect(chips).toContain(chip);
      expect(titles[0]).toMatch(first);
    });

    test.each(['Vögel bei Nacht', 'aves cerca de mí', 'oiseaux autour de la mer', 'um pássaro'])(
      'no place is in the words: %s',
      async (q) => {
        expect((await page(`q=${q}`)).html).not.toContain('Your words name a place');
      },
    );

    test('a postcode says that those of other countries are not known', async () => {
      const says = 'Of postcodes, we know those of the United States only.';
      for (const query of ['near=75001', 'q=birds+near+75001']) {
        const { html } = await page(query);
        expect(html).toContain('Addison, Texas, United States');
        expect(html).toContain(says);
      }
      expect((await page('near=Addison, Texas')).html).not.toContain(says);
    });

    test.each<[string, string, string]>([
      ['a place that is none', 'near=Xyzzyville', 'Place is not a place that we know'],
      ['a region that is none', 'in=QQ', 'Country or state must be chosen from the list'],
      ['an age that is none', 'age=Toddlers', 'For whom must be chosen from the list'],
    ])('%s stands under its field', async (_, query, fault) => {
      const { html, titles } = await page(query);
      expect(html).toContain(fault);
      expect(titles).toEqual([]);
    });

    test('one name of many places offers the others', async () => {
      const { html } = await page('near=Springfield');
      expect(html).toContain('near=Springfield%2C+Illinois%2C+United+States');
    });

    test('what is near can be ordered by its words, too; a place alone has no such order', async () => {
      const titlesOf = async (query: string) => (await page(`${query}&km=100&shown=200`)).titles;
      const near = await titlesOf('near=Seattle&q=birds');
      const everywhere = await titlesOf('q=birds');
      const byWords = await titlesOf('near=Seattle&q=birds&sort=match');
      expect([...byWords].sort()).toEqual([...near].sort());
      expect(byWords).not.toEqual(near);
      const known = new Set(near);
      expect(byWords.filter((title) => everywhere.includes(title))).toEqual(
        everywhere.filter((title) => known.has(title)),
      );
      const { html } = await page('near=Seattle&q=birds&sort=match');
      expect(html).toMatch(/aria-current="true">Best match/);
      expect((await page('near=Seattle')).html).not.toContain('Best match');
      expect(await titlesOf('near=Seattle&sort=match')).toEqual(await titlesOf('near=Seattle'));
    });

    test('what has ended is left out, with its number, until somebody asks for it', async () => {
      const ended = catalogue.filter((entry) => (entry as Entry & { status: string }).status === 'complete');
      const [some, all] = [await page('q='), await page('ended=yes')];
      expect([some.total, all.total]).toEqual([catalogue.length - ended.length, catalogue.length]);
      expect(some.html).toContain(`${ended.length} projects that ended`);
    });

    test('the number beside a choice is what choosing it leaves', async () => {
      const { html } = await page('q=water');
      const [, topic = '', count] = /<option value="(Birds)"[^>]*>Birds \((\d+)\)/.exec(html) ?? [];
      expect((await page(`q=water&topic=${topic}`)).total).toBe(Number(count));
      const fromHome = Number(/From home \((\d+)\)/.exec(html)?.[1]);
      expect((await page('q=water&home=yes')).total).toBe(fromHome);
    });

    test('more results stand on the same page, and a further page where that is full', async () => {
      const { html, titles, total } = await page('q=&shown=40');
      expect([new Set(titles).size, html.includes(`1–40 of ${total}`)]).toEqual([40, true]);
      expect(html).toContain('shown=60#result-41');
      const full = await page('shown=200');
      const next = /rel="next"/.test(full.html)
        ? /href="\/finder\?([^"]*cursor[^"]*)"/.exec(full.html)?.[1]
        : '';
      const behind = await page((next ?? '').replaceAll('&amp;', '&'));
      expect(behind.html).toContain(`201–220 of ${total}`);
      expect(behind.titles.filter((title) => full.titles.includes(title))).toEqual([]);
    });
  });

  test('metadata lists 23 topics and 20 activities, each described', async () => {
    const { topics, activities } = await success(
      'GET /finder/metadata',
      await service.get('/finder/metadata'),
    );
    expect([topics.length, activities.length]).toEqual([23, 20]);
    for (const { name, description } of [...topics, ...activities])
      expect({ name, isDescribed: description.length > 20 }).toEqual({ name, isDescribed: true });
    const used = (kind: 'topics' | 'activities') => new Set(catalogue.flatMap((entry) => entry[kind]));
    expect([...used('topics')].sort()).toEqual(topics.map(({ name }) => name).sort());
    expect([...used('activities')].sort()).toEqual(activities.map(({ name }) => name).sort());
  });
});
