/** Adding projects by key. */
import { describe, expect, test } from 'vitest';
import audiences from '../../../src/catalogue/audiences.json' with { type: 'json' };
import { projectFields } from '../../../src/contract/api/project.ts';
import { engines } from '../../set-up/service/start-service.ts';
import { count, projectEntry, refusalBody, success, successBody } from '../scene.ts';
import { full, polygon, projectScene, ring, southAmerica } from './project-scene.ts';

const multipolygon = { type: 'MultiPolygon', coordinates: [[ring]] };
const macao = { code: '446', name: 'China, Macao Special Administrative Region' };

describe.each(engines)('projects on %s', (engine) => {
  const scene = projectScene(engine);
  const { add, added, detailed, fields } = scene;

  describe('adding', () => {
    test('every field is stored as sent', async () => {
      expect(Object.keys(full).sort()).toEqual(Object.keys(projectFields).sort());
      const reply = await added(full);
      expect(reply).toEqual({
        result: 'success',
        project_id: reply.project_id,
        service_id: reply.project_id,
        state: 'awaiting_review',
        url: `${scene.service.baseUrl}/project/${reply.project_id}-lichen-log`,
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
      const required = { key: scene.owner, ...projectEntry('Moss Map', 'https://moss.example/') };
      const reply = await scene.service.get(`/api/project/add?${new URLSearchParams(required)}`, {
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
        key: scene.owner,
        jsonp: 'take',
        ...projectEntry('X', 'https://x.example'),
      });
      const before = await count(scene.service, 'projects');
      // It is an address of project detail, which reports this to a script with status 200.
      const text = await (await scene.service.get(`/api/project/add/?${query}`)).text();
      const { errors } = refusalBody(JSON.parse(text.slice('/**/ take('.length, -2)), 'invalid');
      expect(errors).toEqual([{ field: 'project_id', message: 'must be a positive whole number' }]);
      expect(await count(scene.service, 'projects')).toBe(before);
    });
  });
});
