/**
 * The specification's requests and replies as it prints them, with values for host, key and other placeholders: the
 * traffic of an existing client. The scenarios of each operation are in files of their own.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { cookieOf, mailedLink, post, profileId, projects, rows, sha256, shareScene } from '../scene.ts';

const { birds } = projects;

const integer = expect.toSatisfy((value) => Number.isSafeInteger(value) && (value as number) > 0);
const anyInteger = expect.toSatisfy((value) => Number.isSafeInteger(value));
const boolean: unknown = expect.any(Boolean);
const string: unknown = expect.any(String);
const array = (entry: unknown) =>
  expect.toSatisfy(
    (value) =>
      Array.isArray(value) &&
      value.every((one) => {
        expect(one).toEqual(entry);
        return true;
      }),
  );
const described = array({ name: string, description: string });

const looked = { service_profile_id: integer, result: 'success', known: boolean };
const recorded = { event_id: integer, result: 'success' };
const found = { results: array(expect.objectContaining({ id: integer, title: string })) };
const detail = {
  title: string,
  description: string,
  url: string,
  activities: array(string),
  topics: array(string),
  tags: array(string),
  UN_regions: array({ code: string, name: string }),
  regions: array({
    name: string,
    osm_id: anyInteger,
    legal: string,
    geometry: expect.any(Object) as unknown,
  }),
};

/** Required fields first, as in the specification's tables. */
const required = {
  key: '<API_KEY>',
  name: 'River Watch',
  description: 'We count what lives in the river.',
  url: 'https://river.example.org/',
  origin: 'River Society',
  contact_email: '<EMAIL>',
};
const everyField = {
  ...required,
  contact_name: 'A Person',
  contact_affiliation: 'A Society',
  contact_phone: '+1 555 0100',
  contact_address: '1 Road',
  presenting_org: 'River Society',
  rsvp: 'https://river.example.org/rsvp',
  address: '1 Road',
  city: 'Town',
  state: 'Region',
  zip: '01234',
  country: 'Country',
  video_url: 'https://video.example.org/1',
  blog_url: 'https://blog.example.org/',
  twitter_name: '@river',
  facebook_page: 'https://social.example.org/river',
  status: 'starting',
  preregistration: false,
  goal: 'g'.repeat(64),
  task: 't'.repeat(64),
  image: 'https://127.0.0.1/logo.png',
  image_credit: 'A Person',
  how_to_join: 'Come.',
  special_skills: 'None.',
  gear: 'Boots.',
  outdoors: true,
  indoors: true,
  time_commitment: 'An hour',
  project_type: 'Project',
  audience: [
    'Adults',
    'College',
    'Elementary school (6 - 10 years)',
    'Families',
    'Graduate Students',
    'High school (14 - 17 years)',
    'Middle school (11 - 13 years)',
  ],
  regions: {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    ],
  },
  region_label: 'By the river',
  UN_regions: ['Northern America', { code: '150', name: 'Europe' }],
};

type Printed = [title: string, request: string, body: object | undefined, reply: object];

const event = { profile_id: '<PROFILE_ID>', project_id: '<PROJECT_ID>' };
const point = '{"type":"Point","coordinates":[10.02,53.57]}';

const printed: Printed[] = [
  ['1. profile id by hash', 'GET /api/profile/id?hashed=<HASH>&key=<API_KEY>', undefined, looked],
  ['1. in upper case', 'GET /api/profile/id?hashed=<HASH_IN_CAPITALS>&key=<API_KEY>', undefined, looked],
  ['2. profile id by email', 'GET /api/profile/id?identifier=<EMAIL>&key=<API_KEY>', undefined, looked],

  ...['classification', 'collection', 'signup'].map((type): Printed => [
    `4. record an event, ${type}`,
    'POST /api/record_event?key=<API_KEY>',
    { ...event, type },
    recorded,
  ]),
  ...Object.entries({
    where: ['POINT(10.02 53.57)', point],
    when: ['<NOW>'],
    duration: ['900', '12.5'],
    magnitude: ['3'],
    extra: ['{"species":"Parus major"}', 'any data'],
  }).flatMap(([name, values]) =>
    values.map((value): Printed => [
      `4. record an event, ${name}=${value}`,
      'POST /api/record_event?key=<API_KEY>',
      { ...event, type: 'collection', [name]: value },
      recorded,
    ]),
  ),
  [
    '4. record an event, all fields',
    'POST /api/record_event?key=<API_KEY>',
    { ...event, type: 'signup', where: point, when: '<NOW>', duration: 1, magnitude: 1, extra: '{}' },
    recorded,
  ],

  ['5. metadata', 'GET /finder/metadata', undefined, { topics: described, activities: described }],

  ...[
    ...['q=bird', 'q=', 'phrase=Bird+Count', 'topic=Birds', 'activity=Observation'],
    ...['url=https%3A%2F%2Fbirds.example%2Fhome', 'lat=53.5&lng=10', 'UN=021', 'UN=Northern+America'],
    'phrase=Bird+Count&topic=Birds&activity=Observation&url=https%3A%2F%2Fbirds.example&lat=53.5&lng=10&UN=021',
  ].map((query): Printed => [
    `6. search, ${query}`,
    `GET /finder?format=json&key=<API_KEY>&${query}`,
    undefined,
    found,
  ]),
  ['6. search, as JSONP', 'GET /finder?format=json&key=<API_KEY>&q=bird&jsonp=callback', undefined, found],
  [
    '6. as jQuery asks',
    'GET /finder?callback=callback&format=json&key=<API_KEY>&q=bird&_=1718000000000',
    undefined,
    found,
  ],

  ['7. project detail', 'GET /api/project/<PROJECT_ID>?key=<API_KEY>', undefined, detail],
  ['8. add a project', 'POST /api/project/add/', required, { result: 'success' }],
  ['8. with every field', 'POST /api/project/add/', everyField, { result: 'success' }],
  ['8. as JSONP', 'POST /api/project/add/?jsonp=callback', required, { result: 'success' }],
  [
    '8. update a project',
    'POST /api/project/add/',
    { ...required, service_id: '<ADDED_ID>', goal: 'Another goal' },
    { result: 'success' },
  ],
];

/** Each required field of the specification, left out. */
const lacking: [request: string, body: Record<string, unknown> | undefined, field: string][] = [
  ...['GET /api/profile/id?hashed=<HASH>', 'GET /api/profile/id?identifier=<EMAIL>'].map(
    (request): [string, undefined, string] => [request, undefined, 'key'],
  ),
  ['GET /api/profile/id?key=<API_KEY>', undefined, 'hashed'],
  ['GET /api/profile/id?key=<API_KEY>', undefined, 'identifier'],
  ['POST /api/record_event', { ...event, type: 'signup' }, 'key'],
  ...['profile_id', 'project_id', 'type'].map((name): [string, Record<string, unknown>, string] => [
    'POST /api/record_event?key=<API_KEY>',
    { ...event, type: 'signup', [name]: '' },
    name,
  ]),
  ['GET /finder?format=json&q=bird', undefined, 'key'],
  ['GET /finder?format=json&key=<API_KEY>', undefined, 'q'],
  ['GET /finder?format=json&key=<API_KEY>&lat=1', undefined, 'lng'],
  ['GET /finder?format=json&key=<API_KEY>&lng=1', undefined, 'lat'],
  ['GET /api/project/<PROJECT_ID>', undefined, 'key'],
  ...Object.keys(required).map((name): [string, Record<string, unknown>, string] => [
    'POST /api/project/add/',
    { ...required, [name]: '' },
    name,
  ]),
];

describe.each(engines)('the specification on %s', (engine) => {
  let service: Service;
  let values: Record<string, string>;

  beforeAll(async () => {
    const scene = await shareScene(engine);
    ({ service } = scene);
    const { owner } = scene;
    const email = 'participant@example.org';
    values = {
      API_KEY: owner,
      EMAIL: email,
      HASH: sha256(email),
      HASH_IN_CAPITALS: sha256(email).toUpperCase(),
      PROFILE_ID: String(await profileId(service, owner, email)),
      PROJECT_ID: String(birds.id),
      NOW: new Date().toISOString().slice(0, 19),
    };
    const added = await service.postJson('/api/project/add/', JSON.parse(filled(JSON.stringify(required))));
    values['ADDED_ID'] = String(((await added.json()) as { project_id: number }).project_id);
  });

  /** Fills in the placeholders. */
  const filled = (text: string) => text.replace(/<(\w+)>/g, (_, name: string) => values[name] ?? '?');

  const ask = (request: string, body: object | undefined) => {
    const [method = '', address = ''] = request.split(' ');
    const path = address.replaceAll('<EMAIL>', encodeURIComponent(values['EMAIL'] ?? ''));
    if (body === undefined) return service.get(filled(path), { method });
    const text = filled(JSON.stringify(body));
    return address.startsWith('/api/project/add')
      ? service.get(filled(path), { method, body: text })
      : service.postForm(filled(path), JSON.parse(text) as Record<string, string>);
  };
  const read = async (reply: Response): Promise<Record<string, unknown>> => {
    const text = await reply.text();
    return JSON.parse(/^\/\*\*\/ callback\((.*)\);$/s.exec(text)?.[1] ?? text) as Record<string, unknown>;
  };

  test.each(printed)('%s', async (_, request, body, wanted) => {
    const reply = await ask(request, body);
    expect([reply.status, reply.redirected]).toEqual([200, false]);
    const said = await read(reply);
    expect(said['result']).toBe('success');
    expect(said).not.toHaveProperty('error');
    for (const [name, shape] of Object.entries(wanted))
      expect({ [name]: said[name] }).toEqual({ [name]: shape });
    if (wanted === looked || wanted === recorded)
      expect(Object.keys(said).sort()).toEqual(Object.keys(wanted).sort());
  });

  test.each(lacking)('%s without %s %s is refused by its name', async (request, body, field) => {
    const reply = await ask(request, body);
    expect(reply.status).toBe(field === 'key' ? 401 : 400);
    const { result, error, errors } = await read(reply);
    expect([result, typeof error]).toEqual(['error', 'string']);
    expect((errors as { field: string }[]).map((fault) => fault.field)).toContain(field);
  });

  test('a look-up by address, by its hash, or after joining returns one id, known from then on', async () => {
    const both = async () =>
      Promise.all(
        ['hashed=<HASH>', 'identifier=<EMAIL>'].map(async (by) =>
          read(await ask(`GET /api/profile/id?${by}&key=<API_KEY>`, undefined)),
        ),
      );
    const before = await both();
    const id = Number(values['PROFILE_ID']);
    expect(before).toEqual(Array(2).fill({ result: 'success', service_profile_id: id, known: false }));
    await post(service, '/sign-in', { email: values['EMAIL'] ?? '' });
    const link = await mailedLink(service, values['EMAIL'] ?? '');
    expect(cookieOf(await post(service, link, { of_age: 'yes' }))).toMatch(/session/);
    expect(await both()).toEqual(before.map((reply) => ({ ...reply, known: true })));
  });

  test('a project is added, awaits review, is approved, and then found', async () => {
    const { service_id } = await read(
      await ask('POST /api/project/add/', { ...required, name: 'Moss Mile' }),
    );
    const states = async () => {
      const [row] = await rows<{ state: string }>(
        service,
        `select state from projects where project_id = ${String(service_id)}`,
      );
      const reply = await ask('GET /finder?format=json&key=<API_KEY>&q=moss+mile', undefined);
      return [row?.state, ((await read(reply))['results'] as unknown[]).length];
    };
    expect(await states()).toEqual(['awaiting_review', 0]);
    await service.operate('approve', String(service_id));
    expect(await states()).toEqual(['published', 1]);
  });

  test.each(['recordevent_with_service_inline_signup.js', 'recordevent_local_styles.js', 'apihelper.js'])(
    'pages load /static/api/%s',
    async (file) => {
      const reply = await service.get(`/static/api/${file}`);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([
        200,
        'text/javascript; charset=utf-8',
      ]);
      expect(reply.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    },
  );
});
