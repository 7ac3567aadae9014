/**
 * Contributions that nobody has claimed: of people who did not join, and of members from before they joined. What a
 * member contributes after joining stays, whatever happens to the earlier ones.
 */
import type { Database } from '../db/store.ts';
import { claimWhatIsLeft, lockRollUp, recount, type RollUpKey } from './roll-up.ts';

/** Deletes what is unclaimed and arrived before a moment, and counts the roll-up again. Returns how many events. */
export const forgetUnclaimed = (
  db: Database,
  part: RollUpKey,
  before: number,
  now: number,
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const rollUp = await lockRollUp(trx, part);
    if (rollUp?.claimed_at !== null) return 0;
    const profile = await trx
      .selectFrom('profiles')
      .select('joined_at')
      .where('profile_id', '=', part.profile_id)
      .executeTakeFirst();
    const joinedAt = profile?.joined_at ?? Infinity;
    const { numDeletedRows } = await trx
      .deleteFrom('events')
      .where('project_id', '=', part.project_id)
      .where('profile_id', '=', part.profile_id)
      .where('arrived_at', '<', Math.min(before, joinedAt))
      .executeTakeFirst();
    await recount(trx, part);
    if (Number.isFinite(joinedAt)) await claimWhatIsLeft(trx, part, joinedAt, now);
    return Number(numDeletedRows);
  });
