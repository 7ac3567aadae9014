/** Workers of Citus that end, or hand over their shards under load: nothing is lost, and other projects go on. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { addProject, newKey, post, profileId, signIn } from '../server/scene.ts';
import { afterFile } from '../set-up/after-file.ts';
import { startStandby } from '../set-up/postgres/postgres.ts';
import { record } from '../set-up/service/project.ts';
import { rollUps } from '../set-up/service/roll-ups.ts';
import { openRows, type Rows } from '../set-up/service/rows.ts';
import { type RunningService, unlimited } from '../set-up/service/running-service.ts';
import { at, type Citus, citusSettings, createDatabase, serviceOn, startCitus } from './citus.ts';

const database = 'under_load';
const token = 'a token for the tests of workers';
const projectCount = 12;
const clients = 12;
/** Milliseconds, of each part of a test. */
const part = 3000;
/** Milliseconds in which every time limit of PostgreSQL and Citus has passed. */
const patience = 15_000;

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
  for (const id of projectIds) await service.operate('publish', String(id));
  person = await profileId(service, key, 'ada@example.org');
  await service.stop();
  await service.operate('distribute');
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

type Answer = { projectId: number; status: number; eventId: number; text: string; took: number };

/** Sends contributions to all projects in turn, with a key each, until it is stopped, at the latest with the test. */
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
      const took = performance.now() - from;
      answers.push({ projectId, status, eventId: json.event_id, text: JSON.stringify(json), took });
      // A sender waits before it tries again.
      if (status === 503) await sleep(50);
    }
  });
  const stop = async () => {
    isEnding = true;
    await Promise.all(people);
    return answers;
  };
  onTestFinished(async () => void (await stop()));
  return stop;
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
  const json = (await reply.json()) as { store: string; workers_away?: number };
  return { status: reply.status, store: json.store, away: json.workers_away, took: performance.now() - from };
};

test('a worker that is killed: its projects get 503, no others do, and nothing is lost', async () => {
  const [worker] = citus.workers;
  const port = Number(new URL(worker?.url ?? '').port);
  const ports = await portsOfProjects();
  expect(new Set(ports.values()).size).toBe(2);
  const stop = underLoad();
  await sleep(part);
  await worker?.crash();
  await expect.poll(health).toMatchObject({ status: 200, store: 'partly-away', away: 1 });
  await sleep(part);
  await worker?.restart();
  await expect.poll(health).toMatchObject({ status: 200, store: 'ok' });
  await sleep(part);
  const answers = await stop();

  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map(({ status }) => status)), faults().join('\n')).toEqual(new Set([503]));
  expect(refused.filter(({ projectId }) => ports.get(projectId) !== port)).toEqual([]);
  // Errors of Citus name its workers, which is for nobody outside, and may quote values, which is not for the log.
  expect(refused.filter(({ text }) => /citus|worker|node|server|127\.0\.0\.1|shard/i.test(text))).toEqual([]);
  const { password } = new URL(worker?.url ?? '');
  for (const secret of [password, key, 'ada@example.org']) expect(service.log()).not.toContain(secret);
  await mustAddUp(answers);
  await mustHaveNoPrepared();
});

const statusOf = async (projectId: number) =>
  (await record(service, { key, project_id: projectId, profile_id: person, duration: 1 })).status;

/** The first worker, with a project on it. */
const places = async () => {
  const [worker] = citus.workers;
  if (!worker) throw new Error('There is no worker.');
  const port = Number(new URL(worker.url).port);
  const ports = await portsOfProjects();
  return { worker, port, there: projectIds.find((id) => ports.get(id) === port) ?? 0 };
};
const unfinished = () => rows.all<{ project_id: number }>('select project_id from unfinished_acts');

/** Pages that need no worker, each with its status; requested at once, by somebody who is signed in. */
const needingNoWorker = async (cookie: string) => {
  const paths = ['/', '/account', `/project/${projectIds[0]}`, '/health', '/sign-in', '/finder?q=project'];
  const from = performance.now();
  const replies = await Promise.all(
    paths.map(async (path) => [path, (await service.get(path, { headers: { cookie } })).status]),
  );
  return { statuses: Object.fromEntries(replies) as Record<string, number>, took: performance.now() - from };
};

test('a worker that keeps its connections and answers nothing holds up nothing but contributions', async () => {
  const { worker } = await places();
  const cookie = await signIn(service, 'patient@example.org');
  const before = await needingNoWorker(cookie);
  const stop = underLoad();
  await sleep(part);
  await worker.hang();
  // More than the service has connections; they need every worker, and the second of them a lock of the first.
  const own = Array.from({ length: 60 }, async (_, n) => {
    const fields = { project_id: String(projectIds[n % projectIds.length]) };
    if (n % 3 === 0) return (await post(service, '/me/remove', fields, cookie)).status;
    return (await service.get(n % 3 === 1 ? '/me' : '/me/export.json', { headers: { cookie } })).status;
  });
  await sleep(patience);
  const meanwhile = [];
  for (let n = 0; n < 5; n++) meanwhile.push(await needingNoWorker(cookie));
  await worker.resume();
  expect(meanwhile.map(({ statuses }) => statuses)).toEqual(meanwhile.map(() => before.statuses));
  expect((await Promise.all(own)).filter((status) => ![200, 303, 503].includes(status))).toEqual([]);
  await expect.poll(async () => new Set(await Promise.all(projectIds.map(statusOf)))).toEqual(new Set([200]));
  const answers = await stop();
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  await mustAddUp(answers);
  await mustHaveNoPrepared();
});

test('a worker ends and is replaced by its standby: contributions are stored there, and what was decided is done', async () => {
  const { worker, port, there } = await places();
  const standby = await startStandby(worker, citusSettings);
  afterFile(() => Promise.all([standby.stop(), worker.stop()]));
  const cookie = await signIn(service, 'replaced@example.org');
  await using ofWorker = openRows({ databaseUrl: at(worker, database), dataDir: '' });
  const behind = `select 1 from pg_stat_replication where replay_lsn is distinct from pg_current_wal_lsn()
    union all select 1 where not exists (select 1 from pg_stat_replication)`;
  await expect.poll(() => ofWorker.all(behind)).toEqual([]);

  await worker.kill9();
  await expect.poll(() => statusOf(there)).toBe(503);
  await expect.poll(health).toMatchObject({ status: 200, store: 'partly-away', away: 1 });
  const metrics = await service.get('/metrics', { headers: { authorization: `Bearer ${token}` } });
  expect(await metrics.text()).toMatch(/^manyhands_workers_away 1$/m);
  expect((await post(service, '/account/delete', { when: 'now' }, cookie)).status).toBe(303);
  expect(await unfinished()).toEqual([{ project_id: 0 }]);

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
  const stop = underLoad();
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
