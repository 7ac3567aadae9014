/** POST /api/project/add and GET /api/project/<id>. */
import { beforeAll, describe, expect, test } from 'vitest';
import audiences from '../../../src/catalogue/audiences.json' with { type: 'json' };
import { projectFields } from '../../../src/contract/api/project.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import {
  addProject,
  count,
  fieldsOf,
  projectEntry,
  projects,
  refusal,
  refusalBody,
  rows,
  shareScene,
  success,
  successBody,
} from '../scene.ts';

const { birds, hidden } = projects;

const ring = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 0],
];
const polygon = { type: 'Polygon', coordinates: [ring] };
const multipolygon = { type: 'MultiPolygon', coordinates: [[ring]] };
const southAmerica = { code: '005', name: 'South America' };
const macao = { code: '446', name: 'China, Macao Special Administrative Region' };

/** Every field of the specification, as sent and as stored. */
const full = {
  name: 'Lichen Log',
  description: 'We map lichens.\n\nOn trees and stones.',
  url: 'https://lichen.example/log?a=1#top',
  origin: 'The Lichen Society',
  contact_name: 'Li Chen',
  contact_affiliation: 'University of Moss',
  contact_email: 'li@lichen.example',
  contact_phone: '+1 555 0100',
  contact_address: '1 Moss Road',
  presenting_org: 'Friends of Lichen',
  rsvp: 'rsvp@lichen.example',
  address: '2 Moss Road',
  city: 'Mossville',
  state: 'Moss State',
  zip: '01234',
  country: 'Mossland',
  video_url: 'https://video.example/v/1',
  blog_url: 'https://blog.example/',
  twitter_name: '@lichen',
  facebook_page: 'https://social.example/lichen',
  status: 'starting',
  preregistration: true,
  goal: 'Know where lichens live',
  task: 'Photograph lichens',
  image: 'https://lichen.example/logo.png',
  image_credit: 'Li Chen',
  how_to_join: 'Sign up.',
  special_skills: 'None.',
  gear: 'A lens.',
  outdoors: true,
  indoors: false,
  time_commitment: 'An hour a week',
  project_type: 'Event',
  audience: ['Adults', 'Families'],
  regions: polygon,
  region_label: 'Mossland and around',
  UN_regions: [southAmerica],
  topics: ['Biology', 'Nature and outdoors'],
  activities: ['Photography'],
  tags: ['lichen', 'trees'],
  external_id: 'L-1',
  start_date: '2026-05-01',
  project_duration: 'Two years',
  languages: ['English', 'Moss'],
  public_email: 'ask@lichen.example',
  public_contact_type: 'Questions about lichens',
};

describe.each(engines)('projects on %s', (engine) => {
  let service: Service;
  let owner: string;
  let stranger: string;

  beforeAll(async () => {
    ({ service, owner, stranger } = await shareScene(engine));
  });

  const add = (more: object, path = '/api/project/add/') =>
    service.postJson(path, { key: owner, ...projectEntry('Moss Map', 'https://moss.example/'), ...more });
  const added = async (more: object) => success('POST /api/project/add', await add(more));
  const detail = (id: number, key = owner) => service.get(`/api/project/${id}?key=${key}`);
  const detailed = async (id: number, key = owner) =>
    success('GET /api/project/:project_id', await detail(id, key));
  const fields = async (id: number) => {
    const [row] = await rows<{ fields: string }>(
      service,
      `select fields from projects where project_id = ${id}`,
    );
    return JSON.parse(row?.fields ?? 'null') as Record<string, unknown>;
  };

  describe('adding', () => {
    test('every field is stored as sent', async () => {
      expect(Object.keys(full).sort()).toEqual(Object.keys(projectFields).sort());
      const reply = await added(full);
      expect(reply).toEqual({
        result: 'success',
        project_id: reply.project_id,
        service_id: reply.project_id,
        state: 'awaiting_review',
        url: `${service.baseUrl}/project/${reply.project_id}-lichen-log`,
      });
      expect(await fields(reply.project_id)).toEqual({
        ...full,
        regions: { kind: 'area', geometry: polygon },
      });
    });

    test('absent fields have the defaults of the specification', async () => {
      const { project_id } = await added({});
      expect(await fields(project_id)).toMatchObject({
        status: 'active',
        preregistration: false,
        outdoors: true,
        indoors: true,
        project_type: 'Project',
      });
    });

    test.each([
      ['Kenya', [-1.3, 36.8], true],
      ['Kenya', [36.8, -1.3], false],
      [
        'Germany',
        {
          type: 'Polygon',
          coordinates: [
            [
              [52.4, 13.3],
              [52.4, 13.5],
              [52.6, 13.5],
              [52.4, 13.3],
            ],
          ],
        },
        true,
      ],
      ['Mossland', [-1.3, 36.8], false],
      // On both sides of a border, and where both orders fit.
      ['France', [6.2, 49.9], false],
      ['Germany', [50, 10], true],
      ['Nigeria', [8, 9], false],
    ] as [string, object, boolean][])(
      '%s: longitude and latitude, %j, are the wrong way round: %s',
      async (country, at, isWrong) => {
        const regions = Array.isArray(at) ? { type: 'Point', coordinates: at } : at;
        const { warnings = [] } = await added({ country, regions });
        expect(warnings.filter((one) => /latitude and longitude change places/.test(one)).length).toBe(
          Number(isWrong),
        );
      },
    );

    test('the name, the number and the terms of a feature go with its geometry', async () => {
      const properties = { name: 'Moss Bay', osm_id: '62422', licence: 'ODbL 1.0' };
      const feature = { type: 'Feature', properties, geometry: polygon };
      const { project_id } = await added({ regions: { type: 'FeatureCollection', features: [feature] } });
      const entry = { name: 'Moss Bay', osm_id: 62422, legal: 'ODbL 1.0', geometry: polygon };
      expect((await detailed(project_id)).regions).toEqual([entry]);
      // Two areas that become one have no name of one of them.
      const other = { ...feature, properties: { ...properties, name: 'Moss Isle', osm_id: 7 } };
      const both = await added({ regions: { type: 'FeatureCollection', features: [feature, other] } });
      expect((await detailed(both.project_id)).regions).toMatchObject([
        { name: '', osm_id: 0, legal: 'ODbL 1.0' },
      ]);
      const labelled = await added({ regions: feature, region_label: 'The bay' });
      expect((await detailed(labelled.project_id)).regions).toMatchObject([
        { name: 'The bay', osm_id: 62422 },
      ]);
    });

    test('ids are small, and in order', async () => {
      const first = (await added({})).project_id;
      expect((await added({})).project_id).toBe(first + 1);
      expect(first).toBeLessThan(1_000_000);
    });

    test('twenty at once get twenty ids', async () => {
      const ids = await Promise.all(Array.from({ length: 20 }, async () => (await added({})).project_id));
      expect(new Set(ids).size).toBe(20);
    });

    test.each<[string, object, object]>([
      ['true and false as texts', { outdoors: 'false', indoors: 'True' }, { outdoors: false, indoors: true }],
      [
        'numbers for texts',
        { zip: 90210, external_id: -1.5, tags: [2024, 'pond'] },
        { zip: '90210', external_id: '-1.5', tags: ['2024', 'pond'] },
      ],
      ['yes and no', { outdoors: 'no', preregistration: 'YES' }, { outdoors: false, preregistration: true }],
      [
        '1 and 0',
        { outdoors: 0, indoors: '0', preregistration: 1 },
        { outdoors: false, indoors: false, preregistration: true },
      ],
      ['one audience', { audience: 'adults' }, { audience: ['Adults'] }],
      [
        'audiences joined by commas, in any case',
        { audience: 'ADULTS, elementary school (6 - 10 years),,Adults' },
        { audience: ['Adults', 'Elementary school (6 - 10 years)'] },
      ],
      ['every audience', { audience: audiences }, { audience: audiences }],
      ['a status in capitals', { status: 'HIATUS' }, { status: 'hiatus' }],
      ['an event in lower case', { project_type: 'event' }, { project_type: 'Event' }],
      ['topics joined by commas, in any case', { topics: 'birds,BIOLOGY' }, { topics: ['Birds', 'Biology'] }],
      ['white space around', { name: '  Moss Map  ', city: ' Here ' }, { name: 'Moss Map', city: 'Here' }],
      ['an address of an RSVP', { rsvp: 'https://moss.example/rsvp' }, { rsvp: 'https://moss.example/rsvp' }],
      ['a goal of 120 characters', { goal: 'g'.repeat(120) }, { goal: 'g'.repeat(120) }],
      ['a task of 120 characters beyond 16 bits', { task: '🐸'.repeat(120) }, { task: '🐸'.repeat(120) }],
    ])('%s', async (_, said, wanted) => {
      expect(await fields((await added(said)).project_id)).toMatchObject(wanted);
    });

    test.each([null, ''])('%j counts as absent', async (none) => {
      const kept = await fields(
        (await added({ city: none, goal: none, audience: none, regions: none })).project_id,
      );
      expect(
        Object.keys(kept).filter((name) => ['city', 'goal', 'audience', 'regions'].includes(name)),
      ).toEqual([]);
    });

    test.each<[string, unknown, object[]]>([
      ['a GeoJSON polygon', polygon, [{ geometry: polygon }]],
      ['a GeoJSON multipolygon', multipolygon, [{ geometry: multipolygon }]],
      ['GeoJSON as text', JSON.stringify(polygon), [{ geometry: polygon }]],
      ['a Feature', { type: 'Feature', properties: {}, geometry: polygon }, [{ geometry: polygon }]],
      ['WKT', 'POLYGON((0 0, 2 0, 2 2, 0 0))', [{ geometry: polygon }]],
      ['WKT of several', 'MULTIPOLYGON(((0 0, 2 0, 2 2, 0 0)))', [{ geometry: multipolygon }]],
      ['WKT with its reference system', 'SRID=4326;POLYGON((0 0, 2 0, 2 2, 0 0))', [{ geometry: polygon }]],
      ['online', 'online', [{ name: 'online', geometry: {} }]],
      ['Anywhere, in another case', 'Anywhere', [{ name: 'anywhere', geometry: {} }]],
      ['no regions', undefined, []],
    ])('the regions may be %s', async (_, regions, wanted) => {
      const { project_id } = await added({ regions, region_label: 'Somewhere' });
      expect((await detailed(project_id)).regions).toEqual(
        wanted.map((region) => ({ name: 'Somewhere', osm_id: 0, legal: '', ...region })),
      );
    });

    test.each<[string, object, string]>([
      ['its label', { region_label: 'Around here', city: 'Mossville' }, 'Around here'],
      [
        'its place, without a label',
        { city: 'Mossville', state: 'Moss State', country: 'Mossland' },
        'Mossville, Moss State, Mossland',
      ],
      ['a part of that', { country: 'Mossland' }, 'Mossland'],
      ['nothing, where nothing is known', {}, ''],
    ])('the name of a region is %s', async (_, said, name) => {
      const { project_id } = await added({ regions: polygon, ...said });
      expect((await detailed(project_id)).regions).toEqual([
        { name, osm_id: 0, legal: '', geometry: polygon },
      ]);
    });

    test.each<[string, unknown, object[]]>([
      ['a name', ['South America'], [southAmerica]],
      ['a name in another case', ['SOUTH america'], [southAmerica]],
      ['a code', ['005'], [southAmerica]],
      ['a code without its zeros', ['5'], [southAmerica]],
      ['a code as a number', [5], [southAmerica]],
      ['an object', [{ code: '005', name: 'South America' }], [southAmerica]],
      ['an object with a name only', [{ name: 'South America' }], [southAmerica]],
      ['names joined by commas', `South America,${macao.name}`, [southAmerica, macao]],
      ['JSON as text', '["005",{"code":"446"}]', [southAmerica, macao]],
      ['one region three times', ['005', 'South America', { code: '005' }], [southAmerica]],
      ['none', [], []],
    ])('a UN region may be %s', async (_, UN_regions, wanted) => {
      expect((await detailed((await added({ UN_regions })).project_id)).UN_regions).toEqual(wanted);
    });

    test('a goal and a task of more than 64 characters are accepted with a warning each', async () => {
      expect(await added({ goal: 'g'.repeat(64), task: '🐸'.repeat(64) })).not.toHaveProperty('warnings');
      const { warnings } = await added({ goal: 'g'.repeat(65), task: 't'.repeat(65), colour: 'red' });
      expect(warnings).toHaveLength(3);
      expect(warnings?.join('\n')).toMatch(/goal .*64[^]*task .*64[^]*colour/);
    });

    test.each<[string, BodyInit, string]>([
      [
        'a form',
        new URLSearchParams({ audience: 'Adults', outdoors: 'no' }),
        'application/x-www-form-urlencoded',
      ],
      ['JSON called text', '{"audience":["Adults"],"outdoors":"no"}', 'text/plain'],
    ])('it may be %s', async (_, body, type) => {
      const required = { key: owner, ...projectEntry('Moss Map', 'https://moss.example/') };
      const reply = await service.get(`/api/project/add?${new URLSearchParams(required)}`, {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      });
      const { project_id } = await success('POST /api/project/add', reply);
      expect(await fields(project_id)).toMatchObject({ audience: ['Adults'], outdoors: false });
    });

    test('the reply may be wrapped for a script', async () => {
      const reply = await add({}, '/api/project/add/?jsonp=take');
      expect(reply.headers.get('content-type')).toBe('application/javascript; charset=utf-8');
      const text = await reply.text();
      successBody('POST /api/project/add', JSON.parse(/^\/\*\*\/ take\((.*)\);$/s.exec(text)?.[1] ?? ''));
      const refused = await add({ name: '' }, '/api/project/add?jsonp=take');
      expect(refused.status).toBe(200);
      refusalBody(JSON.parse(/^\/\*\*\/ take\((.*)\);$/s.exec(await refused.text())?.[1] ?? ''), 'invalid');
    });

    test('no script element can add a project: GET does not work', async () => {
      const query = new URLSearchParams({
        key: owner,
        jsonp: 'take',
        ...projectEntry('X', 'https://x.example'),
      });
      const before = await count(service, 'projects');
      // It is an address of project detail, which reports this to a script with status 200.
      const text = await (await service.get(`/api/project/add/?${query}`)).text();
      const { errors } = refusalBody(JSON.parse(text.slice('/**/ take('.length, -2)), 'invalid');
      expect(errors).toEqual([{ field: 'project_id', message: 'must be a positive whole number' }]);
      expect(await count(service, 'projects')).toBe(before);
    });
  });

  describe('refusals name the field, and store nothing', () => {
    test.each<[string, object, string[]]>([
      ['no name', { name: '' }, ['name']],
      ['a name of spaces', { name: '   ' }, ['name']],
      ['a name that is too long', { name: 'n'.repeat(301) }, ['name']],
      ['a number as name that has lost digits', { name: 1e21 }, ['name']],
      ['a name with NUL', { name: 'a\0b' }, ['name']],
      ['no description', { description: undefined }, ['description']],
      ['no origin', { origin: null }, ['origin']],
      ['no contact', { contact_email: undefined }, ['contact_email']],
      ['a contact that is no address', { contact_email: 'Li Chen' }, ['contact_email']],
      ['no address of a page', { url: undefined }, ['url']],
      ['a script as address', { url: 'javascript:alert(1)' }, ['url']],
      ['a script behind white space', { url: ' \tjavascript:alert(1)' }, ['url']],
      ['data as address', { url: 'data:text/html,<script>alert(1)</script>' }, ['url']],
      ['an address of a file', { url: 'file:///etc/passwd' }, ['url']],
      ['an address with white space inside', { url: 'https://x.example/a b' }, ['url']],
      ['an address with a password', { url: 'https://user:secret@moss.example/' }, ['url']],
      [
        'scripts in the other addresses',
        {
          video_url: 'javascript:1',
          blog_url: 'vbscript:1',
          facebook_page: 'javascript:1',
          image: 'javascript:1',
        },
        ['blog_url', 'facebook_page', 'image', 'video_url'],
      ],
      ['a script as RSVP', { rsvp: 'javascript:alert(1)' }, ['rsvp']],
      ['another status', { status: 'retired' }, ['status']],
      ['perhaps', { outdoors: 'perhaps' }, ['outdoors']],
      ['two as a boolean', { preregistration: 2 }, ['preregistration']],
      ['a goal of 121 characters', { goal: 'g'.repeat(121) }, ['goal']],
      ['a task of 121 characters', { task: 't'.repeat(121) }, ['task']],
      ['a task of 121 characters beyond 16 bits', { task: '🐸'.repeat(121) }, ['task']],
      ['another kind', { project_type: 'Party' }, ['project_type']],
      ['another audience', { audience: ['Adults', 'Robots'] }, ['audience']],
      ['a number as audience', { audience: 7 }, ['audience']],
      ['regions in words', { regions: 'nowhere' }, ['regions']],
      ['a point as region', { regions: { type: 'Point', coordinates: [0, 0] } }, ['regions']],
      ['an open ring', { regions: { type: 'Polygon', coordinates: [ring.slice(0, 3)] } }, ['regions']],
      ['a region beyond the map', { regions: 'POLYGON((0 0, 200 0, 2 2, 0 0))' }, ['regions']],
      ['an unknown UN region', { UN_regions: ['Atlantis'] }, ['UN_regions']],
      ['a UN region that is broken JSON', { UN_regions: '["005"' }, ['UN_regions']],
      ['one UN region outside a list', { UN_regions: southAmerica }, ['UN_regions']],
      ['an unknown topic', { topics: ['Birdz'] }, ['topics']],
      ['an unknown activity', { activities: ['Photografy'] }, ['activities']],
      ['a tag that is no text', { tags: [{}] }, ['tags']],
      ['a callback that is none', { jsonp: 'alert(1)' }, ['jsonp']],
      [
        'many things at once',
        {
          name: '',
          url: 'x',
          contact_email: 'x',
          status: 'x',
          goal: 'g'.repeat(121),
          audience: ['x'],
          regions: 'x',
          UN_regions: ['x'],
          topics: ['x'],
          outdoors: 'x',
        },
        [
          'UN_regions',
          'audience',
          'contact_email',
          'goal',
          'name',
          'outdoors',
          'regions',
          'status',
          'topics',
          'url',
        ],
      ],
    ])('%s', async (_, said, names) => {
      const before = await count(service, 'projects');
      const refused = await refusal(await add(said), 400, 'invalid');
      expect(fieldsOf(refused)).toEqual(names);
      expect(await count(service, 'projects')).toBe(before);
    });

    test('an empty body names every required field', async () => {
      const refused = await refusal(
        await service.postJson('/api/project/add/', { key: owner }),
        400,
        'invalid',
      );
      expect(fieldsOf(refused)).toEqual(['contact_email', 'description', 'name', 'origin', 'url']);
    });

    test('an unknown topic or UN region is refused with the nearest ones', async () => {
      const refused = await refusal(
        await add({ topics: ['Birdz'], UN_regions: ['South Amerika'] }),
        400,
        'invalid',
      );
      const messages = Object.fromEntries(
        (refused.errors ?? []).map(({ field, message }) => [field, message]),
      );
      expect(messages['topics']).toContain('Birds');
      expect(messages['UN_regions']).toContain('South America');
    });
  });

  describe('detail', () => {
    test('has the fields of the specification, and nothing more of the contact', async () => {
      const { project_id, url } = await added(full);
      const shown = await detailed(project_id);
      expect(shown).toEqual({
        result: 'success',
        id: project_id,
        title: full.name,
        description: full.description,
        url,
        website: full.url,
        activities: full.activities,
        topics: full.topics,
        tags: full.tags,
        UN_regions: [southAmerica],
        regions: [{ name: full.region_label, osm_id: 0, legal: '', geometry: polygon }],
        origin: full.origin,
        status: full.status,
        updated: shown.updated,
      });
      // Milliseconds may be 555.
      expect(JSON.stringify({ ...shown, updated: '' })).not.toMatch(/li@lichen|555|Moss Road/);
    });

    test('a field means the same in a result of the finder', async () => {
      const { project_id } = await added({ ...full, name: 'Zzqlichen Log' });
      await service.operator('publish', String(project_id));
      const reply = await service.get(`/finder?format=json&q=zzqlichen&key=${owner}`);
      const { results } = await success('GET /finder', reply);
      const shown = Object.entries(await detailed(project_id));
      const card = Object.fromEntries(shown.filter(([name]) => name !== 'result' && name !== 'regions'));
      expect(results).toEqual([card]);
      const near = await service.get(`/finder?format=json&q=zzqlichen&lat=0.5&lng=1.5&key=${owner}`);
      expect((await success('GET /finder', near)).results).toEqual([{ ...card, distance_km: 0 }]);
      await service.operator('hide', String(project_id));
    });

    test('before publication a manager sees it, others do not; afterwards everybody with a key does', async () => {
      const id = await addProject(service, owner, 'Fern Finder');
      const before = await detailed(id);
      await refusal(await detail(id, stranger), 404, 'no_project');
      await service.operator('publish', String(id));
      expect(await detailed(id, stranger)).toEqual(before);
      await service.operator('hide', String(id));
      await refusal(await detail(id, stranger), 404, 'no_project');
      expect(await detailed(id)).toEqual(before);
    });

    test.each<[string, () => string, boolean]>([
      ['its manager', () => owner, true],
      ['a stranger', () => stranger, false],
    ])('a project whose status is hidden, for %s', async (_, key, sees) => {
      const reply = await detail(hidden.id, key());
      if (sees) expect((await success('GET /api/project/:project_id', reply)).status).toBe('hidden');
      else await refusal(reply, 404, 'no_project');
    });

    test.each<[string, string, number, string]>([
      ['a project that does not exist', '/api/project/999', 404, 'no_project'],
      ['a word', '/api/project/birds', 400, 'invalid'],
      ['a negative number', '/api/project/-1', 400, 'invalid'],
      ['a fraction', '/api/project/1.5', 400, 'invalid'],
      ['a number beyond 2^53', '/api/project/9007199254740993', 400, 'invalid'],
      ['an address that is not percent-encoded text', '/api/project/%E0%A4%A', 400, 'unreadable'],
    ])('%s has none', async (_, path, status, code) => {
      const reply = await service.get(`${path}?key=${owner}`);
      expect(reply.status).toBe(status);
      refusalBody(await reply.json(), code);
    });

    test.each([
      ['a trailing slash', `/api/project/${birds.id}/`],
      ['the number in the query, too', `/api/project/${birds.id}?project_id=999`],
    ])('with %s it is the same', async (_, path) => {
      const reply = await service.get(`${path}${path.includes('?') ? '&' : '?'}key=${owner}`);
      expect((await success('GET /api/project/:project_id', reply)).id).toBe(birds.id);
    });

    test('pages of any site may read it, without credentials', async () => {
      const { headers } = await detail(birds.id);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect((await add({ name: '' })).headers.get('access-control-allow-origin')).toBeNull();
    });
  });
});
