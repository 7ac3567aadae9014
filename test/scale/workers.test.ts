/** Workers of Citus that end, hang, or hand over their shards under load: nothing is lost, and other projects go on. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { addProject, newKey, post, profileId, signIn } from '../server/scene.ts';
import { afterFile } from '../set-up/after-file.ts';
import { startStandby } from '../set-up/postgres.ts';
import { record } from '../set-up/project.ts';
import { rollUps } from '../set-up/roll-ups.ts';
import { openRows, type Rows } from '../set-up/rows.ts';
import { type RunningService, unlimited } from '../set-up/running-service.ts';
import { startTcpProxy } from '../set-up/tcp-proxy.ts';
import { at, type Citus, citusSettings, createDatabase, serviceOn, startCitus } from './citus.ts';

const database = 'under_load';
const token = 'a token for the tests of workers';
const projectCount = 12;
const clients = 12;
/** Milliseconds, of each part of a test. */
const part = 3000;

let citus: Citus;
let service: RunningService;
let rows: Rows;
let key: string;
let person: number;
let projectIds: number[];

beforeAll(async () => {
  citus = await startCitus();
  afterFile(() => citus.stop());
  service = await serviceOn(await createDatabase(citus, database), { ...unlimited, METRICS_TOKEN: token });
  afterFile(() => service[Symbol.asyncDispose]());
  await service.start();
  key = await newKey(service, 'owner@example.org');
  projectIds = [];
  for (let n = 0; n < projectCount; n++) projectIds.push(await addProject(service, key, `Project ${n}`));
  for (const id of projectIds) await service.operator('publish', String(id));
  person = await profileId(service, key, 'ada@example.org');
  await service.stop();
  expect(await service.operator('distribute')).toMatchObject({ code: 0 });
  await service.start();
  rows = openRows(service);
  afterFile(() => rows[Symbol.asyncDispose]());
});

/** The port of the worker of each project. */
const portsOfProjects = async () => {
  const ports = new Map<number, number>();
  for (const id of projectIds) {
    const [row] = await rows.all<{ port: number }>(
      `select nodeport as port from pg_dist_shard_placement
       where shardid = get_shard_id_for_distribution_column('events', ${id}::bigint)`,
    );
    ports.set(id, Number(row?.port));
  }
  return ports;
};

type Answer = { projectId: number; status: number; eventId: number; took: number };

/** Sends contributions to all projects in turn, with a key each, until it is stopped; returns every answer. */
const underLoad = () => {
  const answers: Answer[] = [];
  let isEnding = false;
  const people = Array.from({ length: clients }, async (_, client) => {
    for (let n = client; !isEnding; n++) {
      const projectId = projectIds[n % projectIds.length] as number;
      const from = performance.now();
      const { status, json } = await record(
        service,
        { key, project_id: projectId, profile_id: person, duration: 1 },
        randomUUID(),
      );
      answers.push({ projectId, status, eventId: json.event_id, took: performance.now() - from });
      // A sender waits before it tries again.
      if (status === 503) await sleep(50);
    }
  });
  const stop = async () => {
    isEnding = true;
    await Promise.all(people);
    return answers;
  };
  return { answers, stop };
};

/** Everything that was acknowledged is stored, and the roll-ups are equal to the events. */
const mustAddUp = async (answers: Answer[]) => {
  const acknowledged = answers.filter(({ status }) => status === 200);
  expect(acknowledged.length).toBeGreaterThan(0);
  const stored = await rows.all<{ event_id: number }>('select event_id from events');
  const ids = new Set(stored.map(({ event_id }) => Number(event_id)));
  expect(acknowledged.filter(({ eventId }) => !ids.has(eventId))).toEqual([]);
  const { stored: rolled, counted } = await rollUps(rows);
  expect(rolled).toEqual(counted);
};

/** The different errors in the service's log. */
const faults = () => {
  const lines = service.log().split('\n');
  const errors = lines.flatMap((line) => {
    if (!line.includes('"level":"error"')) return [];
    const { err } = JSON.parse(line) as { err?: { code?: string; message?: string } };
    return [`${err?.code} ${err?.message?.slice(0, 120)}`];
  });
  return [...new Set(errors)];
};

const mustHaveNoPrepared = async () => {
  for (const server of [citus.coordinator, ...citus.workers]) {
    await using ofServer = openRows({ databaseUrl: at(server, database), dataDir: '' });
    await expect.poll(() => ofServer.all('select gid from pg_prepared_xacts')).toEqual([]);
  }
};

const health = async () => {
  const from = performance.now();
  const reply = await service.get('/health');
  const json = (await reply.json()) as { store: string; workers_away?: string[] };
  return { status: reply.status, store: json.store, away: json.workers_away, took: performance.now() - from };
};

test('a worker that is killed: its projects get 503, no others do, and nothing is lost', async () => {
  const [worker] = citus.workers;
  const port = Number(new URL(worker?.url ?? '').port);
  const ports = await portsOfProjects();
  expect(new Set(ports.values()).size).toBe(2);
  const { stop } = underLoad();
  await sleep(part);
  await worker?.crash();
  await expect.poll(health).toMatchObject({ status: 200, store: 'partly-away', away: [`127.0.0.1:${port}`] });
  await sleep(part);
  await worker?.restart();
  await expect.poll(health).toMatchObject({ status: 200, store: 'ok' });
  await sleep(part);
  const answers = await stop();

  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map(({ status }) => status)), faults().join('\n')).toEqual(new Set([503]));
  expect(refused.filter(({ projectId }) => ports.get(projectId) !== port)).toEqual([]);
  await mustAddUp(answers);
  await mustHaveNoPrepared();
});

test('a worker that hangs: its projects get 503 while it does, others go on, and all is well when it responds', async () => {
  const [worker] = citus.workers;
  const port = Number(new URL(worker?.url ?? '').port);
  const ports = await portsOfProjects();
  const elsewhere = projectIds.find((id) => ports.get(id) !== port) as number;
  const there = projectIds.find((id) => ports.get(id) === port) as number;
  const leaver = await profileId(service, key, 'leaver@example.org');
  const cookie = await signIn(service, 'leaver@example.org');
  const ofLeaver = () => record(service, { key, project_id: elsewhere, profile_id: leaver, duration: 1 });
  expect((await ofLeaver()).status).toBe(200);

  const load = underLoad();
  const { answers } = load;
  const isThere = ({ projectId }: Answer) => ports.get(projectId) === port;
  const othersServed = () => answers.filter((answer) => !isThere(answer) && answer.status === 200).length;
  await expect.poll(othersServed).toBeGreaterThan(50);
  await worker?.hang();
  try {
    await expect.poll(() => answers.some((answer) => isThere(answer) && answer.status === 503)).toBe(true);
    await expect
      .poll(health)
      .toMatchObject({ status: 200, store: 'partly-away', away: [`127.0.0.1:${port}`] });
    const metrics = await service.get('/metrics', { headers: { authorization: `Bearer ${token}` } });
    expect(await metrics.text()).toMatch(/^manyhands_workers_away 1$/m);
    // A statement that asks all workers is refused, however often it is tried, and takes no connection from others.
    for (let tries = 0; tries < 3; tries++) {
      const pages = Array.from({ length: 20 }, () => service.get('/me', { headers: { cookie } }));
      for (const page of await Promise.all(pages)) expect(page.status).toBe(503);
    }
    const before = othersServed();
    expect((await post(service, '/me/opt-out', { project_id: String(elsewhere) }, cookie)).status).toBe(303);
    expect((await ofLeaver()).status).toBe(200);
    await expect.poll(othersServed).toBeGreaterThan(before + 100);
    expect((await record(service, { key, project_id: there, profile_id: person })).status).toBe(503);
  } finally {
    await worker?.resume();
  }
  await expect.poll(health).toMatchObject({ status: 200, store: 'ok' });
  const isServed = async () => (await record(service, { key, project_id: there, profile_id: person })).status;
  await expect.poll(isServed).toBe(200);
  const all = await load.stop();

  const refused = all.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ status }) => status)), faults().join('\n')).toEqual(new Set([503]));
  expect(refused.filter((answer) => !isThere(answer))).toEqual([]);
  const waited = refused.map(({ took }) => Math.round(took)).sort((one, other) => one - other);
  console.log(
    `${refused.length} refused, after ${waited[waited.length >> 1]} ms (median), ${waited.at(-1)} ms at most`,
  );
  expect((await service.get('/me', { headers: { cookie } })).status, faults().join('\n')).toBe(200);
  await expect.poll(() => rows.all('select 1 as one from unfinished_acts')).toEqual([]);
  // The contribution after the opt-out is tied to nobody.
  expect(await rows.all(`select 1 as one from events where profile_id = ${leaver}`)).toHaveLength(1);
  await mustAddUp(all);
  await mustHaveNoPrepared();
});

/** The first worker, with a project on it, and one elsewhere with its page. */
const places = async () => {
  const [worker] = citus.workers;
  if (!worker) throw new Error('There is no worker.');
  const port = Number(new URL(worker.url).port);
  const ports = await portsOfProjects();
  const isThere = (id: number) => ports.get(id) === port;
  const there = projectIds.findIndex(isThere);
  const elsewhere = projectIds.findIndex((id) => !isThere(id));
  const page = `/project/${projectIds[elsewhere]}-project-${elsewhere}`;
  return { worker, port, there: projectIds[there] ?? 0, elsewhere: projectIds[elsewhere] ?? 0, page };
};
const statusOf = async (projectId: number) =>
  (await record(service, { key, project_id: projectId, profile_id: person, duration: 1 })).status;
const unfinished = () => rows.all<{ project_id: number }>('select project_id from unfinished_acts');

test('while a worker hangs, and an account is being deleted, what is about projects elsewhere may take its time', async () => {
  const { worker, port, there, elsewhere, page } = await places();
  const cookies = {
    manager: await signIn(service, 'owner@example.org'),
    leaver: await signIn(service, 'ending@example.org'),
    member: await signIn(service, 'ada@example.org'),
  };
  const get = async (path: string, as: keyof typeof cookies) =>
    (await service.get(path, { headers: { cookie: cookies[as] } })).status;
  const stats = () => get(`${page}/stats`, 'manager');
  const [shard] = await rows.all<{ id: number }>(
    `select get_shard_id_for_distribution_column('daily', ${elsewhere}::bigint) as id`,
  );
  const holder = new Client(at(citus.workers[1] ?? worker, database));
  await holder.connect();
  await worker.hang();
  try {
    await expect.poll(() => statusOf(there)).toBe(503);
    await expect.poll(health).toMatchObject({ store: 'partly-away', away: [`127.0.0.1:${port}`] });
    expect((await post(service, '/account/delete', { when: 'now' }, cookies.leaver)).status).toBe(303);
    expect(await unfinished()).toEqual([{ project_id: 0 }]);
    const pages = Array.from({ length: 20 }, () => get('/me', 'member'));
    expect(new Set(await Promise.all(pages))).toEqual(new Set([503]));
    expect(await stats()).toBe(200);
    await holder.query(`set citus.enable_manual_changes_to_shards = on; begin;
      lock table daily_${shard?.id} in access exclusive mode`);
    const slowly = stats();
    await sleep(part);
    await holder.query('rollback');
    expect(await slowly).toBe(200);
  } finally {
    await worker.resume();
    await holder.end();
  }
  await expect.poll(unfinished).toEqual([]);
  await expect.poll(() => get('/me', 'member')).toBe(200);
  expect(await stats()).toBe(200);
});

test('a coordinator that is slow makes no worker look as if it hung', async () => {
  const { DATABASE_URL: direct = '' } = service.settings;
  await using proxy = await startTcpProxy(Number(new URL(direct).port));
  const slow = new URL(direct);
  slow.port = String(proxy.port);
  await service.restart({ DATABASE_URL: slow.href });
  try {
    const cookie = await signIn(service, 'ada@example.org');
    // Connecting takes several times the delay, so all connections are opened before.
    await Promise.all(Array.from({ length: 30 }, () => service.get('/me', { headers: { cookie } })));
    expect(await health()).toMatchObject({ status: 200, store: 'ok' });
    // More than a statement may take before it is suspected to wait for a worker.
    proxy.delay = 1400;
    const pages = Array.from({ length: 4 }, () => service.get('/me', { headers: { cookie } }));
    for (let looks = 0; looks < 3; looks++)
      expect(await health()).toMatchObject({ status: 200, store: 'ok' });
    for (const page of await Promise.all(pages)) expect(page.status, faults().join('\n')).toBe(200);
    proxy.delay = 0;
    for (const id of projectIds) await expect.poll(() => statusOf(id)).toBe(200);
  } finally {
    await service.restart({ DATABASE_URL: direct });
  }
});

test('a worker hangs and is replaced by its standby: contributions are stored there, and what was decided is done', async () => {
  const { worker, port, there } = await places();
  const standby = await startStandby(worker, citusSettings);
  afterFile(() => Promise.all([standby.stop(), worker.stop()]));
  const cookie = await signIn(service, 'replaced@example.org');
  await using ofWorker = openRows({ databaseUrl: at(worker, database), dataDir: '' });
  const behind = `select 1 from pg_stat_replication where replay_lsn is distinct from pg_current_wal_lsn()
    union all select 1 where not exists (select 1 from pg_stat_replication)`;
  await expect.poll(() => ofWorker.all(behind)).toEqual([]);

  await worker.hang();
  await expect.poll(() => statusOf(there)).toBe(503);
  await expect.poll(health).toMatchObject({ away: [`127.0.0.1:${port}`] });
  expect((await post(service, '/account/delete', { when: 'now' }, cookie)).status).toBe(303);
  expect(await unfinished()).toEqual([{ project_id: 0 }]);
  await worker.kill9();
  // Its address takes connections, and answers nothing.
  const silent = createServer((socket) => void socket.on('error', () => undefined).unref());
  silent.listen(port, '127.0.0.1').unref();
  afterFile(() => void silent.close());
  await expect.poll(health).toMatchObject({ away: [`127.0.0.1:${port}`] });

  const promoting = new Client(standby.url);
  await promoting.connect();
  await promoting.query('select pg_promote()');
  await promoting.end();
  const newPort = Number(new URL(standby.url).port);
  await rows.run(
    `select citus_update_node(nodeid, '127.0.0.1', ${newPort}) from pg_dist_node where nodeport = ${port}`,
  );
  // Before it moves shards there; by itself Citus does it within a minute.
  await rows.run('select start_metadata_sync_to_all_nodes()');
  citus.workers[0] = standby;
  await expect.poll(() => statusOf(there)).toBe(200);
  await expect.poll(health).toMatchObject({ status: 200, store: 'ok' });
  await expect.poll(unfinished).toEqual([]);
});

test('shards that move to another worker under load: nothing is lost, and nobody is refused for long', async () => {
  const [first, second] = citus.workers.map(({ url }) => Number(new URL(url).port));
  const { stop } = underLoad();
  const shards = await rows.all<{ shardid: number }>(
    `select s.shardid from pg_dist_shard s join pg_dist_shard_placement p on p.shardid = s.shardid
     where s.logicalrelid = 'events'::regclass and p.nodeport = ${first}`,
  );
  expect(shards.length).toBeGreaterThan(0);
  // Without a mode it moves them by logical replication, during which contributions go on.
  for (const [n, { shardid }] of shards.entries())
    await rows.run(
      `select citus_move_shard_placement(${shardid}, '127.0.0.1', ${first}, '127.0.0.1', ${second}
        ${n % 2 === 0 ? '' : ", 'block_writes'"})`,
    );
  expect(new Set((await portsOfProjects()).values())).toEqual(new Set([second]));
  await sleep(part);
  const answers = await stop();
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  expect(answers.at(-1)?.status).toBe(200);
  await mustAddUp(answers);
});
