/**
 * Unclaimed contributions: of people who did not join, and of members from before they joined. Contributions of a
 * member from after they joined are theirs, whatever happens to the earlier ones.
 */
import { sql } from 'kysely';
import type { Database } from '../db/store.ts';

export type Part = { project_id: number; profile_id: number };

/** Deletes unclaimed events that arrived before a given time, and recounts the roll-up. Returns their number. */
export const forgetUnclaimed = (db: Database, part: Part, before: number, now: number): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const theirs = sql`project_id = ${part.project_id} and profile_id = ${part.profile_id}`;
    // Locks the roll-up, so that events that are recorded meanwhile are added after the recount. One roll-up at a time:
    // recording locks several in its own order, and two lock orders can deadlock.
    const locked =
      await sql`update participation set events = events where ${theirs} and claimed_at is null`.execute(trx);
    if (Number(locked.numAffectedRows ?? 0) === 0) return 0;
    const profile = await trx
      .selectFrom('profiles')
      .select('joined_at')
      .where('profile_id', '=', part.profile_id)
      .executeTakeFirst();
    const joinedAt = profile?.joined_at ?? Infinity;
    const gone =
      await sql`delete from events where ${theirs} and arrived_at < ${Math.min(before, joinedAt)}`.execute(
        trx,
      );
    const left = sql`from events where ${theirs}`;
    await sql`delete from participation where ${theirs} and not exists (select 1 ${left})`.execute(trx);
    await sql`update participation set events = (select count(*) ${left}),
      duration = (select sum(coalesce(duration, 0)) ${left}), first_at = (select min(happened_at) ${left}),
      last_at = (select max(happened_at) ${left}) where ${theirs}`.execute(trx);
    // If nothing from before they joined remains, everything that is there is theirs.
    if (Number.isFinite(joinedAt))
      await sql`update participation set claimed_at = ${now} where ${theirs}
        and not exists (select 1 ${left} and arrived_at < ${joinedAt})`.execute(trx);
    return Number(gone.numAffectedRows ?? 0);
  });
