/** Two processes on one PostgreSQL, behind PgBouncer in transaction mode and without it: they act as one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../scripts/built.ts';
import { brieflyCached } from '../../server/db/brief-cache.ts';
import { afterFile } from '../set-up/after-file.ts';
import { freePort } from '../set-up/service/free-port.ts';
import { startPgBouncer } from '../set-up/postgres/pgbouncer.ts';
import { openRows, type Rows } from '../set-up/service/rows.ts';
import { crowded, RunningService } from '../set-up/service/running-service.ts';
import { filesWithState, processStates } from './process-states.ts';
import { profileId, projects, signIn, startScene, success } from '../server/scene.ts';
import { seenElsewhere } from './seen-elsewhere.ts';

const { birds } = projects;
const poolSize = 8;
/** The process itself, its number for event ids, and migrations at the start. */
const directly = 3;

describe.each([
  ['alone', false],
  ['behind PgBouncer', true],
])('PostgreSQL %s', (_name, isPooled) => {
  let processes: [RunningService, RunningService];
  let owner: string;
  let rows: Rows;
  let databaseUrl: string;

  beforeAll(async () => {
    const { service, owner: key } = await startScene('postgres', crowded);
    owner = key;
    databaseUrl = service.databaseUrl ?? '';
    rows = openRows(service);
    afterFile(() => rows[Symbol.asyncDispose]());
    if (isPooled) {
      await service.stop();
      const bouncer = await startPgBouncer(databaseUrl, poolSize);
      afterFile(() => bouncer[Symbol.asyncDispose]());
      Object.assign(service.settings, { DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: databaseUrl });
      await service.start();
    }
    const port = await freePort();
    const other = new RunningService(port, service.dataDir, databaseUrl, {
      ...service.settings,
      PORT: String(port),
    });
    afterFile(() => other[Symbol.asyncDispose]());
    await other.start();
    processes = [service, other];
  });

  test('no two events get one id, and each is stored once', async () => {
    const person = await profileId(processes[0], owner, 'many@example.org');
    const ids = await Promise.all(
      Array.from({ length: 600 }, async (_, n) => {
        const reply = await processes[n % 2 ? 0 : 1].postJson('/api/record_event', {
          key: owner,
          project_id: birds.id,
          profile_id: person,
          type: 'collection',
          // Each is sent to both processes.
          idempotency_key: `event ${n >> 1}`,
        });
        return (await success('POST /api/record_event', reply)).event_id;
      }),
    );
    expect(new Set(ids).size).toBe(300);
    expect(await rows.all('select count(*) as count from events')).toEqual([{ count: 300 }]);
    const [counted] = await rows.all<{ events: number }>('select sum(events) as events from daily');
    expect(Number(counted?.events)).toBe(300);
    const held = await rows.all<{ objid: number }>(
      `select objid::integer from pg_locks where locktype = 'advisory' and classid = 7240311
        and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(new Set(held.map(({ objid }) => objid)).size).toBe(2);
  });

  test('both find, read and refuse the same', async () => {
    const paths = [
      `/finder?format=json&q=bird&key=${owner}`,
      `/finder?format=json&q=brid&key=${owner}`,
      `/finder?format=json&lat=40&lng=-75&key=${owner}`,
      `/api/project/${birds.id}?key=${owner}`,
      `/project/${birds.id}-bird-count`,
      '/finder?format=json&q=bird&key=nothing',
    ];
    for (const path of paths) {
      const [one, other] = await Promise.all(processes.map((at) => at.get(path)));
      const [first, second] = await Promise.all(
        [one, other].map(async (reply) => [
          reply?.status,
          (await reply?.text())?.replaceAll(
            /request_id":"[^"]*|nonce-?[^"' ]*|https?:\/\/localhost:\d+/g,
            '',
          ),
        ]),
      );
      expect([path, first?.[0]]).toEqual([path, path.includes('nothing') ? 401 : 200]);
      expect([path, second?.[0]]).toEqual([path, first?.[0]]);
      if (path.includes('format=json')) expect([path, second]).toEqual([path, first]);
    }
  });

  test('a search waits for no other, and leaves nothing behind on its connection', async () => {
    const searches = Array.from({ length: 60 }, (_, n) =>
      processes[n % 2 ? 0 : 1].get(`/finder?format=json&q=${n % 3 ? 'bird' : 'count'}&key=${owner}`),
    );
    for (const reply of await Promise.all(searches)) expect(reply.status).toBe(200);
    // Other work of the service may be between two statements at this moment.
    const open = () =>
      rows.all(
        "select count(*)::integer as count from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()",
      );
    await expect.poll(open).toEqual([{ count: 0 }]);
  });

  test('the number of participants of a day is the same in both, and stays', async () => {
    const people = Array.from({ length: 15 }, (_, n) => `p${n}@example.org`);
    const when = new Date(Date.now() - 86_400_000).toISOString();
    for (const address of people)
      await success(
        'POST /api/record_event',
        await processes[0].postJson('/api/record_event', {
          key: owner,
          project_id: projects.frogs.id,
          type: 'collection',
          when,
          profile_id: await profileId(processes[0], owner, address),
        }),
      );
    const cookie = await signIn(processes[0], 'owner@example.org');
    const shown = async (at: RunningService) => {
      const reply = await at.get(`/project/${projects.frogs.id}-frog-watch/stats`, { headers: { cookie } });
      const text = (await reply.text()).replaceAll(/<[^<>]*>/g, ' ');
      return [reply.status, /about\s+(\d+)\s+participants/.exec(text)?.[1]];
    };
    expect(await shown(processes[0])).toEqual([200, '15']);
    // Ten of them leave: the figure of the day does not tell, not even in a process that had not shown it.
    const ten = `project_id = ${projects.frogs.id} and profile_id in (select profile_id from participation
      where project_id = ${projects.frogs.id} order by profile_id limit 10)`;
    for (const table of ['participant_days', 'participation'])
      await rows.run(`delete from ${table} where ${ten}`);
    for (const at of processes) expect(await shown(at)).toEqual([200, '15']);
    await rows.run("update people_figures set day = '2026-01-01'");
    // The five that are left are too few to be shown.
    for (const at of processes) expect(await shown(at)).toEqual([200, undefined]);
  });

  test('a key that is revoked at one process ends at the other', async () => {
    const { json } = await processes[0].operator<{ key: string }>('key', 'leaving@example.org');
    const listed = await processes[0].operator<{ keys: { key_id: number }[] }>('keys', 'leaving@example.org');
    const search = () => processes[1].get(`/finder?format=json&q=bird&key=${json.key}`);
    expect((await search()).status).toBe(200);
    await processes[0].operate('revoke-key', String(listed.json.keys[0]?.key_id));
    await expect.poll(async () => (await search()).status).toBe(401);
  });

  test('the retention rule runs in one process at a time', async () => {
    // The lock that another process holds while it runs the rule.
    await rows.run('select pg_advisory_lock(7240313, 0)');
    const program = join(root, 'dist/server/operator.js');
    const purging = spawn(process.execPath, [program, 'purge'], {
      env: { PATH: process.env['PATH'], ...processes[0].settings },
      cwd: tmpdir(),
    });
    const ended = once(purging, 'exit');
    const [said] = (await once(purging.stderr.setEncoding('utf8'), 'data')) as [string];
    expect(said).toContain('waiting until it has');
    expect(purging.exitCode).toBe(null);
    await rows.run('select pg_advisory_unlock(7240313, 0)');
    expect(await ended).toEqual([0, null]);
  });

  test('a backup that one process makes is seen at the other, which begins none and deletes nothing', async () => {
    const cookie = await signIn(processes[0], 'operating@example.org');
    expect(await processes[0].operator('role', 'operating@example.org', 'operator')).toMatchObject({
      code: 0,
    });
    const folder = join(processes[0].dataDir, 'backups');
    const partial = join(folder, '.manyhands-1.backup.1.partial');
    await mkdir(folder, { recursive: true });
    await writeFile(partial, '');
    // Both have one public address.
    const headers = { cookie, origin: processes[0].baseUrl };
    const begin = async () => {
      const reply = await processes[1].postForm(
        '/operator/store',
        { act: 'backup' },
        { headers, redirect: 'manual' },
      );
      return reply.headers.get('location');
    };
    const isMaking = async () =>
      (await (await processes[1].get('/operator/store', { headers })).text()).includes(
        'A copy is being made since',
      );
    // The lock of the process that makes it.
    await rows.run('select pg_advisory_lock(7240313, 1)');
    expect(await isMaking()).toBe(true);
    expect(await begin()).toBe('/operator/store?done=busy');
    expect(existsSync(partial)).toBe(true);
    await rows.run('select pg_advisory_unlock(7240313, 1)');
    expect(await isMaking()).toBe(false);
    expect(await begin()).toBe('/operator/store?done=begun');
    await expect.poll(() => existsSync(partial)).toBe(false);
  });

  test('an act that one process does is seen at the other, which begins none', async () => {
    const cookie = await signIn(processes[0], 'operating@example.org');
    const headers = { cookie, origin: processes[0].baseUrl };
    const noted = { state: 'running', begun: 5, at: 6, says: '12 rows were moved.' };
    await rows.run(
      `insert into settings (name, value) values ('long-act-pepper', '${JSON.stringify(noted)}')`,
    );
    const { PEPPER = '', PEPPER_BEFORE = '' } = processes[1].settings;
    const next = 'a pepper that this process alone was given';
    await processes[1].restart({ PEPPER: next, PEPPER_BEFORE: PEPPER });
    const shown = async () => (await processes[1].get('/operator/store', { headers })).text();
    const begin = async () => {
      const fields = { act: 'pepper', sure: 'yes' };
      const reply = await processes[1].postForm('/operator/store', fields, { headers, redirect: 'manual' });
      return reply.headers.get('location');
    };
    // The lock of the process that does it.
    await rows.run('select pg_advisory_lock(7240313, 2)');
    expect(await shown()).toContain('Under way since');
    expect(await begin()).toBe('/operator/store?done=acting-already#pepper');
    await rows.run('select pg_advisory_unlock(7240313, 2)');
    expect(await shown()).toContain('it was interrupted, because its process ended');
    await processes[1].restart({ PEPPER, PEPPER_BEFORE });
  });

  test.each(Object.entries(seenElsewhere))('%s, and the other process knows', async (_what, scenario) => {
    const { act, asked, expected } = await scenario(...processes);
    expect(await asked()).not.toEqual(expected);
    await act();
    await expect.poll(asked).toEqual(expected);
  });

  const behindPooler = isPooled ? test : () => undefined;
  behindPooler('a few connections of the server carry both', async () => {
    const [used] = await rows.all<{ count: number }>(
      'select count(*)::integer as count from pg_stat_activity where datname = current_database()',
    );
    // And the one that asks.
    expect(used?.count).toBeLessThanOrEqual(poolSize + 2 * directly + 1);
  });
});

test('each file that keeps state in a process says how two processes act as one', () => {
  expect(filesWithState()).toEqual(Object.keys(processStates).sort());
  const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).map((file) =>
    basename(file),
  );
  for (const row of Object.values(processStates)) {
    if ('test' in row) expect(tests).toContain(row.test);
    if ('seen' in row) expect(Object.keys(seenElsewhere)).toContain(row.seen);
  }
});

test('a key that another process has revoked is found as before for half a second, and no longer', async () => {
  let row = { revoked_at: 0 };
  const { find } = brieflyCached(async () => row);
  const foundAt = async (now: number) => (await find('digest', now))?.revoked_at;
  expect(await foundAt(1000)).toBe(0);
  row = { revoked_at: 1001 };
  expect([await foundAt(1499), await foundAt(1500)]).toEqual([0, 1001]);
});

test('a pooler without the direct address is refused in one sentence', async () => {
  const { service } = await startScene('postgres');
  await service.stop();
  await using bouncer = await startPgBouncer(service.databaseUrl ?? '', poolSize);
  service.settings['DATABASE_URL'] = bouncer.url;
  await expect(service.start()).rejects.toThrow(
    /It printed:\nThere is a connection pooler before the database: set DATABASE_DIRECT_URL to /,
  );
  Object.assign(service.settings, { DATABASE_DIRECT_URL: bouncer.url });
  await expect(service.start()).rejects.toThrow(/It printed:\nThere is a connection pooler before/);
});

test('without a number for event ids a process records nothing, and is not ready, until it has one', async () => {
  const { service, owner } = await startScene('postgres');
  const person = await profileId(service, owner, 'number@example.org');
  await using rows = openRows(service);
  await using next = openRows(service);
  const held = `from pg_locks where locktype = 'advisory' and classid = 7240311
    and database = (select oid from pg_database where datname = current_database())`;
  const [session] = await rows.all<{ pid: number }>(`select pid ${held}`);
  await rows.run('select pg_advisory_lock(7240311, n) from generate_series(1, 63) as n');
  // Waits in the queue, so that it gets the number before the service can take it again.
  const queued = next.run('select pg_advisory_lock(7240311, 0)');
  await expect.poll(() => rows.all(`select pid ${held} and not granted`)).toHaveLength(1);
  await rows.run(`select pg_terminate_backend(${session?.pid})`);
  await queued;
  const record = async () =>
    (
      await service.postJson('/api/record_event', {
        key: owner,
        project_id: birds.id,
        profile_id: person,
        type: 'collection',
      })
    ).status;
  await expect.poll(record).toBe(503);
  await expect.poll(async () => (await service.get('/health')).status).toBe(503);
  const search = await service.get(`/finder?format=json&q=bird&key=${owner}`);
  expect(search.status).toBe(200);
  await rows.run('select pg_advisory_unlock(7240311, 17)');
  await expect.poll(async () => (await service.get('/health')).status).toBe(200);
  expect(await record()).toBe(200);
  const events = await rows.all<{ node: number }>(
    'select (event_id / 128 % 64)::integer as node from events order by event_id desc limit 1',
  );
  expect(events).toEqual([{ node: 17 }]);
});
