/** The set-up of a run on Citus: the same build and folders, and a distributed database as the PostgreSQL of each service. */
import type { TestProject } from 'vitest/node';
import { mustHave } from '../set-up/programs/installed.ts';
import { startRun } from '../set-up/run-folder.ts';
import { type Distributed, distributedVariable } from '../set-up/service/new-database.ts';
import { createDatabase, serviceOn, startCitus } from './citus.ts';

const template = 'distributed';

/**
 * Starting connections took most of the processor time: a process of Citus in each database and server connects to all
 * others to look for deadlocks and for prepared transactions, and a query that takes 10 ms has a connection for each
 * shard. The tests of servers that end have servers of their own, as operators have them.
 */
const settings = {
  'citus.distributed_deadlock_detection_factor': '-1',
  'citus.recover_2pc_interval': '-1',
  'citus.max_adaptive_executor_pool_size': '1',
  // A busy machine may take long to let one in.
  'citus.node_connection_timeout': '60000',
  fsync: 'off',
  autovacuum_naptime: '1h',
};

export default async (project: TestProject) => {
  await mustHave('scale');
  const endRun = await startRun(project);
  const citus = await startCitus(settings);
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
