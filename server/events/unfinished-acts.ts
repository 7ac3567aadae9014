/**
 * Acts on many contributions: removing and taking back what a person did for a project, untying it after an opt-out,
 * deleting what an ended account had, and deleting the test events of a project. The decision is one short transaction,
 * and counts at once (db/unfinished-acts.ts). The rows follow in batches, between which others write; after a crash the
 * next process finishes them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { queueWork } from '../db/lease-queue.ts';
import { recordLock } from '../db/migrations/baseline.ts';
import { type Database, isAway, type Store } from '../db/store.ts';
import { nobody } from '../db/unfinished-acts.ts';
import type { Log } from '../log.ts';
import { type Batch, rowsPerBatch, runBatch, type UnfinishedAct } from './act-batches.ts';
import { deleteContributions, forgetWhose } from './deleted.ts';
import type { RollUpKey } from './roll-up.ts';
import { deleteTestBatch } from './test-events.ts';
import { countDeleted, type CountWithdrawn } from './withdrawals.ts';

export type UnfinishedActs = ReturnType<typeof unfinishedActs>;

type Deps = {
  store: Pick<Store, 'db' | 'engine' | 'scrub'>;
  log: Log;
  countWithdrawn: CountWithdrawn;
};
type Row = Pick<UnfinishedAct, 'profile_id' | 'project_id' | 'act' | 'to_at'>;
type NewAct = Omit<UnfinishedAct, 'done_to' | 'leaves_unclaimed'> & { done_to?: number };

/** Milliseconds between two batches. */
const pause = 5;
/** Milliseconds to wait for the lock of recording. */
const lockPatience = 10_000;
/** Up to this many batches run before the reply, if they change few contributions. */
const batchesBeforeReply = 20;

export function unfinishedActs({ store, log, countWithdrawn }: Deps) {
  const { db } = store;
  const held = { ...store, countWithdrawn };

  const rowsOf = ({ profile_id, project_id }: Partial<RollUpKey>): Promise<Row[]> => {
    let rows = db.selectFrom('unfinished_acts').select(['profile_id', 'project_id', 'act', 'to_at']);
    if (profile_id !== undefined) rows = rows.where('profile_id', '=', profile_id);
    // Nobody's figures wait for test events, which count in none.
    else if (project_id !== undefined) rows = rows.where('profile_id', '<>', nobody);
    if (project_id !== undefined) rows = rows.where('project_id', 'in', [0, project_id]);
    return rows.orderBy('profile_id').orderBy('project_id').execute();
  };

  /**
   * Runs batches of some acts until all are finished or `isEnough` says so; `batches` counts them. An act that fails
   * keeps none of the others waiting; the first fault is thrown at the end.
   */
  const runAll = async (
    which: Partial<RollUpKey>,
    isEnough: (contributions: number, batches: number) => boolean,
  ): Promise<{ isFinished: boolean; contributions: number }> => {
    let [contributions, batches] = [0, 0];
    let hasDeleted = false;
    const faults = new Map<string, unknown>();
    for (;;) {
      const rows = (await rowsOf(which)).filter((row) => !faults.has(nameOf(row)));
      if (rows.length === 0) {
        // Empties SQLite's log, so that no bytes of what was deleted are left in it.
        if (hasDeleted) await store.scrub();
        for (const fault of faults.values()) throw fault;
        return { isFinished: true, contributions };
      }
      for (const row of rows) {
        hasDeleted ||= row.act === 'delete' || row.act === 'forget';
        for (let isLast = false; !isLast; batches++) {
          if (isEnough(contributions, batches)) return { isFinished: false, contributions };
          // On SQLite another process that waits to write notices only now and then that it may.
          if (batches > 0) await sleep(pause);
          try {
            const batch = await runOne(held, row);
            contributions += batch.contributions;
            isLast = batch.isLast;
          } catch (error) {
            faults.set(nameOf(row), error);
            isLast = true;
          }
        }
        // Reading the others again fails where the whole store is away, and not a worker of Citus.
        if (faults.has(nameOf(row))) break;
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

  const startOn = async (which: Partial<RollUpKey>): Promise<void> => {
    const isEnough = (contributions: number, batches: number) =>
      contributions >= rowsPerBatch || batches >= batchesBeforeReply;
    try {
      if ((await runAll(which, isEnough)).isFinished) return;
    } catch (error) {
      // The decision counts; its rows follow when the store responds again.
      if (!isAway(error)) throw error;
    }
    queue.wake();
  };

  return {
    queue,
    countWithdrawn,

    /** Goes on with what is unfinished, in the background. */
    goOn: queue.wake,

    /** Finishes all acts, or those on a profile or a project. Returns how many contributions that changed. */
    finish: async (which: Partial<RollUpKey> = {}): Promise<number> =>
      (await runAll(which, () => false)).contributions,

    /** Notes an act. Returns false while another one on the same contributions is unfinished. */
    async begin(trx: Database, act: NewAct): Promise<boolean> {
      const added = await trx
        .insertInto('unfinished_acts')
        .values({ done_to: -1, ...act, leaves_unclaimed: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .returning('act')
        .execute();
      return added.length > 0;
    },

    /** Runs the first batches of acts: a few contributions at once, many in the background. */
    startOn,

    /** Deletes what ended profiles had. */
    async deleteOf(profiles: number[]): Promise<void> {
      for (const profile_id of profiles) await startOn({ profile_id });
    },
  };
}

const nameOf = ({ profile_id, project_id }: Row): string => `${profile_id} ${project_id}`;

/** Runs the next batch of an act. */
async function runOne(held: ActStore, row: Row): Promise<Batch> {
  if (row.project_id === 0) return deleteEverywhere(held, row.profile_id);
  if (row.act === 'untie' && row.to_at === null) return seeAllRecorded(held, row);
  return held.db
    .transaction()
    .execute((trx) =>
      row.act === 'tests' ? deleteTestBatch(trx, row.project_id) : runBatch(trx, held, row, Date.now()),
    );
}

type ActStore = Pick<Store, 'db' | 'engine'> & Pick<Deps, 'countWithdrawn'>;

/**
 * Waits until all recording that may not have seen a decision has committed. On PostgreSQL recording holds this lock
 * shared: once it was held alone, all later recording sees the decision. All recording queues behind this wait, so it
 * has an end; the act is tried again later.
 */
async function waitForRecording({ db, engine }: ActStore): Promise<void> {
  if (engine === 'sqlite') return;
  await db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = ${sql.lit(lockPatience)}`.execute(trx);
    await sql`select pg_advisory_xact_lock(${sql.lit(recordLock)})`.execute(trx);
  });
}

/** From here on nothing more is tied to the person in the project, so that every contribution of the time is untied. */
async function seeAllRecorded(held: ActStore, { profile_id, project_id }: Row): Promise<Batch> {
  await waitForRecording(held);
  await held.db
    .updateTable('unfinished_acts')
    .set({ to_at: Number.MAX_SAFE_INTEGER })
    .where('profile_id', '=', profile_id)
    .where('project_id', '=', project_id)
    .where('act', '=', 'untie')
    .execute();
  return { contributions: 0, isLast: true };
}

/**
 * Deletes the removed contributions of an ended profile in batches, and at the end makes an act for each project with
 * contributions of it.
 */
async function deleteEverywhere(held: ActStore, profileId: number): Promise<Batch> {
  const { db } = held;
  // Events that are being recorded may commit after the decision.
  await waitForRecording(held);
  return db.transaction().execute(async (trx) => {
    const { rows: ending } = await sql<{ to_at: number }>`update unfinished_acts
      set to_at = coalesce(to_at, cast(${Date.now() + 1} as bigint))
      where profile_id = ${profileId} and project_id = 0 returning to_at`.execute(trx);
    const toAt = ending[0]?.to_at;
    if (toAt === undefined) return { contributions: 0, isLast: true };
    await forgetWhose(trx, sql`profile_id = ${profileId}`);
    const chosen = sql`(project_id, event_id) in (select project_id, event_id from removed_events
      where profile_id = ${profileId} and arrived_at < ${toAt} order by event_id limit ${rowsPerBatch})`;
    const removed = await deleteContributions(trx, 'removed_events', chosen, Date.now());
    await countDeleted(held.countWithdrawn, trx, removed as RollUpKey[], Date.now());
    const contributions = removed.length;
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
