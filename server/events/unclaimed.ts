/**
 * Contributions that nobody has claimed: of people who did not join, and of members from before they joined. What a
 * member contributes after joining stays, whatever happens to the earlier ones.
 */
import type { Store } from '../db/store.ts';
import { sql } from 'kysely';
import { claimWhatIsLeft, lockRollUp, recount, type RollUpKey } from './roll-up.ts';
import { keepYoungKeys } from './stored-keys.ts';

/** Deletes what is unclaimed and arrived before a moment, and counts the roll-up again. Returns how many events. */
export const forgetUnclaimed = (
  { db, engine }: Pick<Store, 'db' | 'engine'>,
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
    const chosen = sql`project_id = ${part.project_id} and profile_id = ${part.profile_id}
      and arrived_at < ${Math.min(before, joinedAt)}`;
    await keepYoungKeys(trx, engine, chosen, now);
    const { numAffectedRows } = await sql`delete from events where ${chosen}`.execute(trx);
    await recount(trx, part);
    if (Number.isFinite(joinedAt)) await claimWhatIsLeft(trx, part, joinedAt, now);
    return Number(numAffectedRows ?? 0);
  });
