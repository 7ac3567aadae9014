/** Counts in time windows, stored in the database: limits that hold across restarts and processes. */
import { sql } from 'kysely';
import type { Database } from '../db/store.ts';

/**
 * `max` counts in a window of `milliseconds`, which starts with the first count: windows aligned to the clock would
 * let twice as much through around the change.
 */
export type Window = { name: string; max: number; milliseconds: number };

/** `subject` is a digest: a count must not store an address. */
export type Count = { window: Window; subject: string };

/** The first full window, and the seconds until it ends, rounded up so that they reveal no exact time. */
export type Full = { window: Window; retryAfter: number };

type Row = { name: string; subject: string; count: number; starts_at: number };

/**
 * Adds one to each window, inside the caller's transaction, and returns the first full one. The caller then rolls back,
 * so that a refused call counts nowhere. One statement, so that concurrent calls each get their own count and hold the
 * row locks only briefly. Callers pass windows in a fixed order, the most specific subjects first: two transactions
 * that lock the rows in different orders could deadlock.
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
    if (row && row.count > window.max)
      return { window, retryAfter: roughly(row.starts_at + window.milliseconds - now, window) };
  }
  return undefined;
}

/** Returns what a window has counted, and the seconds until it ends, rounded up; counts nothing. */
export async function countsOf(db: Database, { window, subject }: Count, now: number) {
  const row = await db
    .selectFrom('tallies')
    .select(['count', 'starts_at'])
    .where('name', '=', window.name)
    .where('subject', '=', subject)
    .where('starts_at', '>', now - window.milliseconds)
    .executeTakeFirst();
  const ends = Number(row?.starts_at ?? now) + window.milliseconds;
  return { count: Number(row?.count ?? 0), retryAfter: roughly(ends - now, window) };
}

/** Takes counts back: `times` from each, but not below zero. */
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
