/** A participant's roll-up of one project: locked before their events change, and counted again afterwards. */
import { sql } from 'kysely';
import type { Database } from '../db/store.ts';
import { recountDays } from './participant-days.ts';

export type RollUpKey = { project_id: number; profile_id: number };

export type RollUp = { claimed_at: number | null };

/**
 * Locks the roll-up inside of a transaction, so that events that are being recorded are added after it was counted
 * again. Undefined where there is none. Callers lock one roll-up at a time: recording locks several in its own order,
 * and two lock orders can deadlock.
 */
export async function lockRollUp(trx: Database, part: RollUpKey): Promise<RollUp | undefined> {
  const [row] = await trx
    .updateTable('participation')
    .set((roll) => ({ events: roll('events', '+', 0) }))
    .where('project_id', '=', part.project_id)
    .where('profile_id', '=', part.profile_id)
    .returning('claimed_at')
    .execute();
  return row;
}

/** Counts a locked roll-up again from the events that are there, and deletes it if there are none. */
export async function recount(trx: Database, part: RollUpKey): Promise<void> {
  const theirs = sql`project_id = ${part.project_id} and profile_id = ${part.profile_id}`;
  const left = sql`from events where ${theirs}`;
  await sql`delete from participation where ${theirs} and not exists (select 1 ${left})`.execute(trx);
  await sql`update participation set events = (select count(*) ${left}),
    duration = (select sum(coalesce(duration, 0)) ${left}), first_at = (select min(happened_at) ${left}),
    last_at = (select max(happened_at) ${left}) where ${theirs}`.execute(trx);
  await recountDays(trx, part);
}

/** Marks a roll-up as claimed once nothing is left from before the person joined. */
export async function claimWhatIsLeft(
  trx: Database,
  part: RollUpKey,
  joinedAt: number,
  now: number,
): Promise<void> {
  await sql`update participation set claimed_at = ${now} where project_id = ${part.project_id}
    and profile_id = ${part.profile_id} and claimed_at is null and not exists (select 1 from events e
    where e.project_id = ${part.project_id} and e.profile_id = ${part.profile_id}
    and e.arrived_at < ${joinedAt})`.execute(trx);
}
