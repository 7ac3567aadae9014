/**
 * `npm run rehearsal [-- <revision of the release before> [<of this release>]]`: an operator's year in minutes. It deploys the release
 * before from a clean clone in production behind nginx, upgrades it, backs up and restores, moves to PostgreSQL, runs
 * two releases at once, and goes back to SQLite; contributions arrive all the time, and every table is counted at each
 * step.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from '../set-up/service/free-port.ts';
import { mustHave, pathOf } from '../set-up/programs/installed.ts';
import { startMailServer } from '../set-up/service/peers/mail-server.ts';
import { startPostgres } from '../set-up/postgres/postgres.ts';
import { startProxy } from '../set-up/programs/proxies.ts';
import { RunningService, type Settings, unlimited } from '../set-up/service/running-service.ts';
import { watchOver } from '../set-up/watch-over.ts';
import { Load, type Owner } from './load.ts';
import { deploy, type Release, releaseBefore } from './releases.ts';
import { type Counts, countsOf, inWords, mustBeSame } from './store-counts.ts';

const perStep = 300;

const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);
let step = 0;
const begin = (what: string) => console.log(`\n${++step}. ${what}`);

const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'manyhands-rehearsal-'));
  watchOver(folder);
  return folder;
};
const must = async (service: RunningService, ...args: string[]) => {
  const { code, json, stderr } = await service.operator<Record<string, unknown>>(...args);
  if (code !== 0)
    throw new Error(`operator ${args[0]} ended with ${code}: ${JSON.stringify(json)} ${stderr}`);
  return json;
};

await mustHave('postgres');
const given = process.argv[2] ?? (await releaseBefore());
begin('Clean clones, built as the documentation says');
const before = await deploy(given, say);
const now = await deploy(process.argv[3] ?? 'HEAD', say);
const mail = await startMailServer();
const cluster = await startPostgres();
const tools = `${process.env['PATH']}:${await pathOf('postgres')}`;

/** A service in production behind nginx. */
async function deployed(release: Release, dataDir: string, databaseUrl?: string, more: Settings = {}) {
  const port = await freePort();
  const proxy = await startProxy('nginx', port);
  const service = new RunningService(port, dataDir, databaseUrl, {
    NODE_ENV: 'production',
    BASE_URL: `https://localhost:${proxy.https}`,
    TRUST_PROXY: '1',
    PATH: tools,
    SMTP_URL: mail.url,
    SMTP_TLS: 'optional',
    MAIL_FROM: 'Manyhands <hello@example.org>',
    ...unlimited,
    ...more,
  });
  service.build = release.folder;
  service.readyLimit = 600_000;
  return { service, proxy, https: proxy.https };
}

const newDatabase = async (name: string) => {
  const client = new Client(cluster.url);
  await client.connect();
  await client.query(`create database ${name} template template0`).finally(() => client.end());
  const url = new URL(cluster.url);
  url.pathname = `/${name}`;
  return url.href;
};

/** The first hour: an operator, the projects, a key, and people whose profiles were looked up. */
async function firstHour(service: RunningService): Promise<Owner> {
  await must(service, 'role', 'operator@example.org', 'operator');
  const catalog = join(service.build, 'server/demo/catalog.json');
  const imported = await must(service, 'import', catalog, '--owner', 'owner@example.org', '--publish');
  say(`imported ${String(imported['added'])} projects`);
  const { key } = await must(service, 'key', 'owner@example.org');
  const found = await service.get(`/finder?format=json&q=&limit=1&key=${String(key)}`);
  const { results } = (await found.json()) as { results: { id: number }[] };
  const profiles: number[] = [];
  for (let n = 0; n < 60; n++) {
    const reply = await service.get(`/api/profile/id?identifier=person${n}@example.org&key=${String(key)}`);
    profiles.push(((await reply.json()) as { service_profile_id: number }).service_profile_id);
  }
  return { key: String(key), projectId: results[0]?.id ?? 0, profiles };
}

/** Counts, when nothing arrives: every acknowledged contribution is there once. */
async function checked(load: Load, service: RunningService): Promise<Counts> {
  const counts = await countsOf(service);
  const surprises = [...load.surprises];
  if (surprises.length > 0) throw new Error(`Unexpected replies: ${surprises.join('\n')}`);
  const ids = new Set(load.acknowledged.values());
  if (counts['events'] !== load.acknowledged.size || ids.size !== load.acknowledged.size)
    throw new Error(
      `${load.acknowledged.size} contributions were acknowledged, ${counts['events']} are stored.`,
    );
  say(`counted: ${inWords(counts)}; ${load.tries} requests had to be sent again so far`);
  return counts;
}

async function restoreDump(dump: string, url: string): Promise<void> {
  const options = ['--no-owner', '--exit-on-error', '--single-transaction'];
  await promisify(execFile)('pg_restore', [`--dbname=${url}`, ...options, dump], {
    env: { ...process.env, PATH: tools },
  });
}

try {
  begin(`The release before (${before.revision}) in production behind nginx, with SQLite`);
  const first = await deployed(before, await newFolder());
  await first.service.start();
  const load = new Load(await firstHour(first.service));
  load.start(first.https);
  await load.untilMore(perStep);

  begin(`Upgraded to ${now.revision} under load`);
  await first.service.stop();
  first.service.build = now.folder;
  await first.service.start();
  await load.untilMore(perStep);
  await load.stop();
  await checked(load, first.service);

  begin('Backed up under load, and restored into an empty folder');
  load.start(first.https);
  await load.untilMore(50);
  const backup = join(await newFolder(), 'copy.db');
  const verified = await must(first.service, 'backup', backup, '--verify');
  say(`verified: ${String(verified['rows'])} rows in ${String(verified['tables'])} tables`);
  await load.untilMore(50);
  await load.stop();
  const beforeRestore = await checked(load, first.service);
  await first.service.stop();
  const restored = await deployed(now, await newFolder());
  await cp(backup, join(restored.service.dataDir, 'manyhands.db'));
  await restored.service.start();
  const lost = (beforeRestore['events'] ?? 0) - ((await countsOf(restored.service))['events'] ?? 0);
  say(`${lost} contributions were newer than the backup; their owners send everything again`);
  await load.sendAgain(restored.https);
  mustBeSame('After the restore', beforeRestore, await checked(load, restored.service));

  begin('Moved to PostgreSQL');
  await restored.service.stop();
  const onSqlite = await countsOf(restored.service);
  const url = await newDatabase('moved');
  await must(restored.service, 'copy-to', url);
  const moved = await deployed(now, await newFolder(), url);
  await moved.service.start();
  mustBeSame('After the move', onSqlite, await checked(load, moved.service));
  load.start(moved.https);
  await load.untilMore(perStep);

  begin('Backed up under load, and restored into a new database');
  const dump = join(await newFolder(), 'copy.dump');
  const dumped = await must(moved.service, 'backup', dump, '--verify');
  say(`verified: ${String(dumped['rows'])} rows in ${String(dumped['tables'])} tables`);
  await load.stop();
  const onPostgres = await checked(load, moved.service);
  await moved.service.stop();
  const again = await deployed(now, await newFolder(), await newDatabase('restored'));
  await restoreDump(dump, again.service.databaseUrl ?? '');
  await again.service.start();
  await load.sendAgain(again.https);
  mustBeSame('After the restore', onPostgres, await checked(load, again.service));

  begin('Moved back to SQLite');
  await again.service.stop();
  const folder = join(await newFolder(), 'data');
  await must(again.service, 'copy-to', folder);
  const back = await deployed(now, folder);
  await back.service.start();
  mustBeSame('After the way back', onPostgres, await checked(load, back.service));
  await back.service.stop();

  begin(`Two releases at once on one PostgreSQL: ${before.revision} and ${now.revision}`);
  const older = await deployed(before, await newFolder(), await newDatabase('rolling'));
  await older.service.start();
  const rolling = new Load(await firstHour(older.service));
  rolling.start(older.https);
  await rolling.untilMore(perStep);
  const newer = await deployed(now, older.service.dataDir, older.service.databaseUrl);
  await newer.service.start();
  rolling.ports = [older.https, newer.https];
  await rolling.untilMore(perStep);
  rolling.ports = [newer.https];
  await older.service.stop();
  await rolling.untilMore(perStep);
  await rolling.stop();
  await checked(rolling, newer.service);
  await newer.service.stop();

  console.log('\nThe rehearsal went well: every count was the same at each step.');
} finally {
  await cluster.stop();
  await mail[Symbol.asyncDispose]();
}
// Folders and processes are cleaned up behind it.
process.exit(0);
