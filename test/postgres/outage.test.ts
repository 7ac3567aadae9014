/**
 * The database becomes unreachable and comes back: no false replies meanwhile, and afterwards everything is as before.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownProject, profilesOf, record, site } from '../set-up/service/project.ts';
import { startPostgres, type Cluster } from '../set-up/postgres/postgres.ts';
import { rollUps } from '../set-up/service/roll-ups.ts';
import { openRows, type Rows } from '../set-up/service/rows.ts';
import { runService, RunningService, unlimited } from '../set-up/service/running-service.ts';
import { startService, type Service } from '../set-up/service/start-service.ts';
import { freePort } from '../set-up/service/free-port.ts';
import { linkTo } from '../server/scene.ts';
import { away } from './away.ts';

type Scene = { service: RunningService; key: string; projectId: number; profiles: number[] };

const setScene = async (service: RunningService): Promise<Scene> => {
  const { key, projectId } = await ownProject(service);
  return { service, key, projectId, profiles: await profilesOf(service, key, 4) };
};

/** The events that must be recorded, by idempotency key, and those that were refused for the moment. */
class Ledger {
  readonly acknowledged = new Map<string, number>();
  readonly refused: { idempotencyKey: string; profile: number }[] = [];
  readonly #scene: Scene;
  constructor(scene: Scene) {
    this.#scene = scene;
  }

  async send(idempotencyKey: string = randomUUID(), profile = this.acknowledged.size % 4) {
    const { service, key, projectId, profiles } = this.#scene;
    const fields = { key, project_id: projectId, profile_id: profiles[profile] ?? 0, duration: 60 };
    const answer = await record(service, fields, idempotencyKey);
    if (answer.status === 200) this.acknowledged.set(idempotencyKey, answer.json.event_id);
    else this.refused.push({ idempotencyKey, profile });
    return answer;
  }

  sendMany = (count: number) => Promise.all(Array.from({ length: count }, () => this.send()));

  /** Sends refused events again. */
  async sendAgain() {
    const answers = [];
    for (const { idempotencyKey, profile } of this.refused.splice(0))
      answers.push(await this.send(idempotencyKey, profile));
    return answers;
  }

  /** Exactly the acknowledged events are stored, under ids of their own. */
  async mustMatch(rows: Rows) {
    const ids = [...this.acknowledged.values()].sort((one, other) => one - other);
    expect(new Set(ids).size).toBe(ids.length);
    const events = await rows.all<{ event_id: number }>('select event_id from events order by 1');
    expect(events.map(({ event_id }) => event_id)).toEqual(ids);
    const { stored, counted } = await rollUps(rows);
    expect(stored).toEqual(counted);
  }
}

const until = (isSo: () => boolean) => expect.poll(isSo).toBe(true);

const untilWell = (service: RunningService) =>
  expect.poll(async () => (await service.get('/health')).status).toBe(200);

/** Everything that needs the database reports it, in its own form. */
const mustBeAway = async ({ service, key, projectId, profiles }: Scene, cookie: string) => {
  const fields = { key, project_id: projectId, profile_id: profiles[0] ?? 0 };
  const embed = { headers: { origin: site } };
  const asked: [string, Response][] = [
    [
      'record_event',
      await service.postJson(`/api/record_event?key=${key}`, { ...fields, type: 'collection' }),
    ],
    ['profile/id', await service.get(`/api/profile/id?identifier=a%40example.org&key=${key}`)],
    ['project', await service.get(`/api/project/${projectId}?key=${key}`)],
    ['finder', await service.get(`/finder?format=json&q=birds&key=${key}`)],
    ['embed', await service.get(`/embed/project?project_id=${projectId}`, embed)],
    [
      'join',
      await service.postJson(
        '/embed/join',
        { project_id: projectId, address: 'b@example.org', of_age: true },
        embed,
      ),
    ],
  ];
  for (const [what, reply] of asked) {
    expect([what, reply.status, reply.headers.get('retry-after')]).toEqual([what, 503, '5']);
    expect([what, await reply.json()]).toEqual([
      what,
      {
        result: 'error',
        error: 'The service cannot reach its database at the moment; try again in a few seconds.',
        code: 'not_ready',
        request_id: expect.any(String) as string,
      },
    ]);
  }
  const script = await service.get(`/finder?format=json&q=birds&jsonp=show&key=${key}`);
  expect([script.status, await script.text()]).toEqual([
    200,
    expect.stringMatching(/^\/\*\*\/ show\(\{.*"not_ready"/),
  ]);
  for (const path of ['/', '/finder?q=birds', `/project/${projectId}`, '/me']) {
    const reply = await service.get(path, { headers: { cookie } });
    expect([path, reply.status, reply.headers.get('retry-after')]).toEqual([path, 503, '5']);
    expect(await reply.text()).toMatch(/^<!doctype html>[^]*cannot reach its database/i);
  }
  const health = await service.get('/health');
  expect([health.status, await health.json()]).toEqual([503, away]);
};

const signIn = async (service: RunningService) => {
  const headers = { origin: service.baseUrl };
  await service.postForm('/sign-in', { email: 'owner@example.org' }, { headers });
  const path = await linkTo(service, 'owner@example.org', '/sign-in/');
  const reply = await service.postForm(path, { of_age: 'on' }, { headers });
  return reply.headers.get('set-cookie')?.split(';')[0] ?? '';
};

describe('postgres', () => {
  let cluster: Cluster;
  let service: RunningService;
  let scene: Scene;
  let rows: Rows;
  let cookie: string;

  beforeAll(async () => {
    cluster = await startPostgres();
    service = await runService(cluster.url, unlimited);
    scene = await setScene(service);
    rows = openRows(service);
    cookie = await signIn(service);
  });
  afterAll(async () => {
    await rows[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
    await cluster.stop();
  });

  const ledgers: Ledger[] = [];
  const all = (): Ledger => {
    const sum = new Ledger(scene);
    for (const { acknowledged } of ledgers)
      for (const [key, id] of acknowledged) sum.acknowledged.set(key, id);
    return sum;
  };
  const newLedger = () => {
    const ledger = new Ledger(scene);
    ledgers.push(ledger);
    return ledger;
  };

  test('the database crashes under load: 503 until it is back, and nothing is lost or doubled', async () => {
    const { pid } = service;
    const ledger = newLedger();
    await ledger.sendMany(50);
    expect(ledger.acknowledged.size).toBe(50);

    let isOver = false;
    const statuses = new Set<number>();
    const load = Array.from({ length: 8 }, async () => {
      while (!isOver) statuses.add((await ledger.send()).status);
    });
    await until(() => ledger.acknowledged.size > 100);
    await cluster.crash();
    await until(() => ledger.refused.length > 20);
    isOver = true;
    await Promise.all(load);
    expect(statuses).toEqual(new Set([200, 503]));
    await mustBeAway(scene, cookie);
    expect(service.pid).toBe(pid);

    await cluster.restart();
    await untilWell(service);
    const again = await ledger.sendAgain();
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await ledger.send()).status).toBe(200);
    expect((await service.get('/me', { headers: { cookie } })).status).toBe(200);
    await all().mustMatch(rows);
    expect(service.pid).toBe(pid);
  });

  test('its connections are cut under load: the process continues, and failed requests can be sent again', async () => {
    const { pid } = service;
    const { key } = scene;
    const ledger = newLedger();
    let isOver = false;
    const statuses = new Set<number>();
    const load = Array.from({ length: 8 }, async () => {
      while (!isOver) statuses.add((await ledger.send()).status);
    });
    // Searches have connections of their own. Each word is searched once only, because results are cached.
    const search = (word: string) => service.get(`/finder?format=json&q=${word}&key=${key}`);
    const searched = new Set<number>();
    const searches = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const reply = await search(`bird ${randomUUID()}`);
        await reply.text();
        searched.add(reply.status);
      }
    });
    for (let cut = 0; cut < 5; cut++) {
      const before = ledger.acknowledged.size;
      await until(() => ledger.acknowledged.size > before + 20);
      await rows.all(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
    }
    isOver = true;
    await Promise.all([...load, ...searches]);
    expect([...searched].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(searched).toContain(200);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await untilWell(service);
    expect((await search('bird')).status).toBe(200);
    await ledger.sendAgain();
    expect(ledger.refused).toEqual([]);
    await all().mustMatch(rows);
    expect(service.pid).toBe(pid);
  });

  test('after an outage two processes still have different node numbers for event ids', async () => {
    const other = new RunningService(await freePort(), service.dataDir, service.databaseUrl, {});
    await other.start();
    try {
      await cluster.crash();
      await cluster.restart();
      await Promise.all([untilWell(service), untilWell(other)]);
      // Each leases its number again; the locks show which process has which.
      const held = () =>
        rows.all<{ objid: number }>(
          "select objid::bigint from pg_locks where locktype = 'advisory' and granted",
        );
      await expect.poll(async () => (await held()).length).toBe(2);
      const ledger = newLedger();
      const here = (await ledger.send()).json.event_id;
      const { key, projectId, profiles } = scene;
      const said = { key, project_id: projectId, profile_id: profiles[0] ?? 0 };
      const there = (await record(other, said)).json.event_id;
      ledger.acknowledged.set(randomUUID(), there);
      const nodes = [here, there].map((id) => Math.floor(id / 128) % 64).sort();
      expect(nodes).toEqual((await held()).map(({ objid }) => Number(objid)).sort());
      await all().mustMatch(rows);
    } finally {
      await other.kill9();
    }
  });

  test('its socket goes away and comes back: 503 meanwhile', async () => {
    const { username, password, port, pathname } = new URL(service.databaseUrl ?? '');
    const url = `postgresql://${username}:${password}@${pathname}?host=${cluster.folder}&port=${port}`;
    const other = new RunningService(await freePort(), service.dataDir, url, {});
    await other.start();
    const socket = join(cluster.folder, `.s.PGSQL.${port}`);
    try {
      await untilWell(other);
      const backup = await other.operator('backup', join(other.dataDir, 'by-socket.dump'), '--verify');
      expect([backup.code, backup.json['error']]).toEqual([0, undefined]);
      await rename(socket, `${socket}.away`);
      await rows.all(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
      await expect.poll(async () => (await other.get('/health')).status).toBe(503);
      await mustBeAway({ ...scene, service: other }, cookie);
      await rename(`${socket}.away`, socket);
      await untilWell(other);
      expect((await other.get('/me', { headers: { cookie } })).status).toBe(200);
    } finally {
      await other.kill9();
    }
  });
});

describe('sqlite', () => {
  const run = promisify(execFile);
  /** Like a full disk: no file may grow beyond this many bytes. Linux only; also while the process runs. */
  const limitFiles = (service: Service, bytes: number | 'unlimited') =>
    run('prlimit', ['--pid', String(service.pid), `--fsize=${bytes}:unlimited`]);

  test('the disk is full under load: 503 until there is room, and nothing is lost or doubled', async () => {
    const service = await startService('sqlite', unlimited);
    const { pid } = service;
    const scene = await setScene(service);
    const ledger = new Ledger(scene);
    await using rows = openRows(service);
    for (let time = 0; time < 3; time++) {
      await ledger.sendMany(20);
      expect(ledger.refused).toEqual([]);
      await limitFiles(service, 4096);
      const full = await ledger.sendMany(20);
      expect(full.map(({ status, retryAfter }) => [status, retryAfter])).toEqual(full.map(() => [503, '5']));
      // Transactions with several statements fail in the same way.
      const embed = { headers: { origin: site } };
      const joining = { project_id: scene.projectId, address: 'b@example.org', of_age: true };
      const joins = await Promise.all(
        [1, 2, 3, 4].map(() => service.postJson('/embed/join', joining, embed)),
      );
      expect(joins.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
      // Reading still works.
      expect((await service.get(`/project/${scene.projectId}`)).status).toBeLessThan(400);
      await limitFiles(service, 'unlimited');
      const again = await ledger.sendAgain();
      expect(again.map(({ status }) => status)).toEqual(full.map(() => 200));
      await ledger.mustMatch(rows);
    }
    expect(service.pid).toBe(pid);
    expect(await rows.all('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  });

  test('the disk fills and empties while projects are added: each is added whole or not at all', async () => {
    const service = await startService('sqlite', unlimited);
    const { key } = await ownProject(service);
    const statuses: number[] = [];
    let isOver = false;
    const adding = Array.from({ length: 8 }, async (_, person) => {
      for (let count = 0; !isOver; count++) {
        const name = `Project ${person} ${count}`;
        const reply = await service.postJson('/api/project/add', {
          key,
          name,
          description: name,
          url: `${site}/${person}/${count}`,
          origin: 'Birds',
          contact_email: 'contact@example.org',
        });
        statuses.push(reply.status);
      }
    });
    const reached = (status: number, count: number) =>
      until(() => statuses.filter((one) => one === status).length >= count);
    for (let time = 1; time <= 4; time++) {
      await reached(200, time * 5);
      await limitFiles(service, 4096);
      await reached(503, time * 5);
      await limitFiles(service, 'unlimited');
    }
    isOver = true;
    await Promise.all(adding);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    await using rows = openRows(service);
    const added = statuses.filter((status) => status === 200).length + 1;
    for (const table of ['projects', 'project_managers', 'project_texts', 'project_stems'])
      expect([table, await rows.all(`select count(*) as count from ${table}`)]).toEqual([
        table,
        [{ count: added }],
      ]);
  });

  test('another program holds the write lock too long: 503, and reading still works', async () => {
    const service = await startService('sqlite', unlimited);
    const scene = await setScene(service);
    const ledger = new Ledger(scene);
    await ledger.sendMany(5);
    const other = new DatabaseSync(join(service.dataDir, 'manyhands.db'));
    other.exec('pragma busy_timeout = 5000; begin immediate');
    const locked = ledger.sendMany(1);
    expect((await service.get(`/api/project/${scene.projectId}?key=${scene.key}`)).status).toBe(200);
    expect((await locked).map(({ status, retryAfter }) => [status, retryAfter])).toEqual([[503, '5']]);
    other.exec('rollback');
    other.close();
    expect((await ledger.sendAgain()).map(({ status }) => status)).toEqual([200]);
    await using rows = openRows(service);
    await ledger.mustMatch(rows);
  });
});
