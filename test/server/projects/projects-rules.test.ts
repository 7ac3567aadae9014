/** The rules for reading a project: regions, names, origins, words. */
import { describe, expect, test } from 'vitest';
import { matchNames, matchUnRegions } from '../../../server/text/catalogue-names.ts';
import { endYearOf } from '../../../server/projects/derived/end-year.ts';
import { ownOrigin } from '../../../server/projects/origins.ts';
import { matchFaults, readProject } from '../../../server/projects/reading/read-project.ts';
import { readRegions } from '../../../server/geometry/read-area.ts';
import { slugOf, words } from '../../../server/text/words.ts';

const ring = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 0],
];
const square = { type: 'Polygon', coordinates: [ring] };
const area = { kind: 'area', geometry: square };

describe('regions', () => {
  test.each<[string, unknown, unknown]>([
    ['the word online', ' Online ', { kind: 'online' }],
    ['the word anywhere', 'anywhere', { kind: 'anywhere' }],
    ['GeoJSON', square, area],
    ['GeoJSON as text', JSON.stringify(square), area],
    [
      'a Feature',
      { type: 'Feature', properties: { name: 'x' }, geometry: square },
      { ...area, origin: { name: 'x' } },
    ],
    ['a collection of one', { type: 'FeatureCollection', features: [{ geometry: square }] }, area],
    ['WKT', 'POLYGON((0 0, 1 0, 1 1, 0 0))', area],
    ['WKT with its reference system', 'SRID=4326;polygon((0 0, 1 0, 1 1, 0 0))', area],
    ['heights, which are left out', 'POLYGON Z((0 0 5, 1 0 5, 1 1 5, 0 0 5))', area],
    [
      'WKT of several',
      'MULTIPOLYGON(((0 0, 1 0, 1 1, 0 0)))',
      { kind: 'area', geometry: { type: 'MultiPolygon', coordinates: [[ring]] } },
    ],
  ])('%s is read', (_, given, wanted) => {
    expect(readRegions(given)).toEqual({ regions: wanted, warnings: [] });
  });

  const polygon = (coordinates: unknown) => ({ type: 'Polygon', coordinates });
  test.each<[string, unknown, RegExp]>([
    ['another word', 'nowhere', /GeoJSON Polygon/],
    ['a point at 0, 0', { type: 'Point', coordinates: [0, 0] }, /must be a place/],
    ['null', null, /GeoJSON Polygon/],
    ['an open ring', polygon([[...ring.slice(0, 3), [0, 1]]]), /closed/],
    ['a ring of three points', polygon([ring.slice(0, 3)]), /at least 4/],
    ['no ring', polygon([]), /at least one ring/],
    ['a longitude beyond 180', polygon([[[181, 0], ...ring, [181, 0]]]), /-180 to 180/],
    ['infinity', `{"type":"Polygon","coordinates":[[[0,1e999],[1,0],[1,1],[0,1e999]]]}`, /-90 to 90/],
    ['numbers as text', polygon([ring.map((each) => each.map(String))]), /two numbers/],
    ['too many points', polygon([Array.from({ length: 100_001 }, () => [0, 0])]), /100000 points/],
    ['too long a text', `POLYGON((${'0 0,'.repeat(800_000)}0 0))`, /3000000 characters/],
    ['another reference system', 'SRID=3857;POLYGON((0 0, 1 0, 1 1, 0 0))', /SRID 4326/],
    ['WKT with something behind it', 'POLYGON((0 0, 1 0, 1 1, 0 0)) (x)', /not readable as WKT/],
    ['WKT that is nested', `POLYGON${'('.repeat(1000)}${')'.repeat(1000)}`, /not readable as WKT/],
    ['broken JSON', '{"type":', /not readable as GeoJSON/],
    [
      'deep JSON',
      `{"type":"Polygon","coordinates":${'['.repeat(90_000)}${']'.repeat(90_000)}}`,
      /no deeper than 20/,
    ],
  ])('%s is refused', (_, given, wanted) => {
    expect(readRegions(given)).toEqual({ fault: expect.stringMatching(wanted) as string });
  });

  test.each([
    ['blanks', `MULTIPOLYGON${' '.repeat(190_000)}`],
    ['digits', `POLYGON((${'1'.repeat(190_000)} 1))`],
    ['empty rings', `POLYGON(${'(),'.repeat(60_000)}())`],
    ['signs', `POLYGON((${'-'.repeat(190_000)}))`],
  ])('hostile WKT of %s is refused', (_, given) => {
    expect(readRegions(given)).toHaveProperty('fault');
  });
});

describe('names', () => {
  test('topics are matched without case, each once', () => {
    expect(matchNames('topic', ['birds', ' BIRDS', 'Animals'])).toEqual({ found: ['Birds', 'Animals'] });
  });

  test.each([
    ['a letter changed', ['Brids'], /nearest: Birds/],
    ['a part of one', ['WEATHER'], /nearest: Climate and weather/],
    ['the second of two', ['Birds', 'zzz'], /^has at place 2 /],
  ])('an unknown name, %s, is not repeated, and similar names are suggested', (_, given, wanted) => {
    const { fault } = matchNames('topic', given);
    expect(fault).toMatch(wanted);
    expect(fault).not.toContain(given.at(-1));
  });

  const northern = { code: '021', name: 'Northern America' };
  test.each<[string, unknown]>([
    ['a number', 21],
    ['a short code', '21'],
    ['a code', '021'],
    ['a name', 'northern america'],
    ['an object', { code: '021', name: 'Anything' }],
    ['an object with a name alone', { name: 'Northern America' }],
  ])('a UN region may be %s', (_, given) => {
    expect(matchUnRegions([given])).toEqual({ found: [northern] });
  });

  test.each([
    'China, Macao Special Administrative Region,21',
    '446 - China, Macao Special Administrative Region, 021 - Northern America',
    '446 - China, Macao Special Administrative Region,021',
  ])('a name with a comma survives a text that was split at its commas: %s', (given) => {
    const { found, fault } = matchUnRegions(given.split(','));
    expect(fault).toBeUndefined();
    expect(found.map(({ code }) => code)).toEqual(['446', '021']);
  });

  test.each([[null], [5.5], [{}], ['Norther America']])('%j is not a UN region', (given) => {
    expect(matchUnRegions([given]).fault).toMatch(/^is not a UN region/);
  });
});

test.each([
  ['https://rio.example/about?x', 'https://rio.example'],
  ['http://localhost:3000/demo', 'http://localhost:3000'],
  ['https://www.zooniverse.org/projects/x', 'https://www.zooniverse.org'],
  ['https://netflix.com/', 'https://netflix.com'],
  ['https://sites.google.com/view/x', undefined],
  ['https://www.facebook.com/x', undefined],
  ['https://storymaps.arcgis.com/x', undefined],
  ['https://www.x.com./y', undefined],
  ['data:text/html,x', undefined],
  ['not an address', undefined],
])('the origin that %s registers automatically is %s', (address, wanted) => {
  expect(ownOrigin(address)).toBe(wanted);
});

test.each([
  ['Señales del RÍO', ['senales', 'del', 'rio']],
  ['"a" OR col:b* (Straße)', ['a', 'or', 'col', 'b', 'strasse']],
  ['???', []],
])('the words of %s', (given, wanted) => {
  expect(words(given)).toEqual(wanted);
});

test.each([
  ['Señales del río!', 'senales-del-rio'],
  ['鳥', ''],
  [`${'word '.repeat(30)}`, Array.from({ length: 12 }, () => 'word').join('-')],
  ['x'.repeat(80), 'x'.repeat(60)],
])('the address of %s', (given, wanted) => {
  expect(slugOf(given)).toBe(wanted);
});

test('every bad field is named at once', () => {
  const reading = readProject({
    name: 'x',
    url: 'ftp://x',
    topics: ['x!'],
    regions: 'nowhere',
    UN_regions: ['?'],
  });
  const fields = 'faults' in reading ? reading.faults.map(({ field }) => field) : [];
  expect(fields.sort()).toEqual([
    'UN_regions',
    'contact_email',
    'description',
    'origin',
    'regions',
    'topics',
    'url',
  ]);
  expect(matchFaults({ topics: 'x!' })).toHaveLength(1);
});

test.each<[string, string | undefined]>([
  ['2016 to 2019', '2019'],
  ['from May 2014 until June 2016', '2016'],
  ['2014–2016', '2016'],
  ['2016', '2016'],
  ['until 2016', '2016'],
  ['Since 2008', undefined],
  ['started in 2014', undefined],
  ['depuis 2014', undefined],
  ['2014 to 2099', undefined],
  ['two years', undefined],
  ['120160 hours', undefined],
])('the duration %j ends in %s', (duration, year) => {
  expect(endYearOf(duration, 2026)).toBe(year);
});
