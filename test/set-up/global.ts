/** The set-up that all test files share: one build, one PostgreSQL cluster, one browser program. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../scripts/built.ts';
import { findShell, pathOf, preflight } from './installed.ts';
import { startPostgres } from './postgres.ts';
import { forget, watchOver } from './watch-over.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The superuser of the private cluster; `startService` creates one database per service in it. */
    postgresUrl: string;
    browserPath: string;
    /** Chromium's headless shell, where there is one. */
    shellPath: string | undefined;
    /** For prepared stores. */
    storesFolder: string;
  }
}

export default async ({ provide }: TestProject) => {
  await preflight();
  await ensureBuilt();
  provide('browserPath', await pathOf('chromium'));
  provide('shellPath', await findShell());
  // A short name, because the path of a socket in it may have a hundred letters.
  const folder = await mkdtemp(join(tmpdir(), 'mh-'));
  watchOver(folder);
  provide('storesFolder', folder);
  // A test that crashes PostgreSQL has a cluster of its own, with fsync as in production. Copying a template takes a
  // fifth of the processor time without it.
  const cluster = await startPostgres({ fsync: 'off' });
  // A worker's browser ends with the worker, which may leave it no time to delete its profile.
  process.env['TMPDIR'] = folder;
  // For the services: each loads the same two megabytes of code.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');
  provide('postgresUrl', cluster.url);
  return async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    forget(folder);
  };
};
