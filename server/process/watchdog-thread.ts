/** The watchdog's thread: checks the heartbeat of the event loop, and writes to the log itself. */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { readCurrentRoutes } from '../http/load/current-routes.ts';
import type { Watch } from './watchdog.ts';

const { currentRoutes, beatMilliseconds } = workerData as Watch;
const loop = readCurrentRoutes(currentRoutes);

// The heartbeats in a little more than a second. Counted by this thread's own timer, not by the clock: while the whole
// process is suspended, or the machine sleeps, neither thread runs.
const maxMissed = Math.ceil(1000 / beatMilliseconds) + 1;

let seen = loop.beats();
let missed = 0;
let line: string | undefined;

/** Bypasses the service's own log, which needs the event loop. If the pipe is full, it tries again later. */
function write(): void {
  if (line === undefined) return;
  try {
    writeSync(1, line);
    line = undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') line = undefined;
  }
}

setInterval(() => {
  const now = loop.beats();
  missed = now === seen ? missed + 1 : 0;
  seen = now;
  if (missed === maxMissed) {
    const report = {
      level: 'warn',
      time: Date.now(),
      row: loop.running(),
      under_way: loop.counts(),
      ms: missed * beatMilliseconds,
      msg: 'the event loop is blocked',
    };
    line = `${JSON.stringify(report)}\n`;
  }
  write();
}, beatMilliseconds);
