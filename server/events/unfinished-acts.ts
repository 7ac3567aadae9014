/**
 * Acts on many contributions of one person: removing and taking back what they did for a project, and deleting what an
 * ended account had. The decision is one short transaction, and counts at once (db/unfinished-acts.ts). The rows follow
 * in batches, between which others write; after a crash the next process finishes them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { queueWork } from '../db/lease-queue.ts';
import { recordLock } from '../db/migrations.ts';
import type { Database, Store } from '../db/store.ts';
import type { Log } from '../log.ts';
import { rowsPerBatch, runBatch, type UnfinishedAct } from './act-batches.ts';
import type { RollUpKey } from './roll-up.ts';

export type UnfinishedActs = ReturnType<typeof unfinishedActs>;

type Deps = { store: Pick<Store, 'db' | 'engine' | 'scrub'>; log: Log };
type Row = Pick<UnfinishedAct, 'profile_id' | 'project_id' | 'act'>;

/** Milliseconds between two batches. */
const pause = 5;
/**
 * Up to this many batches of an ended account run before its person gets the reply, if they change few contributions.
 */
const batchesBeforeReply = 20;

export function unfinishedActs({ store, log }: Deps) {
  const { db } = store;

  const rowsOf = ({ profile_id, project_id }: Partial<RollUpKey>): Promise<Row[]> => {
    let rows = db.selectFrom('unfinished_acts').select(['profile_id', 'project_id', 'act']);
    if (profile_id !== undefined) rows = rows.where('profile_id', '=', profile_id);
    if (project_id !== undefined) rows = rows.where('project_id', 'in', [0, project_id]);
    return rows.orderBy('profile_id').orderBy('project_id').execute();
  };

  const runOne = (row: Row) =>
    row.project_id === 0
      ? deleteEverywhere(store, row.profile_id)
      : db.transaction().execute((trx) => runBatch(trx, row, Date.now()));

  /** Runs batches of some acts until all are finished or `isEnough` says so; `batches` counts them. */
  const runAll = async (
    which: Partial<RollUpKey>,
    isEnough: (contributions: number, batches: number) => boolean,
  ): Promise<{ isFinished: boolean; contributions: number }> => {
    let [contributions, batches] = [0, 0];
    let hasDeleted = false;
    for (;;) {
      const rows = await rowsOf(which);
      if (rows.length === 0) {
        // Empties SQLite's log, so that no bytes of what was deleted are left in it.
        if (hasDeleted) await store.scrub();
        return { isFinished: true, contributions };
      }
      for (const row of rows) {
        hasDeleted ||= row.act === 'delete';
        for (let isLast = false; !isLast; batches++) {
          if (isEnough(contributions, batches)) return { isFinished: false, contributions };
          // On SQLite another process that waits to write notices only now and then that it may.
          if (batches > 0) await sleep(pause);
          const batch = await runOne(row);
          contributions += batch.contributions;
          isLast = batch.isLast;
        }
      }
    }
  };

  const queue = queueWork({
    everyMilliseconds: 2_000,
    workers: 1,
    workOff: async (isStopped) => void (await runAll({}, isStopped)),
    onFault: 'removing, taking back or deleting contributions stopped; it will go on',
    log,
  });

  return {
    queue,

    /** Goes on with what is unfinished, in the background. */
    goOn: queue.wake,

    /** Finishes all acts, or those on a profile or a project. Returns how many contributions that changed. */
    finish: async (which: Partial<RollUpKey> = {}): Promise<number> =>
      (await runAll(which, () => false)).contributions,

    /** Notes an act. Returns false while another one on the same contributions is unfinished. */
    async begin(trx: Database, act: Omit<UnfinishedAct, 'done_to' | 'leaves_unclaimed'>): Promise<boolean> {
      const added = await trx
        .insertInto('unfinished_acts')
        .values({ ...act, done_to: -1, leaves_unclaimed: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .returning('act')
        .execute();
      return added.length > 0;
    },

    /** Deletes what ended profiles had: a few contributions at once, many in the background. */
    async deleteOf(profiles: number[]): Promise<void> {
      const enough = (contributions: number, batches: number) =>
        contributions >= rowsPerBatch || batches >= batchesBeforeReply;
      for (const profile_id of profiles) if (!(await runAll({ profile_id }, enough)).isFinished) queue.wake();
    },
  };
}

/**
 * Deletes the removed contributions of an ended profile in batches, and at the end makes an act for each project with
 * contributions of it.
 */
async function deleteEverywhere(
  { db, engine }: Pick<Store, 'db' | 'engine'>,
  profileId: number,
): Promise<{ contributions: number; isLast: boolean }> {
  // Events that are being recorded may commit after the decision. On PostgreSQL recording holds this lock shared: once
  // it was held alone, all later recording sees that the profile has ended.
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(recordLock)})`.execute(db);
  return db.transaction().execute(async (trx) => {
    const { rows: ending } = await sql<{ to_at: number }>`update unfinished_acts
      set to_at = coalesce(to_at, cast(${Date.now()} as bigint))
      where profile_id = ${profileId} and project_id = 0 returning to_at`.execute(trx);
    const toAt = ending[0]?.to_at;
    if (toAt === undefined) return { contributions: 0, isLast: true };
    const removed = await sql`delete from removed_events where (project_id, event_id) in (
      select project_id, event_id from removed_events where profile_id = ${profileId} and arrived_at < ${toAt}
      limit ${rowsPerBatch})`.execute(trx);
    const contributions = Number(removed.numAffectedRows ?? 0);
    if (contributions === rowsPerBatch) return { contributions, isLast: false };
    await sql`insert into unfinished_acts
        (profile_id, project_id, act, from_at, to_at, acted_at, is_claimed, done_to, leaves_unclaimed)
      select profile_id, project_id, 'delete', 0, cast(${toAt} as bigint), cast(${toAt} as bigint), 0, -1, 0
      from participation where profile_id = ${profileId}
      on conflict (profile_id, project_id) do update set act = 'delete', from_at = 0, to_at = excluded.to_at,
        acted_at = excluded.acted_at, is_claimed = 0, done_to = -1, leaves_unclaimed = 0`.execute(trx);
    await sql`delete from unfinished_acts where profile_id = ${profileId} and project_id = 0`.execute(trx);
    return { contributions, isLast: true };
  });
}
