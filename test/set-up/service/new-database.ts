/** A database for a service; in a run on Citus, one whose contributions are distributed. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** The servers of a run on Citus, and a distributed database in all of them that is copied for each service. */
export type Distributed = { coordinator: string; workers: string[]; template: string };

/** The variable by which the set-up of a run on Citus hands `Distributed` to its workers. */
export const distributedVariable = 'TESTS_DISTRIBUTED';

const distributedAt = (administratorUrl: string): Distributed | undefined => {
  const found = JSON.parse(process.env[distributedVariable] ?? 'null') as Distributed | null;
  return found?.coordinator === administratorUrl ? found : undefined;
};

/** Any number that nothing else locks. */
const copyLock = 4_712;

const create = async (serverUrl: string, name: string, template: string, isOnCitus: boolean) => {
  const client = new Client(serverUrl);
  await client.connect();
  try {
    // Copying files takes less work than logging each block, but waits for the disk if files are synced.
    const { rows } = await client.query<{ fsync: string }>('show fsync');
    const strategy = rows[0]?.fsync === 'off' ? 'strategy file_copy' : '';
    // Citus' own process connects to each of its databases, and PostgreSQL copies none that is in use.
    if (isOnCitus) await client.query('select pg_advisory_lock($1)', [copyLock]);
    for (let tries = 1; ; tries++) {
      if (isOnCitus)
        await client.query(
          'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1',
          [template],
        );
      try {
        return await client.query(`create database ${name} template ${template} ${strategy}`);
      } catch (error) {
        if ((error as { code?: string }).code !== '55006' || !isOnCitus || tries === 10) throw error;
      }
    }
  } finally {
    await client.end();
  }
};

/** Creates an empty database, or a copy of one; in a run on Citus in every server. Returns its address. */
export const newDatabase = async (administratorUrl: string, template?: string): Promise<string> => {
  const name = `service_${randomUUID().replaceAll('-', '')}`;
  const distributed = distributedAt(administratorUrl);
  const copied = template ?? distributed?.template ?? 'template0';
  for (const server of [administratorUrl, ...(distributed?.workers ?? [])])
    await create(server, name, copied, distributed !== undefined);
  const url = new URL(administratorUrl);
  url.pathname = `/${name}`;
  return url.href;
};

export const runIn = async (url: string, ...statements: string[]): Promise<void> => {
  const client = new Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};

/** In a run on Citus, drops a database of `newDatabase`: the processes that Citus has in each take time from all others. */
export const dropDistributed = async (administratorUrl: string, databaseUrl: string): Promise<void> => {
  const distributed = distributedAt(administratorUrl);
  if (!distributed) return;
  const name = new URL(databaseUrl).pathname.slice(1);
  for (const server of [distributed.coordinator, ...distributed.workers])
    await runIn(server, `drop database ${name} with (force)`);
};
