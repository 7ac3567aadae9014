/**
 * `startService` for test files: services that a test does not stop are stopped after its file. In vitest's happy-dom
 * environment, `fetch` is happy-dom's and obeys CORS; a separate `Window`, in the node environment, does not replace
 * the test's `fetch`.
 */
import { inject } from 'vitest';
import { afterFile } from './after-file.ts';
import { type Engine, runService, type Settings } from './running-service.ts';

export { engines } from './running-service.ts';
export type { Engine, Ended, Mail, RunningService as Service, Settings } from './running-service.ts';

/** Starts a service with a new data folder, a new database and a free port; `settings` override the defaults. */
export const startService = async (engine: Engine, settings: Settings = {}) => {
  const service = await runService(engine === 'postgres' ? inject('postgresUrl') : undefined, settings);
  afterFile(() => service[Symbol.asyncDispose]());
  return service;
};
