/** The watchdog: a thread that logs when the event loop stands still for more than a second, and with which route. */
import { Worker } from 'node:worker_threads';
import { beat, type CurrentRoutes, currentRoutes } from './http/current-routes.ts';

const beatMilliseconds = 250;

export type Watch = { currentRoutes: CurrentRoutes; beatMilliseconds: number };

/** Begins to watch once all routes are known; the answer ends it. */
export function watchEventLoop(level: string): () => void {
  if (['error', 'silent'].includes(level)) return () => undefined;
  const workerData: Watch = { currentRoutes, beatMilliseconds };
  const worker = new Worker(new URL('./watchdog.js', import.meta.url), { workerData });
  // Without a watchdog the service still serves.
  worker.on('error', () => undefined);
  worker.unref();
  const timer = setInterval(beat, beatMilliseconds).unref();
  return () => {
    clearInterval(timer);
    void worker.terminate();
  };
}
