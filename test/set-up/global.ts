/** The set-up that all test files share: one build, one PostgreSQL cluster, one browser program. */
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../scripts/built.ts';
import { findShell, pathOf, preflight } from './installed.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The superuser of the private cluster; `startService` creates one database per service in it. */
    postgresUrl: string;
    browserPath: string;
    /** Chromium's headless shell, where there is one. */
    shellPath: string | undefined;
  }
}

export default async ({ provide }: TestProject) => {
  await preflight();
  await ensureBuilt();
  provide('browserPath', await pathOf('chromium'));
  provide('shellPath', await findShell());
  const cluster = await startPostgres();
  provide('postgresUrl', cluster.url);
  return cluster.stop;
};
