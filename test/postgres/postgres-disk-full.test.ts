/** The disk of PostgreSQL is full: 503 with the reason in the log, nothing half stored, and well when there is room. */
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { acknowledgedLoad } from '../set-up/service/acknowledged-load.ts';
import { afterFile } from '../set-up/after-file.ts';
import { type Places, startPostgres } from '../set-up/postgres/postgres.ts';
import { ownProject } from '../set-up/service/project.ts';
import { runService, unlimited } from '../set-up/service/running-service.ts';
import { mountSmallDisk } from '../set-up/postgres/small-disk.ts';

/** Enough for an empty store and its log, and no more. */
const megabytes = 200;
const small = { max_wal_size: '64MB', min_wal_size: '32MB', shared_buffers: '16MB' };

/** A service on a PostgreSQL whose data, or all of it, is on a small disk; undefined where none can be mounted. */
const setScene = async (places: (disk: string) => Places) => {
  const disk = await mountSmallDisk(megabytes);
  if (!disk) return undefined;
  afterFile(() => disk[Symbol.asyncDispose]());
  const cluster = await startPostgres(small, undefined, places(disk.folder));
  afterFile(() => cluster.stop());
  const service = await runService(cluster.url, unlimited);
  afterFile(() => service[Symbol.asyncDispose]());
  const load = await acknowledgedLoad(service, await ownProject(service));
  const health = async () => {
    const reply = await service.get('/health');
    return [reply.status, ((await reply.json()) as { store: string }).store];
  };
  return { disk, cluster, service, load, health };
};

const until = (isSo: () => boolean) => expect.poll(isSo).toBe(true);

test('the disk of its tables is full: what does not fit gets 503, and is stored when there is room', async ({
  skip,
}) => {
  const scene = await setScene((disk) => ({
    dataIn: () => join(disk, 'data'),
    walIn: (folder) => join(folder, 'wal'),
  }));
  if (!scene) return skip('no file system can be mounted here');
  const { disk, service, load, health } = scene;
  const { pid } = service;
  for (let time = 1; time <= 3; time++) {
    const before = load.count(200);
    await until(() => load.count(200) > before + 50);
    await disk.fill();
    const refused = load.count(503);
    await until(() => load.count(503) > refused + 20);
    await expect.poll(health).toEqual([503, 'refusing']);
    // Reading goes on.
    expect((await service.get('/finder?q=birds')).status).toBe(200);
    await disk.empty();
    await expect.poll(health).toEqual([200, 'ok']);
  }
  await load.stop();
  expect(new Set(load.statuses.keys())).toEqual(new Set([200, 503]));
  const reason = service
    .log()
    .split('\n')
    .find((line) => line.includes('No space left on device'));
  expect(JSON.parse(reason ?? '{}')).toMatchObject({ level: 'error', err: { code: '53100' } });
  expect(service.pid).toBe(pid);
  await load.mustBeStored();
});

test('the disk of its write-ahead log is full: PostgreSQL ends, and all is well after it was started again', async ({
  skip,
}) => {
  const scene = await setScene((disk) => ({ dataIn: () => join(disk, 'data') }));
  if (!scene) return skip('no file system can be mounted here');
  const { disk, cluster, service, load, health } = scene;
  const { pid } = service;
  await until(() => load.count(200) > 50);
  await disk.fill();
  // Uses up the segments of the log that are there.
  const client = new Client(cluster.url);
  client.on('error', () => undefined);
  await client.connect();
  const isThere = async () => {
    await client.query("select pg_logical_emit_message(true, 'fill', repeat('x', 1000000)), pg_switch_wal()");
  };
  await expect(
    (async () => {
      for (;;) await isThere();
    })(),
  ).rejects.toThrow();
  const refused = load.count(503);
  await until(() => load.count(503) > refused + 20);
  await expect.poll(async () => (await health())[0]).toBe(503);
  await disk.empty();
  // As systemd does.
  await cluster.crash();
  await cluster.restart();
  await expect.poll(health).toEqual([200, 'ok']);
  const then = load.count(200);
  await until(() => load.count(200) > then + 50);
  await load.stop();
  expect(new Set(load.statuses.keys())).toEqual(new Set([200, 503]));
  expect(service.pid).toBe(pid);
  await load.mustBeStored();
});
