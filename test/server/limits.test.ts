/** Limits and overload, from outside and with low settings. */
import { Agent, request as ask } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { networkOf } from '../../server/http/limits.ts';
import { RunningService } from '../set-up/running-service.ts';
import { freePort } from '../set-up/free-port.ts';
import { engines, type Service, startService } from '../set-up/start-service.ts';
import { count, fieldsOf, newKey, profileId, projects, refusal, setScene, success } from './scene.ts';

const { birds } = projects;

/** A window must not end in the middle of a scenario: near its end the next one is waited for. */
const freshWindow = async () => {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 15_000) await sleep(left + 50);
};

describe.each(engines)('limits on %s', (engine) => {
  let service: Service;
  let stranger: string;
  const look = (key: string) => service.get(`/api/profile/id?identifier=a@example.org&key=${key}`);

  beforeAll(async () => {
    service = await startService(engine, {
      LIMIT_ACCOUNT: '8',
      LIMIT_KEY: '5',
      LIMIT_IP: '6',
      LIMIT_ORIGIN: '3',
      LIMIT_EXTRA_MB: '1',
      TRUST_PROXY: '1',
    });
    ({ stranger } = await setScene(service));
    await freshWindow();
  }, 120_000);

  test('every reply tells what is left; the key ends first, then the account with all its keys', async () => {
    const second = await newKey(service, 'stranger@example.org');
    const third = await newKey(service, 'stranger@example.org');
    const first = await look(stranger);
    expect(first.headers.get('ratelimit-policy')).toBe('"account";q=8;w=60, "key";q=5;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"account";r=7;t=\d+, "key";r=4;t=\d+$/);
    for (let index = 0; index < 4; index++) await success('GET /api/profile/id', await look(stranger));
    const refused = await look(stranger);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await refusal(refused, 429, 'too_many')).error).toMatch(
      /more than 5 requests from this key in 60/,
    );
    for (let index = 0; index < 2; index++) await success('GET /api/profile/id', await look(second));
    expect((await refusal(await look(third), 429, 'too_many')).error).toMatch(/from this account/);
  });

  test('without a key the address counts, behind the proxy that is trusted', async () => {
    const from = (address: string) =>
      service.get('/finder/metadata', { headers: { 'x-forwarded-for': address } });
    for (let index = 0; index < 6; index++) await success('GET /finder/metadata', await from('192.0.2.1'));
    await refusal(await from('192.0.2.1'), 429, 'too_many');
    await success('GET /finder/metadata', await from('192.0.2.2'));
    for (let index = 0; index < 6; index++)
      await success('GET /finder/metadata', await from(`2001:db8:0:1::${index}`));
    await refusal(await from('2001:db8:0:1:ffff::1'), 429, 'too_many');
    await success('GET /finder/metadata', await from('2001:db8:0:2::1'));
  });

  test("an embed's site counts over all addresses", async () => {
    const shown = (address: string) =>
      service.get(`/embed/project?project_id=${birds.id}`, {
        headers: { origin: birds.origin, 'x-forwarded-for': address },
      });
    for (const address of ['192.0.2.11', '192.0.2.12', '192.0.2.13'])
      await success('GET /embed/project', await shown(address));
    const refused = await shown('192.0.2.14');
    expect(refused.headers.get('access-control-expose-headers')).toMatch(/RateLimit/);
    expect((await refusal(refused, 429, 'too_many')).error).toMatch(/from this site/);
  });

  test('wrong keys of one address end', async () => {
    const wrong = async () => {
      const reply = await service.get('/api/profile/id?key=wrong', {
        headers: { 'x-forwarded-for': '192.0.2.99' },
      });
      return reply.status;
    };
    await freshWindow();
    const statuses = await Promise.all(Array.from({ length: 105 }, wrong));
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });
});

describe.each(engines)('the quota of extra on %s', (engine) => {
  test('ends with the day, names the field and records nothing', async () => {
    const service = await startService(engine, { LIMIT_EXTRA_MB: '1' });
    const { owner } = await setScene(service);
    const participant = await profileId(service, owner, 'participant@example.org');
    const record = (extra: string) =>
      service.postForm(`/api/record_event?key=${owner}`, {
        profile_id: String(participant),
        project_id: String(birds.id),
        type: 'signup',
        ...(extra !== '' && { extra }),
      });
    const large = 'x'.repeat(65_536);
    for (let index = 0; index < 16; index++) await success('POST /api/record_event', await record(large));
    const refused = await record('y');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(fieldsOf(await refusal(refused, 429, 'extra_used_up'))).toEqual(['extra']);
    expect(await count(service, 'events')).toBe(16);
    await success('POST /api/record_event', await record(''));
  });

  test('more requests under way than there may be are refused at once, and health still answers', async () => {
    const service = await startService(engine, { MOST_IN_FLIGHT: '3' });
    const agent = new Agent({ keepAlive: false });
    // Three callers who never send the rest of their body.
    const slow = Array.from({ length: 3 }, () => {
      const caller = ask(`${service.baseUrl}/api/record_event`, {
        agent,
        method: 'POST',
        headers: { 'content-length': 50, 'content-type': 'application/json' },
      });
      caller.on('error', () => undefined);
      caller.write('{');
      return caller;
    });
    await expect.poll(async () => (await service.get('/finder/metadata')).status).toBe(503);
    const refused = await service.get('/finder/metadata');
    expect(refused.headers.get('retry-after')).toBe('2');
    await refusal(refused, 503, 'busy');
    expect((await service.get('/health')).status).toBe(200);
    for (const caller of slow) caller.destroy();
    await expect.poll(async () => (await service.get('/finder/metadata')).status).toBe(200);
  });
});

test('two processes on one PostgreSQL count together', async () => {
  const settings = { LIMIT_ACCOUNT: '0', LIMIT_KEY: '20' };
  const one = await startService('postgres', settings);
  const { owner } = await setScene(one);
  const port = await freePort();
  await using other = new RunningService(port, one.dataDir, one.databaseUrl, settings);
  await other.start();
  await freshWindow();
  const look = (service: RunningService) =>
    service.get(`/api/profile/id?identifier=a@example.org&key=${owner}`);
  for (let index = 0; index < 15; index++) await success('GET /api/profile/id', await look(one));
  // The first has told what it counted; the other hears of it when it tells its own.
  await sleep(2000);
  await look(other);
  await sleep(2000);
  const statuses: number[] = [];
  for (let index = 0; index < 8; index++) statuses.push((await look(other)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(4);
  expect(statuses.at(-1)).toBe(429);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:0DB8:0:0:1:2:3:4', '2001:db8:0:0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
