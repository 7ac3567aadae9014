/**
 * Brings `participant_days` up to its events where the release before recorded some, which knew nothing of it: before
 * an upgrade, and while both releases run on one store.
 */
import { sql } from 'kysely';
import type { Database } from '../db/store.ts';
import { lockRollUp, recount } from './roll-up.ts';

const partsPerRead = 500;

/** Counts again what differs from `participation`. Returns how many participants that were. */
export async function mendDays(db: Database, searching: Database, projectId: number): Promise<number> {
  let mended = 0;
  for (;;) {
    const { rows } = await sql<{ profile_id: number }>`select p.profile_id from participation p left join (
        select profile_id, sum(events) as events from participant_days where project_id = ${projectId}
        group by profile_id) d on d.profile_id = p.profile_id
      where p.project_id = ${projectId} and coalesce(d.events, 0) <> p.events limit ${partsPerRead}`.execute(
      searching,
    );
    for (const { profile_id } of rows)
      await db.transaction().execute(async (trx) => {
        const part = { project_id: projectId, profile_id };
        if (await lockRollUp(trx, part)) await recount(trx, part);
      });
    mended += rows.length;
    if (rows.length < partsPerRead) return mended;
  }
}
