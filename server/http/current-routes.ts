/**
 * Which routes are being answered, in memory that the watchdog's thread reads while the event loop stands still.
 * One for the process, as there is one event loop. A request costs a few writes to a typed array.
 */

const mostRoutes = 1000;
const [beats, running, counts] = [0, 1, 2];

const memory = new SharedArrayBuffer((counts + mostRoutes) * Int32Array.BYTES_PER_ELEMENT);
const shared = new Int32Array(memory);
// The first stands for no route: what runs before one is found, and beside requests.
const rows = ['none'];

/** What the watchdog's thread is given. */
export type CurrentRoutes = { memory: SharedArrayBuffer; rows: string[] };
export const currentRoutes: CurrentRoutes = { memory, rows };

export type Route = { enter: () => void; run: () => void; leave: () => void };

/** A row such as `GET /finder`: `enter` and `leave` a request, `run` when its own code goes on after waiting. */
export function route(row: string): Route {
  const id = Math.min(rows.push(row) - 1, mostRoutes - 1);
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

/** A sign of life of the event loop. */
export const beat = (): void => {
  shared[beats] = (shared[beats] ?? 0) + 1;
};

/** Reads that memory in another thread. */
export const readCurrentRoutes = ({ memory, rows }: CurrentRoutes) => {
  const read = new Int32Array(memory);
  return {
    beats: () => Atomics.load(read, beats),
    /** The route whose code ran last: under load another one's may have gone on after it waited. */
    running: () => rows[Atomics.load(read, running)] ?? 'none',
    /** How many requests of each route are under way. */
    counts: () =>
      Object.fromEntries(
        rows
          .map((row, id): [string, number] => [row, Atomics.load(read, counts + id)])
          .filter(([, count]) => count > 0),
      ),
  };
};
