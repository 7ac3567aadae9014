/** Whether the store answers and takes writes, without writing: readiness is asked for every few seconds. */
import { access, constants, statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Commit, commits } from './group-commit.ts';
import { sqliteFile } from './sqlite/engine.ts';
import type { Store, StoreSettings } from './store.ts';

/**
 * `full`: no room on the disk; `refusing`: the last batch of contributions was not stored; `partly-away`: workers of
 * Citus do not respond, and only the projects on the others go on.
 */
export type Readiness = 'ok' | 'partly-away' | 'away' | 'read-only' | 'full' | 'refusing';

/** `workersAway`: how many workers of Citus do not respond. */
export type StoreHealth = { state: Readiness; workersAway: number };

/** Milliseconds: a database that does not respond counts as away. */
export const patience = 3000;
/** Bytes: below this, SQLite's write-ahead log may not grow by the next batches. */
const leastRoom = 32 * 1_048_576;
/** Milliseconds for which a refused batch counts, if no other followed: afterwards somebody must try again. */
const refusalCounts = 60_000;

/** Watches the commits of this process; the returned function answers how the store is now. */
export function watchReadiness(store: Store, { dataDir }: StoreSettings): () => Promise<StoreHealth> {
  let refusedAt = -Infinity;
  commits.subscribe((message) => {
    refusedAt = isUnwritten((message as Commit).fault) ? performance.now() : -Infinity;
  });
  const look = store.engine === 'sqlite' ? () => ofSqlite(store, dataDir) : () => ofPostgres(store);
  return async () => {
    const late = sleep(patience, 'away' as const, { ref: false });
    const [state, workersAway] = await Promise.all([
      Promise.race([look().catch(() => 'away' as const), late]),
      store.engine === 'postgres' ? store.workersAway(patience) : 0,
    ]);
    if (state !== 'ok') return { state, workersAway };
    if (workersAway > 0) return { state: 'partly-away', workersAway };
    return { state: performance.now() - refusedAt < refusalCounts ? 'refusing' : state, workersAway };
  };
}

/** Whether a store that can be read did not write: SQLite read-only, disk error, full; PostgreSQL the same. */
function isUnwritten(fault: unknown): boolean {
  const { code, errcode } = (fault ?? {}) as { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number') return [8, 10, 13].includes(errcode & 0xff);
  return code === '25006' || code === '53100' || code === '58030';
}

async function ofSqlite({ db }: Store, dataDir: string): Promise<Readiness> {
  await db.selectFrom('settings').select('name').limit(1).execute();
  const isWritable = await access(sqliteFile(dataDir), constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable) return 'read-only';
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize < leastRoom ? 'full' : 'ok';
}

type PostgresStore = Extract<Store, { engine: 'postgres' }>;

/** A standby, or a server that an administrator has closed for writing. */
async function ofPostgres({ db, node }: PostgresStore): Promise<Readiness> {
  const { rows } = await sql<{ isOff: string }>`
    select current_setting('transaction_read_only') as "isOff"`.execute(db);
  if (rows[0]?.isOff === 'on') return 'read-only';
  // Throws while this process has no number for its event ids.
  node();
  return 'ok';
}
