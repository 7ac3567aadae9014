/**
 * `bench -- soak [per second] [seconds] [engine]`: contributions at a steady rate, however quickly they are answered;
 * prints errors, latencies from when each was due, and memory after a minute and at the end.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuilt } from '../../scripts/built.ts';
import { openRows } from '../set-up/rows.ts';
import { numbersIn, onLoadedService } from './loaded-service.ts';
import { isServed, offer, percentile, perSecond, sinceDue } from './open-loop.ts';

/** More than a service needs that has just started: for a moment, until its code is compiled, 5,000 a second wait. */
const connections = 1000;
/** Seconds after which the memory is looked at for the first time: until then, code is compiled and caches fill. */
const warm = 60;

export async function soakBench(words: string[]): Promise<void> {
  await ensureBuilt();
  const [rate = 2000, seconds = 600] = numbersIn(words);
  const engine = words.includes('postgres') ? 'postgres' : 'sqlite';
  await onLoadedService(engine, async ({ service, port, pid, requests }) => {
    const firstLook = Math.min(warm, seconds / 2);
    const early = sleep(firstLook * 1000).then(() => memoryOf(pid));
    const phases = [{ perSecond: rate, seconds }];
    const [outcome] = await offer(pid, { port, requests, phases, connections });
    if (!outcome) throw new Error('Nothing was measured.');
    const [before, after] = [await early, await memoryOf(pid)];
    const served = outcome.replies.filter(isServed);
    const errors = outcome.replies.length - served.length + outcome.unsent;
    await using rows = openRows(service);
    const [row] = await rows.all<{ count: number }>('select count(*) as count from events');
    const compiled = served.filter(({ dueAt }) => dueAt > outcome.from + 5000);
    const latencies = (replies: typeof served) =>
      [0.5, 0.99, 1].map((part) => percentile(replies.map(sinceDue), part).toFixed(0)).join(', ');
    console.log(`
soak on ${engine}, ${seconds} s
  offered    ${rate}/s
  recorded   ${perSecond(served.length, outcome)}/s, ${served.length} in all; ${Number(row?.count)} rows are stored
  errors     ${errors} (aim 0), ${outcome.unsent} of them found no free one of ${connections} connections
  latency    p50, p99, longest from when each was due: ${latencies(served)} ms; after five seconds ${latencies(compiled)} ms
  processor  ${Math.round((outcome.processorSeconds / served.length) * 1e6)} µs of the event loop for each
  memory     ${before.own} MB after ${firstLook} s, ${after.own} MB at the end; with mapped files ${before.all} and ${after.all} MB`);
    if (errors > 0 || Number(row?.count) !== served.length) process.exitCode = 1;
  });
}

/** Resident memory of a process, in MB. SQLite maps its files, so `all` grows with the store; `own` must not. */
async function memoryOf(pid: number): Promise<{ own: number; all: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s{1,20}(\\d{1,12}) kB$`, 'm').exec(status)?.[1]) / 1024);
  return { own: megabytes('RssAnon'), all: megabytes('VmRSS') };
}
