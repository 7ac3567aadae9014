/** Makes many contributions of one, with its roll-ups, by SQL. */
import type { Engine } from '../set-up/service/running-service.ts';
import type { Rows } from '../set-up/service/rows.ts';
import { dialects } from '../bench/made/fill-events.ts';

/** So many in all, each a second after the one before; all on the day of the first. */
export async function repeat(
  { rows, engine }: { rows: Rows; engine: Engine },
  eventId: number,
  count: number,
): Promise<void> {
  await rows.run(`insert into events (project_id, event_id, profile_id, type, source, is_late, is_test, happened_at, arrived_at, duration)
    select project_id, event_id - i, profile_id, type, source, is_late, is_test, happened_at + i * 1000, arrived_at, duration
    from events, ${dialects[engine].numbers(1, count)} where event_id = ${eventId}`);
  const [one] = await rows.all<{
    project_id: number;
    profile_id: number;
    happened_at: number;
    duration: number | null;
  }>(`select project_id, profile_id, happened_at, duration from events where event_id = ${eventId}`);
  if (!one) throw new Error(`There is no contribution ${eventId}.`);
  const more = `set events = events + ${count - 1}, duration = duration + ${(count - 1) * (one.duration ?? 0)}
    where project_id = ${one.project_id} and profile_id = ${one.profile_id}`;
  await rows.run(`update participation ${more}`);
  const day = new Date(one.happened_at).toISOString().slice(0, 10);
  await rows.run(`update participant_days ${more} and day = '${day}'`);
}
