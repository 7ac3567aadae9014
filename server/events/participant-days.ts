/**
 * The roll-up of who contributed when: per participant, day, kind of event and coarse place. Stats counts people from
 * it, and a person's page reads their days. It only has events that are tied to a profile, and its rows go with them. Callers have locked the participant's
 * row in `participation`, which guards these rows.
 */
import { sql } from 'kysely';
import type { EventType } from '../../src/contract/event-types.ts';
import type { EventSource } from '../../src/contract/event.ts';
import { dayOf } from '../day.ts';
import type { Database } from '../db/store.ts';
import { cellOf, noCell } from '../geometry/ten-km-cells.ts';
import type { RollUpKey } from './roll-up.ts';

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
export const cellOfPlace = (place: string | null): number =>
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
export async function recountDays(trx: Database, part: RollUpKey): Promise<void> {
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
