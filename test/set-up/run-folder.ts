/** The set-up that all projects of the tests share: the build, and a folder for temporary files. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../scripts/built.ts';
import { forget, watchOver } from './watch-over.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** For prepared stores. */
    storesFolder: string;
    /** The superuser of the private cluster; `startService` creates one database per service in it. */
    postgresUrl: string;
    browserPath: string;
    /** Chromium's headless shell, where there is one. */
    shellPath: string | undefined;
  }
}

const variable = 'TESTS_FOLDER';

/** Builds, and makes the folder of this run unless another project has made it. Returns what deletes it. */
export const startRun = async ({ name, provide }: TestProject): Promise<() => Promise<void>> => {
  await ensureBuilt();
  const existing = process.env[variable];
  // A short name, because the path of a socket in it may have a hundred letters.
  const folder = existing ?? (await mkdtemp(join(tmpdir(), 'mh-')));
  // One for each project, because its databases are in its own cluster.
  const stores = join(folder, name);
  await mkdir(stores);
  provide('storesFolder', stores);
  if (existing !== undefined) return () => Promise.resolve();
  watchOver(folder);
  process.env[variable] = folder;
  // A worker's browser ends with the worker, which may leave it no time to delete its profile.
  process.env['TMPDIR'] = folder;
  // For the services: each loads the same two megabytes of code.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');
  return async () => {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    forget(folder);
  };
};
