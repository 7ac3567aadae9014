/** Limits and overload, from outside and with low settings. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { PolicyCounts } from '../../../server/limits/limits.ts';
import { networksOf } from '../../../server/limits/network.ts';
import { RunningService } from '../../set-up/service/running-service.ts';
import { freePort } from '../../set-up/service/free-port.ts';
import { engines, onPostgres, type Service } from '../../set-up/service/start-service.ts';
import {
  count,
  fieldsOf,
  inOneWindow,
  newKey,
  profileId,
  projects,
  refusal,
  rows,
  startScene,
  success,
} from '../scene.ts';

const { birds } = projects;

describe.each(engines)('limits on %s', (engine) => {
  let service: Service;
  let stranger: string;
  const look = (key: string) => service.get(`/api/profile/id?identifier=a@example.org&key=${key}`);

  beforeAll(async () => {
    ({ service, stranger } = await startScene(engine, {
      LIMIT_ACCOUNT: '8',
      LIMIT_KEY: '5',
      LIMIT_IP: '6',
      LIMIT_ORIGIN: '3',
      LIMIT_PAGES: '5',
      LIMIT_EXTRA_MB: '1',
      TRUST_PROXY: '1',
    }));
  });

  test(
    'every reply shows the rest of the limits; the key is limited first, then the account with all its keys',
    inOneWindow(async () => {
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
    }),
  );

  test(
    'without a key the address counts, behind the proxy that is trusted',
    inOneWindow(async () => {
      const from = (address: string) =>
        service.get('/finder/metadata', { headers: { 'x-forwarded-for': address } });
      for (let index = 0; index < 6; index++) await success('GET /finder/metadata', await from('192.0.2.1'));
      await refusal(await from('192.0.2.1'), 429, 'too_many');
      await success('GET /finder/metadata', await from('192.0.2.2'));
      for (let index = 0; index < 6; index++)
        await success('GET /finder/metadata', await from(`2001:db8:0:1::${index}`));
      await refusal(await from('2001:db8:0:1:ffff::1'), 429, 'too_many');
      await success('GET /finder/metadata', await from('2001:db8:0:2::1'));
    }),
  );

  test(
    "an embed's site counts over all addresses",
    inOneWindow(async () => {
      const shown = (address: string) =>
        service.get(`/embed/project?project_id=${birds.id}`, {
          headers: { origin: birds.origin, 'x-forwarded-for': address },
        });
      for (const address of ['192.0.2.11', '192.0.2.12', '192.0.2.13'])
        await success('GET /embed/project', await shown(address));
      const refused = await shown('192.0.2.14');
      expect(refused.headers.get('access-control-expose-headers')).toMatch(/RateLimit/);
      expect((await refusal(refused, 429, 'too_many')).error).toMatch(/from this site/);
    }),
  );

  test(
    "one network uses up no more than a quarter of a site's window, whatever Origin it forges",
    inOneWindow(async () => {
      const { frogs, stars } = projects;
      const shown = ({ id, origin }: { id: number; origin: string }, address: string) =>
        service.get(`/embed/project?project_id=${id}`, { headers: { origin, 'x-forwarded-for': address } });
      await success('GET /embed/project', await shown(frogs, '192.0.2.21'));
      for (let index = 0; index < 3; index++) {
        const refused = await shown(frogs, '192.0.2.21');
        expect((await refusal(refused, 429, 'too_many')).error).toMatch(/from this address to this site/);
      }
      // Refused requests did not count: others have the rest of the window, and this address other sites.
      await success('GET /embed/project', await shown(stars, '192.0.2.21'));
      for (const address of ['192.0.2.22', '192.0.2.23'])
        await success('GET /embed/project', await shown(frogs, address));
      await refusal(await shown(frogs, '192.0.2.24'), 429, 'too_many');
      // A /48 may use twice as much as an address, however many networks it is divided into.
      const divided = { id: stars.id, origin: 'https://forged.example' };
      const statuses = [];
      for (let index = 1; index <= 6; index++)
        statuses.push((await shown(divided, `2001:db8:5:${index}::1`)).status);
      expect(statuses).toEqual([200, 200, 429, 429, 429, 429]);
    }),
  );

  test(
    'an IPv6 /56 may send four times as much as a /64',
    inOneWindow(async () => {
      const statuses = [];
      for (let index = 0; index < 5 * 6; index++) {
        const address = `2001:db8:9:${(index % 5) + 1}::1`;
        const reply = await service.get('/finder/metadata', { headers: { 'x-forwarded-for': address } });
        statuses.push(reply.status);
      }
      expect(statuses.filter((status) => status === 200)).toHaveLength(4 * 6);
    }),
  );

  test(
    'our own pages count per address, and their styles and scripts do not',
    inOneWindow(async () => {
      const before = await service.mails();
      const open = (path: string, address: string, init: RequestInit = {}) =>
        service.get(path, { ...init, headers: { ...init.headers, 'x-forwarded-for': address } });
      const paths = ['/', '/finder', '/sign-in', `/project/${birds.id}`, '/nothing-here'];
      for (const path of paths) expect((await open(path, '192.0.2.31')).status).not.toBe(429);
      for (const path of [...paths, '/docs']) {
        const refused = await open(path, '192.0.2.31');
        expect([path, refused.status]).toEqual([path, 429]);
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(refused.headers.get('content-type')).toMatch(/^text\/html/);
        expect(await refused.text()).toMatch(/more than 5 requests from this address/);
      }
      const form = new URLSearchParams({ email: 'a@example.org' });
      const headers = { origin: service.baseUrl };
      const posted = await open('/sign-in', '192.0.2.31', { method: 'POST', body: form, headers });
      expect(posted.status).toBe(429);
      expect(await service.mails()).toEqual(before);
      const front = await (await open('/', '192.0.2.32')).text();
      const assets = [...front.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
      expect(assets.length).toBeGreaterThan(0);
      for (const path of [...assets, '/static/api/manifest.json', '/openapi.json'])
        expect([path, (await open(path, '192.0.2.31')).status]).toEqual([path, 200]);
    }),
  );

  test(
    'wrong keys from one address are limited',
    inOneWindow(async () => {
      const wrong = async () => {
        const reply = await service.get('/api/profile/id?key=wrong', {
          headers: { 'x-forwarded-for': '192.0.2.99' },
        });
        return reply.status;
      };
      const statuses = await Promise.all(Array.from({ length: 105 }, wrong));
      expect(statuses.filter((status) => status === 401)).toHaveLength(100);
      expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    }),
  );
});

describe.each(engines)('the quota of extra on %s', (engine) => {
  test('ends with the day, names the field and records nothing', async () => {
    const { service, owner } = await startScene(engine, { LIMIT_EXTRA_MB: '1' });
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
});

onPostgres(test)(
  'two processes on one PostgreSQL count together',
  inOneWindow(async () => {
    const settings = { LIMIT_ACCOUNT: '0', LIMIT_KEY: '20' };
    const { service: one, owner } = await startScene('postgres', settings);
    const port = await freePort();
    await using other = new RunningService(port, one.dataDir, one.databaseUrl, settings);
    await other.start();
    const look = (service: RunningService) =>
      service.get(`/api/profile/id?identifier=a@example.org&key=${owner}`);
    for (let index = 0; index < 15; index++) await success('GET /api/profile/id', await look(one));
    const shared = (wanted: number) =>
      expect
        .poll(() => rows<{ max: number }>(one, "select max(count) as max from rates where name = 'key'"))
        .toEqual([{ max: wanted }]);
    await shared(15);
    // A process gets the counts of others when it shares its own.
    await look(other);
    await shared(16);
    await sleep(200);
    const statuses: number[] = [];
    for (let index = 0; index < 8; index++) statuses.push((await look(other)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.at(-1)).toBe(429);
  }),
);

onPostgres(test)(
  'the counts of an earlier window are none in the next',
  inOneWindow(async () => {
    const { service, owner } = await startScene('postgres', { LIMIT_ACCOUNT: '0', LIMIT_KEY: '20' });
    const look = async () =>
      success(
        'GET /api/profile/id',
        await service.get(`/api/profile/id?identifier=a@example.org&key=${owner}`),
      );
    const shared = (wanted: number) =>
      expect
        .poll(() => rows<{ max: number }>(service, "select max(count) as max from rates where name = 'key'"))
        .toEqual([{ max: wanted }]);
    for (let index = 0; index < 3; index++) await look();
    await shared(3);
    await rows(
      service,
      "update rates set count = 1000, starts_at = starts_at - 60000 where name = 'key' returning subject",
    );
    for (let index = 0; index < 2; index++) await look();
    await shared(2);
    await sleep(200);
    for (let index = 0; index < 10; index++) await look();
  }),
);

test('each subject has its own counts, and each window begins with none', () => {
  const counts = new PolicyCounts({ name: 'key', max: 2, seconds: 60 });
  const minute = 60_000;
  const take = (now: number, ...subjects: string[]) => subjects.map((subject) => counts.take(subject, now));
  expect(take(minute, 'a', 'a', 'a', 'b', 'b', 'b')).toEqual([1, 0, -1, 1, 0, -1]);
  expect(take(2 * minute - 1, 'a', 'b')).toEqual([-1, -1]);
  expect(take(2 * minute, 'a', 'a', 'a', 'b')).toEqual([1, 0, -1, 1]);
  // The counts of other processes end with their window.
  counts.others.set('b', 50);
  expect(take(2 * minute, 'b')).toEqual([-50]);
  expect(take(3 * minute, 'b', 'a')).toEqual([1, 1]);
  // A clock that is set back.
  expect(take(minute, 'b', 'b', 'b')).toEqual([1, 0, -1]);
});

test.each([
  ['192.0.2.7', ['192.0.2.7']],
  ['192.0.2.7:51234', ['192.0.2.7']],
  ['::ffff:192.0.2.7', ['192.0.2.7']],
  ['::ffff:c000:207', ['192.0.2.7']],
  ['[::ffff:192.0.2.7]:443', ['192.0.2.7']],
  ['2001:db8::1', ['2001:db8::/64', '2001:db8::/56', '2001:db8::/48']],
  ['[2001:db8::1]:443', ['2001:db8::/64', '2001:db8::/56', '2001:db8::/48']],
  ['2001:0DB8:0:0:1:2:3:4', ['2001:db8::/64', '2001:db8::/56', '2001:db8::/48']],
  ['2001:db8:1:23f:3:4:5:6', ['2001:db8:1:23f::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']],
  ['::1', ['::/64', '::/56', '::/48']],
  ['fe80::1%eth0', ['fe80::/64', 'fe80::/56', 'fe80::/48']],
  ['nonsense', ['unknown']],
  ['', ['unknown']],
])('the networks of %s are %s', (address, networks) => {
  expect(networksOf(address).map(({ name }) => name)).toEqual(networks);
});
