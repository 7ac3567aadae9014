/**
 * `bench -- power [seconds]`: the power fails under load, with SQLite. Data that was written but not synced is gone;
 * each acknowledged contribution must still be there. A second run with `synchronous = off` shows that losses are
 * found.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ensureBuilt } from '../../scripts/built.ts';
import { ownProject, profilesOf, record } from '../set-up/project.ts';
import { openRows } from '../set-up/rows.ts';
import { runService, RunningService, unlimited, type Settings } from '../set-up/running-service.ts';
import { unsynced } from '../set-up/unsynced.ts';

const senders = 16;

export async function powerBench(words: string[]): Promise<void> {
  await ensureBuilt();
  const seconds = words.map(Number).find((value) => value > 0) ?? 10;
  const folder = await mkdtemp(join(tmpdir(), 'manyhands-power-'));
  try {
    const library = join(folder, 'synced-only.so');
    const source = join(import.meta.dirname, 'synced-only.c');
    await promisify(execFile)('gcc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl']);
    const synced = await losses(seconds, { LD_PRELOAD: library });
    const control = await losses(seconds, { LD_PRELOAD: library, ...unsynced });
    console.log(`
power loss on sqlite, under ${senders} senders, after ${seconds} s
  as it is                 ${synced.lost} of ${synced.acknowledged} acknowledged contributions lost (aim 0)
  with synchronous = off   ${control.lost} of ${control.acknowledged} lost (must be more than 0)`);
    if (synced.lost > 0 || control.lost === 0) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Records for some time, loses the power, and starts a service on what had been synced. */
async function losses(seconds: number, settings: Settings) {
  const after = await mkdtemp(join(tmpdir(), 'manyhands-power-'));
  try {
    await using service = await runService(undefined, unlimited);
    const { key, projectId } = await ownProject(service);
    const [profile = 0] = await profilesOf(service, key, 1);
    // An orderly stop: everything so far is on the disk.
    await service.stop();
    await cp(service.dataDir, after, { recursive: true });
    await service.restart({ ...settings, SYNCED_ONLY: after });

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
    await service.kill9();
    isOver = true;
    await Promise.all(all);

    const again = new RunningService(service.port, after, undefined, unlimited);
    await again.start();
    await using rows = openRows(again);
    const stored = new Set(
      (await rows.all<{ event_id: number }>('select event_id from events')).map(({ event_id }) => event_id),
    );
    await again.kill9();
    return { acknowledged: acknowledged.length, lost: acknowledged.filter((id) => !stored.has(id)).length };
  } finally {
    await rm(after, { recursive: true, force: true });
  }
}
