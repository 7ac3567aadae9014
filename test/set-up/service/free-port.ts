import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Whether nothing listens there. */
export const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

const first = 20_000;
const perWorker = 1500;
const maxWorkers = 8;

/** Given to this worker's tests already: a port is free again while its service is stopped. */
const given = new Set<number>();

/**
 * A free port below the ephemeral ones, so that no outgoing connection takes it while a service restarts. Each worker
 * of a test run has a range of its own: a port that is free now would be taken by another before its service listens.
 */
export const freePort = async () => {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % maxWorkers;
  for (let tries = 0; tries < perWorker; tries++) {
    const port = first + worker * perWorker + randomInt(perWorker);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
  const last = first + (worker + 1) * perWorker - 1;
  throw new Error(`No free port was found between ${first + worker * perWorker} and ${last}.`);
};
