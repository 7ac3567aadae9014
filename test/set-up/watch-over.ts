/**
 * Cleans up processes and folders that must not outlive this process, however it ends. A small keeper process has their
 * list and the other end of a pipe; when the pipe closes, it ends the processes by id and deletes the folders. So
 * Ctrl-C, a crash and even SIGKILL leave nothing behind.
 */
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

type Order = { add: number | string } | { forget: number | string };

const startKeeper = () => {
  const keeper = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    cwd: '/',
    detached: true,
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keeper.unref();
  // If the keeper ends early, the tests must not end with EPIPE.
  keeper.stdin.on('error', () => undefined);
  return keeper.stdin;
};

let keeper: ReturnType<typeof startKeeper> | undefined;

const order = (what: Order) => {
  keeper ??= startKeeper();
  keeper.write(`${JSON.stringify(what)}\n`);
};

/** Cleans up a process (by id) or a folder (by path) when this process ends. */
export const watchOver = (what: number | string) => order({ add: what });

/** To be called once the process has ended or the folder is deleted. */
export const forget = (what: number | string) => order({ forget: what });

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name);
  } catch {
    // It has already ended.
  }
};

/** SIGINT ends our service and PostgreSQL quickly and in order; SIGKILL follows. */
const end = async (pids: number[]) => {
  for (const pid of pids) signal(pid, 'SIGINT');
  for (let waits = 0; waits < 50 && pids.some(isAlive); waits++) await sleep(100);
  for (const pid of pids.filter(isAlive)) signal(pid, 'SIGKILL');
};

const keep = async () => {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
  const kept = new Set<number | string>();
  for await (const line of createInterface({ input: process.stdin })) {
    const what = JSON.parse(line) as Order;
    if ('add' in what) kept.add(what.add);
    else kept.delete(what.forget);
  }
  await end([...kept].filter((what) => typeof what === 'number'));
  for (const what of kept) {
    if (typeof what === 'string') await rm(what, { recursive: true, force: true, maxRetries: 5 });
  }
};

if (import.meta.main) await keep();
