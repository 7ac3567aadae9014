/**
 * The watchdog: a thread that logs when the event loop is blocked for more than a second, and which route blocked it.
 */
import { Worker } from 'node:worker_threads';
import { beat, type CurrentRoutes, currentRoutes } from '../http/load/current-routes.ts';

const beatMilliseconds = 250;

export type Watch = { currentRoutes: CurrentRoutes; beatMilliseconds: number };

/** Starts the watchdog once all routes are known; the returned function stops it. */
export function watchEventLoop(level: string): () => void {
  if (['error', 'silent'].includes(level)) return () => undefined;
  const workerData: Watch = { currentRoutes, beatMilliseconds };
  const worker = new Worker(new URL('./watchdog.js', import.meta.url), { workerData });
  // If the watchdog fails, the service continues without it.
  worker.on('error', () => undefined);
  worker.unref();
  const timer = setInterval(beat, beatMilliseconds).unref();
  return () => {
    clearInterval(timer);
    void worker.terminate();
  };
}
