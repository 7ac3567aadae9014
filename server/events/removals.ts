/**
 * Contributions that a participant removed from their profile. Their rows move to a table of their own, so that no
 * roll-up, figure or export can count them, and move back when the participant takes the removal back within seven
 * days. Only then are they deleted (retention.ts). The totals of the project stay throughout.
 */
import { sql } from 'kysely';
import { dayLong } from '../day.ts';
import type { Database } from '../db/store.ts';
import { detailNames } from './details.ts';
import { claimWhatIsLeft, lockRollUp, recount, type RollUpKey } from './roll-up.ts';

const removalDays = 7;

/** A profile, and the account that acts for it. */
export type Owner = { accountId: number; profileId: number };

/** `credited`: on the profile. `unclaimed`: reported before the person joined, and not claimed. */
export type Removable = 'credited' | 'unclaimed';

export type Removal = {
  project_id: number;
  name: string;
  state: string;
  is_withheld: number;
  removed_at: number;
  events: number;
  /** When it can no longer be taken back. */
  ends_at: number;
};

const removalEnd = (removedAt: number): number => removedAt + removalDays * dayLong;

const kept = sql.raw(`project_id, event_id, profile_id, type, source, is_late, happened_at, arrived_at,
  ${detailNames.join(', ')}, key_digest, key_content`);

export function removals(db: Database) {
  return {
    /** Removes what arrived before a moment. Returns how many contributions. */
    remove: (
      owner: Owner,
      projectId: number,
      which: Removable,
      before: number,
      now: number,
    ): Promise<number> =>
      db.transaction().execute(async (trx) => {
        const part = { project_id: projectId, profile_id: owner.profileId };
        const joinedAt = await lockProfile(trx, owner);
        const rollUp = joinedAt === undefined ? undefined : await lockRollUp(trx, part);
        if (joinedAt === undefined || !rollUp) return 0;
        const hasUnclaimed = rollUp.claimed_at === null;
        if (which === 'unclaimed' && !hasUnclaimed) return 0;
        const from = which === 'credited' && hasUnclaimed ? joinedAt : 0;
        const to = which === 'unclaimed' ? Math.min(before, joinedAt) : before;
        const theirs = sql`project_id = ${projectId} and profile_id = ${owner.profileId}`;
        const chosen = sql`${theirs} and arrived_at >= ${from} and arrived_at < ${to}`;
        await sql`insert into removed_events (${kept}, removed_at, is_claimed)
          select ${kept}, cast(${now} as bigint), cast(${which === 'credited' ? 1 : 0} as integer)
          from events where ${chosen}`.execute(trx);
        const gone = await sql`delete from events where ${chosen}`.execute(trx);
        await recount(trx, part);
        await claimWhatIsLeft(trx, part, joinedAt, now);
        return Number(gone.numAffectedRows ?? 0);
      }),

    /** Takes a removal back. Returns how many contributions are on the profile again; none the second time. */
    restore: (owner: Owner, projectId: number, removedAt: number, now: number): Promise<number> =>
      db.transaction().execute(async (trx) => {
        if (removalEnd(removedAt) <= now || (await lockProfile(trx, owner)) === undefined) return 0;
        const part = { project_id: projectId, profile_id: owner.profileId };
        const theirs = sql`project_id = ${projectId} and profile_id = ${owner.profileId} and removed_at = ${removedAt}`;
        // Locks the rows against the retention rule, which may run at this moment.
        const locked = await trx
          .updateTable('removed_events')
          .set({ removed_at: removedAt })
          .where('project_id', '=', projectId)
          .where('profile_id', '=', owner.profileId)
          .where('removed_at', '=', removedAt)
          .returning('is_claimed')
          .execute();
        const [first] = locked;
        if (!first) return 0;
        await lockOrOpenRollUp(trx, part, first.is_claimed === 1 ? now : null);
        await sql`insert into events (${kept}, is_test) select ${kept}, 0 from removed_events where ${theirs}`.execute(
          trx,
        );
        await sql`delete from removed_events where ${theirs}`.execute(trx);
        await recount(trx, part);
        return locked.length;
      }),

    /** Removals that can still be taken back, newest first. */
    async removed(profileIds: number[], now: number): Promise<Removal[]> {
      if (profileIds.length === 0) return [];
      const { rows } = await sql<Removal>`select p.project_id, p.name, p.state, p.is_withheld, r.removed_at,
        count(*) as events from removed_events r join projects p on p.project_id = r.project_id
        where r.profile_id in (${sql.join(profileIds)}) and r.removed_at > ${now - removalDays * dayLong}
        group by p.project_id, p.name, p.state, p.is_withheld, r.removed_at
        order by r.removed_at desc, p.project_id`.execute(db);
      return rows.map((row) => ({ ...row, events: Number(row.events), ends_at: removalEnd(row.removed_at) }));
    },
  };
}

/** Deletes removed contributions that can no longer be taken back. Returns how many. */
export async function forgetRemoved(db: Database, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('removed_events')
    .where('removed_at', '<', now - removalDays * dayLong)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Locks the profile of an account, and returns when it joined; undefined if the account has it no longer. Removing,
 * taking back and ending the account thereby happen one after the other.
 */
async function lockProfile(trx: Database, { accountId, profileId }: Owner): Promise<number | undefined> {
  const [row] = await trx
    .updateTable('profiles')
    .set((profile) => ({ account_id: profile.ref('account_id') }))
    .where('profile_id', '=', profileId)
    .where('account_id', '=', accountId)
    .returning('joined_at')
    .execute();
  return row && (row.joined_at ?? 0);
}

/** Contributions that were unclaimed make the whole roll-up wait for the person's decision again. */
async function lockOrOpenRollUp(trx: Database, part: RollUpKey, claimedAt: number | null): Promise<void> {
  await trx
    .insertInto('participation')
    .values({ ...part, events: 0, duration: 0, first_at: 0, last_at: 0, claimed_at: claimedAt })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'profile_id']).doUpdateSet((row) => ({
        claimed_at: claimedAt === null ? null : row.ref('participation.claimed_at'),
      })),
    )
    .execute();
}
