/** A participant's roll-up of one project: locked before their events change, and counted again afterwards. */
import { sql } from 'kysely';
import { dayLong } from '../day.ts';
import { firstIdAt } from '../db/ids.ts';
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

/** Marks a roll-up as claimed. */
export async function claimRollUp(trx: Database, part: RollUpKey, now: number): Promise<void> {
  await trx
    .updateTable('participation')
    .set({ claimed_at: now })
    .where('project_id', '=', part.project_id)
    .where('profile_id', '=', part.profile_id)
    .where('claimed_at', 'is', null)
    .execute();
}

/** Up to this many events, all of them are read for the first and the last time. */
const maxEventsRead = 1000;

/** Finds the first and the last time again after events were taken off a locked roll-up; deletes one without events. */
export async function recountTimes(trx: Database, part: RollUpKey): Promise<void> {
  const theirs = sql`project_id = ${part.project_id} and profile_id = ${part.profile_id}`;
  const { rows } = await sql<{ event_id: number }>`select event_id from events where ${theirs}
    order by event_id limit ${maxEventsRead + 1}`.execute(trx);
  if (rows.length === 0) {
    await sql`delete from participation where ${theirs}`.execute(trx);
    await sql`delete from participant_days where ${theirs}`.execute(trx);
    return;
  }
  const [first, last] =
    rows.length > maxEventsRead
      ? [await timeOnDay(trx, part, 'min'), await timeOnDay(trx, part, 'max')]
      : [undefined, undefined];
  const whole = (which: 'min' | 'max') =>
    sql`(select ${sql.raw(which)}(happened_at) from events where ${theirs})`;
  await sql`update participation set first_at = ${first ?? whole('min')}, last_at = ${last ?? whole('max')}
    where ${theirs}`.execute(trx);
}

/**
 * The first or the last time of a participant with very many events, read only from the events of the first or the last
 * day in `participant_days`. An event that is not late arrived within a day of its date, and ids are ordered by
 * arrival.
 */
async function timeOnDay(trx: Database, part: RollUpKey, which: 'min' | 'max'): Promise<number | undefined> {
  const theirs = sql`project_id = ${part.project_id} and profile_id = ${part.profile_id}`;
  const extreme = sql.raw(which);
  const { rows: days } = await sql<{ day: string | null }>`select ${extreme}(day) as day from participant_days
    where ${theirs}`.execute(trx);
  const from = Date.parse(days[0]?.day ?? '');
  if (Number.isNaN(from)) return undefined;
  const dated = sql`happened_at >= ${from} and happened_at < ${from + dayLong}`;
  const { rows } = await sql<{ at: number | null }>`select ${extreme}(happened_at) as at from (
    select happened_at from events where ${theirs} and is_late = 0 and ${dated}
      and event_id >= ${firstIdAt(from - dayLong)} and event_id < ${firstIdAt(from + 2 * dayLong)}
    union all select happened_at from events where ${theirs} and is_late = 1 and ${dated}) those`.execute(
    trx,
  );
  return rows[0]?.at ?? undefined;
}
