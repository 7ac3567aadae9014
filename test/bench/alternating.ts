/**
 * Runs several servers under the same load by turns, in one run, so that other load of the machine affects them
 * equally.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Request } from 'autocannon';
import { freePort } from '../set-up/service/free-port.ts';
import { forget, watchOver } from '../set-up/watch-over.ts';
import { measure, median, type Measured } from './measure.ts';

export type Contender = { name: string; pid: number; url: string; requests: Request[] };
export type Rounds = { connections: number; rounds: number; seconds: number };

/** Starts a program of this folder as a server, on a free port. */
export async function startBeside(file: string, settings: Record<string, string> = {}) {
  const port = await freePort();
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    env: { ...process.env, NODE_ENV: 'production', ...settings, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = child.pid ?? 0;
  watchOver(pid);
  await once(child.stdout, 'data');
  const stop = () => {
    child.kill();
    forget(pid);
  };
  return { pid, url: `http://127.0.0.1:${port}`, stop };
}

/** Returns the rounds of each server, by its name, after a warm-up that is not counted. */
export async function alternating(
  contenders: Contender[],
  { connections, rounds, seconds }: Rounds,
): Promise<Map<string, Measured[]>> {
  const measured = new Map<string, Measured[]>(contenders.map(({ name }) => [name, []]));
  const load = ({ pid, url, requests }: Contender, time: number) =>
    measure(pid, { url, requests, connections, seconds: time });
  for (const contender of contenders) await load(contender, Math.min(2, seconds));
  for (let round = 0; round < rounds; round++)
    for (const contender of contenders) measured.get(contender.name)?.push(await load(contender, seconds));
  return measured;
}

const figures = [
  ['per second', 'perSecond', 1],
  ['p50, ms', 'p50', 1],
  ['p99, ms', 'p99', 1],
  ['CPU each, µs', 'cpuMicroseconds', 0],
] as const;

/** Prints the medians of each server and, in brackets, the median of the ratios to the last one, round by round. */
export function report(
  title: string,
  measured: Map<string, Measured[]>,
  { connections, rounds, seconds }: Rounds,
) {
  const [load] = loadavg();
  console.log(
    `\n${title}: ${connections} connections, ${rounds} × ${seconds} s each in turn, medians; ` +
      `in brackets to the last; load of the machine ${load?.toFixed(1)}`,
  );
  const entries = [...measured];
  const last = entries.at(-1)?.[1] ?? [];
  console.log(`  ${''.padEnd(14)}${entries.map(([name]) => name.padStart(26)).join('')}`);
  for (const [label, figure, digits] of figures) {
    const cells = entries.map(([, list]) => {
      const value = median(list.map((one) => one[figure])).toFixed(digits);
      const ratio = median(list.map((one, index) => one[figure] / (last[index] as Measured)[figure]));
      return `${value} (${ratio.toFixed(2)})`.padStart(26);
    });
    console.log(`  ${label.padEnd(14)}${cells.join('')}`);
  }
}
