/** The set-up of `browsers` and `programs`: Chromium, and PostgreSQL for what runs on both engines. */
import type { TestProject } from 'vitest/node';
import { findShell, mustHave, pathOf, type Project } from '../programs/installed.ts';
import { startCluster } from '../postgres/set-up.ts';
import { startRun } from '../run-folder.ts';

export default async (project: TestProject) => {
  await mustHave(project.name as Project);
  const endRun = await startRun(project);
  project.provide('browserPath', await pathOf('chromium'));
  project.provide('shellPath', await findShell());
  const stopCluster = await startCluster(project);
  return async () => {
    await stopCluster();
    await endRun();
  };
};
