/**
 * Stores that are filled once in a run of the tests and then copied: a copy takes milliseconds, and filling a store
 * takes a second of processor time, mostly for operator commands.
 */
import { existsSync } from 'node:fs';
import { cp, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
import { type Engine, type RunningService, runService, type Store } from './running-service.ts';

type Prepared<Facts> = { store: Store; facts: Facts };

/** Any number that nothing else locks in the tests' own database. */
const lock = 4_711;

/** Runs `act` in one worker at a time. The lock ends with the worker. */
const alone = async <Result>(act: () => Promise<Result>): Promise<Result> => {
  const client = new Client(inject('postgresUrl'));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    return await act();
  } finally {
    await client.end();
  }
};

const prepare = async <Facts>(
  engine: Engine,
  dataDir: string,
  fill: (service: RunningService) => Promise<Facts>,
): Promise<Prepared<Facts>> => {
  await using service = await runService(engine === 'postgres' ? inject('postgresUrl') : undefined);
  const facts = await fill(service);
  // In order, so that the files of SQLite are complete, and nothing is connected to PostgreSQL.
  const { code } = await service.stop();
  if (code !== 0) throw new Error(`The service that filled a store ended with ${code}:\n${service.log()}`);
  await cp(service.dataDir, dataDir, { recursive: true });
  const database = service.databaseUrl && new URL(service.databaseUrl).pathname.slice(1);
  return { store: { dataDir, ...(database && { database }) }, facts };
};

/** A store that `fill` has filled, in this worker or another; `name` distinguishes it from others. */
export const preparedStore = async <Facts>(
  engine: Engine,
  name: string,
  fill: (service: RunningService) => Promise<Facts>,
): Promise<Prepared<Facts>> => {
  const folder = join(inject('storesFolder'), `${name}-${engine}`);
  const description = `${folder}.json`;
  if (!existsSync(description))
    await alone(async () => {
      if (existsSync(description)) return;
      const prepared = await prepare(engine, folder, fill);
      await writeFile(`${description}.part`, JSON.stringify(prepared));
      await rename(`${description}.part`, description);
    });
  return JSON.parse(await readFile(description, 'utf8')) as Prepared<Facts>;
};
