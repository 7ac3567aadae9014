/** PostgreSQL is slow, its connections are reset, or its standby takes over: what was acknowledged is stored, once. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { afterFile } from '../set-up/after-file.ts';
import { type Cluster, startPostgres, startStandby } from '../set-up/postgres/postgres.ts';
import { ownProject, profilesOf, record, type Owned } from '../set-up/service/project.ts';
import { rollUps } from '../set-up/service/roll-ups.ts';
import { openRows } from '../set-up/service/rows.ts';
import { runService, unlimited, type RunningService } from '../set-up/service/running-service.ts';
import { startTcpProxy, type TcpProxy } from '../set-up/postgres/tcp-proxy.ts';
import { away } from './away.ts';

const senders = 8;
const token = 'a token for the tests of faults';

let cluster: Cluster;
let proxy: TcpProxy;
let service: RunningService;
let owned: Owned;
let profiles: number[];
/** The database itself, past the proxy. */
let directUrl: string;

const withPort = (url: string, port: number | string) => {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.href;
};

beforeEach(async () => {
  cluster = await startPostgres();
  proxy = await startTcpProxy(Number(new URL(cluster.url).port));
  service = await runService(withPort(cluster.url, proxy.port), { ...unlimited, METRICS_TOKEN: token });
  directUrl = withPort(service.databaseUrl ?? '', new URL(cluster.url).port);
  owned = await ownProject(service);
  profiles = await profilesOf(service, owned.key, 4);
});
afterEach(async () => {
  await service[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
  await cluster.stop();
});

const recordOne = (at: number, idempotencyKey: string) => {
  const profile = profiles[at % profiles.length] ?? 0;
  const fields = { key: owned.key, project_id: owned.projectId, profile_id: profile, duration: 60 };
  return record(service, fields, idempotencyKey);
};

/** Contributions from many senders at a time; each is sent again until it is acknowledged. */
const startLoad = () => {
  const acknowledged = new Map<string, number>();
  const statuses = new Set<number>();
  let isOver = false;
  let next = 0;
  const people = Array.from({ length: senders }, async () => {
    while (!isOver) {
      const key = randomUUID();
      for (const at = next++; !acknowledged.has(key);) {
        const answer = await recordOne(at, key);
        statuses.add(answer.status);
        if (answer.status === 200) acknowledged.set(key, answer.json.event_id);
        else await sleep(20);
      }
    }
  });
  const stop = async () => {
    isOver = true;
    await Promise.all(people);
  };
  return { acknowledged, statuses, stop };
};

const until = (isSo: () => boolean) => expect.poll(isSo).toBe(true);
const untilWell = () => expect.poll(async () => (await service.get('/health')).status).toBe(200);

/** Exactly the acknowledged contributions are stored, under ids of their own, and summed rightly. */
const mustBeStored = async (acknowledged: Map<string, number>, url = directUrl) => {
  await using rows = openRows({ databaseUrl: url, dataDir: '' });
  const ids = [...acknowledged.values()].sort((one, other) => one - other);
  const events = await rows.all<{ event_id: number }>('select event_id from events order by 1');
  expect(events.map(({ event_id }) => Number(event_id))).toEqual(ids);
  const { stored, counted } = await rollUps(rows);
  expect(stored).toEqual(counted);
};

test('each statement takes two seconds, then five: everything is answered, readiness says that the database is away, nothing is lost, and is well by itself', async () => {
  const { pid } = service;
  const load = startLoad();
  await until(() => load.acknowledged.size > 50);
  proxy.delay = 2000;
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => recordOne(at, `slow ${at}`)));
  answers.forEach(({ status, json }, at) => {
    expect([200, 503]).toContain(status);
    if (status === 200) load.acknowledged.set(`slow ${at}`, json.event_id);
  });
  // Longer than readiness waits.
  proxy.delay = 5000;
  const health = await service.get('/health');
  expect([health.status, await health.json()]).toEqual([503, away]);
  proxy.delay = 0;
  await untilWell();
  const then = load.acknowledged.size;
  await until(() => load.acknowledged.size > then + 100);
  await load.stop();
  expect([...load.statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  for (const [at, { status }] of answers.entries())
    if (status !== 200)
      load.acknowledged.set(`slow ${at}`, (await recordOne(at, `slow ${at}`)).json.event_id);
  await mustBeStored(load.acknowledged);
  expect(service.pid).toBe(pid);
});

test('the database hangs: readiness says that it is away, and the metrics have what the process knows', async () => {
  const metrics = () => service.get('/metrics', { headers: { authorization: `Bearer ${token}` } });
  // With all connections open: opening one has a time limit of its own.
  for (const reply of await Promise.all(Array.from({ length: 20 }, metrics)))
    expect(await reply.text()).toMatch(/^manyhands_store_bytes [1-9]/m);
  await cluster.hang();
  try {
    // At once, while there are idle connections for all that is read.
    const [reply, health] = await Promise.all([metrics(), service.get('/health')]);
    expect([health.status, await health.json()]).toEqual([503, away]);
    const text = await reply.text();
    expect(text).toMatch(/^manyhands_store_bytes nan$/im);
    expect(text).toMatch(/^http_request_duration_seconds_count\{route="\/metrics",status="200"\} [1-9]/m);
  } finally {
    await cluster.resume();
  }
  await untilWell();
  expect(await (await metrics()).text()).toMatch(/^manyhands_store_bytes [1-9]/m);
});

test('all connections are reset again and again under load: nothing is lost or doubled', async () => {
  const { pid } = service;
  const load = startLoad();
  for (let reset = 0; reset < 8; reset++) {
    const before = load.acknowledged.size;
    await until(() => load.acknowledged.size > before + 20);
    proxy.reset();
  }
  await until(() => load.statuses.has(503));
  await untilWell();
  await load.stop();
  expect(load.statuses).toEqual(new Set([200, 503]));
  await mustBeStored(load.acknowledged);
  expect(service.pid).toBe(pid);
});

test('the standby takes over under load: the service continues with it by itself, and nothing acknowledged is lost', async () => {
  const { pid } = service;
  const standby = await startStandby(cluster);
  afterFile(() => standby.stop());
  const admin = new Client(cluster.url);
  admin.on('error', () => undefined);
  await admin.connect();
  // A commit is acknowledged when the standby has it, too.
  await admin.query("alter system set synchronous_standby_names = '*'");
  await admin.query('select pg_reload_conf()');
  const isSynchronous = async () =>
    (await admin.query("select 1 from pg_stat_replication where sync_state = 'sync'")).rowCount === 1;
  await expect.poll(isSynchronous).toBe(true);
  await admin.end();

  const load = startLoad();
  await until(() => load.acknowledged.size > 100);
  await cluster.crash();
  proxy.target = undefined;
  proxy.reset();
  await until(() => load.statuses.has(503));
  expect((await service.get('/health')).status).toBe(503);

  const next = new Client(standby.url);
  await next.connect();
  await next.query('select pg_promote()');
  await next.end();
  proxy.target = Number(new URL(standby.url).port);
  await untilWell();
  const then = load.acknowledged.size;
  await until(() => load.acknowledged.size > then + 100);
  await load.stop();
  expect(load.statuses).toEqual(new Set([200, 503]));
  await mustBeStored(load.acknowledged, withPort(directUrl, proxy.target));
  expect(service.pid).toBe(pid);
});
