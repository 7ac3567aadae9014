/**
 * A participant's roll-up of one project: locked before their events change, and counted again afterwards. Its row in
 * `participation` guards those of `participant_days`: per participant, day, kind of event and coarse place, from which
 * Stats counts people, and a person's page reads their days. They have only events that are tied to a profile.
 */
import { sql, type Insertable } from 'kysely';
import { dayLong, dayOf } from '../text/day.ts';
import { firstIdAt } from '../db/ids.ts';
import type { Database } from '../db/store.ts';
import type { StatsTables } from '../stats/schema.ts';
import type { EventTables } from './schema.ts';
import type { EventType } from '../../src/contract/api/event-types.ts';
import type { EventSource } from '../../src/contract/api/event.ts';
import { cellOf, noCell } from '../geometry/ten-km-cells.ts';

/** The columns of an event that the roll-up is made of. */
export type Dated = {
  type: EventType;
  source: EventSource;
  is_late: number;
  happened_at: number;
  place: string | null;
  duration: number | null;
};

type DayRow = RollUpKey & {
  day: string;
  type: EventType;
  source: EventSource;
  is_late: number;
  cell: number;
  events: number;
  duration: number;
};

const rowsPerStatement = 500;

/** The cell of a stored place, which is a GeoJSON Point. */
const cellOfPlace = (place: string | null): number =>
  place === null ? noCell : cellOf((JSON.parse(place) as { coordinates: number[] }).coordinates);

/** Adds events to the roll-up (`sign` 1), or takes them off it (-1). */
export async function addToDays(
  trx: Database,
  part: RollUpKey,
  events: (Dated & { events?: number })[],
  sign: 1 | -1,
): Promise<void> {
  const rows = new Map<string, DayRow>();
  for (const { type, source, is_late, happened_at, place, duration, events: count = 1 } of events) {
    const [day, cell] = [dayOf(happened_at), cellOfPlace(place)];
    const key = `${day} ${type} ${source} ${is_late} ${cell}`;
    const row = rows.get(key) ?? { ...part, day, type, source, is_late, cell, events: 0, duration: 0 };
    row.events += sign * Number(count);
    row.duration += sign * (duration ?? 0);
    rows.set(key, row);
  }
  const all = [...rows.values()];
  if (all.length === 0) return;
  for (let at = 0; at < all.length; at += rowsPerStatement)
    await trx
      .insertInto('participant_days')
      .values(all.slice(at, at + rowsPerStatement))
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'profile_id', 'day', 'type', 'source', 'is_late', 'cell'])
          .doUpdateSet((row) => ({
            events: row('participant_days.events', '+', row.ref('excluded.events')),
            duration: row('participant_days.duration', '+', row.ref('excluded.duration')),
          })),
      )
      .execute();
  const days = all.map(({ day }) => day).sort();
  if (sign < 0)
    await trx
      .deleteFrom('participant_days')
      .where('project_id', '=', part.project_id)
      .where('profile_id', '=', part.profile_id)
      .where('day', '>=', days.at(0) ?? '')
      .where('day', '<=', days.at(-1) ?? '')
      .where('events', '<=', 0)
      .execute();
}

/** Counts a participant's days again from the events that are there. */
async function recountDays(trx: Database, part: RollUpKey): Promise<void> {
  await trx
    .deleteFrom('participant_days')
    .where('project_id', '=', part.project_id)
    .where('profile_id', '=', part.profile_id)
    .execute();
  // One row per day and place, not per event: somebody may have a hundred thousand of them.
  const { rows } = await sql<Dated & { events: number }>`select type, source, is_late, place,
    min(happened_at) as happened_at, count(*) as events, sum(duration) as duration from events
    where project_id = ${part.project_id} and profile_id = ${part.profile_id}
    group by type, source, is_late, place, happened_at - (happened_at % 86400000 + 86400000) % 86400000`.execute(
    trx,
  );
  await addToDays(trx, part, rows, 1);
}

export type RollUpKey = { project_id: number; profile_id: number };

type RollUp = { claimed_at: number | null };

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

/** The columns of an event that the totals of its project are made of. */
export type Totalled = Omit<Dated, 'place'> & { is_test: number; magnitude: number | null };

/** Adds events to the totals of their project (`sign` 1), or takes them off (-1). They are locked in the order of recording. */
export async function addToTotals(
  trx: Database,
  projectId: number,
  events: Totalled[],
  sign: 1 | -1,
): Promise<void> {
  const days = new Map<string, Insertable<EventTables['daily']>>();
  const hours = new Map<string, Insertable<StatsTables['hourly']>>();
  for (const { type, source, is_late, is_test, happened_at, duration, magnitude } of events) {
    const [day, hour] = [dayOf(happened_at), new Date(happened_at).getUTCHours()];
    const none = { events: 0, duration: 0, magnitude: 0 };
    const key = `${day} ${type} ${source} ${is_late} ${is_test}`;
    const row = days.get(key) ?? { project_id: projectId, day, type, source, is_late, is_test, ...none };
    row.events += sign;
    row.duration += sign * (duration ?? 0);
    row.magnitude += sign * (magnitude ?? 0);
    days.set(key, row);
    if (is_test === 1) continue;
    const hourKey = `${day} ${String(hour).padStart(2, '0')}`;
    const events = (hours.get(hourKey)?.events ?? 0) + sign;
    hours.set(hourKey, { project_id: projectId, day, hour, events });
  }
  const sorted = <Row>(rows: Map<string, Row>) =>
    [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  for (const row of sorted(hours))
    await trx
      .insertInto('hourly')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'day', 'hour'])
          .doUpdateSet((known) => ({ events: known('hourly.events', '+', row.events) })),
      )
      .execute();
  for (const row of sorted(days))
    await trx
      .insertInto('daily')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'day', 'type', 'source', 'is_late', 'is_test'])
          .doUpdateSet((known) => ({
            events: known('daily.events', '+', row.events),
            duration: known('daily.duration', '+', row.duration),
            magnitude: known('daily.magnitude', '+', row.magnitude),
          })),
      )
      .execute();
  if (sign > 0) return;
  const between = [...days.values()].map(({ day }) => day).sort();
  for (const table of ['hourly', 'daily'] as const)
    await trx
      .deleteFrom(table)
      .where('project_id', '=', projectId)
      .where('day', '>=', between.at(0) ?? '')
      .where('day', '<=', between.at(-1) ?? '')
      .where('events', '<=', 0)
      .execute();
}
