/**
 * Shares rate counts between processes on one PostgreSQL: about once a second each process adds its counts to rows of
 * the store, and reads their sums. A limit is therefore accurate to within a second or two of requests.
 */
import { sql } from 'kysely';
import type { Log } from '../log.ts';
import type { PolicyCounts } from './limits.ts';
import type { Database } from '../db/store.ts';

const every = 1000;

export function shareCounts(db: Database, all: PolicyCounts[], log: Log): () => void {
  let isBusy = false;
  const share = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      for (const counts of all) await shareOne(db, counts);
    } catch (error) {
      log.warn({ err: error }, 'counts could not be shared; each process counts alone for now');
    }
    isBusy = false;
  };
  const timer = setInterval(() => void share(), every).unref();
  return () => clearInterval(timer);
}

async function shareOne(db: Database, counts: PolicyCounts): Promise<void> {
  const { starts, mine, shared, policy } = counts;
  // Small counts are not shared: anybody can forge a new origin with each request, and each would be a row.
  const least = policy.max / 100;
  const news = [...mine].filter(([subject, count]) => count - (shared.get(subject) ?? 0) > least);
  if (news.length === 0) return;
  const key = JSON.stringify(
    // The same order everywhere, so that two processes cannot deadlock.
    news
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([subject, count]) => ({ subject, more: count - (shared.get(subject) ?? 0) })),
  );
  const { rows } = await sql<{ subject: string; count: number }>`
    insert into rates (name, subject, starts_at, count)
    select cast(${counts.policy.name} as text), subject, cast(${starts} as bigint), more
    from json_to_recordset(${key}::text::json) as g(subject text, more bigint)
    on conflict (name, subject) do update set starts_at = excluded.starts_at,
      count = case when rates.starts_at = excluded.starts_at then rates.count else 0 end + excluded.count
    returning subject, count`.execute(db);
  // The window ended during the query: the result belongs to the previous window.
  if (counts.starts !== starts) return;
  for (const [subject, count] of news) shared.set(subject, count);
  for (const { subject, count } of rows)
    counts.others.set(subject, Math.max(0, Number(count) - (shared.get(subject) ?? 0)));
}

/** Deletes the rows of windows that have ended. */
export const forgetCounts = (db: Database, now: number) =>
  db
    .deleteFrom('rates')
    .where('starts_at', '<', now - 2 * 86_400_000)
    .execute();
