/** More requests than the service can carry: some are refused before any work, and the others are answered. */
import { Agent, request } from 'node:http';
import { Client } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { afterFile } from '../set-up/after-file.ts';
import { ownProject, profilesOf, type Owned } from '../set-up/service/project.ts';
import { slowBody } from '../set-up/hostile/slow-callers.ts';
import { unlimited } from '../set-up/service/running-service.ts';
import { startService, type Service } from '../set-up/service/start-service.ts';
import { count, refusalBody } from '../server/scene.ts';

const token = 'a token for the tests of load shedding';
const max = 400;
/** The least that the limit falls to, while nothing is answered. */
const least = 128;

const metric = async (service: Service, name: string): Promise<number> => {
  const reply = await service.get('/metrics', { headers: { authorization: `Bearer ${token}` } });
  const line = (await reply.text()).split('\n').find((text) => text.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.slice(name.length));
};
const limitOf = (service: Service) => metric(service, 'manyhands_open_requests_limit');
const refusedOf = (service: Service) => metric(service, 'manyhands_refusals_total{code="busy"}');
const untilLimit = (service: Service, wanted: number) => expect.poll(() => limitOf(service)).toBe(wanted);

/** Each request comes from an address of its own, behind a proxy. */
let addresses = 0;
const fromNewAddress = () => {
  addresses += 1;
  return { 'x-forwarded-for': `198.51.${addresses >> 8}.${addresses & 255}` };
};

describe('a database that does not answer', () => {
  let service: Service;
  let owned: Owned;
  let profile: number;

  beforeAll(async () => {
    const settings = { ...unlimited, TRUST_PROXY: '1', MOST_IN_FLIGHT: String(max), METRICS_TOKEN: token };
    service = await startService('postgres', settings);
    owned = await ownProject(service);
    [profile = 0] = await profilesOf(service, owned.key, 1);
  });

  const contribution = () => ({ project_id: owned.projectId, profile_id: profile, type: 'collection' });
  const send = async () => {
    const path = `/api/record_event?key=${owned.key}`;
    const reply = await service.postJson(path, contribution(), { headers: fromNewAddress() });
    return { status: reply.status, retryAfter: reply.headers.get('retry-after'), body: await reply.json() };
  };

  /** Runs `act` while no statement can read or write contributions. */
  const whileLocked = async (act: () => Promise<void>) => {
    const other = new Client(service.databaseUrl);
    await other.connect();
    try {
      await other.query('begin; lock table events in access exclusive mode');
      await act();
    } finally {
      await other.end();
    }
  };

  test('it takes fewer requests, refuses the others while those wait, and returns to its full limit when the database answers', async () => {
    expect(await limitOf(service)).toBe(max);
    const waiting: ReturnType<typeof send>[] = [];
    await whileLocked(async () => {
      for (let sent = 0; sent < 200; sent++) waiting.push(send());
      await untilLimit(service, least);

      // These are answered while the 200 before them are not.
      for (let sent = 0; sent < 10; sent++) {
        const { status, retryAfter, body } = await send();
        expect([status, retryAfter]).toEqual([503, '2']);
        refusalBody(body, 'busy');
      }
      expect(await refusedOf(service)).toBeGreaterThanOrEqual(10);
      for (const path of ['/live', '/health']) expect((await service.get(path)).status).toBe(200);
    });
    // On a slow machine the limit falls while they are still arriving.
    const answers = (await Promise.all(waiting)).map(({ status }) => status);
    const taken = answers.filter((status) => status === 200).length;
    expect(taken).toBeGreaterThanOrEqual(least);
    expect(answers.filter((status) => status === 503)).toHaveLength(answers.length - taken);
    await untilLimit(service, max);
    expect((await send()).status).toBe(200);
    expect(await count(service, 'events')).toBe(taken + 1);
  });

  test('a refused request with a short body keeps its connection, and one with a long body ends it', async () => {
    await whileLocked(async () => {
      const waiting = Array.from({ length: 200 }, send);
      void Promise.allSettled(waiting);
      await untilLimit(service, least);
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      afterFile(() => agent.destroy());
      const post = (bytes: number) =>
        new Promise<[number | undefined, string | undefined, boolean]>((resolve, reject) => {
          const headers = { 'content-type': 'application/json', ...fromNewAddress() };
          const sent = request(`${service.baseUrl}/api/record_event?key=${owned.key}`, {
            agent,
            method: 'POST',
            headers,
          });
          sent.once('error', reject);
          sent.once('response', (reply) => {
            reply.resume();
            reply.once('end', () => resolve([reply.statusCode, reply.headers.connection, sent.reusedSocket]));
          });
          sent.end(' '.repeat(bytes));
        });
      expect(await post(10)).toEqual([503, 'keep-alive', false]);
      expect(await post(10)).toEqual([503, 'keep-alive', true]);
      expect(await post(40_000)).toEqual([503, 'close', true]);
    });
  });
});

test('clients that are slow themselves do not lower the limit', async () => {
  const settings = { ...unlimited, TRUST_PROXY: '1', MOST_IN_FLIGHT: String(max), METRICS_TOKEN: token };
  const service = await startService('sqlite', settings);
  const slow = Array.from({ length: 200 }, () =>
    slowBody(service, '127.0.0.1', '/api/record_event', fromNewAddress()),
  );
  // All of them are refused for their slowness, after ten seconds in which the limit was adjusted many times.
  const heard = await Promise.all(slow.map((one) => one.heard));
  expect(new Set(heard.map(({ status }) => status))).toEqual(new Set([408]));
  expect(await limitOf(service)).toBe(max);
});
