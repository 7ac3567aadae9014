/** The projects that members follow, and the status of each that they know. */
import { sql } from 'kysely';
import { randomId } from '../db/ids.ts';
import { inTurn } from '../db/in-turn.ts';
import { takeDue, type LeaseQueue } from '../db/lease-queue.ts';
import { shownIn } from '../projects/visibility.ts';
import type { Database, Store } from '../db/store.ts';

export type ChangedFollow = {
  follow_id: number;
  account_id: number;
  project_id: number;
  status: string;
  /** The last change of the project that the follower knows. */
  seen_at: number;
  /** The time of their last mail about outcomes. */
  told_at: number | null;
  tries: number;
};

/** A project as somebody saw it: a later change of its status is news. */
export type SeenProject = { id: number; status: string; updatedAt: number };

const queue: LeaseQueue = {
  table: 'project_follows',
  key: 'follow_id',
  columns: 'follow_id, account_id, project_id, status, seen_at, told_at, tries',
  leaseMilliseconds: 300_000,
};

/** More cannot be followed by one account. */
export const maxFollowed = 1000;

/** Only projects that were changed since are compared with what is known of them. */
const hasNews = sql`by_mail = 1 and exists (select 1 from projects p
  where p.project_id = project_follows.project_id and p.updated_at > project_follows.seen_at
  and ${sql.raw(shownIn('p'))})`;

export type FollowStore = ReturnType<typeof followStore>;

export function followStore({ db, engine }: Pick<Store, 'db' | 'engine'>) {
  return {
    ...followNews({ db, engine }),

    /** Returns false if the account follows too many others. A second time changes nothing, nor does an ended account. */
    follow: async (
      accountId: number,
      { id, status, updatedAt }: SeenProject,
      now: number,
    ): Promise<boolean> =>
      (await inTurn(db, { account: accountId }, async (trx, hasRoom) => {
        const followed = trx.selectFrom('project_follows').where('account_id', '=', accountId);
        const known = await followed.select('follow_id').where('project_id', '=', id).executeTakeFirst();
        if (known) return true;
        if (!(await hasRoom(followed, maxFollowed))) return false;
        await trx
          .insertInto('project_follows')
          .values({
            follow_id: randomId(),
            account_id: accountId,
            project_id: id,
            by_mail: 0,
            status,
            seen_at: updatedAt,
            created_at: now,
            next_at: now,
            tries: 0,
          })
          .execute();
        return true;
      })) ?? true,

    async unfollow(accountId: number, projectId: number): Promise<void> {
      await db
        .deleteFrom('project_follows')
        .where('account_id', '=', accountId)
        .where('project_id', '=', projectId)
        .execute();
    },

    /** `seen`: the project as it is now, so that no mail reports an earlier change. */
    async wantMail(accountId: number, seen: SeenProject): Promise<void> {
      await db
        .updateTable('project_follows')
        .set({
          by_mail: 1,
          status: seen.status,
          seen_at: seen.updatedAt,
          tries: 0,
          // A change that is being reported at this moment must not delay the next one by its lease.
          next_at: 0,
        })
        .where('account_id', '=', accountId)
        .where('project_id', '=', seen.id)
        .execute();
    },

    /** Also for a project that is not shown at present. */
    async endMail(accountId: number, projectId: number): Promise<void> {
      await db
        .updateTable('project_follows')
        .set({ by_mail: 0 })
        .where('account_id', '=', accountId)
        .where('project_id', '=', projectId)
        .execute();
    },

    async state(accountId: number, projectId: number): Promise<{ byMail: boolean } | undefined> {
      const row = await db
        .selectFrom('project_follows')
        .select('by_mail')
        .where('account_id', '=', accountId)
        .where('project_id', '=', projectId)
        .executeTakeFirst();
      return row && { byMail: row.by_mail === 1 };
    },

    /** The newest first. */
    listed: (accountId: number) =>
      db
        .selectFrom('project_follows as f')
        .innerJoin('projects as p', 'p.project_id', 'f.project_id')
        .select(['p.project_id', 'p.name', 'p.card', 'p.state', 'p.is_hidden', 'p.is_withheld', 'f.by_mail'])
        .where('f.account_id', '=', accountId)
        .orderBy('f.created_at', 'desc')
        .orderBy('f.follow_id')
        .execute(),
  };
}

/** The changes that followers have not been told. */
function followNews({ db, engine }: Pick<Store, 'db' | 'engine'>) {
  return {
    /** Takes a follow whose project was changed, under a lease. */
    takeChanged: (now: number) => takeDue<ChangedFollow>({ db, engine }, queue, now, hasNews),

    /**
     * Stores what the follower knows now, in one transaction with the mail that `tell` queues. Does neither if they
     * have changed their mind since the follow was taken, or if the lease has expired and another process took it.
     */
    settle: (
      { follow_id: followId, told_at, tries }: ChangedFollow,
      { status, updatedAt }: SeenProject,
      now: number,
      tell: (trx: Database) => Promise<void>,
    ): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('project_follows')
          .set({ status, seen_at: updatedAt, told_at, next_at: now, tries: 0 })
          .where('follow_id', '=', followId)
          .where('by_mail', '=', 1)
          .where('tries', '=', tries)
          .executeTakeFirst();
        if (numUpdatedRows === 1n) await tell(trx);
      }),
  };
}

/** Whether a queued mail about a follow is still wanted: its server may have refused it for hours. */
export const stillFollows = async (db: Database, followId: number): Promise<boolean> =>
  (await db
    .selectFrom('project_follows')
    .select('follow_id')
    .where('follow_id', '=', followId)
    .where('by_mail', '=', 1)
    .executeTakeFirst()) !== undefined;
