/** A coordinator and workers of Citus, as private clusters. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mkdtemp } from 'node:fs/promises';
import { freePort } from '../set-up/service/free-port.ts';
import { runIn } from '../set-up/service/new-database.ts';
import { type Cluster, newPassword, startPostgres } from '../set-up/postgres/postgres.ts';
import { RunningService, type Settings } from '../set-up/service/running-service.ts';
import { watchOver } from '../set-up/watch-over.ts';

export type Citus = { coordinator: Cluster; workers: Cluster[]; stop(): Promise<void> };

/** As docs/scale.md tells operators, with fewer shards, because each service of the tests gets a copy of them. */
export const citusSettings = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_prepared_transactions: '200',
  // Citus has a process in each database.
  max_worker_processes: '100',
  'citus.shard_count': '8',
  'citus.node_conninfo': 'sslmode=prefer',
  'citus.node_connection_timeout': '3000',
};

/** `more`: settings of PostgreSQL, for all three. */
export const startCitus = async (more: Record<string, string> = {}): Promise<Citus> => {
  const password = newPassword();
  const [coordinator, ...workers] = await Promise.all(
    [1, 2, 3].map(() => startPostgres({ ...citusSettings, ...more }, password)),
  );
  if (!coordinator) throw new Error('There is no coordinator.');
  return {
    coordinator,
    workers,
    stop: async () => void (await Promise.all([coordinator, ...workers].map((cluster) => cluster.stop()))),
  };
};

export const at = (server: Pick<Cluster, 'url'>, database: string) => {
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return url.href;
};

/** Creates an empty database of this name in all servers, with the workers known to the coordinator. */
export const createDatabase = async ({ coordinator, workers }: Citus, name: string): Promise<string> => {
  for (const server of [coordinator, ...workers]) {
    await runIn(server.url, `create database ${name} template template0`);
    await runIn(at(server, name), 'create extension citus');
  }
  const url = at(coordinator, name);
  await runIn(
    url,
    `select citus_set_coordinator_host('127.0.0.1', ${new URL(url).port})`,
    ...workers.map((worker) => `select citus_add_node('127.0.0.1', ${new URL(worker.url).port})`),
  );
  return url;
};

/** A service that is not started, on a database. */
export const serviceOn = async (databaseUrl: string, more: Settings = {}): Promise<RunningService> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'manyhands-data-'));
  watchOver(dataDir);
  return new RunningService(await freePort(), dataDir, databaseUrl, more);
};
