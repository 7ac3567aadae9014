/**
 * The routes that are being served, in shared memory that the watchdog's thread reads while the event loop is blocked.
 * One instance per process, because there is one event loop. A request costs a few writes to a typed array.
 */

const maxRoutes = 1000;
const [beats, running, counts] = [0, 1, 2];

const memory = new SharedArrayBuffer((counts + maxRoutes) * Int32Array.BYTES_PER_ELEMENT);
const shared = new Int32Array(memory);
// The first row means no route: code that runs before a route is found, and background work.
const rows = ['none'];

/** The data that the watchdog's thread receives. */
export type CurrentRoutes = { memory: SharedArrayBuffer; rows: string[] };
export const currentRoutes: CurrentRoutes = { memory, rows };

export type Route = { enter: () => void; run: () => void; leave: () => void };

/**
 * Counts the requests of a row: `enter` and `leave` a request; `run` when its own code continues
 * after waiting.
 */
export function route(row: string): Route {
  const id = Math.min(rows.push(row) - 1, maxRoutes - 1);
  return {
    enter: () => {
      shared[running] = id;
      shared[counts + id] = (shared[counts + id] ?? 0) + 1;
    },
    run: () => {
      shared[running] = id;
    },
    leave: () => {
      shared[counts + id] = (shared[counts + id] ?? 0) - 1;
    },
  };
}

/** The heartbeat of the event loop. */
export const beat = (): void => {
  shared[beats] = (shared[beats] ?? 0) + 1;
};

/** Reads that memory in another thread. */
export const readCurrentRoutes = ({ memory, rows }: CurrentRoutes) => {
  const read = new Int32Array(memory);
  return {
    beats: () => Atomics.load(read, beats),
    /** The route whose code ran last. Under load another one may have continued since, after waiting. */
    running: () => rows[Atomics.load(read, running)] ?? 'none',
    /** The number of open requests of each route. */
    counts: () =>
      Object.fromEntries(
        rows
          .map((row, id): [string, number] => [row, Atomics.load(read, counts + id)])
          .filter(([, count]) => count > 0),
      ),
  };
};
