/**
 * Test events: what was recorded for a project before it was published. They go with its publication, or by a button;
 * at the end the totals of the tests that were recorded since are counted again.
 */
import { sql, type SqlBool } from 'kysely';
import type { Database } from '../db/store.ts';
import { nobody, testsOf, testsSince } from '../db/unfinished-acts.ts';
import { type Batch, rowsPerBatch, type UnfinishedAct } from './act-batches.ts';
import { addToTotals } from './roll-up.ts';
import type { UnfinishedActs } from './unfinished-acts.ts';
import { publishedIn } from '../projects/visibility.ts';

/** A batch looks at this many events of the project for test events. */
const eventsPerBatch = 20_000;

export function testEvents(db: Database, { startOn, finish }: Pick<UnfinishedActs, 'startOn' | 'finish'>) {
  const actOf = (projectId: number) => ({ profile_id: nobody, project_id: projectId });
  const dropTests = async (projectId: number, now = Date.now()): Promise<number> => {
    // Those that the managers took back: their keys are free again, too.
    await db.deleteFrom('submissions').where('project_id', '=', projectId).where('is_test', '=', 1).execute();
    const tests = await testsOf(db, projectId);
    if (tests === 0) return 0;
    await decide(db, projectId, now);
    await startOn(actOf(projectId));
    return tests;
  };
  return {
    testsOf: (projectId: number): Promise<number> => testsOf(db, projectId),

    /** Deletes the test events of a project. Returns how many. */
    dropTests,

    /** Waits until the test events that were to be deleted are. */
    finishTests: async (projectId: number): Promise<void> => void (await finish(actOf(projectId))),

    /** Deletes the test events of published projects. Returns how many. */
    async dropPublishedTests(now = Date.now()): Promise<number> {
      // Two statements: Citus has `daily` on its workers.
      const { rows } = await sql<{ project_id: number }>`select distinct project_id from daily
        where is_test = 1`.execute(db);
      let dropped = 0;
      for (const { project_id: projectId } of rows) {
        const published = await db
          .selectFrom('projects')
          .select('project_id')
          .where('project_id', '=', projectId)
          .where(sql.raw<SqlBool>(publishedIn('projects')))
          .executeTakeFirst();
        if (published) dropped += await dropTests(projectId, now);
      }
      return dropped;
    },
  };
}

const decide = (db: Database, projectId: number, now: number) =>
  db
    .insertInto('unfinished_acts')
    .values({
      profile_id: nobody,
      project_id: projectId,
      act: 'tests',
      from_at: 0,
      to_at: now + 1,
      acted_at: now,
      is_claimed: 0,
      done_to: -1,
      leaves_unclaimed: 0,
    })
    .onConflict((conflict) =>
      conflict.columns(['profile_id', 'project_id']).doUpdateSet({ to_at: now + 1, done_to: -1 }),
    )
    .execute();

/** Deletes the next test events of a project. */
export async function deleteTestBatch(trx: Database, projectId: number): Promise<Batch> {
  const [act] = await trx
    .updateTable('unfinished_acts')
    .set((row) => ({ done_to: row.ref('done_to') }))
    .where('profile_id', '=', nobody)
    .where('project_id', '=', projectId)
    .returningAll()
    .execute();
  if (!act) return { contributions: 0, isLast: true };
  const ofProject = sql`project_id = ${projectId} and event_id > ${act.done_to}`;
  const next = sql`select event_id, is_test, arrived_at from events where ${ofProject}
    order by event_id limit ${eventsPerBatch}`;
  const { rows: tests } = await sql<{ event_id: number }>`select event_id from (${next}) looked
    where is_test = 1 and arrived_at < ${act.to_at} order by event_id limit ${rowsPerBatch}`.execute(trx);
  const { rows: looked } = await sql<{ count: number; last: number | null }>`select count(*) as count,
    max(event_id) as last from (${next}) looked`.execute(trx);
  const isFull = tests.length === rowsPerBatch;
  const doneTo = Number((isFull ? tests.at(-1)?.event_id : looked[0]?.last) ?? act.done_to);
  const chosen = sql`${ofProject} and event_id <= ${doneTo} and is_test = 1 and arrived_at < ${act.to_at}`;
  await sql`delete from events where ${chosen}`.execute(trx);
  const isLast = !isFull && Number(looked[0]?.count) < eventsPerBatch;
  if (isLast) await finish(trx, act);
  else
    await trx
      .updateTable('unfinished_acts')
      .set({ done_to: doneTo })
      .where('profile_id', '=', nobody)
      .where('project_id', '=', projectId)
      .execute();
  return { contributions: tests.length, isLast };
}

/** Counts the totals of tests again: the retention rule may have deleted events of theirs before. */
async function finish(trx: Database, { project_id, to_at }: UnfinishedAct): Promise<void> {
  await trx.deleteFrom('daily').where('project_id', '=', project_id).where('is_test', '=', 1).execute();
  const since = await testsSince(trx, project_id, to_at ?? 0);
  await addToTotals(
    trx,
    project_id,
    since.map((row) => ({ ...row, is_test: 1 })),
    1,
  );
  await trx
    .deleteFrom('unfinished_acts')
    .where('profile_id', '=', nobody)
    .where('project_id', '=', project_id)
    .execute();
}
