/**
 * Brings `participant_days` up to its events where a release before recorded some, which knew nothing of it or of its
 * durations: before an upgrade, and while both releases run on one store.
 */
import { sql } from 'kysely';
import type { Database } from '../db/store.ts';
import { lockRollUp, recount } from './roll-up.ts';

const partsPerRead = 500;

/** Sums of the same durations may differ in their last digits, by the order in which they were added. */
const durationTolerance = sql.lit(1e-6);

/** Counts again what differs from `participation`. Returns how many participants that were. */
export async function mendDays(db: Database, searching: Database, projectId: number): Promise<number> {
  let mended = 0;
  let last = 0;
  for (;;) {
    const { rows } = await sql<{ profile_id: number }>`select p.profile_id from participation p left join (
        select profile_id, sum(events) as events, sum(duration) as duration from participant_days
        where project_id = ${projectId} and profile_id > ${last} group by profile_id) d on d.profile_id = p.profile_id
      where p.project_id = ${projectId} and p.profile_id > ${last} and (coalesce(d.events, 0) <> p.events
        or abs(coalesce(d.duration, 0) - p.duration) > ${durationTolerance} * (1 + abs(p.duration)))
      order by p.profile_id limit ${partsPerRead}`.execute(searching);
    for (const { profile_id } of rows)
      await db.transaction().execute(async (trx) => {
        const part = { project_id: projectId, profile_id };
        if (await lockRollUp(trx, part)) await recount(trx, part);
      });
    mended += rows.length;
    last = Number(rows.at(-1)?.profile_id ?? 0);
    if (rows.length < partsPerRead) return mended;
  }
}
