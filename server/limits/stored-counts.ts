/** Counts in windows of time, kept in the store: limits that hold over restarts and between processes. */
import { sql } from 'kysely';
import type { Database } from '../db/store.ts';

/** `most` in one window of `milliseconds`, which begins with the first count: a clock's window lets twice as much through. */
export type Window = { name: string; most: number; milliseconds: number };

/** `subject` is a digest: a tally must not keep an address. */
export type Count = { window: Window; subject: string };

/** The first window without room, and the seconds until it has ended: rounded up, so that they tell no exact time. */
export type Full = { window: Window; retryAfter: number };

type Row = { name: string; subject: string; count: number; starts_at: number };

/**
 * Counts one more in each window, inside the caller's transaction, and answers the first that has no room. The caller
 * rolls back then, so that a refused call has counted nothing. One statement, so that concurrent calls each get their
 * own count and hold the rows for a moment only. Callers give windows in one order, the most particular subjects
 * first: two transactions that lock the rows in different orders could deadlock.
 */
export async function countIn(trx: Database, counts: Count[], now: number): Promise<Full | undefined> {
  const lengths = sql.join(
    counts.map(({ window }) => sql`when ${window.name} then cast(${window.milliseconds} as bigint)`),
    sql` `,
  );
  const isRunning = sql`tallies.starts_at > excluded.starts_at - case excluded.name ${lengths} end`;
  const { rows } = await sql<Row>`
    insert into tallies (name, subject, starts_at, count)
    values ${sql.join(counts.map(({ window, subject }) => sql`(${window.name}, ${subject}, ${now}, 1)`))}
    on conflict (name, subject) do update set
      count = case when ${isRunning} then tallies.count + 1 else 1 end,
      starts_at = case when ${isRunning} then tallies.starts_at else excluded.starts_at end
    returning name, subject, count, starts_at`.execute(trx);
  for (const { window, subject } of counts) {
    const row = rows.find((one) => one.name === window.name && one.subject === subject);
    if (row && row.count > window.most)
      return { window, retryAfter: roughly(row.starts_at + window.milliseconds - now, window) };
  }
  return undefined;
}

/** Takes counts back: `times` from each, down to nothing. */
export async function takeBack(db: Database, counts: Count[], times = 1): Promise<void> {
  const these = counts.map(({ window, subject }) => sql`(name = ${window.name} and subject = ${subject})`);
  await sql`update tallies set count = case when count > ${times} then count - ${times} else 0 end
    where ${sql.join(these, sql` or `)}`.execute(db);
}

/** Rounds up to whole hours in a window of a day, and to ten minutes in shorter ones. */
function roughly(milliseconds: number, window: Window): number {
  const step = Math.max(600_000, window.milliseconds / 24);
  return (Math.ceil(milliseconds / step) * step) / 1000;
}
