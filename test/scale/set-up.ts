/** The set-up of a run on Citus: the same build and folders, and a distributed database as the PostgreSQL of each service. */
import type { TestProject } from 'vitest/node';
import { mustHave } from '../set-up/programs/installed.ts';
import { startRun } from '../set-up/run-folder.ts';
import { type Distributed, distributedVariable } from '../set-up/service/new-database.ts';
import { createDatabase, serviceOn, startCitus } from './citus.ts';

const template = 'distributed';

export default async (project: TestProject) => {
  await mustHave('scale');
  const endRun = await startRun(project);
  const citus = await startCitus();
  const { coordinator, workers } = citus;
  await using service = await serviceOn(await createDatabase(citus, template));
  await service.start();
  await service.stop();
  const { code, stdout } = await service.operator('distribute');
  if (code !== 0) throw new Error(`The store was not distributed: ${stdout}`);
  const distributed: Distributed = {
    coordinator: coordinator.url,
    workers: workers.map(({ url }) => url),
    template,
  };
  process.env[distributedVariable] = JSON.stringify(distributed);
  project.provide('postgresUrl', coordinator.url);
  return async () => {
    await citus.stop();
    await endRun();
  };
};
