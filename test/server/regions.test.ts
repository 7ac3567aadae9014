/** Regions as they arrive over the wire: what is taken, and what is refused with the place of the fault. */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service, startService } from '../set-up/start-service.ts';
import { addProject, newKey, projectEntry, refusal, success } from './scene.ts';

type Point = [number, number];
const box = (west: number, south: number, east: number, north: number): Point[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const polygon = (...rings: unknown[]) => ({ type: 'Polygon', coordinates: rings });
const several = (...polygons: unknown[]) => ({ type: 'MultiPolygon', coordinates: polygons });

/** Points on a circle, the last of them the first. */
const circle = (points: number) =>
  Array.from({ length: points }, (_, index): Point => {
    const turn = (2 * Math.PI * (index % (points - 1))) / (points - 1);
    return [40 * Math.cos(turn), 40 * Math.sin(turn)];
  });
const wkt = (ring: Point[]) => `POLYGON((${ring.map((point) => point.join(' ')).join(',')}))`;
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const taken: [name: string, regions: unknown][] = [
  ['20,000 points', polygon(circle(20_000))],
  ['20,000 points as text', wkt(circle(20_000))],
  [
    'a hole that touches the outer ring at a point',
    polygon(box(0, 0, 9, 9), [
      [0, 0],
      [4, 2],
      [4, 4],
      [0, 0],
    ]),
  ],
  ['a ring that touches itself at a point', 'POLYGON((0 0,2 2,0 4,4 4,2 2,4 0,0 0))'],
  ['a ring that touches itself with a corner', 'POLYGON((0 0,4 0,4 4,2 0,0 4,0 0))'],
  ['a corner on an edge, in decimal fractions', 'POLYGON((0 0,0.3 0.9,2 0.9,0.1 0.3,2 0,0 0))'],
  ['the same point several times in a row', 'POLYGON((0 0,0 0,4 0,4 0,4 0,4 4,0 0))'],
  ['rings in either direction', polygon(box(0, 0, 9, 9).toReversed(), box(1, 1, 2, 2).toReversed())],
  ['polygons that overlap', several([box(0, 0, 5, 5)], [box(3, 3, 9, 9)])],
  ['a slip of a thousandth where two edges meet', 'POLYGON((0 0,40 0,40 40,20 -0.01,0 40,0 0))'],
  ['the world', polygon(box(-180, -90, 180, 90))],
  ['across the antimeridian in two parts', several([box(177, -20, 180, -15)], [box(-180, -20, -178, -15)])],
  ['across the antimeridian in one', polygon(box(177, -20, -178, -15), box(179, -18, -179, -17))],
  ['around a pole', 'POLYGON((-180 70,-60 66,60 71,180 70,-180 70))'],
  [
    'a Feature as text',
    JSON.stringify({ type: 'Feature', geometry: polygon(box(0, 0, 1, 1)), properties: {} }),
  ],
  ['heights and measures', 'SRID=4326; MultiPolygon ZM (((0 0 1 2, 1e0 0 1 2, 1.0 +1 1 2, 0 0 1 2)))'],
];

const refused: [name: string, regions: unknown, says: RegExp][] = [
  ['another word', 'everywhere', /GeoJSON Polygon or MultiPolygon/],
  ['a line', { type: 'LineString', coordinates: box(0, 0, 1, 1) }, /GeoJSON Polygon or MultiPolygon/],
  [
    'a collection',
    { type: 'GeometryCollection', geometries: [polygon(box(0, 0, 1, 1))] },
    /GeometryCollection/,
  ],
  ['two features', { type: 'FeatureCollection', features: [{}, {}] }, /join the features/],
  ['no polygon', several(), /at least one polygon$/],
  ['no ring', several([box(0, 0, 1, 1)], []), /at least one ring \(polygon 2\)/],
  [
    'a ring of three points',
    polygon(box(0, 0, 9, 9), box(1, 1, 2, 2).slice(2)),
    /4 points.*\(polygon 1, ring 2\)/,
  ],
  [
    'an open ring',
    several([box(0, 0, 1, 1)], [[...box(5, 5, 6, 6), [5, 7]]]),
    /closed.*\(polygon 2, ring 1, point 6, near 5, 7\)/,
  ],
  ['a ring that is a line', 'POLYGON((1 1,2 2,3 3,1 1))', /bound an area.*\(polygon 1, ring 1, near 1, 1\)/],
  ['a ring that is a point', 'POLYGON((1 1,1 1,1 1,1 1))', /bound an area/],
  [
    'a bow tie',
    'POLYGON((0 0,2 2,2 0,0 2,0 0))',
    /crosses itself.*point 3 \(polygon 1, ring 1, point 1, near 1, 1\)/,
  ],
  [
    'a bow tie with a point where it crosses',
    'POLYGON((0 0,1 1,2 2,2 0,1 1,0 2,0 0))',
    /crosses itself.*near 1, 1\)/,
  ],
  [
    'a bow tie across the antimeridian',
    'POLYGON((179 0,-179 2,-179 0,179 2,179 0))',
    /crosses itself.*near -?180, 1\)/,
  ],
  [
    'a ring that goes back along itself',
    'POLYGON((0 0,4 0,4 4,8 8,4 4,0 4,0 0))',
    /lie on each other.*near 4, 4\)/,
  ],
  [
    'a hole that crosses the outer ring',
    polygon(box(0, 0, 4, 4), box(2, 2, 6, 3)),
    /cross each other.*near 4, [23]\)/,
  ],
  [
    'holes that cross',
    polygon(box(0, 0, 9, 9), box(1, 1, 5, 5), box(3, 3, 7, 7)),
    /cross each other.*of ring [23]/,
  ],
  [
    'a hole above the outer ring',
    polygon(box(0, 0, 4, 4), box(1, 5, 2, 6)),
    /holes inside.*\(polygon 1, ring 2/,
  ],
  [
    'a hole beside the outer ring',
    polygon(box(0, 0, 4, 4), box(5, 5, 6, 6)),
    /holes inside.*\(polygon 1, ring 2/,
  ],
  [
    'the outer ring after its hole',
    polygon(box(1, 1, 2, 2), box(0, 0, 4, 4)),
    /which is the first of a polygon/,
  ],
  [
    'a longitude beyond the map',
    polygon(box(170, 0, 190, 5)),
    /go on from -180 \(polygon 1, ring 1, point 2\)/,
  ],
  ['latitude before longitude', polygon(box(45, 100, 46, 101)), /the longitude comes first/],
  ['a latitude beyond the pole', 'POLYGON((0 0,1 0,1 91,0 0))', /\(polygon 1, ring 1, point 3\)/],
  [
    'numbers as text',
    polygon(box(0, 0, 1, 1).map((point) => point.map(String))),
    /two numbers \(polygon 1, ring 1, point 1\)/,
  ],
  [
    'a point of one number',
    polygon([[0], [1, 0], [1, 1], [0, 0]]),
    /two numbers \(polygon 1, ring 1, point 1\)/,
  ],
  [
    'a number too large for any',
    '{"type":"Polygon","coordinates":[[[0,0],[1,1e999],[1,1],[0,0]]]}',
    /point 2\)/,
  ],
  ['20,001 points', polygon(circle(20_001)), /at most 20000 points/],
  [
    '20,001 points in many rings',
    several(...Array.from({ length: 4001 }, () => [box(0, 0, 1, 1)])),
    /20000 points/,
  ],
  ['20,001 points as text', wkt(circle(20_001)), /at most 20000 points/],
  [
    'a round the world twice',
    `POLYGON((${[0, 120, -120, 0, 120, -120, 0].map((lng, at) => `${lng} ${at % 6}`).join(',')}))`,
    /more than once.*\(polygon 1, ring 1/,
  ],
  [
    'a level too many',
    { type: 'Polygon', coordinates: [[box(0, 0, 1, 1)]] },
    /nested too deep|at least 4 points/,
  ],
  ['brackets all the way down', `{"type":"Polygon","coordinates":${nested(90_000)}}`, /no deeper than 20/],
  ['WKT of another system', 'SRID=3857;POLYGON((0 0,1 0,1 1,0 0))', /SRID 4326/],
  ['WKT with a letter too many', 'POLYGON((0 0, 1 0, 1x1, 0 0))', /character 21/],
  ['WKT that ends early', 'POLYGON((0 0, 1 0, 1 1, 0 0)', /character 29/],
  ['WKT with something behind it', 'POLYGON((0 0,1 0,1 1,0 0)) POINT(0 0)', /character 28/],
  ['WKT of parentheses', `POLYGON${'('.repeat(100_000)}`, /character 10/],
  ['empty WKT', 'POLYGON EMPTY', /as WKT/],
];

describe.each(engines)('regions on %s', (engine) => {
  let service: Service;
  let key: string;

  beforeAll(async () => {
    service = await startService(engine);
    key = await newKey(service, 'owner@example.org');
  });

  const add = (regions: unknown) =>
    service.postJson('/api/project/add/', {
      key,
      ...projectEntry('Somewhere', 'https://here.example/'),
      regions,
    });

  test.each(taken)('%s is taken', async (_, regions) => {
    await success('POST /api/project/add', await add(regions));
  });

  test.each(refused)('%s is refused, with the place', async (_, regions, says) => {
    const { errors } = await refusal(await add(regions), 400, 'invalid');
    expect(errors).toEqual([{ field: 'regions', message: expect.stringMatching(says) as string }]);
  });

  test('a body of brackets is refused before it is parsed', async () => {
    const body = `{"key":"${key}","regions":${nested(90_000)}}`;
    await refusal(
      await service.get('/api/project/add/', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      }),
      400,
      'unreadable',
    );
  });

  test('what is taken is answered as it was given', async () => {
    const regions = polygon(box(177, -20, -178, -15), box(179.123456789012, -18, -179, -17));
    const id = await addProject(service, key, 'Islands', { regions });
    const detail = await success(
      'GET /api/project/:project_id',
      await service.get(`/api/project/${id}?key=${key}`),
    );
    expect(detail.regions).toEqual([{ name: '', osm_id: 0, legal: '', geometry: regions }]);
  });
});
