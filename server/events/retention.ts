/**
 * The retention rule: contributions of people who did not join, and those that a member did not take, are
 * forgotten after a time; so are mappings that nobody used, and idempotency keys of events that are gone.
 */
import { sql } from 'kysely';
import { dayLong, dayOf } from '../day.ts';
import type { Database } from '../db/store.ts';

export type Purged = { events: number; profiles: number; submissions: number };

const mappingDays = 730;
const submissionHours = 72;

export async function purge(db: Database, retentionDays: number, now: number): Promise<Purged> {
  const before = now - retentionDays * dayLong;
  // Per project and profile: what is nobody's (not a member's, or not taken by one) and older than the rule allows.
  const events =
    await sql`delete from events where profile_id is not null and arrived_at < ${before} and exists (
    select 1 from participation p where p.project_id = events.project_id and p.profile_id = events.profile_id
    and p.claimed_at is null)`.execute(db);
  await sql`delete from participation where claimed_at is null and not exists (select 1 from events e
    where e.profile_id = participation.profile_id and e.project_id = participation.project_id)`.execute(db);
  // Untied events keep no person: they go with the same rule, and the daily totals remain.
  await sql`delete from events where profile_id is null and arrived_at < ${before}`.execute(db);
  const submissions =
    await sql`delete from submissions where created_at < ${now - submissionHours * 3_600_000}
    and not exists (select 1 from events e where e.project_id = submissions.project_id
    and e.event_id = submissions.event_id)`.execute(db);
  const profiles = await db.transaction().execute(async (trx) => {
    const unused = sql`select profile_id from profiles p where account_id is null
      and used_day < ${dayOf(now - mappingDays * dayLong)}
      and not exists (select 1 from participation q where q.profile_id = p.profile_id)`;
    await sql`delete from opt_outs where profile_id in (${unused})`.execute(trx);
    await sql`delete from digests where profile_id in (${unused})`.execute(trx);
    return sql`delete from profiles where account_id is null and not exists
      (select 1 from digests d where d.profile_id = profiles.profile_id)`.execute(trx);
  });
  return {
    events: Number(events.numAffectedRows ?? 0),
    profiles: Number(profiles.numAffectedRows ?? 0),
    submissions: Number(submissions.numAffectedRows ?? 0),
  };
}
