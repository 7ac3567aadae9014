/** Holds an operator command back in the middle of its work, with a lock in PostgreSQL. */
import { Client } from 'pg';
import { expect } from 'vitest';

const waitingForLock = `select 1 from pg_locks where not granted
  and database = (select oid from pg_database where datname = current_database())`;

/** Starts `command`, and runs `meanwhile` once the command waits for `table`; returns what the command returns. */
export const whileBlocked = async <Outcome>(
  databaseUrl: string | undefined,
  table: string,
  command: () => Promise<Outcome>,
  meanwhile: () => Promise<void>,
): Promise<Outcome> => {
  const holder = new Client(databaseUrl);
  await holder.connect();
  await holder.query(`begin; lock table ${table} in access exclusive mode`);
  const running = command();
  try {
    await expect.poll(async () => (await holder.query(waitingForLock)).rowCount).toBeGreaterThan(0);
    await meanwhile();
  } finally {
    await holder.end();
  }
  return running;
};
