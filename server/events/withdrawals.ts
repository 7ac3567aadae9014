/**
 * How many contributions participants withdrew from a project by day, for the notices to its owners. The number is kept
 * of its own: small numbers wait to be reported, and the contributions are deleted before.
 */
import { dayOf } from '../day.ts';
import type { Database } from '../db/store.ts';

/** Adds to the number of a day; a negative count takes off what was put back. */
export async function countWithdrawn(
  trx: Database,
  projectId: number,
  contributions: number,
  at: number,
): Promise<void> {
  if (contributions === 0) return;
  await trx
    .insertInto('withdrawals')
    .values({ project_id: projectId, day: dayOf(at), contributions })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'day'])
        .doUpdateSet((row) => ({ contributions: row('withdrawals.contributions', '+', contributions) })),
    )
    .execute();
}

/** Adds contributions that were deleted, each with its project. */
export async function countDeleted(trx: Database, rows: { project_id: number }[], at: number): Promise<void> {
  const projects = [...Map.groupBy(rows, ({ project_id }) => Number(project_id))];
  // In one order: two transactions that lock rows of several projects cannot deadlock.
  for (const [projectId, some] of projects.sort(([one], [other]) => one - other))
    await countWithdrawn(trx, projectId, some.length, at);
}
