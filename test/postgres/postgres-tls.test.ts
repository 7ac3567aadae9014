/** PostgreSQL on another machine: the service and `backup` reach it encrypted, verified, and by IPv6, as its URL says. */
import { chmod, chown, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { afterFile } from '../set-up/after-file.ts';
import { newCertificate, trustFile } from '../set-up/service/encrypted.ts';
import { pathOf } from '../set-up/programs/installed.ts';
import { loopbacks } from '../set-up/service/loopbacks.ts';
import { lentUser, newFolder, startPostgres } from '../set-up/postgres/postgres.ts';
import { RunningService, runService } from '../set-up/service/running-service.ts';
import { watchOver } from '../set-up/watch-over.ts';

let service: RunningService;
let folder: string;
let trusted: string;

/** Encrypts a cluster's connections with a certificate for `localhost`, which is returned. */
async function encrypt(url: string) {
  const certificate = await newCertificate(['localhost']);
  const user = await lentUser();
  const place = await newFolder(user);
  for (const [name, text] of Object.entries(certificate)) {
    await writeFile(join(place, name), text);
    await chmod(join(place, name), 0o600);
    if (user.uid !== undefined && user.gid !== undefined) await chown(join(place, name), user.uid, user.gid);
  }
  const client = new Client(url);
  await client.connect();
  await client.query(`alter system set ssl_cert_file = '${join(place, 'cert')}'`);
  await client.query(`alter system set ssl_key_file = '${join(place, 'key')}'`);
  await client.query('alter system set ssl = on');
  await client.query('select pg_reload_conf()');
  await client.end();
  return certificate;
}

beforeAll(async () => {
  const cluster = await startPostgres();
  afterFile(() => cluster.stop());
  folder = await mkdtemp(join(tmpdir(), 'manyhands-tls-'));
  watchOver(folder);
  trusted = await trustFile(await encrypt(cluster.url), folder);
  // PostgreSQL may be installed without its programs being on the PATH.
  service = await runService(cluster.url, { PATH: `${process.env['PATH']}:${await pathOf('postgres')}` });
  afterFile(() => service[Symbol.asyncDispose]());
});

/** The service's settings with another address of the same database. */
const at = (host: string, more: Record<string, string>) => {
  const url = new URL(service.databaseUrl ?? '');
  url.hostname = host;
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  return { DATABASE_URL: url.href };
};
const commandsAt = (settings: { DATABASE_URL: string }) =>
  new RunningService(service.port, service.dataDir, settings.DATABASE_URL, {
    ...service.settings,
    ...settings,
  });

/** Whether the connections of the service are encrypted: each kind that there is. */
const areEncrypted = async () => {
  const client = new Client(service.databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ ssl: boolean }>(
    `select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid)
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await client.end();
  return rows.map(({ ssl }) => ssl);
};

test.each<[string, string, () => Record<string, string>, encrypted: boolean]>([
  ['encrypted', 'localhost', () => ({ sslmode: 'require' }), true],
  ['verified', 'localhost', () => ({ sslmode: 'verify-full', sslrootcert: trusted }), true],
  ...loopbacks.map((host): [string, string, () => Record<string, string>, boolean] => [
    `plain at ${host}`,
    host.includes(':') ? `[${host}]` : host,
    () => ({ sslmode: 'disable' }),
    false,
  ]),
])('%s: the service runs, and a backup is made and restored', async (name, host, more, isEncrypted) => {
  const settings = at(host, more());
  await service.restart(settings);
  expect((await service.get('/health')).status).toBe(200);
  await expect.poll(areEncrypted).toEqual([isEncrypted]);
  const path = join(folder, name.replaceAll(/\W/g, '-'));
  const { code, json } = await commandsAt(settings).operator('backup', path, '--verify');
  expect([code, json['error']]).toEqual([0, undefined]);
});

test.each<[string, string, () => Promise<Record<string, string>>]>([
  [
    'a certificate of somebody else',
    'localhost',
    async () => {
      const other = await mkdtemp(join(folder, 'other-'));
      return {
        sslmode: 'verify-full',
        sslrootcert: await trustFile(await newCertificate(['localhost']), other),
      };
    },
  ],
  [
    'a certificate for another host name',
    '127.0.0.1',
    async () => ({ sslmode: 'verify-full', sslrootcert: trusted }),
  ],
])('%s is refused by both, in words, without the password', async (name, host, more) => {
  const settings = at(host, await more());
  const { password } = new URL(settings.DATABASE_URL);
  const { code, json } = await commandsAt(settings).operator('backup', join(folder, name));
  expect([code, json['error']]).toEqual([1, expect.stringMatching(/certificate/)]);
  expect(String(json['error'])).not.toContain(password);
  const before = service.log().length;
  const working = { DATABASE_URL: service.settings['DATABASE_URL'] ?? '' };
  await expect(service.restart(settings)).rejects.toThrow(/The database cannot be opened: /);
  expect(service.log().slice(before)).not.toContain(password);
  await service.restart(working);
});
