/** Counts in windows of time, kept in the store: limits that hold over restarts and between processes. */
import { sql } from 'kysely';
import type { Database } from './store.ts';

export type Window = { name: string; most: number; milliseconds: number };

/**
 * Counts one more, and says whether all windows still had room; `retryAfter` in seconds where one had not. What is
 * refused takes nothing: whoever asks too often in an hour has not used up the day. A window begins with what is
 * counted first: by the hour of the clock, whoever waits for it to strike would get twice as much.
 * `subject` is a digest: a tally must not keep an address.
 */
export async function tally(db: Database, windows: Window[], subject: string, now: number) {
  for (const [index, { name, most, milliseconds }] of windows.entries()) {
    const isRunning = sql`tallies.starts_at > ${now - milliseconds}`;
    // One statement: of calls at the same time each hears its own count.
    const { rows } = await sql<{ count: number; starts_at: number }>`
      insert into tallies (name, subject, starts_at, count) values (${name}, ${subject}, ${now}, 1)
      on conflict (name, subject) do update set
        count = case when ${isRunning} then tallies.count + 1 else 1 end,
        starts_at = case when ${isRunning} then tallies.starts_at else excluded.starts_at end
      returning count, starts_at`.execute(db);
    const { count, starts_at } = rows[0] ?? { count: 0, starts_at: now };
    if (count <= most) continue;
    for (const taken of windows.slice(0, index + 1)) await untally(db, taken, subject);
    return { isWithin: false, retryAfter: Math.ceil((starts_at + milliseconds - now) / 1000) };
  }
  return { isWithin: true, retryAfter: 0 };
}

/** Takes one back that turned out not to count. */
export async function untally(db: Database, window: Window, subject: string): Promise<void> {
  await db
    .updateTable('tallies')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('name', '=', window.name)
    .where('subject', '=', subject)
    .execute();
}
