/** Areas of coverage in the forms in which people export them. */
import { describe, expect, test } from 'vitest';
import { readRegions } from '../../../server/geometry/read-area.ts';

const ring = (west: number, south: number) => [
  [west, south],
  [west + 1, south],
  [west + 1, south + 1],
  [west, south + 1],
  [west, south],
];
const hamburg = { type: 'Polygon', coordinates: [ring(9.7, 53.4)] };
const berlin = { type: 'MultiPolygon', coordinates: [[ring(13.1, 52.3)]] };
const both = { type: 'MultiPolygon', coordinates: [[ring(9.7, 53.4)], [ring(13.1, 52.3)]] };
const feature = (geometry: unknown, more: object = {}) => ({
  type: 'Feature',
  properties: {},
  geometry,
  ...more,
});
const collection = (features: unknown[], more: object = {}) => ({
  type: 'FeatureCollection',
  features,
  ...more,
});
const named = (name: string) => ({ crs: { type: 'name', properties: { name } } });
const point = (...coordinates: number[]) => ({ type: 'Point', coordinates });

const areaOf = (value: unknown) => {
  const reading = readRegions(value);
  return 'fault' in reading ? reading.fault : 'geometry' in reading.regions && reading.regions.geometry;
};

describe('several parts become one area', () => {
  test.each<[what: string, value: unknown]>([
    ['two features', collection([feature(hamburg), feature(berlin)])],
    [
      'empty ones between them',
      collection([
        feature(null),
        feature(hamburg),
        feature({ type: 'Polygon', coordinates: [] }),
        feature(berlin),
        feature({ type: 'GeometryCollection', geometries: [] }),
      ]),
    ],
    ['a collection of geometries', { type: 'GeometryCollection', geometries: [hamburg, berlin] }],
    ['a collection within a feature', feature({ type: 'GeometryCollection', geometries: [hamburg, berlin] })],
    [
      'collections within each other',
      collection([
        collection([feature(hamburg)]),
        feature({ type: 'GeometryCollection', geometries: [berlin] }),
      ]),
    ],
    ['geometries without features', collection([hamburg, berlin])],
    ['a text of two features', JSON.stringify(collection([feature(hamburg), feature(berlin)]))],
  ])('%s', (_, value) => {
    expect(areaOf(value)).toEqual(both);
  });

  test('points', () => {
    expect(
      areaOf(collection([feature(point(1, 2)), feature({ type: 'MultiPoint', coordinates: [[3, 4]] })])),
    ).toEqual({
      type: 'MultiPoint',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    });
  });

  test('a place where two of them overlap is covered', () => {
    expect(areaOf(collection([feature(hamburg), feature(hamburg)]))).toEqual({
      type: 'MultiPolygon',
      coordinates: [hamburg.coordinates, hamburg.coordinates],
    });
  });
});

describe('coordinate systems', () => {
  test.each([
    'urn:ogc:def:crs:OGC:1.3:CRS84',
    'urn:ogc:def:crs:OGC::CRS84',
    'urn:ogc:def:crs:EPSG::4326',
    'urn:ogc:def:crs:EPSG:6.9:4326',
    'urn:ogc:def:crs:EPSG:4326',
    'EPSG:4326',
    'epsg:4326',
    'http://www.opengis.net/def/crs/EPSG/0/4326',
    'https://www.opengis.net/def/crs/OGC/1.3/CRS84',
    'OGC:CRS84',
    'CRS84',
    'WGS84',
    'WGS 84',
  ])('%s is WGS 84', (name) => {
    expect(areaOf(collection([feature(hamburg)], named(name)))).toEqual(hamburg);
    expect(areaOf({ ...hamburg, ...named(name) })).toEqual(hamburg);
  });

  test.each([{ crs: null }, { crs: { type: 'EPSG', properties: { code: 4326 } } }])(
    '%j is WGS 84',
    (more) => {
      expect(areaOf(collection([feature(hamburg)], more))).toEqual(hamburg);
    },
  );

  test.each([
    'urn:ogc:def:crs:EPSG::3857',
    'EPSG:25832',
    'EPSG:27700',
    'EPSG:4258',
    'EPSG:43261',
    'EPSG:14326',
    'urn:ogc:def:crs:EPSG::31467',
  ])('%s is refused by name, though the numbers would pass', (name) => {
    for (const value of [
      collection([feature(hamburg)], named(name)),
      feature({ ...hamburg, ...named(name) }),
      collection([feature(hamburg, named(name))]),
    ])
      expect(areaOf(value)).toBe(`is in the coordinate system ${name}: export it in WGS 84 (EPSG:4326)`);
  });

  test('one that another file describes is refused', () => {
    expect(areaOf({ ...hamburg, crs: { type: 'link', properties: { href: 'x.prj' } } })).toMatch(
      /of another file/,
    );
  });
});

test.each<[what: string, value: unknown, fault: RegExp]>([
  ['outlines with points', collection([feature(hamburg), feature(point(1, 2))]), /has outlines and points/],
  ['nothing but empty ones', collection([feature(null)]), /has no geometry/],
  ['no feature', collection([]), /has no geometry/],
  [
    'a line',
    feature({
      type: 'LineString',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    }),
    /has a line, which encloses nothing/,
  ],
  ['lines', { type: 'MultiLineString', coordinates: [] }, /has a line/],
  ['a line in WKT', 'LINESTRING (1 2, 3 4)', /has a line/],
  ['lines in WKT with a system', 'SRID=4326;MULTILINESTRING ((1 2, 3 4))', /has a line/],
  ['two numbers', '52.52, 13.405', /is two numbers.*POINT\(longitude latitude\)/],
  ['two numbers with a blank', '52.52 13.405', /is two numbers/],
  ['two numbers with decimal commas', '52,52 13,405', /is two numbers/],
  ['two numbers with letters', '52.52° N, 13.405° E', /is two numbers/],
  ["Esri's outline", { rings: [ring(9, 53)], spatialReference: { wkid: 4326 } }, /is Esri's JSON/],
  [
    "Esri's features",
    { geometryType: 'esriGeometryPolygon', features: [{ geometry: { rings: [ring(9, 53)] } }] },
    /is Esri's JSON/,
  ],
  ["Esri's point", { x: 1, y: 2 }, /is Esri's JSON/],
  ['TopoJSON', { type: 'Topology', objects: {}, arcs: [] }, /is TopoJSON/],
  ['KML', '<?xml version="1.0"?><kml/>', /is XML/],
  ['a list', [1, 2], /must be a GeoJSON Polygon/],
  ['a circle', { type: 'Circle', coordinates: [1, 2], radius: 5 }, /must be a GeoJSON Polygon/],
  ['features that are texts', collection(['x']), /must be a GeoJSON Polygon/],
])('%s: refused in a sentence of its own', (_, value, fault) => {
  expect(areaOf(value)).toMatch(fault);
  expect(areaOf(typeof value === 'string' ? value : JSON.stringify(value))).toMatch(fault);
});

test('a hundred thousand empty features are refused at once', () => {
  expect(areaOf(collection(Array.from({ length: 100_001 }, () => feature(null))))).toMatch(
    /at most 100000 features/,
  );
});
