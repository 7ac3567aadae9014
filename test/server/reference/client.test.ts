/** The typed client: every operation, its refusals and its retries. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  hashAddress,
  type ManyhandsRefusal,
  manyhands,
  type Operation,
} from '../../../src/client/manyhands.ts';
import { api } from '../../../src/contract/index.ts';
import { hashingExample } from '../../../src/contract/api/reference.ts';
import { newAccessToken } from '../../set-up/service/authorize.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { count, projects, sha256, shareScene } from '../scene.ts';

const { birds } = projects;

const refused = async (asked: Promise<unknown>): Promise<ManyhandsRefusal> =>
  asked.then(
    () => Promise.reject(new Error('It was not refused.')),
    (error: unknown) => error as ManyhandsRefusal,
  );

describe.each(engines)('the client on %s', (engine) => {
  let service: Service;
  let client: ReturnType<typeof manyhands>;
  let profile_id: number;

  beforeAll(async () => {
    const scene = await shareScene(engine);
    ({ service } = scene);
    const { owner } = scene;
    await service.operate('allow-hashed', String(birds.id));
    const token = await newAccessToken(service);
    client = manyhands({ baseUrl: service.baseUrl, key: owner, token });
    ({ service_profile_id: profile_id } = await client.call('GET /api/profile/id', {
      identifier: 'participant@example.org',
    }));
  });

  const calls: Record<Operation, () => Promise<object>> = {
    'GET /api/profile/id': () => client.call('GET /api/profile/id', { hashed: hashAddress('a@example.org') }),
    'GET /api/profile/token': () =>
      client.call('GET /api/profile/token', { profile_id, project_id: birds.id }),
    'GET /api/user_info': () => client.call('GET /api/user_info', {}),
    'GET /api/contributions': () => client.call('GET /api/contributions', {}),
    'POST /api/record_event': () =>
      client.call('POST /api/record_event', {
        profile_id,
        project_id: birds.id,
        type: 'collection',
        when: new Date().toISOString(),
        where: { type: 'Point', coordinates: [10, 53.5] },
        extra: { counted: ['wren', 'robin'] },
      }),
    'POST /api/participation/hashed/:project': () =>
      client.call('POST /api/participation/hashed/:project', {
        project: String(birds.id),
        hashed: sha256('a@example.org'),
        type: 'signup',
      }),
    'POST /api/event/retract': async () => {
      const { event_id } = await client.call('POST /api/record_event', {
        profile_id,
        project_id: birds.id,
        type: 'signup',
      });
      return client.call('POST /api/event/retract', {
        project_id: birds.id,
        event_ids: [event_id],
        reason: 'test',
      });
    },
    'POST /api/outcome': () =>
      client.call('POST /api/outcome', {
        project_id: birds.id,
        kind: 'used',
        sentence: 'Your counts are in the atlas.',
        translations: { de: 'Eure Zählungen sind im Atlas.' },
        from: '2026-05-01',
        to: '2026-05-31',
      }),
    'GET /finder': () => client.call('GET /finder', { q: 'bird', limit: 5 }),
    'GET /finder/metadata': () => client.call('GET /finder/metadata', {}),
    'GET /api/project/:project_id': () =>
      client.call('GET /api/project/:project_id', { project_id: birds.id }),
    'POST /api/project/add': () =>
      client.call('POST /api/project/add', {
        name: 'Pond Life',
        description: 'Who lives in ponds.',
        url: 'https://pond.example.org/',
        origin: 'Pond Society',
        contact_email: 'owner@example.org',
        audience: ['Families'],
        outdoors: true,
        UN_regions: ['021', { code: '150', name: 'Europe' }],
      }),
  };

  test('every operation is called below', () => {
    expect(Object.keys(calls)).toEqual(Object.keys(api));
  });

  test.each(Object.keys(calls) as Operation[])('%s', async (operation) => {
    expect(await calls[operation]()).toMatchObject({ result: 'success' });
  });

  test('a refusal is an error with everything in the reply', async () => {
    const asked = client.call('POST /api/record_event', {
      project_id: birds.id,
      type: 'collection',
      duration: -1,
    });
    const { name, status, code, fields, message } = await refused(asked);
    expect({ name, status, code }).toEqual({ name: 'ManyhandsRefusal', status: 400, code: 'invalid' });
    expect(fields.map(({ field }) => field).sort()).toEqual(['duration', 'participant_token', 'profile_id']);
    expect(message).toMatch(/^These fields are not right/);
    const without = manyhands({ baseUrl: service.baseUrl });
    expect((await refused(without.call('GET /finder', { q: '' }))).code).toBe('no_key');
  });

  test('with an idempotency key a retry records nothing', async () => {
    const said = { profile_id, project_id: birds.id, type: 'signup' } as const;
    const settings = { idempotencyKey: 'once' };
    const before = await count(service, 'events');
    const first = await client.call('POST /api/record_event', said, settings);
    expect(await client.call('POST /api/record_event', said, settings)).toEqual({
      ...first,
      duplicate: true,
    });
    expect(await count(service, 'events')).toBe(before + 1);
  });
});

test('an address is hashed as the reference describes', () => {
  expect(hashAddress(hashingExample.typed)).toBe(hashingExample.digest);
  expect(hashAddress('Ünal@Example.org')).toBe(sha256('Ünal@example.org'));
});

/** A service that fails a given number of times, and then succeeds. */
async function failing(times: number, status = 503) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume();
    const isOver = asked.length > times;
    const body = isOver
      ? { result: 'success', event_id: 1 }
      : { result: 'error', error: 'No.', code: 'busy' };
    response
      .writeHead(isOver ? 200 : status, { 'content-type': 'application/json', 'retry-after': '0' })
      .end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    baseUrl: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

describe('trying again', () => {
  const said = { profile_id: 1, project_id: 2, type: 'signup' } as const;

  test('a record only with an idempotency key, and the API key is never in an address', async () => {
    await using service = await failing(2);
    const client = manyhands({ baseUrl: service.baseUrl, key: 'mh_secret' });
    expect((await refused(client.call('POST /api/record_event', said))).code).toBe('busy');
    expect(service.asked).toEqual(['POST /api/record_event']);
    await client.call('POST /api/record_event', said, { idempotencyKey: 'x' });
    expect(service.asked).toEqual(Array.from({ length: 3 }, () => 'POST /api/record_event'));
    await client.call('GET /finder', { q: 'birds' });
    expect(service.asked.at(-1)).toBe('GET /finder?q=birds&format=json');
  });

  test('not a refusal that will not pass', async () => {
    await using service = await failing(2, 404);
    const client = manyhands({ baseUrl: service.baseUrl });
    expect((await refused(client.call('GET /finder/metadata', {}))).status).toBe(404);
    expect(service.asked).toHaveLength(1);
  });

  test('three times at most', async () => {
    await using service = await failing(9);
    expect((await refused(manyhands(service).call('GET /finder/metadata', {}))).status).toBe(503);
    expect(service.asked).toHaveLength(3);
  });
});
