/** The cost of a request without a valid key: little work, a small body, and a count for its address. */
import { request as ask } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import {
  count,
  inOneWindow,
  profileId,
  projectEntry,
  projects,
  refusal,
  refusalBody,
  startScene,
  success,
} from '../scene.ts';

const { birds } = projects;
const limit = 6;
/** The maximum size of a body that contains its key. */
const maxBeforeKey = 65_536 * 3 + 16_384;

let networks = 0;
/** An address that no other test in this file uses. */
const newAddress = () => `198.51.${networks >> 8}.${networks++ & 255}`;

const multipart = (count: number, boundary: string, end = `--${boundary}--\r\n`) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="extra"\r\n\r\nx\r\n`.repeat(count) + end;

describe.each(engines)('before the key on %s', (engine) => {
  let service: Service;
  let owner: string;

  beforeAll(async () => {
    ({ service, owner } = await startScene(engine, { LIMIT_IP: String(limit), TRUST_PROXY: '1' }));
  });

  /** Sends the head and one byte of a body; returns the response although the rest is never sent. */
  const beforeItsBody = (path: string, headers: Record<string, string | number>) =>
    new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
      const caller = ask(`${service.baseUrl}${path}`, { method: 'POST', headers, agent: false }, (reply) => {
        let text = '';
        reply.setEncoding('utf8').on('data', (part: string) => (text += part));
        reply.on('end', () => {
          caller.destroy();
          resolve({ status: reply.statusCode, body: JSON.parse(text) });
        });
      });
      caller.on('error', reject);
      caller.write('{');
    });

  const largeProject = (bytes: number, more: object = {}) => {
    const name = `Large ${networks++}`;
    const text = (filling: string) =>
      JSON.stringify({ ...projectEntry(name, 'https://review.example/'), ...more, unknown: filling });
    return text('x'.repeat(bytes - text('').length));
  };
  const add = (query: string, body: string, headers: Record<string, string> = {}) =>
    service.get(`/api/project/add${query}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress(), ...headers },
    });

  test.each<[string, string, Record<string, string>]>([
    ['a key in the query', `?key=mh_${'x'.repeat(38)}`, {}],
    ['a key in the Authorization header', '', { authorization: `Bearer mh_${'x'.repeat(38)}` }],
  ])('%s that is wrong is refused before the body has arrived', async (_, query, headers) => {
    for (const path of ['/api/record_event', '/api/project/add', '/api/participation/hashed/11']) {
      const { status, body } = await beforeItsBody(path + query, {
        'content-length': 1_500_000,
        'x-forwarded-for': newAddress(),
        ...headers,
      });
      expect([path, status]).toEqual([path, 401]);
      refusalBody(body, 'wrong_key');
    }
  });

  test('without a key a large body is refused before it has arrived, and the message says where to put the key', async () => {
    const { status, body } = await beforeItsBody('/api/project/add', {
      'content-length': maxBeforeKey + 1,
      'x-forwarded-for': newAddress(),
    });
    expect(status).toBe(413);
    expect(refusalBody(body, 'too_large').error).toMatch(/212992 bytes while its key is in it; with the key/);
  });

  test('a project may be ten times as large as the largest known one with its key in the body, and larger with its key in the header', async () => {
    const inBody = { key: owner };
    await success('POST /api/project/add', await add('', largeProject(maxBeforeKey, inBody)));
    await refusal(await add('', largeProject(maxBeforeKey + 1, inBody)), 413, 'too_large');
    await success('POST /api/project/add', await add(`?key=${owner}`, largeProject(1_900_000)));
    const authorization = `Bearer ${owner}`;
    await success('POST /api/project/add', await add('', largeProject(1_900_000), { authorization }));
  });

  test.each<[string, string, RequestInit]>([
    ['a read', '/api/profile/id?identifier=a@example.org', {}],
    ['a form', '/api/record_event', { method: 'POST', body: new URLSearchParams({ type: 'signup' }) }],
    ['JSON', '/api/project/add', { method: 'POST', body: '{}' }],
    ['a search', '/finder?format=json&q=birds', {}],
  ])(
    'calls without a key are counted: %s',
    inOneWindow(async (_, path, init) => {
      const headers = { 'x-forwarded-for': newAddress() };
      for (let index = 0; index < limit; index++)
        await refusal(await service.get(path, { ...init, headers }), 401, 'no_key');
      const refused = await service.get(path, { ...init, headers });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      await refusal(refused, 429, 'too_many');
    }),
  );

  test(
    'an address that has used up its window is refused before the body has arrived',
    inOneWindow(async () => {
      const headers = { 'x-forwarded-for': newAddress() };
      for (let index = 0; index < limit; index++) await service.get('/finder/metadata', { headers });
      for (const path of ['/api/record_event', '/api/project/add', '/embed/join']) {
        const { status, body } = await beforeItsBody(path, { 'content-length': 5000, ...headers });
        expect([path, status]).toEqual([path, 429]);
        refusalBody(body, 'too_many');
      }
    }),
  );

  test(
    'a valid key in the body counts for the key, not for the address',
    inOneWindow(async () => {
      const headers = { 'x-forwarded-for': newAddress() };
      const participant = await profileId(service, owner, 'participant@example.org');
      const before = await count(service, 'events');
      const fields = { key: owner, profile_id: String(participant), project_id: '11', type: 'collection' };
      for (let index = 0; index < limit + 3; index++) {
        const reply = await service.postForm('/api/record_event', fields, { headers });
        expect(reply.headers.get('ratelimit-policy')).toMatch(/^"account"/);
        await success('POST /api/record_event', reply);
      }
      expect(await count(service, 'events')).toBe(before + limit + 3);
    }),
  );

  test('the first key counts: the Authorization header before the query, the query before the body', async () => {
    const headers = () => ({ 'x-forwarded-for': newAddress() });
    const path = '/api/profile/id?identifier=a@example.org&key=';
    const right = { authorization: `Bearer ${owner}` };
    await success(
      'GET /api/profile/id',
      await service.get(`${path}wrong`, { headers: { ...headers(), ...right } }),
    );
    const wrong = { authorization: `bearer mh_${'x'.repeat(38)}` };
    await refusal(await service.get(path + owner, { headers: { ...headers(), ...wrong } }), 401, 'wrong_key');
    await refusal(await add('?key=wrong', largeProject(500, { key: owner })), 401, 'wrong_key');
  });

  test.each<[string, string, string]>([
    [
      'another parameter that ends like it',
      'multipart/form-data; xboundary=ZZ; boundary=X',
      multipart(250, 'X'),
    ],
    ['a second boundary', 'multipart/form-data; boundary=X; boundary=ZZ', multipart(250, 'X')],
    ['a quoted boundary', 'multipart/form-data; boundary="X Y"', multipart(250, 'X Y')],
    ['an escaped boundary', 'multipart/form-data; boundary="\\X"', multipart(250, 'X')],
    ['a name in capitals', 'Multipart/Form-Data;BOUNDARY=X', multipart(250, 'X')],
    [
      'one field whose head is long',
      'multipart/form-data; boundary=X',
      `--X\r\n${'a: b\r\n'.repeat(30_000)}`,
    ],
    ['no boundary', 'multipart/form-data; xboundary=X', multipart(2, 'X')],
    ['an empty boundary', 'multipart/form-data; boundary=""', multipart(2, 'X')],
  ])('a multipart form beyond a limit is refused: %s', async (_, type, body) => {
    const reply = await service.get(`/api/record_event?key=${owner}`, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    });
    const { error } = await refusal(reply, 400, 'unreadable');
    expect(error).toMatch(/at most 200 fields|head of a field|must name its boundary/);
  });

  test('an operation that needs no large body refuses one', async () => {
    const body = JSON.stringify({ project_id: birds.id, address: 'x'.repeat(65_536), of_age: true });
    const headers = () => ({ 'content-type': 'text/plain', 'x-forwarded-for': newAddress() });
    for (const path of ['/embed/join', '/embed/undo'])
      await refusal(await service.get(path, { method: 'POST', body, headers: headers() }), 413, 'too_large');
    const page = await service.get('/sign-in', {
      method: 'POST',
      body,
      headers: { ...headers(), origin: service.baseUrl },
    });
    expect(page.status).toBe(413);
  });
});
