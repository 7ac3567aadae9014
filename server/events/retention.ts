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
  const { rows } = await sql<Part>`select project_id, profile_id from participation p where claimed_at is null
    and exists (select 1 from events e where e.project_id = p.project_id and e.profile_id = p.profile_id
    and e.arrived_at < ${before})`.execute(db);
  let events = 0;
  for (const part of rows) events += await forgetBefore(db, part, before);
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
    events,
    profiles: Number(profiles.numAffectedRows ?? 0),
    submissions: Number(submissions.numAffectedRows ?? 0),
  };
}

type Part = { project_id: number; profile_id: number };

/** One roll-up at a time: recording locks many in an order of its own, and must never wait for us in a circle. */
const forgetBefore = (db: Database, { project_id, profile_id }: Part, before: number): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const theirs = sql`project_id = ${project_id} and profile_id = ${profile_id}`;
    // Locks the roll-up, so that what is recorded meanwhile is added after it was counted anew.
    const locked =
      await sql`update participation set events = events where ${theirs} and claimed_at is null`.execute(trx);
    if (Number(locked.numAffectedRows ?? 0) === 0) return 0;
    const gone = await sql`delete from events where ${theirs} and arrived_at < ${before}`.execute(trx);
    const left = sql`from events where ${theirs}`;
    await sql`delete from participation where ${theirs} and not exists (select 1 ${left})`.execute(trx);
    await sql`update participation set events = (select count(*) ${left}),
      duration = (select sum(coalesce(duration, 0)) ${left}), first_at = (select min(happened_at) ${left}),
      last_at = (select max(happened_at) ${left}) where ${theirs}`.execute(trx);
    return Number(gone.numAffectedRows ?? 0);
  });
