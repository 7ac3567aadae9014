/**
 * `startService` for test files: services that a test does not stop are stopped after its file. In vitest's happy-dom
 * environment, `fetch` is happy-dom's and obeys CORS; a separate `Window`, in the node environment, does not replace
 * the test's `fetch`.
 */
import { inject } from 'vitest';
import { afterFile } from '../after-file.ts';
import {
  crowded,
  type Engine,
  engines,
  isOnCitus,
  type RunningService,
  runService,
  type Settings,
} from './running-service.ts';
import { dropDistributed } from './new-database.ts';
import { preparedStore } from './prepared-store.ts';
import { sharedService } from './shared-service.ts';

export { engines } from './running-service.ts';
export type { Engine, RunningService as Service, Settings } from './running-service.ts';

/** `onPostgres(test)('…', …)`: registers a test of PostgreSQL alone only in the projects that have it. */
export const onPostgres = <Register extends object>(register: Register): Register =>
  engines.includes('postgres') ? register : ((() => undefined) as never);

/** The same for what Citus does otherwise, which has tests of its own in test/scale. */
export const offCitus = <Register extends object>(register: Register): Register =>
  isOnCitus ? ((() => undefined) as never) : register;

const administratorOf = (engine: Engine) => (engine === 'postgres' ? inject('postgresUrl') : undefined);

const started = (service: RunningService): RunningService => {
  afterFile(async () => {
    await service[Symbol.asyncDispose]();
    if (service.databaseUrl !== undefined) await dropDistributed(inject('postgresUrl'), service.databaseUrl);
  });
  return service;
};

/**
 * Starts a service with a data folder and a database of its own, and a free port; `settings` override the defaults. The
 * store is a copy of an empty one: making it, with all migrations, took a tenth of a start's processor time.
 */
export const startService = async (engine: Engine, settings: Settings = {}) =>
  // Another pepper, and the store is refused.
  settings['PEPPER'] === undefined
    ? (await startFilledService(engine, settings, 'empty', async () => undefined)).service
    : startOnNewStore(engine, settings);

/** The same, where the start itself makes the store. */
export const startOnNewStore = async (engine: Engine, settings: Settings = {}) =>
  started(await runService(administratorOf(engine), settings));

/**
 * Starts a service on a copy of a store that `fill` has filled, once in a run of the tests, through a service with the
 * default settings; also returns what `fill` returned.
 */
export const startFilledService = async <Facts>(
  engine: Engine,
  settings: Settings,
  name: string,
  fill: (service: RunningService) => Promise<Facts>,
): Promise<{ service: RunningService; facts: Facts }> => {
  const { store, facts } = await preparedStore(engine, name, fill);
  return {
    service: started(await runService(administratorOf(engine), settings, store)),
    facts,
  };
};

/**
 * The same on a service without limits that the files of this worker share, for a file that neither stops it nor waits
 * for what it does at its start.
 */
export const shareFilledService = async <Facts>(
  engine: Engine,
  name: string,
  fill: (service: RunningService) => Promise<Facts>,
): Promise<{ service: RunningService; facts: Facts }> => {
  // The rows of Citus are in several databases.
  if (isOnCitus) return startFilledService(engine, crowded, name, fill);
  const { store, facts } = await preparedStore(engine, name, fill);
  const start = () => runService(administratorOf(engine), crowded, store);
  return { service: await sharedService(`${name} ${engine}`, start), facts };
};

/** An empty service without limits that files of this worker share. */
export const shareService = async (engine: Engine) =>
  (await shareFilledService(engine, 'empty', async () => undefined)).service;
