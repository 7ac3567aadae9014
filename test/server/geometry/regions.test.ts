/** Regions over the wire: which are accepted, and which are refused with the position of the fault. */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service, shareService } from '../../set-up/service/start-service.ts';
import { addProject, importEntries, newKey, projectEntry, refusal, success } from '../scene.ts';

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

/** Points on a circle; the last is the first. */
const circle = (points: number) =>
  Array.from({ length: points }, (_, index): Point => {
    const turn = (2 * Math.PI * (index % (points - 1))) / (points - 1);
    return [40 * Math.cos(turn), 40 * Math.sin(turn)];
  });
const wkt = (ring: Point[]) => `POLYGON((${ring.map((point) => point.join(' ')).join(',')}))`;
const rounded = (ring: Point[]): Point[] =>
  ring.map(([x, y]) => [Number(x.toFixed(5)), Number(y.toFixed(5))]);
/** A bow tie of this width. */
const wound = (west: number, width: number): Point[] => [
  [west, 0],
  [west + width, width],
  [west + width, 0],
  [west, width],
  [west, 0],
];
/** Teeth that are almost without width, next to each other. */
const comb = (teeth: number): Point[] => [
  ...Array.from({ length: 2 * teeth }, (_, at): Point => [-80 + (at * 160) / (2 * teeth), at % 2 ? 80 : 0]),
  [80, -1],
  [-80, -1],
  [-80, 0],
];
/** About 95 square degrees, with a loop of this size in its eastern side. */
const looped = (size: number, west = 0): Point[] => [
  [west, 0],
  [west + 10, 0],
  [west + 10, 5],
  [west + 10 + size, 5],
  [west + 10 + size, 4],
  [west + 9, 4],
  [west + 9, 10],
  [west, 10],
  [west, 0],
];
/** A neck whose two sides were each moved a little too far: between them it is drawn the other way round. */
const neck: Point[] = [
  [0, 0],
  [10, 0],
  [4.9, 5],
  [10, 10],
  [0, 10],
  [5.1, 5],
  [0, 0],
];
const overlappingHoles = polygon(box(0, 0, 9, 9), box(1, 1, 4, 4), box(3.9, 3, 7, 7));
/** Around a pole with a wide fold, and with a loop whose width is ten times its height. */
const loopRoundPole = (latitude: number, height: number): Point[] => [
  [-180, latitude],
  [-100, latitude],
  [-100 + 10 * height, latitude + height],
  [-100 + 10 * height, latitude - height],
  [-100, latitude + height],
  [60, latitude],
  [20, latitude - Math.sign(latitude) * 8],
  [120, latitude - Math.sign(latitude) * 15],
  [180, latitude],
  [-180, latitude],
];
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const square = box(0, 0, 9, 9);

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
  [
    'a slip on an islet, of less than a thousandth of the whole',
    several(
      [square],
      [
        [
          [20, 0],
          [20.1, 0],
          [20.1, 0.1],
          [20.05, -0.002],
          [20, 0.1],
          [20, 0],
        ],
      ],
    ),
  ],
  ['a spike of a thousandth', 'POLYGON((0 0,40 0,40 40,40.02 40.02,40 40,0 40,0 0))'],
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
  ['another word', 'everywhere', /GeoJSON Polygon, MultiPolygon, Point or MultiPoint/],
  ['a line', { type: 'LineString', coordinates: box(0, 0, 1, 1) }, /has a line, which encloses nothing/],
  ['two features without a shape', { type: 'FeatureCollection', features: [{}, {}] }, /must be a GeoJSON/],
  ['no polygon', several(), /at least one polygon$/],
  ['no ring', polygon(), /at least one ring \(polygon 1\)/],
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
  ['zeros', 'POLYGON((0 0,0 0,0 0,0 0))', /bound an area/],
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
  ['100,001 points', polygon(rounded(circle(100_001))), /at most 100000 points.*20000 are kept/],
  [
    '100,001 points in many rings',
    several(...Array.from({ length: 20_001 }, () => [box(0, 0, 1, 1)])),
    /100000 points/,
  ],
  ['100,001 points as text', wkt(rounded(circle(100_001))), /at most 100000 points/],
  ['a comb that cannot be simplified', polygon(comb(15_000)), /has 30003 points.*within 1 % of its area/],
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
  ['a point of WKT without numbers', 'POINT EMPTY', /as WKT from character 7/],
  ['a point in too many parentheses', 'POINT(((1 2)))', /as WKT from character 7/],
  ['a point of three', 'POINT(1 2, 3 4)', /as WKT from character 10/],
  ['no points', { type: 'MultiPoint', coordinates: [] }, /at least one point$/],
  ['points that are no list', { type: 'MultiPoint', coordinates: 7 }, /list of points$/],
  ['a point in a list', { type: 'Point', coordinates: [[1, 2]] }, /nested too deep.*one level less$/],
  ['a point of one number alone', { type: 'Point', coordinates: [1] }, /points of two numbers$/],
  [
    'a point whose latitude comes first',
    { type: 'Point', coordinates: [52, 113] },
    /the longitude comes first$/,
  ],
  ['a point beyond the map among others', 'MULTIPOINT(1 2, 190 5)', /go on from -180 \(point 2\)$/],
  ['a point at 0, 0', 'POINT(0 0)', /must be a place; programs write 0, 0/],
  [
    '2,001 points',
    { type: 'MultiPoint', coordinates: Array.from({ length: 2001 }, () => [1, 1]) },
    /at most 2000 points; draw an outline/,
  ],
];

/** Places as points: the sent value and the returned one. */
const placed: [name: string, regions: unknown, kept: object][] = [
  [
    'a Point',
    { type: 'Point', coordinates: [7.5, 51, 120], bbox: [1] },
    { type: 'Point', coordinates: [7.5, 51] },
  ],
  ['a Point as text', '{"type":"Point","coordinates":[7.5,51]}', { type: 'Point', coordinates: [7.5, 51] }],
  [
    'a Feature',
    { type: 'Feature', geometry: { type: 'Point', coordinates: [0, 51] }, properties: {} },
    { type: 'Point', coordinates: [0, 51] },
  ],
  ['WKT', 'POINT(7.5 51)', { type: 'Point', coordinates: [7.5, 51] }],
  [
    'WKT with its system and a height',
    'srid=4326; point Z (7.5 51 3)',
    { type: 'Point', coordinates: [7.5, 51] },
  ],
  [
    'a MultiPoint',
    {
      type: 'MultiPoint',
      coordinates: [
        [7.5, 51],
        [180, -90],
      ],
    },
    {
      type: 'MultiPoint',
      coordinates: [
        [7.5, 51],
        [180, -90],
      ],
    },
  ],
  [
    'WKT of several, in either way of writing',
    'MULTIPOINT((7.5 51), 8 52)',
    {
      type: 'MultiPoint',
      coordinates: [
        [7.5, 51],
        [8, 52],
      ],
    },
  ],
];

/** Kept as drawn: what a ring encloses twice counts as outside. */
const crossed: [name: string, regions: unknown, says: RegExp][] = [
  ['a bow tie', polygon(wound(0, 2)), /^regions crosses itself.*\(polygon 1, ring 1, point 1, near 1, 1\)$/],
  [
    'a bow tie with a point where it crosses',
    polygon([
      [0, 0],
      [1, 1],
      [2, 2],
      [2, 0],
      [1, 1],
      [0, 2],
      [0, 0],
    ]),
    /crosses itself.*near 1, 1\)$/,
  ],
  [
    'a bow tie across the antimeridian',
    polygon([
      [179, 0],
      [-179, 2],
      [-179, 0],
      [179, 2],
      [179, 0],
    ]),
    /crosses itself.*near -?180, 1\)$/,
  ],
  [
    'a bow tie on an islet beside a mainland',
    several([square], [wound(20, 0.3)]),
    /crosses itself.*\(polygon 2, ring 1/,
  ],
  [
    'a hole that crosses the outer ring',
    polygon(box(0, 0, 4, 4), box(2, 2, 6, 3)),
    /crosses itself.*near 4, [23]\)$/,
  ],
  [
    'holes that cross',
    polygon(box(0, 0, 9, 9), box(1, 1, 5, 5), box(3, 3, 7, 7)),
    /crosses itself.*ring [23]/,
  ],
  ['holes that cross a little', overlappingHoles, /crosses itself.*ring [23]/],
  [
    'a neck that is drawn inside out',
    polygon(neck),
    /crosses itself.*kept as drawn.*\(polygon 1, ring 1, point \d, near [\d.]+, [\d.]+\)$/,
  ],
  ...[2, 4].map((size): [name: string, regions: unknown, says: RegExp] => [
    `a loop of ${size} % of the area`,
    polygon(looped(size)),
    /crosses itself.*\(polygon 1, ring 1, point \d, near 10, 4\)$/,
  ]),
  [
    'a loop that encloses a part a second time, from a corner',
    polygon([
      [0, 0],
      [9, 0],
      [9, 9],
      [0, 9],
      [0, 0],
      [3, 1],
      [3, 3],
      [1, 3],
      [1, 0.5],
      [0, 0],
    ]),
    /crosses itself.*near 0, 0\)$/,
  ],
  ['a ring that is drawn twice', polygon([...square, ...square.slice(1)]), /lies on itself/],
  [
    'many loops, of which the first are named',
    several(...Array.from({ length: 8 }, (_, at) => [looped(5.6, 20 * at - 80)])),
    /crosses itself.*\(polygon 1, .*; polygon 3, .*; and 5 more\)$/,
  ],
  ...[0.5, 8].flatMap((height) =>
    [70, -70].map((latitude): [name: string, regions: unknown, says: RegExp] => [
      `a loop of ${height} degrees in a ring around the pole at ${latitude}`,
      polygon(loopRoundPole(latitude, height)),
      /crosses itself.*\(polygon 1, ring 1/,
    ]),
  ),
];

/** Corrected regions: the sent value, the stored one, and the warnings. */
const mended: [name: string, regions: unknown, kept: unknown, says: RegExp[]][] = [
  [
    'a ring that goes back along itself',
    'POLYGON((0 0,4 0,4 4,8 8,4 4,0 4,0 0))',
    polygon(box(0, 0, 4, 4)),
    [/^regions goes out and back.*\(polygon 1, ring 1, point 4, near 8, 8\)$/],
  ],
  [
    'spikes in spikes, where the ring begins, and far beyond an islet',
    'POLYGON((-5 0,0 0,4 0,4 4,6 6,7 6,6 6,8 8,4 4,0 4,0 0,-5 0))',
    polygon([
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
      [0, 0],
    ]),
    [/out and back/],
  ],
  [
    'a spike across the antimeridian',
    'POLYGON((170 0,179 0,179 5,-170 5,179 5,170 5,170 0))',
    polygon([
      [170, 0],
      [179, 0],
      [179, 5],
      [170, 5],
      [170, 0],
    ]),
    [/point 4, near -170, 5/],
  ],
  [
    'rings that are lines and points, and empty lists',
    several([square, circle(5).map(([x]): Point => [x, 1]), []], [], [box(3, 3, 3, 3)], [box(20, 0, 21, 1)]),
    several([square], [box(20, 0, 21, 1)]),
    [/^regions has parts that enclose nothing.*polygon 1, ring 2, near 40, 1; .*; and 1 more\)$/],
  ],
  [
    'an outer ring that is a line around the pole',
    polygon(
      box(-180, 0, 180, 0)
        .slice(0, 2)
        .concat([
          [-180, 0],
          [-180, 0],
        ]),
      square,
    ),
    polygon(square),
    [/enclose nothing/, /next ring counts as the outer one \(polygon 1, ring 2\)/],
  ],
  [
    'a ring that is nearly closed',
    polygon([...square.slice(0, 4), [0, 0.001]]),
    polygon([...square.slice(0, 4), [0, 0.001], [0, 0]]),
    [/last point only nearly.*point 5, near 0, 0.001/],
  ],
  ...crossed.map(([name, regions, says]): [name: string, regions: unknown, kept: unknown, says: RegExp[]] => [
    name,
    regions,
    regions,
    [says],
  ]),
  [
    'a small hole outside the outer ring',
    polygon(square, box(10, 1, 10.5, 1.5)),
    polygon(square),
    [/hole outside.*\(polygon 1, ring 2/],
  ],
  [
    'a place on the first meridian that collapsed to a point',
    'POLYGON((0 51.48,0 51.48,0 51.48,0 51.48))',
    polygon([
      [0, 51.48],
      [0, 51.48],
      [0, 51.48],
      [0, 51.48],
    ]),
    [/counts as the place.*near 0, 51.48/],
  ],
  [
    'a town that collapsed to a line',
    'POLYGON((12.45 41.9,12.46 41.91,12.45 41.9,12.45 41.9))',
    polygon([
      [12.45, 41.9],
      [12.46, 41.91],
      [12.46, 41.91],
      [12.45, 41.9],
    ]),
    [/counts as the place.*near 12.45, 41.9/],
  ],
];

describe.each(engines)('regions on %s', (engine) => {
  let service: Service;
  let key: string;

  beforeAll(async () => {
    service = await shareService(engine);
    key = await newKey(service, 'owner@example.org');
  });

  const add = (regions: unknown) =>
    service.postJson(`/api/project/add/?key=${key}`, {
      ...projectEntry('Somewhere', 'https://here.example/'),
      regions,
    });

  test.each(taken)('%s is accepted', async (_, regions) => {
    const { warnings } = await success('POST /api/project/add', await add(regions));
    expect(warnings).toBeUndefined();
  });

  test.each(refused)('%s is refused, with the position', async (_, regions, says) => {
    const { errors } = await refusal(await add(regions), 400, 'invalid');
    expect(errors).toEqual([{ field: 'regions', message: expect.stringMatching(says) as string }]);
  });

  test.each(placed)('%s is stored as points', async (_, regions, kept) => {
    const id = await addProject(service, key, 'Somewhere', { regions: 'online' });
    const changed = await service.postJson(`/api/project/add/?key=${key}`, { service_id: id, regions });
    for (const reply of [await add(regions), changed]) {
      const { project_id, warnings } = await success('POST /api/project/add', reply);
      expect(warnings).toBeUndefined();
      const path = `/api/project/${project_id}?key=${key}`;
      const detail = await success('GET /api/project/:project_id', await service.get(path));
      expect(detail.regions).toEqual([{ name: '', osm_id: 0, legal: '', geometry: kept }]);
    }
  });

  test.each<[string, object, string[], string[]]>([
    [
      'one',
      { regions: 'POINT(-0.1276 51.50735)' },
      ['51.507° N, 0.128° W'],
      ['lat=51.50735&amp;lng=-0.1276'],
    ],
    [
      'with a label',
      { regions: 'POINT(7.5 -51)', region_label: 'The old harbour' },
      ['The old harbour', '51° S, 7.5° E'],
      [],
    ],
    [
      'more than are listed',
      { regions: `MULTIPOINT(${[1, 2, 3, 4, 5, 6, 7].map((at) => `${at} ${at}`).join(',')})` },
      ['5° N, 5° E', 'and 2 more'],
      [],
    ],
  ])('the page of a project shows its points: %s', async (_, more, texts, links) => {
    const id = await addProject(service, key, 'Pinned', more);
    await service.operate('publish', String(id));
    const page = await (await service.get(`/project/${id}-pinned`)).text();
    const shown = page.replaceAll(/<!--.*?-->/g, '');
    for (const text of [...texts, ...links]) expect(shown).toContain(text);
    expect(shown).not.toContain('6° N');
  });

  test.each(mended)('%s is corrected, with a warning', async (_, regions, kept, says) => {
    const id = await addProject(service, key, 'Nearby', { regions: 'online' });
    for (const reply of [
      await add(regions),
      await service.postJson(`/api/project/add/?key=${key}`, { service_id: id, regions }),
    ]) {
      const { project_id, warnings } = await success('POST /api/project/add', reply);
      expect(warnings).toEqual(says.map((each) => expect.stringMatching(each) as string));
      const path = `/api/project/${project_id}?key=${key}`;
      const detail = await success('GET /api/project/:project_id', await service.get(path));
      expect(detail.regions.map(({ geometry }) => geometry)).toEqual([kept]);
    }
  });

  test('an outline that crosses itself is found where it encloses once, not where it does twice', async () => {
    const star = polygon([
      [20, 60],
      [26, 42],
      [10.5, 53],
      [29.5, 53],
      [14, 42],
      [20, 60],
    ]);
    const id = await addProject(service, key, 'Starry', { regions: star });
    await service.operate('publish', String(id));
    const kmFrom = async (lat: number) => {
      const found = await success(
        'GET /finder',
        await service.get(`/finder?format=json&lat=${lat}&lng=20&key=${key}`),
      );
      return found.results.find((one) => one.id === id)?.distance_km;
    };
    expect([await kmFrom(58), await kmFrom(52.9)]).toEqual([0, 11.1]);
  });

  test('an import reports corrections, and in which entry', async () => {
    const entry = (name: string, regions: unknown) => projectEntry(name, 'https://in.example/', { regions });
    const { json, stdout, stderr } = await importEntries(service, 'owner@example.org', [
      entry('Whole', polygon(square)),
      entry('Mended', several([square], [])),
    ]);
    const message = expect.stringMatching(/^has parts that enclose nothing.*\(polygon 2\)$/) as string;
    expect(json).toMatchObject({
      added: 2,
      refused: [],
      warned: [{ index: 1, name: 'Mended', fields: [{ field: 'regions', message }] }],
    });
    expect(stdout + stderr).toMatch(/taken with a warning: entry 1 \(Mended\): regions has parts/);
  });

  test.each<[string, unknown]>([
    ['30,000 points', polygon(circle(30_000))],
    ['30,000 points as text', wkt(circle(30_000))],
  ])('%s are simplified to 20,000', async (_, regions) => {
    const { project_id, warnings } = await success('POST /api/project/add', await add(regions));
    expect(warnings).toEqual([
      'regions has 30000 points and is simplified to 20000, which changes at most 0.01 % of its area; send a simpler outline to choose otherwise',
    ]);
    const path = `/api/project/${project_id}?key=${key}`;
    const detail = await success('GET /api/project/:project_id', await service.get(path));
    expect(detail.regions[0]?.geometry).toMatchObject({ coordinates: [{ length: 20_000 }] });
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

  test('an accepted region is returned as given', async () => {
    const regions = polygon(box(177, -20, -178, -15), box(179.123456789012, -18, -179, -17));
    const id = await addProject(service, key, 'Islands', { regions });
    const detail = await success(
      'GET /api/project/:project_id',
      await service.get(`/api/project/${id}?key=${key}`),
    );
    expect(detail.regions).toEqual([{ name: '', osm_id: 0, legal: '', geometry: regions }]);
  });
});
