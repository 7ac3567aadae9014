/**
 * `bench -- power [seconds] [engine…]`: the power fails under load. Data that was written but not synced is gone; each
 * acknowledged contribution must still be there. A second run with `synchronous = off` (SQLite) or `fsync = off`
 * (PostgreSQL) shows that losses are found.
 */
import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ensureBuilt } from '../../scripts/built.ts';
import { startPostgres } from '../set-up/postgres/postgres.ts';
import { type Owned, ownProject, profilesOf, record } from '../set-up/service/project.ts';
import { openRows } from '../set-up/service/rows.ts';
import { runService, RunningService, unlimited, type Settings } from '../set-up/service/running-service.ts';
import { unsynced } from '../set-up/service/unsynced.ts';

const senders = 16;
const run = promisify(execFile);

type Losses = { acknowledged: number; lost: number };

export async function powerBench(words: string[]): Promise<void> {
  await ensureBuilt();
  const seconds = words.map(Number).find((value) => value > 0) ?? 10;
  const engines = words.filter((word) => word === 'sqlite' || word === 'postgres');
  for (const engine of engines.length > 0 ? engines : ['sqlite', 'postgres']) {
    const [losses, control] =
      engine === 'sqlite'
        ? ([onSqlite, 'with synchronous = off'] as const)
        : ([onPostgres, 'with fsync = off       '] as const);
    const synced = await losses(seconds, true);
    const unsafe = await losses(seconds, false);
    console.log(`
power loss on ${engine}, under ${senders} senders, after ${seconds} s
  as it is                 ${synced.lost} of ${synced.acknowledged} acknowledged contributions lost (aim 0)
  ${control}   ${unsafe.lost} of ${unsafe.acknowledged} lost (must be more than 0)`);
    if (synced.lost > 0 || unsafe.lost === 0) process.exitCode = 1;
  }
}

/** Compiles the library that keeps what was synced, into a folder that any user may read. */
async function buildLibrary(folder: string): Promise<string> {
  const library = join(folder, 'synced-only.so');
  const source = join(import.meta.dirname, 'synced-only.c');
  await run('gcc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl']);
  await chmod(library, 0o755);
  return library;
}

/** Records for some time, and then loses the power; returns the ids of what was acknowledged. */
async function untilPowerFails(
  service: RunningService,
  { key, projectId }: Owned,
  profile: number,
  seconds: number,
  powerFails: () => Promise<unknown>,
): Promise<number[]> {
  const acknowledged: number[] = [];
  let isOver = false;
  const all = Array.from({ length: senders }, async () => {
    while (!isOver) {
      const fields = { key, project_id: projectId, profile_id: profile, duration: 60 };
      const answer = await record(service, fields).catch(() => undefined);
      if (answer?.status === 200) acknowledged.push(answer.json.event_id);
    }
  });
  await sleep(seconds * 1000);
  await powerFails();
  isOver = true;
  await Promise.all(all);
  return acknowledged;
}

/** Starts a service on what had been synced, and looks for what was acknowledged. */
async function lostOf(acknowledged: number[], again: RunningService): Promise<Losses> {
  await again.start();
  await using rows = openRows(again);
  const events = await rows.all<{ event_id: number }>('select event_id from events');
  const stored = new Set(events.map(({ event_id }) => Number(event_id)));
  await again.kill9();
  return { acknowledged: acknowledged.length, lost: acknowledged.filter((id) => !stored.has(id)).length };
}

async function onSqlite(seconds: number, isSafe: boolean): Promise<Losses> {
  const folder = await mkdtemp(join(tmpdir(), 'manyhands-power-'));
  const after = await mkdtemp(join(tmpdir(), 'manyhands-power-'));
  try {
    const settings: Settings = { LD_PRELOAD: await buildLibrary(folder), ...(isSafe ? {} : unsynced) };
    await using service = await runService(undefined, unlimited);
    const owned = await ownProject(service);
    const [profile = 0] = await profilesOf(service, owned.key, 1);
    // An orderly stop: everything so far is on the disk.
    await service.stop();
    await cp(service.dataDir, after, { recursive: true });
    await service.restart({ ...settings, SYNCED_ONLY: after });
    const fails = () => service.kill9();
    const acknowledged = await untilPowerFails(service, owned, profile, seconds, fails);
    return await lostOf(acknowledged, new RunningService(service.port, after, undefined, unlimited));
  } finally {
    for (const place of [folder, after]) await rm(place, { recursive: true, force: true });
  }
}

async function onPostgres(seconds: number, isSafe: boolean): Promise<Losses> {
  const cluster = await startPostgres({ fsync: isSafe ? 'on' : 'off' });
  try {
    const library = await buildLibrary(cluster.folder);
    await using service = await runService(cluster.url, unlimited);
    const owned = await ownProject(service);
    const [profile = 0] = await profilesOf(service, owned.key, 1);
    await service.stop();
    // Its processes have ended, so that the copy is whole; it begins with a recovery from its log.
    await cluster.crash();
    const after = join(cluster.folder, 'synced');
    await cp(cluster.data, after, { recursive: true });
    await giveTo(await stat(cluster.data), after);
    await cluster.restart({
      env: { LD_PRELOAD: library, SYNCED_FROM: cluster.data, SYNCED_ONLY: after },
    });
    await service.start();
    const fails = () => cluster.kill9();
    const acknowledged = await untilPowerFails(service, owned, profile, seconds, fails);
    await service.kill9();
    await cluster.restart({ data: after });
    return await lostOf(acknowledged, service);
  } finally {
    await cluster.stop();
  }
}

/** A copy by root belongs to root, and PostgreSQL runs as another user. */
async function giveTo({ uid, gid }: { uid: number; gid: number }, folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  await run('chown', ['-R', `${uid}:${gid}`, folder]);
  await chmod(folder, 0o700);
}
