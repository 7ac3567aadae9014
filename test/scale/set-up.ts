/** The set-up of a run on Citus: the same build and folders, and a distributed database as the PostgreSQL of each service. */
import type { TestProject } from 'vitest/node';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../../scripts/built.ts';
import { preflight } from '../set-up/installed.ts';
import { type Distributed, distributedVariable } from '../set-up/new-database.ts';
import { forget, watchOver } from '../set-up/watch-over.ts';
import { createDatabase, serviceOn, startCitus } from './citus.ts';

const template = 'distributed';

export default async ({ provide }: TestProject) => {
  await preflight();
  await ensureBuilt();
  const folder = await mkdtemp(join(tmpdir(), 'mh-'));
  watchOver(folder);
  provide('storesFolder', folder);
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');
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
  provide('postgresUrl', coordinator.url);
  return async () => {
    await citus.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    forget(folder);
  };
};
