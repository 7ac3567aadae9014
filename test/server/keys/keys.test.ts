/** API keys: missing, wrong, revoked, with another scope, on every operation that needs one. */
import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../../src/contract/index.ts';
import { newKeyText } from '../../../server/keys/key-text.ts';
import { goodRequests, recordForRetraction } from '../../set-up/service/good-requests.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import {
  fieldsOf,
  newKey,
  profileId,
  projectEntry,
  projects,
  refusal,
  refusalBody,
  rows,
  sha256,
  shareScene,
  success,
  successBody,
} from '../scene.ts';

type KeyedRow = Exclude<
  keyof typeof api,
  'GET /finder/metadata' | 'GET /api/user_info' | 'GET /api/contributions'
>;
type Requests = Pick<Service, 'get' | 'postForm' | 'postJson'>;
type Ask = (service: Requests, key: string | undefined, participant: number) => Promise<Response>;

const { birds } = projects;
const keyPart = (key: string | undefined) => (key === undefined ? '' : `&key=${encodeURIComponent(key)}`);

/** A valid request for every operation that needs a key, without its key. */
const requests: Record<KeyedRow, Ask> = {
  'GET /api/profile/id': (service, key) =>
    service.get(`/api/profile/id?identifier=a@example.org${keyPart(key)}`),
  'GET /api/profile/token': (service, key, profile) =>
    service.get(`/api/profile/token?profile_id=${profile}&project_id=${birds.id}${keyPart(key)}`),
  'POST /api/record_event': (service, key, profile) =>
    service.postForm(`/api/record_event?${keyPart(key)}`, {
      profile_id: String(profile),
      project_id: String(birds.id),
      type: 'signup',
    }),
  'POST /api/participation/hashed/:project': (service, key) =>
    service.postForm(`/api/participation/hashed/${birds.id}?${keyPart(key)}`, {
      hashed: sha256('a@example.org'),
      type: 'signup',
    }),
  'POST /api/event/retract': (service, key) =>
    service.postForm(`/api/event/retract?${keyPart(key)}`, {
      project_id: String(birds.id),
      idempotency_keys: 'to take back',
      reason: 'test',
    }),
  'POST /api/outcome': (service, key) =>
    service.postForm(`/api/outcome?${keyPart(key)}`, goodRequests['POST /api/outcome'].said('')),
  'GET /finder': (service, key) => service.get(`/finder?format=json&q=birds${keyPart(key)}`),
  'GET /api/project/:project_id': (service, key) => service.get(`/api/project/${birds.id}?${keyPart(key)}`),
  'POST /api/project/add': (service, key) =>
    service.postJson('/api/project/add/', { ...projectEntry('Keyed', 'https://keyed.example'), key }),
};
/** The same service, asked with an Authorization header. */
const withHeader = (service: Service, authorization: string): Requests => ({
  get: (path, init) => service.get(path, { ...init, headers: { authorization } }),
  postForm: (path, fields) => service.postForm(path, fields, { headers: { authorization } }),
  postJson: (path, body) => service.postJson(path, body, { headers: { authorization } }),
});

const operations = Object.keys(requests) as KeyedRow[];
/** An operation for each form in which fields are sent. */
const eachForm: KeyedRow[] = ['GET /finder', 'POST /api/record_event', 'POST /api/project/add'];

describe.each(engines)('keys on %s', (engine) => {
  let service: Service;
  let owner: string;
  let participant: number;

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
    await service.operate('allow-hashed', String(birds.id));
    participant = await profileId(service, owner, 'participant@example.org');
    await recordForRetraction(service, owner, participant);
  });

  const ask = (row: KeyedRow, key: string | undefined) => requests[row](service, key, participant);
  const mistyped = (key: string) => `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;

  test('every operation that needs a key is tested below', () => {
    const keyed = Object.entries(api).filter(([, { auth }]) => auth === 'key');
    expect(operations).toEqual(keyed.map(([row]) => row));
  });

  describe.each(operations)('%s', (row) => {
    test('a valid key', async () => {
      await success(row, await ask(row, owner));
    });

    test.each<[string, (key: string) => string | undefined, string]>([
      ['no key', () => undefined, 'no_key'],
      ['an empty key', () => '', 'no_key'],
      ['a key with a wrong checksum', mistyped, 'wrong_key'],
      ['a key that was cut short', (key) => key.slice(0, -1), 'wrong_key'],
      ['a key that nobody was given', () => newKeyText(), 'wrong_key'],
      ['a key in another case', (key) => key.toUpperCase(), 'wrong_key'],
      ['the placeholder of the reference', () => '<API_KEY>', 'wrong_key'],
      ['a quote', () => "' or 1=1 --", 'wrong_key'],
      ['NUL', () => 'mh_\0', 'wrong_key'],
      ['a very long text', () => 'x'.repeat(5000), 'wrong_key'],
    ])('%s is refused', async (_, change, code) => {
      const refused = await refusal(await ask(row, change(owner)), 401, code);
      expect(fieldsOf(refused)).toEqual(['key']);
    });

    // A network may send 100 wrong keys a minute.
    if (!eachForm.includes(row)) return;
    const unknown = newKeyText();
    type Keys = { owner: string };
    test.each<[string, (keys: Keys) => [header: string, key?: string], string, RegExp?]>([
      ['a good key in the header', ({ owner }) => [`Bearer ${owner}`], ''],
      ['its scheme in another case', ({ owner }) => [`bEARER  ${owner}`], ''],
      ['a good key in the header, a wrong one besides', ({ owner }) => [`Bearer ${owner}`, unknown], ''],
      [
        'a wrong key in the header, a good one besides',
        ({ owner }) => [`Bearer ${unknown}`, owner],
        'wrong_key',
        /^The API key in the Authorization header is not known/,
      ],
      [
        'half a key in the header, a good one besides',
        ({ owner }) => [`Bearer ${owner.slice(0, 20)}`, owner],
        'wrong_key',
        /^The API key in the Authorization header is not complete/,
      ],
      [
        'the password of the site, a wrong key besides',
        () => ['Basic dXNlcjpwYXNz', unknown],
        'wrong_key',
        /^The API key in the (query|body) is not known/,
      ],
      ['the password of the site, a good key besides', ({ owner }) => ['Basic dXNlcjpwYXNz', owner], ''],
      ["another service's token, a good key besides", ({ owner }) => ['Bearer eyJhbGciOi', owner], ''],
      [
        "another service's token alone",
        () => ['Bearer eyJhbGciOi'],
        'no_key',
        /the Authorization header has none/,
      ],
      ['a key without Bearer', ({ owner }) => [owner], 'no_key', /must be Bearer and a key/],
    ])('in the Authorization header: %s', async (_, sent, code, sentence = /./) => {
      const [authorization, key] = sent({ owner });
      const reply = await requests[row](withHeader(service, authorization), key, participant);
      if (code === '') return void (await success(row, reply));
      const { error, errors } = await refusal(reply, 401, code);
      expect(error).toMatch(sentence);
      for (const sentKey of [unknown, owner.slice(0, 20)])
        expect(error + JSON.stringify(errors)).not.toContain(sentKey);
    });
  });

  test('the key is checked before anything else is read', async () => {
    await refusal(await service.get('/api/profile/id'), 401, 'no_key');
    await refusal(await service.postForm('/api/record_event', { profile_id: 'x' }), 401, 'no_key');
  });

  test('a wrong key is not repeated', async () => {
    const key = mistyped(owner);
    const { error, errors } = await refusal(await ask('GET /api/profile/id', key), 401, 'wrong_key');
    expect(JSON.stringify([error, errors])).not.toContain(key.slice(0, 12));
  });

  test.each<[string, string]>([
    ['empty pairs before the key', '?&key='],
    ['an empty key before the key', '?key=&key='],
    ['nothing but the key', '?key='],
  ])('%s do no harm', async (_, beginning) => {
    const reply = await service.get(`/api/project/${birds.id}${beginning}${owner}`);
    await success('GET /api/project/:project_id', reply);
  });

  test('a key may be in the body', async () => {
    const fields = {
      profile_id: String(participant),
      project_id: String(birds.id),
      type: 'signup',
      key: owner,
    };
    await success('POST /api/record_event', await service.postForm('/api/record_event', fields));
  });

  test('two keys of one person both work independently', async () => {
    const second = await newKey(service, 'owner@example.org');
    expect(second).not.toBe(owner);
    for (const key of [owner, second])
      await success('POST /api/record_event', await ask('POST /api/record_event', key));
  });

  test('only the digest of a key is stored', async () => {
    const stored = await rows<object>(service, `select * from keys where digest = '${sha256(owner)}'`);
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(owner);
  });

  test('a revoked key is refused as soon as it is no longer cached', async () => {
    const key = await newKey(service, 'revoked@example.org');
    await success('GET /finder', await ask('GET /finder', key));
    await rows(service, `update keys set revoked_at = 1 where digest = '${sha256(key)}'`);
    await expect.poll(async () => (await ask('GET /finder', key)).status).toBe(401);
    for (const row of operations) await refusal(await ask(row, key), 401, 'wrong_key');
  });

  describe('scopes', () => {
    const every = Object.fromEntries(operations.map((row) => [row, api[row].scope])) as Record<
      KeyedRow,
      string
    >;

    test.each(['finder', 'record', 'projects'])(
      'a key with the scope %s does that and no more',
      async (scope) => {
        const key = await newKey(service, 'owner@example.org');
        await rows(service, `update keys set scopes = '${scope}' where digest = '${sha256(key)}'`);
        const refused: string[] = [];
        for (const row of operations) {
          const reply = await ask(row, key);
          if (reply.status === 200) await success(row, reply);
          else refused.push((await refusal(reply, 403, 'wrong_scope')) && row);
        }
        expect(refused).toEqual(operations.filter((row) => every[row] !== 'any' && every[row] !== scope));
      },
    );

    test('a key may have two of them', async () => {
      const key = await newKey(service, 'owner@example.org');
      await rows(service, `update keys set scopes = 'finder record' where digest = '${sha256(key)}'`);
      await success('GET /finder', await ask('GET /finder', key));
      await success('POST /api/record_event', await ask('POST /api/record_event', key));
      await refusal(await ask('POST /api/project/add', key), 403, 'wrong_scope');
    });
  });

  describe('a script element cannot read a status', () => {
    const inScript = async (key: string | undefined) => {
      const reply = await service.get(`/finder?format=json&q=&jsonp=take${keyPart(key)}`);
      expect(reply.status).toBe(200);
      const text = await reply.text();
      return JSON.parse(/^\/\*\*\/ take\((.*)\);$/s.exec(text)?.[1] ?? text) as unknown;
    };

    test('its reply says that there was no key', async () => {
      refusalBody(await inScript(undefined), 'no_key');
    });

    test('and with a key it gets its reply', async () => {
      successBody('GET /finder', await inScript(owner));
    });
  });

  test('metadata needs no key', async () => {
    await success('GET /finder/metadata', await service.get('/finder/metadata'));
  });
});
