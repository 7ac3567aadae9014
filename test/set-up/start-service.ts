/**
 * `startService` for test files: services that a test does not stop are stopped after its file. In vitest's happy-dom
 * environment, `fetch` is happy-dom's and obeys CORS; a separate `Window`, in the node environment, does not replace
 * the test's `fetch`.
 */
import { afterAll, inject } from 'vitest';
import { type Engine, type RunningService, runService, type Settings } from './running-service.ts';

export { engines } from './running-service.ts';
export type { Engine, Ended, Mail, RunningService as Service, Settings } from './running-service.ts';

const started = new Set<RunningService>();

afterAll(async () => {
  await Promise.all([...started].map((service) => service[Symbol.asyncDispose]()));
});

/** Starts a service with a new data folder, a new database and a free port; `settings` override the defaults. */
export const startService = async (engine: Engine, settings: Settings = {}) => {
  const service = await runService(engine === 'postgres' ? inject('postgresUrl') : undefined, settings);
  started.add(service);
  return service;
};
