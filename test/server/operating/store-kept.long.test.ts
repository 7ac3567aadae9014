/** The store as an operator handles it: copied, restored, opened by another release, by a mistake, or twice. */
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqlite } from '../../../server/db/sqlite/engine.ts';
import { watchSqliteFile } from '../../../server/db/sqlite/file-watch.ts';
import { freePort } from '../../set-up/service/free-port.ts';
import { pathOf } from '../../set-up/programs/installed.ts';
import { openRows } from '../../set-up/service/rows.ts';
import { RunningService } from '../../set-up/service/running-service.ts';
import {
  engines,
  onPostgres,
  type Service,
  startOnNewStore,
  startService,
} from '../../set-up/service/start-service.ts';
import { watchOver } from '../../set-up/watch-over.ts';
import { importEntries, projectEntry } from '../scene.ts';

/** PostgreSQL may be installed without its programs being on the PATH. */
const pathWithPostgres = async () => `${process.env['PATH']}:${await pathOf('postgres')}`;

const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'manyhands-store-'));
  watchOver(folder);
  return folder;
};

const errorOf = async (service: RunningService, ...args: string[]) => {
  const { code, json } = await service.operator(...args);
  return [code, json['error']];
};

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  let folder: string;

  beforeAll(async () => {
    folder = await newFolder();
    service = await startService(engine, { PATH: await pathWithPostgres() });
    const entries = ['Bird Count', 'Tide Pools'].map((name) => projectEntry(name, 'https://birds.example/'));
    await importEntries(service, 'owner@example.org', entries, '--publish');
    // Larger than SQLite copies in one step.
    await using rows = openRows(service);
    const bytes = engine === 'sqlite' ? 'zeroblob(30000000)' : "convert_to(repeat('x', 3000000), 'UTF8')";
    await rows.run(`create table filler as select ${bytes} as bytes`);
  });
  afterAll(async () => {
    await using rows = openRows(service);
    await rows.run('drop table filler');
  });

  test('a backup is of one moment, while another process writes without a pause', async () => {
    await using rows = openRows(service);
    await rows.run('create table ticks (tick integer)');
    let isCopying = true;
    const writing = (async () => {
      for (let tick = 0; isCopying; tick++) {
        await rows.run(`insert into ticks values (${tick})`);
        await setImmediate();
      }
    })();
    const path = join(folder, 'while writing');
    const { code, json } = await service.operator('backup', path, '--verify');
    isCopying = false;
    await writing;
    await rows.run('drop table ticks');
    expect([code, json]).toEqual([
      0,
      { result: 'success', path, tables: expect.any(Number), rows: expect.any(Number) },
    ]);
    expect(Number(json['tables'])).toBeGreaterThan(20);
    expect(Number(json['rows'])).toBeGreaterThan(20);
  });

  test('a backup never replaces a file, and one that failed leaves none', async () => {
    const path = join(folder, 'once');
    await service.operate('backup', path);
    expect(await errorOf(service, 'backup', path)).toEqual([1, `${path} exists already.`]);
    const before = await readdir(folder);
    const nowhere = join(folder, 'no', 'folder');
    expect((await service.operator('backup', nowhere)).code).toBe(1);
    expect(await readdir(folder)).toEqual(before);
    expect(before.filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('a store of a newer release is backed up, and neither a command nor the service goes on with it', async () => {
    await using rows = openRows(service);
    await rows.run("insert into kysely_migration values ('9999-later', '2026-01-01T00:00:00.000Z')");
    const newer = /^This store is from a newer release \(9999-later is not known here\): use that release/;
    try {
      expect(await errorOf(service, 'reviews')).toEqual([1, expect.stringMatching(newer)]);
      await service.operate('backup', join(folder, 'newer'));
      await expect(service.restart()).rejects.toThrow(/It printed:\nThis store is from a newer release/);
    } finally {
      await rows.run("delete from kysely_migration where name = '9999-later'");
    }
    await service.start();
  });
});

test('a command makes no store where there is none', async () => {
  const folder = await newFolder();
  const nothing = new RunningService(await freePort(), folder, undefined, {});
  const error = expect.stringMatching(/^There is no store in /) as unknown;
  for (const args of [['key', 'a@example.org'], ['reviews'], ['backup', join(folder, 'copy')]])
    expect(await errorOf(nothing, ...args)).toEqual([1, error]);
  const withoutPepper = new RunningService(await freePort(), folder, undefined, { PEPPER: '' });
  expect(await errorOf(withoutPepper, 'reviews')).toEqual([
    1,
    expect.stringMatching(/^DATA_DIR: there is no pepper in /),
  ]);
  expect(await readdir(folder)).toEqual([]);
});

test('SQLite: a second service on the same folder does not start, and the first goes on', async () => {
  const service = await startService('sqlite');
  const second = new RunningService(await freePort(), service.dataDir, undefined, {});
  await expect(second.start()).rejects.toThrow(
    /ended with 1\. It printed:\nAnother service is using .*: stop it first; several processes need PostgreSQL/,
  );
  expect((await service.get('/health')).status).toBe(200);
  // However it ends, the next one starts.
  await service.kill9();
  await service.start();
  expect((await service.get('/health')).status).toBe(200);
});

test.each<[string, (copy: string, file: string) => Promise<void>]>([
  ['replaced', rename],
  ['overwritten by a backup of this moment', copyFile],
  [
    'overwritten by a file that another service had',
    async (copy, file) => {
      const other = new DatabaseSync(copy);
      other.exec('pragma journal_mode = wal; pragma application_id = 7');
      other.close();
      await copyFile(copy, file);
    },
  ],
])('SQLite: a service whose file is %s ends with one sentence', async (_, act) => {
  const service = await startService('sqlite');
  const copy = join(service.dataDir, 'copy.db');
  await service.operate('backup', copy);
  await act(copy, join(service.dataDir, 'manyhands.db'));
  await expect.poll(() => service.pid).toBe(undefined);
  expect(service.log()).toContain('the database file was replaced, overwritten or deleted while the service');
  // Its log is of the former file, and is not read into this one.
  expect(await readdir(service.dataDir)).toContainEqual(expect.stringMatching(/^manyhands\.db-wal\.before-/));
  await service.start();
  expect((await service.get('/health')).status).toBe(200);
});

test('SQLite: a start waits with its mark for an act that it has resumed', async () => {
  const folder = await newFolder();
  const store = await openSqlite(folder, {});
  if (store.engine !== 'sqlite') throw new Error('no SQLite');
  const { sqlite, db } = store;
  const started = await db.transaction().execute(async () => [watchSqliteFile(sqlite, folder, () => {})]);
  (await started[0])?.();
  await store.close();
});

test('mistakes in settings that do not end the service are told, without values', async () => {
  const service = await startService('sqlite', { LIMIT_IPS: '54321' });
  expect(service.log()).toContain('LIMIT_IPS is not a setting: is LIMIT_IP meant?');
  await service.get('/live', { headers: { 'x-forwarded-for': '203.0.113.9' } });
  await expect.poll(() => service.log()).toContain('TRUST_PROXY is 0');
  expect(service.log()).not.toMatch(/54321|203\.0\.113\.9/);
});

test('the start names release, engine, place and size, and says when the store is new', async () => {
  const service = await startOnNewStore('sqlite');
  expect(service.log()).toMatch(
    /^Release \d+\.\d+\.\d+, with a new, empty store: SQLite, \/.*manyhands\.db, \d/m,
  );
  const before = service.log().length;
  // As soon as it listens, it can be told to end, and ends in order.
  expect(await service.stop()).toEqual({ code: 0, signal: null });
  await service.start();
  expect(service.log().slice(before)).toMatch(/^Release .*, with the store: SQLite, /m);
});

onPostgres(describe)('PostgreSQL', () => {
  let service: Service;
  let folder: string;
  beforeAll(async () => {
    folder = await newFolder();
    service = await startService('postgres', { PATH: await pathWithPostgres() });
    await importEntries(
      service,
      'owner@example.org',
      [projectEntry('Bird Count', 'https://birds.example/')],
      '--publish',
    );
  });

  const at = (change: (url: URL) => void) => {
    const url = new URL(service.databaseUrl ?? '');
    change(url);
    return new RunningService(service.port, service.dataDir, url.href, {
      ...service.settings,
      DATABASE_URL: url.href,
    });
  };

  test('the start names the database, and no password', async () => {
    const url = new URL(service.databaseUrl ?? '');
    expect(service.log()).toMatch(
      new RegExp(
        `^Release .*: PostgreSQL \\d+\\.\\d+, database ${url.pathname.slice(1)} on 127\\.0\\.0\\.1, \\d`,
        'm',
      ),
    );
    expect(service.log()).not.toContain(url.password);
  });

  test.each<[string, (url: URL, sockets: string) => void]>([
    [
      'a socket',
      (url, sockets) => Object.assign(url, { search: `?host=${encodeURIComponent(sockets)}`, password: '' }),
    ],
    ['sslmode', (url) => url.searchParams.set('sslmode', 'disable')],
    ['what only the driver knows', (url) => url.searchParams.set('ssl', '0')],
    [
      'the password in the query',
      (url) => {
        url.searchParams.set('password', url.password);
        url.password = '';
      },
    ],
  ])('a backup connects as the service does: %s', async (name, change) => {
    await using rows = openRows(service);
    const [row] = await rows.all<{ sockets: string }>(
      "select current_setting('unix_socket_directories') as sockets",
    );
    const { code, json } = await at((url) => change(url, row?.sockets ?? '')).operator(
      'backup',
      join(folder, name),
    );
    expect([code, json['error']]).toEqual([0, undefined]);
  });

  test('a backup that the server refuses says why in its words, never the password, and leaves no file', async () => {
    const wrong = at((url) => (url.password = 'not-the-password-of-anybody'));
    const path = join(folder, 'refused');
    const [code, error] = await errorOf(wrong, 'backup', path);
    expect(code).toBe(1);
    expect(error).toMatch(/password authentication failed/);
    expect(error).not.toContain('not-the-password-of-anybody');
    expect((await readdir(folder)).filter((each) => each.includes('refused'))).toEqual([]);
  });

  test('a backup that is restored into a running service is refused as a whole, and the service goes on', async () => {
    const path = join(folder, 'into the running');
    await service.operate('backup', path);
    await using rows = openRows(service);
    const count = 'select (select count(*) from projects) as projects, (select count(*) from keys) as keys';
    await service.operate('key', 'later@example.org');
    const before = await rows.all(count);
    const restoring = ['--no-owner', '--exit-on-error', '--single-transaction'];
    const restored = promisify(execFile)(
      'pg_restore',
      [...restoring, `--dbname=${service.databaseUrl}`, path],
      { env: { ...process.env, PATH: await pathWithPostgres() } },
    );
    await expect(restored).rejects.toThrow(/already exists/);
    expect(await rows.all(count)).toEqual(before);
    expect((await service.get('/health')).status).toBe(200);
  });

  test('a backup restores into a new database, as documented, and the service starts on it', async () => {
    const path = join(folder, 'to restore');
    await service.operate('backup', path);
    const url = new URL(service.databaseUrl ?? '');
    const name = `${url.pathname.slice(1)}_restored`;
    const here = new Client(service.databaseUrl);
    await here.connect();
    await here.query(`create database ${name} template template0`);
    await here.end();
    url.pathname = `/${name}`;
    const restoring = ['--no-owner', '--exit-on-error', '--single-transaction', `--dbname=${url.href}`, path];
    await promisify(execFile)('pg_restore', restoring, {
      env: { ...process.env, PATH: await pathWithPostgres() },
    });
    await using restored = new RunningService(
      await freePort(),
      await newFolder(),
      url.href,
      service.settings,
    );
    Object.assign(restored.settings, {
      PORT: String(restored.port),
      BASE_URL: restored.baseUrl,
      DATABASE_URL: url.href,
    });
    await restored.start();
    const reply = await restored.get('/project/11?format=json');
    expect(await (await restored.get('/health')).json()).toMatchObject({ result: 'success' });
    expect(reply.status).toBeLessThan(500);
    await using rows = openRows({ databaseUrl: url.href, dataDir: '' });
    expect(await rows.all('select name from projects')).toEqual([{ name: 'Bird Count' }]);
  });
});
