/**
 * Contributions that a participant removed from their profile. Their rows move to a table of their own, so that no
 * roll-up, figure or export can count them, and move back when the participant takes the removal back within seven
 * days. Only then are they deleted (retention.ts). The totals of the project stay throughout. Many rows move in batches
 * (unfinished-acts.ts).
 */
import { sql } from 'kysely';
import { dayLong } from '../text/day.ts';
import type { Database, Store } from '../db/store.ts';
import { contributionTables, readUnfinished } from '../db/unfinished-acts.ts';
import { removeOne, rowsPerBatch, runBatch, type UnfinishedAct } from './act-batches.ts';
import { deleteContributions, forgetWhose } from './deleted.ts';
import type { RollUpKey } from './roll-up.ts';
import type { UnfinishedActs } from './unfinished-acts.ts';
import { countDeleted } from './withdrawals.ts';

const removalDays = 7;

/** Milliseconds for another removal of the same person, on a store that Citus distributes. */
const lockPatience = 2500;

type RemovalStore = Pick<Store, 'db' | 'isDistributed'>;

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

/** `opens`: the roll-up is made if there is none. */
type Decided = Pick<UnfinishedAct, 'act' | 'from_at' | 'to_at' | 'is_claimed'> & {
  acted_at?: number;
  opens?: boolean;
};

/**
 * Decides on an act and runs its first batch, in one transaction. An earlier act on the same contributions is finished
 * first. Returns false if there is nothing to do.
 */
const decider =
  ({ db, isDistributed }: RemovalStore, acts: UnfinishedActs) =>
  async (
    part: RollUpKey,
    now: number,
    decision: (trx: Database) => Promise<Decided | undefined>,
  ): Promise<boolean> => {
    for (;;) {
      await acts.finish(part);
      const decided = await db.transaction().execute(async (trx) => {
        // The one before may wait for a worker that answers nothing.
        if (isDistributed) await sql`set local lock_timeout = ${sql.lit(lockPatience)}`.execute(trx);
        const decided = await decision(trx);
        if (!decided) return 'nothing';
        const { opens, ...act } = decided;
        if (!(await acts.begin(trx, { acted_at: now, ...part, ...act }))) return 'busy';
        if (opens) await lockOrOpenRollUp(trx, part, act.is_claimed === 1 ? now : null);
        return (await runBatch(trx, acts, part, now)).isLast ? 'done' : 'begun';
      });
      if (decided === 'busy') continue;
      if (decided === 'begun') acts.goOn();
      return decided !== 'nothing';
    }
  };

export function removals(store: RemovalStore, acts: UnfinishedActs) {
  const { db } = store;
  const decide = decider(store, acts);

  return {
    /** Removes what arrived before a moment. */
    remove: (
      owner: Owner,
      projectId: number,
      which: Removable,
      before: number,
      now: number,
    ): Promise<boolean> => {
      const part = { project_id: projectId, profile_id: owner.profileId };
      return decide(part, now, async (trx) => {
        const joinedAt = await lockProfile(trx, owner);
        const rollUp = await trx
          .selectFrom('participation')
          .select('claimed_at')
          .where('project_id', '=', projectId)
          .where('profile_id', '=', owner.profileId)
          .executeTakeFirst();
        if (joinedAt === undefined || !rollUp) return undefined;
        const hasUnclaimed = rollUp.claimed_at === null;
        if (which === 'unclaimed' && !hasUnclaimed) return undefined;
        // Contributions that the project took back do not return to them, either.
        await forgetWhose(
          trx,
          sql`profile_id = ${owner.profileId} and project_id = ${projectId} and created_at < ${before}`,
        );
        return {
          act: 'remove',
          from_at: which === 'credited' && hasUnclaimed ? joinedAt : 0,
          to_at: which === 'unclaimed' ? Math.min(before, joinedAt) : before,
          is_claimed: which === 'credited' ? 1 : 0,
        };
      });
    },

    /** Removes one contribution; does nothing the second time. */
    async removeOne(owner: Owner, projectId: number, eventId: number, now: number): Promise<void> {
      const part = { project_id: projectId, profile_id: owner.profileId };
      for (;;) {
        await acts.finish(part);
        const isFree = await db.transaction().execute(async (trx) => {
          if ((await lockProfile(trx, owner)) === undefined) return true;
          const unfinished = await readUnfinished(trx, { profiles: [owner.profileId] });
          if (unfinished.some(({ project_id }) => Number(project_id) === projectId)) return false;
          await removeOne(trx, acts, part, eventId, now);
          return true;
        });
        if (isFree) return;
      }
    },

    /** Takes a removal back; does nothing the second time. */
    restore: (owner: Owner, projectId: number, removedAt: number, now: number): Promise<boolean> => {
      const part = { project_id: projectId, profile_id: owner.profileId };
      return decide(part, now, async (trx) => {
        if (removalEnd(removedAt) <= now || (await lockProfile(trx, owner)) === undefined) return undefined;
        const [first] = await trx
          .selectFrom('removed_events')
          .select('is_claimed')
          .where('profile_id', '=', owner.profileId)
          .where('project_id', '=', projectId)
          .where('removed_at', '=', removedAt)
          .limit(1)
          .execute();
        return (
          first && {
            ...({ act: 'restore', from_at: 0, to_at: null, opens: true } as const),
            acted_at: removedAt,
            is_claimed: first.is_claimed,
          }
        );
      });
    },

    /** Whether the participant removed this contribution, and can still take it back. */
    async isRemoved(projectId: number, profileId: number, eventId: number): Promise<boolean> {
      const row = await db
        .selectFrom('removed_events')
        .select('event_id')
        .where('project_id', '=', projectId)
        .where('event_id', '=', eventId)
        .where('profile_id', '=', profileId)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Removals that can still be taken back, newest first. */
    async removed(profileIds: number[], now: number): Promise<Removal[]> {
      if (profileIds.length === 0) return [];
      const { removed } = await contributionTables(db, profileIds);
      const { rows } = await sql<Removal>`select p.project_id, p.name, p.state, p.is_withheld, r.removed_at,
        count(*) as events from ${removed} r join projects p on p.project_id = r.project_id
        where r.profile_id in (${sql.join(profileIds)}) and r.removed_at > ${now - removalDays * dayLong}
        group by p.project_id, p.name, p.state, p.is_withheld, r.removed_at
        order by r.removed_at desc, p.project_id`.execute(db);
      return rows.map((row) => ({ ...row, events: Number(row.events), ends_at: removalEnd(row.removed_at) }));
    },
  };
}

/** Deletes removed contributions that can no longer be taken back, in batches, and counts them. Returns how many. */
export async function forgetRemoved(
  db: Database,
  { countWithdrawn }: Pick<UnfinishedActs, 'countWithdrawn'>,
  now: number,
): Promise<number> {
  // People who take contributions back at this moment: theirs stay, however long that takes.
  const restoring: number[] = [];
  let deleted = 0;
  for (;;) {
    const due = sql`from removed_events where removed_at < ${now - removalDays * dayLong}
      and profile_id not in (${sql.join([0, ...restoring])}) order by removed_at limit ${rowsPerBatch}`;
    const { rows } = await sql<{ profile_id: number }>`select profile_id ${due}`.execute(db);
    if (rows.length === 0) return deleted;
    const profiles = [...new Set(rows.map((row) => Number(row.profile_id)))];
    const acts = await readUnfinished(db, { profiles });
    const restores = acts.filter(({ act }) => act === 'restore');
    restoring.push(...restores.map(({ profile_id }) => Number(profile_id)));
    if (restores.length > 0) continue;
    deleted += await db.transaction().execute(async (trx) => {
      const chosen = sql`(project_id, event_id) in (select project_id, event_id ${due})`;
      const gone = await deleteContributions(trx, 'removed_events', chosen, now);
      await countDeleted(countWithdrawn, trx, gone as RollUpKey[], now);
      return gone.length;
    });
  }
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
