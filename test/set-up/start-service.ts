/**
 * `startService` for test files: whatever a test forgets to stop is stopped after its file. In vitest's
 * happy-dom environment `fetch` is happy-dom's and obeys CORS; a `Window` of one's own, in the node environment,
 * leaves the test's `fetch` alone.
 */
import { afterAll, inject } from 'vitest';
import { type Engine, type RunningService, runService, type Settings } from './running-service.ts';

export { engines } from './running-service.ts';
export type { Engine, Ended, Mail, RunningService as Service, Settings } from './running-service.ts';

const started = new Set<RunningService>();

afterAll(async () => {
  await Promise.all([...started].map((service) => service[Symbol.asyncDispose]()));
});

/** A whole service of its own: a fresh data folder, a fresh database, a free port; `settings` come on top. */
export const startService = async (engine: Engine, settings: Settings = {}) => {
  const service = await runService(engine === 'postgres' ? inject('postgresUrl') : undefined, settings);
  started.add(service);
  return service;
};
