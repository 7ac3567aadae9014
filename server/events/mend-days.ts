/**
 * Brings `participant_days` up to its events where a release before recorded some, which knew nothing of it or of its
 * durations: before an upgrade, and while both releases run on one store.
 */
import { sql } from 'kysely';
import type { Database } from '../db/store.ts';
import { lockRollUp, recount } from './roll-up.ts';

/** Participants that one statement compares: it has as many rows at a time as they have days. */
const partsPerRead = 1_000;

/** Sums of the same durations may differ in their last digits, by the order in which they were added. */
const durationTolerance = sql.lit(1e-6);

/** Counts again what differs from `participation`. Returns how many participants that were. */
export async function mendDays(db: Database, searching: Database, projectId: number): Promise<number> {
  let mended = 0;
  for (let after = 0; ;) {
    const upTo = await lastOfNext(searching, projectId, after);
    if (upTo === undefined) return mended;
    const range = sql`project_id = ${projectId} and profile_id > ${after} and profile_id <= ${upTo}`;
    const { rows } = await sql<{ profile_id: number }>`select p.profile_id
      from (select * from participation where ${range}) p left join (
        select profile_id, sum(events) as events, sum(duration) as duration from participant_days
        where ${range} group by profile_id) d on d.profile_id = p.profile_id
      where coalesce(d.events, 0) <> p.events
        or abs(coalesce(d.duration, 0) - p.duration) > ${durationTolerance} * (1 + abs(p.duration))`.execute(
      searching,
    );
    for (const { profile_id } of rows)
      await db.transaction().execute(async (trx) => {
        const part = { project_id: projectId, profile_id };
        if (await lockRollUp(trx, part)) await recount(trx, part);
      });
    mended += rows.length;
    after = upTo;
  }
}

/** The last of the next participants; undefined where there are no more. */
async function lastOfNext(db: Database, projectId: number, after: number): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`select max(profile_id) as last from (
    select profile_id from participation where project_id = ${projectId} and profile_id > ${after}
    order by profile_id limit ${partsPerRead}) p`.execute(db);
  const last = rows[0]?.last ?? undefined;
  return last === undefined ? undefined : Number(last);
}
