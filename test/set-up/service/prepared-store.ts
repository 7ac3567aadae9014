/**
 * Stores that are filled once in a run of the tests and then copied: a copy takes milliseconds, and filling a store
 * takes a second of processor time, mostly for operator commands.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { type Engine, type RunningService, runService, type Store } from './running-service.ts';

type Prepared<Facts> = { store: Store; facts: Facts };

/** Runs `act` in the first worker that calls this; another waits until that one has written the description. */
const once = async (description: string, act: () => Promise<unknown>): Promise<void> => {
  const lock = `${description}.lock`;
  while (!existsSync(description)) {
    const isFirst = await mkdir(lock).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw error;
      },
    );
    if (!isFirst) {
      await sleep(50);
      continue;
    }
    try {
      await act();
    } finally {
      await rmdir(lock);
    }
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
  await once(description, async () => {
    const prepared = await prepare(engine, folder, fill);
    await writeFile(`${description}.part`, JSON.stringify(prepared));
    await rename(`${description}.part`, description);
  });
  return JSON.parse(await readFile(description, 'utf8')) as Prepared<Facts>;
};
