/** Forms in which clients send the fields of each operation, and requests that are refused. */
import { api } from '../../../src/contract/index.ts';
import { goodRequests } from '../../set-up/service/good-requests.ts';
import { projectEntry, projects, sha256 } from '../scene.ts';

export type Row = keyof typeof api;
export type Sent = Record<string, unknown>;
/** The encoding of a request; GET has its query only. */
export type Way = 'query' | 'form' | 'multipart' | 'json';

const { birds } = projects;
export const rows = Object.keys(api) as Row[];
export const isGet = (row: Row) => row.startsWith('GET');
export const ways = (row: Row): Way[] => (isGet(row) ? ['query'] : ['form', 'multipart', 'json']);

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Repeats the name for every value of a list. */
export const pairsOf = (sent: Sent): [string, string][] =>
  Object.entries(sent).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((one): [string, string] => [
      name,
      asText(one),
    ]),
  );

export function bodyOf(way: Way, sent: Sent): { body: BodyInit; headers?: Record<string, string> } {
  if (way === 'json') return { body: JSON.stringify(sent), headers: { 'content-type': 'application/json' } };
  if (way === 'form') return { body: new URLSearchParams(pairsOf(sent)) };
  const body = new FormData();
  for (const [name, value] of pairsOf(sent)) body.append(name, value);
  return { body };
}

const event = { project_id: birds.id, type: 'collection' };
const added = projectEntry('Fern Find', 'https://fern.example/');
const ring = [
  [9.7, 53.4],
  [10.3, 53.4],
  [10.3, 53.7],
  [9.7, 53.4],
];
const polygon = { type: 'Polygon', coordinates: [ring] };
const point = { type: 'Point', coordinates: [10, 53.5] };
const wktPolygon = 'POLYGON((9.7 53.4, 10.3 53.4, 10.3 53.7, 9.7 53.4))';
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString().slice(0, 19);

/** `ways`: the encodings to try, if not all. */
export type Scenario = [what: string, row: Row, sent: Sent, ways?: Way[]];

const times: Scenario[] = ['', 'Z', '+02:00', '-0330', '+02', '.25Z', ',250'].map((end) => [
  `when: ${ago(60)}${end}`,
  'POST /api/record_event',
  { ...event, when: `${ago(60)}${end}` },
]);
const places: Scenario[] = [
  'POINT(10 53.5)',
  'SRID=4326;POINT (10 53.5)',
  'POINT Z (10 53.5 7)',
  JSON.stringify(point),
  point,
  { type: 'Feature', geometry: point, properties: null },
].map((where) => [`where: ${asText(where)}`, 'POST /api/record_event', { ...event, where }]);
const furtherData: Scenario[] = ['plain', { species: 'wren' }, ['wren'], 7, true, ''].map((extra) => [
  `extra: ${JSON.stringify(extra)}`,
  'POST /api/record_event',
  { ...event, extra },
]);
const flags: Scenario[] = [true, false, 'true', 'False', 'yes', 'NO', '1', 0, 1].map((outdoors) => [
  `outdoors: ${JSON.stringify(outdoors)}`,
  'POST /api/project/add',
  { ...added, outdoors },
]);
const regions: Scenario[] = [
  'online',
  'Anywhere',
  wktPolygon,
  'POINT(9.7 53.4)',
  'MULTIPOINT((9.7 53.4), (10.3 53.7))',
  { type: 'MultiPoint', coordinates: ring },
  point,
  `SRID=4326;MULTI${wktPolygon.replace('((', '(((').replace('))', ')))')}`,
  polygon,
  JSON.stringify(polygon),
  { type: 'MultiPolygon', coordinates: [[ring]] },
  { type: 'Feature', geometry: polygon, properties: {} },
  { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: polygon }] },
].map((given) => [`regions: ${asText(given)}`, 'POST /api/project/add', { ...added, regions: given }]);
const addresses: Scenario[] = [
  'http://fern.example',
  'www.fern.example/a?b#c',
  '//fern.example',
  'https://grün.example/ä',
].map((url) => [`url: ${url}`, 'POST /api/project/add', { ...added, url }]);
const fields: Scenario[] = Object.entries({
  status: ['hiatus', 'On hold', 'in progress'],
  project_type: ['Event'],
  audience: [['Families', 'Adults'], 'Families', 'families,adults', ['Graduate students'], []],
  UN_regions: [['021', 'Europe'], 'Europe', [21]],
  topics: [['Birds'], 'birds'],
  name: [1984],
  tags: ['fern, moss', ['fern', 'moss'], 2024, [2024, 'fern']],
  rsvp: ['fern@example.org', 'https://fern.example/rsvp', 'fern.example/rsvp'],
  twitter_name: ['@fern', '@fern@social.example', 'https://social.example/@fern'],
  contact_email: ['jörg@example.org', 'team@localhost'],
}).flatMap(([name, values]) =>
  (values as unknown[]).map((value): Scenario => [
    `${name}: ${JSON.stringify(value)}`,
    'POST /api/project/add',
    { ...added, [name]: value },
  ]),
);
/** Every optional field as an empty text and, in JSON, as null. */
const empties: Scenario[] = rows.flatMap((row): Scenario[] => {
  const optional = Object.keys(api[row].input.shape).filter(
    (name) => !(name in goodRequests[row].said('1')) && !['project', 'project_id'].includes(name),
  );
  if (optional.length === 0) return [];
  const all = (value: unknown) => Object.fromEntries(optional.map((name) => [name, value]));
  return [
    [`every optional field of ${row} empty`, row, all('')],
    ...(isGet(row)
      ? []
      : [[`every optional field of ${row} null`, row, all(null), ['json']] satisfies Scenario]),
  ];
});

/** Requests that succeed. */
export const accepted: Scenario[] = [
  ...[times, places, furtherData, flags, regions, addresses, fields, empties].flat(),
  [
    'numbers as text',
    'POST /api/record_event',
    { ...event, project_id: String(birds.id), duration: '12.5', magnitude: '-3' },
  ],
  [
    'a digest in capitals',
    'GET /api/profile/id',
    { identifier: '', hashed: sha256('a@example.org').toUpperCase() },
  ],
  ['an address beyond ASCII', 'GET /api/profile/id', { identifier: 'jörg@example.org' }],
  ['all projects', 'GET /finder', { q: '' }],
  ['the names of PPSR Core', 'GET /finder', { format: 'ppsr', q: '' }],
  ['a place', 'GET /finder', { q: '', lat: '53.5', lng: '-10', limit: '5' }],
  ['JSONP of a search', 'GET /finder', { jsonp: 'my.callback$1' }],
  [
    'PPSR of 2013',
    'POST /api/project/add',
    {
      name: '',
      description: '',
      url: '',
      origin: '',
      contact_email: '',
      ProjectName: 'Ivy',
      ProjectDescription: 'Ivy on walls.',
      ProjectURL: 'https://ivy.example/',
      ProjectDataProvider: 'Ivy Society',
      ProjectContactEmail: 'ivy@example.org',
    },
  ],
  [
    'PPSR Core',
    'POST /api/project/add',
    {
      name: '',
      description: '',
      url: '',
      origin: '',
      contact_email: '',
      projectName: 'Ivy',
      projectDescription: 'Ivy on walls.',
      projectUrl: 'https://ivy.example/',
      projectResponsiblePartyName: 'Ivy Society',
      contactPoint: { contactName: 'I', meansOfContact: 'email', contactDetails: 'ivy@example.org' },
    },
    ['json'],
  ],
  ['another spelling of a type', 'POST /api/record_event', { ...event, type: 'Collection' }],
  ['white space around a time', 'POST /api/record_event', { ...event, when: ` ${ago(60)} ` }],
];

const badTimes: Scenario[] = [
  'now',
  '2026-05-01',
  '01.05.2026 10:20:30',
  '2026-13-01T10:20:30',
  '2026-05-01T10:61:00Z',
  '1777630830',
].map((when) => [`when: ${when}`, 'POST /api/record_event', { ...event, when }]);
const bad = (row: Row, of: Record<string, unknown[]>): Scenario[] =>
  Object.entries(of).flatMap(([name, values]) =>
    values.map((value): Scenario => [`${name}: ${JSON.stringify(value)}`, row, { [name]: value }]),
  );
/** In JSON only: in a form, a number is text like any other. */
const badJson = (row: Row, of: Record<string, unknown[]>): Scenario[] =>
  bad(row, of).map(([what, , sent]) => [what, row, sent, ['json']]);

/** Requests that are refused for their form. */
export const refused: Scenario[] = [
  ...badTimes,
  ...bad('POST /api/record_event', {
    profile_id: ['', '-1', '0', 'NaN', '1.5'],
    project_id: ['', 'birds'],
    type: ['', 'walk'],
    where: ['here', 'LINESTRING(0 0, 1 1)'],
    duration: ['-1', 'long'],
    magnitude: ['1.5', 'many'],
    extra: ['x'.repeat(65_537)],
    idempotency_key: ['x'.repeat(129)],
  }),
  ['duration: "1e10" in a form', 'POST /api/record_event', { duration: '1e10' }, ['form', 'multipart']],
  ...badJson('POST /api/record_event', {
    profile_id: [-1, 0, 1.5, 2 ** 53, null, [], {}, true],
    type: [1, null],
    where: [5, { type: 'Point' }, { type: 'LineString', coordinates: [[0, 0]] }],
    when: [1777630830000, true],
    duration: [-1, 1e10],
    magnitude: [1.5, 2 ** 53],
  }),
  ...bad('POST /api/participation/hashed/:project', { hashed: ['', 'abc', 'z'.repeat(64)] }),
  ...badJson('POST /api/participation/hashed/:project', { count: [0, 501, 1.5], hashed: [5] }),
  ...bad('POST /api/project/add', {
    name: ['', 'x'.repeat(301)],
    url: ['', 'javascript:alert(1)', 'two words.example', 'mailto:a@b.example'],
    contact_email: ['', 'nobody', 'a@b'],
    goal: ['x'.repeat(121)],
    outdoors: ['maybe', '2'],
    project_type: ['Party'],
    regions: ['here', 'LINESTRING(1 2, 3 4)'],
    rsvp: ['call me'],
    service_id: ['0', '-5', 'mine'],
  }),
  ...badJson('POST /api/project/add', {
    name: [true, null, {}],
    outdoors: [2, [], {}],
    regions: [
      5,
      {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
      { type: 'FeatureCollection', features: [] },
    ],
    tags: [true, [null], Array.from({ length: 101 }, (_, at) => `tag ${at}`)],
    audience: [5, [5], [true]],
    UN_regions: [5, [null]],
  }),
  ...bad('GET /api/profile/id', { identifier: ['nobody'], hashed: ['abc'], project_id: ['-1', 'x'] }),
  ...bad('GET /api/profile/token', { profile_id: ['', 'x', '0'], project_id: ['', '1.5'] }),
  ...bad('GET /finder', {
    q: ['x'.repeat(501)],
    lat: ['91', 'north'],
    lng: ['-181'],
    limit: ['0', '5001', '1.5'],
    cursor: ['x'.repeat(101)],
  }),
];

/** Requests that are refused although each field has a form that is read. */
export const refusedByMeaning: [what: string, row: Row, sent: Sent, status: number][] = [
  ['both the digest and the address', 'GET /api/profile/id', { hashed: sha256('a@example.org') }, 400],
  ['a digest of nothing', 'GET /api/profile/id', { identifier: '', hashed: sha256('') }, 400],
  ['a day that no calendar has', 'POST /api/record_event', { ...event, when: '2026-02-30T10:00:00Z' }, 400],
  ['a time to come', 'POST /api/record_event', { ...event, when: '2096-05-01T10:00:00Z' }, 400],
  ['a place off the earth', 'POST /api/record_event', { ...event, where: 'POINT(200 95)' }, 400],
  ['a profile that is gone', 'POST /api/record_event', { ...event, profile_id: 5 }, 404],
  ['a project of somebody else', 'POST /api/record_event', { ...event, project_id: projects.stars.id }, 403],
  ['no such project', 'POST /api/record_event', { ...event, project_id: 999 }, 404],
  ['a topic of no list', 'GET /finder', { topic: 'Brids' }, 400],
  ['a latitude alone', 'GET /finder', { lat: '5' }, 400],
  ['a callback that is a reserved word', 'GET /finder', { jsonp: 'delete' }, 400],
  ['a status of no list', 'POST /api/project/add', { ...added, status: 'purple' }, 400],
  [
    'an outline that is no ring',
    'POST /api/project/add',
    { ...added, regions: 'POLYGON((0 0, 1 1, 5 8))' },
    400,
  ],
  ['an update of no project', 'POST /api/project/add', { service_id: 999 }, 404],
  ['an update of a project of the web', 'POST /api/project/add', { service_id: birds.id }, 403],
];
