/** The set-up of `postgres`: one private cluster. */
import type { TestProject } from 'vitest/node';
import { mustHave } from '../programs/installed.ts';
import { startRun } from '../run-folder.ts';
import { startPostgres } from './postgres.ts';

/** Starts the cluster for the services of a project. Returns what stops it. */
export const startCluster = async ({ provide }: TestProject) => {
  // A test that crashes PostgreSQL has a cluster of its own, with fsync as in production. Copying a template takes a
  // fifth of the processor time without it. Each service has its database, and autovacuum would start a process in each
  // of them every minute.
  const cluster = await startPostgres({ fsync: 'off', autovacuum_naptime: '1h' });
  provide('postgresUrl', cluster.url);
  return () => cluster.stop();
};

export default async (project: TestProject) => {
  await mustHave('postgres');
  const endRun = await startRun(project);
  const stopCluster = await startCluster(project);
  return async () => {
    await stopCluster();
    await endRun();
  };
};
