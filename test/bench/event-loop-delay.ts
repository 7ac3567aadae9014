/**
 * Measures the delay of the event loop inside a service. Loaded into it by `NODE_OPTIONS`; on SIGUSR2 it prints the
 * values since the last time, which the benches read from the service's output.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import { unlimited, type RunningService } from '../set-up/service/running-service.ts';

const resolution = 2;
const line = /^event loop delay (.+)$/gm;

/** `cpu`: processor time of the thread, which a busy machine affects less than the delay. */
export type Delay = { p50: number; p99: number; max: number; cpu: number };

/** Settings of a service that measures itself under load. */
export const measuringItself = { ...unlimited, NODE_OPTIONS: `--import ${import.meta.url}` };

/** The delays since the last call, in milliseconds beyond the timer's own. */
export async function eventLoopDelay(service: RunningService): Promise<Delay> {
  const from = service.log().length;
  const told = () => [...service.log().slice(from).matchAll(line)];
  process.kill(service.pid ?? 0, 'SIGUSR2');
  for (let waits = 0; waits < 400 && told().length === 0; waits++) await sleep(5);
  return JSON.parse(told().at(-1)?.[1] ?? '{}') as Delay;
}

if (isMainThread && process.argv[1]?.endsWith('/server/main.js') === true) {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  let before = process.threadCpuUsage();
  process.on('SIGUSR2', () => {
    const late = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1e4 - resolution * 100) / 100);
    const { user, system } = process.threadCpuUsage(before);
    const seen: Delay = {
      p50: late(delay.percentile(50)),
      p99: late(delay.percentile(99)),
      max: late(delay.max),
      cpu: Math.round((user + system) / 10) / 100,
    };
    process.stdout.write(`event loop delay ${JSON.stringify(seen)}\n`);
    delay.reset();
    before = process.threadCpuUsage();
  });
}
