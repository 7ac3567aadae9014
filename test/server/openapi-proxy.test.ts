/**
 * A proxy that knows the OpenAPI document only, in front of a service: it lets through what the reference promises,
 * finds no fault with our replies, and refuses what the service refuses.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../src/contract/index.ts';
import { goodRequests } from '../set-up/good-requests.ts';
import { type Service, startService } from '../set-up/start-service.ts';
import { type Document, type Stopped, validatingProxy } from '../set-up/validating-proxy.ts';
import { profileId, projectEntry, projects, setScene, sha256 } from './scene.ts';

type Row = keyof typeof api;
type Sent = Record<string, unknown>;
/** How a request is written; GET has its query only. */
type Way = 'query' | 'form' | 'multipart' | 'json';

const { birds } = projects;
const rows = Object.keys(api) as Row[];
const isGet = (row: Row) => row.startsWith('GET');

let service: Service;
let proxy: Awaited<ReturnType<typeof validatingProxy>>;
let owner: string;
let participant: number;

beforeAll(async () => {
  service = await startService('sqlite');
  ({ owner } = await setScene(service));
  await service.operator('allow-hashed', String(birds.id));
  participant = await profileId(service, owner, 'participant@example.org');
  proxy = await validatingProxy(service.baseUrl);
});
afterAll(() => proxy[Symbol.asyncDispose]());

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Every value of a list under the same name. */
const pairsOf = (sent: Sent): [string, string][] =>
  Object.entries(sent).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((one): [string, string] => [
      name,
      asText(one),
    ]),
  );

function bodyOf(way: Way, sent: Sent): { body: BodyInit; headers?: Record<string, string> } {
  if (way === 'json') return { body: JSON.stringify(sent), headers: { 'content-type': 'application/json' } };
  if (way === 'form') return { body: new URLSearchParams(pairsOf(sent)) };
  const body = new FormData();
  for (const [name, value] of pairsOf(sent)) body.append(name, value);
  return { body };
}

type Asked = {
  row: Row;
  way: Way;
  sent: Sent;
  headers?: Record<string, string>;
  query?: string;
  at?: string;
};
type Answer = { status: number; body: Sent & Partial<Stopped> };

async function ask(
  baseUrl: string,
  { row, way, sent, headers = { authorization: `Bearer ${owner}` }, query = '', at }: Asked,
): Promise<Answer> {
  const [method = '', pattern = ''] = row.split(' ');
  const path = pattern.replace(/:\w+/, at ?? goodRequests[row].at ?? '');
  const content = isGet(row) ? undefined : bodyOf(way, sent);
  const asked = isGet(row) ? `${new URLSearchParams(pairsOf(sent))}&${query}` : query;
  const reply = await fetch(`${baseUrl}${path}?${asked}`, {
    method,
    ...content,
    headers: { ...content?.headers, ...headers },
  });
  const text = await reply.text();
  return {
    status: reply.status,
    body: JSON.parse(/^\/\*\*\/ [\w.$]+\((.*)\);$/s.exec(text)?.[1] ?? text) as Sent,
  };
}

/** The answers of the proxy and of the service by itself. */
const askBoth = async (asked: Asked) => [await ask(proxy.baseUrl, asked), await ask(service.baseUrl, asked)];

const good = (row: Row): Sent => goodRequests[row].said(String(participant));
const ways = (row: Row): Way[] => (isGet(row) ? ['query'] : ['form', 'multipart', 'json']);

/** Numbers and booleans of JSON as such: the good requests have all as text. */
const succeeded = ({ status, body }: Answer) =>
  expect({ status, body }).toMatchObject({ status: 200, body: { result: 'success' } });

describe.each(rows)('%s through the proxy', (row) => {
  test.each(ways(row))('the good request succeeds as %s', async (way) => {
    succeeded(await ask(proxy.baseUrl, { row, way, sent: good(row) }));
  });

  test('with a slash at its end, and with fields that nobody knows', async () => {
    const sent = { ...good(row), colour: 'red' };
    const [method = '', pattern = ''] = row.split(' ');
    const path = `${pattern.replace(/:\w+/, goodRequests[row].at ?? '')}/`;
    const reply = await fetch(
      `${proxy.baseUrl}${path}?${new URLSearchParams({ key: owner, ...(isGet(row) && (sent as Record<string, string>)) })}`,
      { method, ...(!isGet(row) && { body: new URLSearchParams(sent as Record<string, string>) }) },
    );
    expect([reply.status, await reply.json()]).toMatchObject([
      200,
      { result: 'success', warnings: ['unknown fields were ignored: colour'] },
    ]);
  });

  const places: [string, (key: string) => Partial<Asked>][] = [
    ['the header', (key) => ({ headers: { authorization: `Bearer ${key}` } })],
    ['the query', (key) => ({ headers: {}, query: `key=${key}` })],
    ...(isGet(row)
      ? []
      : [
          ['the body', (key) => ({ headers: {}, sent: { ...good(row), key } })] as [
            string,
            (key: string) => Partial<Asked>,
          ],
        ]),
  ];
  test.each(places)('the key may be in %s', async (_, placed) => {
    for (const way of ways(row))
      succeeded(await ask(proxy.baseUrl, { row, way, sent: good(row), ...placed(owner) }));
  });

  test('without a key, and with a wrong one, it is refused with and without the proxy', async () => {
    const isOpen = api[row].auth === 'none';
    for (const way of ways(row)) {
      for (const { status } of await askBoth({ row, way, sent: good(row), headers: {} }))
        expect(status).toBe(isOpen ? 200 : 401);
      const headers = { authorization: `Bearer mh_${'x'.repeat(38)}` };
      for (const { status } of await askBoth({ row, way, sent: good(row), headers }))
        expect(status).toBe(isOpen ? 200 : 401);
    }
  });
});

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

type Scenario = [what: string, row: Row, sent: Sent, ways?: Way[]];

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
  tags: ['fern, moss', ['fern', 'moss']],
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
/** Every optional field as an empty text, and in JSON as null. */
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

const promised: Scenario[] = [
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
      ...{ name: '', description: '', url: '', origin: '', contact_email: '' },
      ...{ ProjectName: 'Ivy', ProjectDescription: 'Ivy on walls.', ProjectURL: 'https://ivy.example/' },
      ...{ ProjectDataProvider: 'Ivy Society', ProjectContactEmail: 'ivy@example.org' },
    },
  ],
  [
    'PPSR Core',
    'POST /api/project/add',
    {
      ...{ name: '', description: '', url: '', origin: '', contact_email: '' },
      ...{ projectName: 'Ivy', projectDescription: 'Ivy on walls.', projectUrl: 'https://ivy.example/' },
      projectResponsiblePartyName: 'Ivy Society',
      contactPoint: { contactName: 'I', meansOfContact: 'email', contactDetails: 'ivy@example.org' },
    },
    ['json'],
  ],
];

describe('what the reference promises succeeds through the proxy, in every way of sending it', () => {
  test.each(promised)('%s', async (_, row, sent, some = ways(row)) => {
    for (const way of some) {
      const answers = await askBoth({ row, way, sent: { ...good(row), ...sent } });
      expect([way, ...answers.map(({ status, body }) => [status, body.why ?? body['errors']])]).toEqual([
        way,
        [200, undefined],
        [200, undefined],
      ]);
    }
  });

  test('an update names what changes', async () => {
    const { body } = await ask(service.baseUrl, { row: 'POST /api/project/add', way: 'json', sent: added });
    const sent = { service_id: body['project_id'], goal: 'Ferns' };
    for (const way of ways('POST /api/project/add'))
      succeeded(await ask(proxy.baseUrl, { row: 'POST /api/project/add', way, sent }));
  });
});

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

const refusedByBoth: Scenario[] = [
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
    regions: ['here', 'POINT(1 2)'],
    rsvp: ['call me'],
    service_id: ['0', '-5', 'mine'],
  }),
  ...badJson('POST /api/project/add', {
    name: [5, null, {}],
    outdoors: [2, [], {}],
    regions: [5, { type: 'Point', coordinates: [1, 2] }, { type: 'FeatureCollection', features: [] }],
    tags: [5, [5], Array.from({ length: 101 }, (_, at) => `tag ${at}`)],
    audience: [5, [5]],
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

test.each(refusedByBoth)('refused with and without the proxy: %s', async (_, row, sent, some = ways(row)) => {
  for (const way of some) {
    const [through, direct] = await askBoth({ row, way, sent: { ...good(row), ...sent } });
    expect([way, through?.status, through?.body.stopped]).toEqual([way, 400, 'request']);
    expect([400, 413]).toContain(direct?.status);
  }
});

test('the proxy stops a reply that does not fit', async () => {
  const document = (await (await service.get('/openapi.json')).json()) as Document;
  const wrong = JSON.parse(
    JSON.stringify(document).replace('"known":{"type":"boolean"', '"known":{"type":"string"'),
  ) as Document;
  await using strict = await validatingProxy(service.baseUrl, wrong);
  const row = 'GET /api/profile/id';
  const { status, body } = await ask(strict.baseUrl, { row, way: 'query', sent: good(row) });
  expect([status, body.stopped]).toEqual([500, 'reply']);
  expect(body.why).toMatch(/known/);
});

/** JSON Schema cannot say it: the proxy lets it through, and finds nothing wrong with our refusal. */
const onlyOurs: [what: string, row: Row, sent: Sent, status: number][] = [
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

test.each(onlyOurs)('refused by us alone, in a reply that fits: %s', async (_, row, sent, status) => {
  for (const way of ways(row)) {
    const [through, direct] = await askBoth({ row, way, sent: { ...good(row), ...sent } });
    expect([way, through?.status, direct?.status]).toEqual([way, status, status]);
    expect(through?.body).toEqual(direct?.body);
  }
});

/** Read, but not promised: the document says the best form, so that clients have it as a type. */
const onlyTheirs: Scenario[] = [
  ['another spelling of a type', 'POST /api/record_event', { ...event, type: 'Collection' }],
  ['white space around a time', 'POST /api/record_event', { ...event, when: ` ${ago(60)} ` }],
];

test.each(onlyTheirs)('refused by the proxy alone: %s', async (_, row, sent) => {
  for (const way of ways(row)) {
    const [through, direct] = await askBoth({ row, way, sent: { ...good(row), ...sent } });
    expect([way, through?.status, direct?.status]).toEqual([way, 400, 200]);
  }
});
