/** Invitations to manage a project, by mail: each works once, for a week. */
import { maxProjectManagers } from '../../../src/contract/people-page.ts';
import { dayLong } from '../../day.ts';
import { randomId } from '../../db/ids.ts';
import type { Database, Store } from '../../db/store.ts';
import type { Sealer } from '../../secrets.ts';
import type { Act } from '../acts.ts';
import { noteAct, owns, whileLocked } from './managers.ts';

const invitedFor = 7 * dayLong;

type Invitation = { invitation_id: number; project_id: number; address: string; expires_at: number };
export type ProjectInvitations = ReturnType<typeof projectInvitations>;

export function projectInvitations(store: Pick<Store, 'db' | 'engine'>, sealed: Sealer) {
  const { db } = store;
  return {
    /** The open invitations of a project, with the addresses that they were mailed to. */
    async of(id: number, now: number): Promise<Invitation[]> {
      const rows = await invitationsOf(db, id, now);
      return rows.map(({ sealed: address, ...row }) => ({ ...row, address: String(sealed.open(address)) }));
    },

    /**
     * Returns the number of the invitation; `open` if the address has one already, undefined if there is no room, or if
     * `by` does not own the project.
     */
    invite: (id: number, address: string, by: number, now: number): Promise<number | 'open' | undefined> =>
      whileLocked(store, id, async (trx, managers) => {
        const open = await invitationsOf(trx, id, now);
        if (!owns(managers, by)) return undefined;
        if (open.some((row) => sealed.open(row.sealed) === address)) return 'open';
        if (managers.length + open.length >= maxProjectManagers) return undefined;
        const row = { invitation_id: randomId(), project_id: id, sealed: sealed.seal(address) };
        await trx
          .insertInto('project_invitations')
          .values({ ...row, expires_at: now + invitedFor })
          .execute();
        await noteAct(trx, id, { act: 'invited', accountId: by }, now);
        return row.invitation_id;
      }),

    /** An invitation that is still good, with the address that it was mailed to. */
    async find(
      invitation: number,
      now: number,
    ): Promise<{ project_id: number; address: string } | undefined> {
      const row = await db
        .selectFrom('project_invitations')
        .select(['project_id', 'sealed'])
        .where('invitation_id', '=', invitation)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row && { project_id: row.project_id, address: String(sealed.open(row.sealed)) };
    },

    /** Ends an invitation; `by` is absent if its reader refuses it. */
    end: (id: number, invitation: number, by: number | undefined, now: number): Promise<boolean> =>
      whileLocked(store, id, async (trx, managers) => {
        if (by !== undefined && !owns(managers, by)) return false;
        if (!(await useUp(trx, id, invitation, now))) return false;
        const act: Act = by === undefined ? { act: 'refused' } : { act: 'uninvited', accountId: by };
        await noteAct(trx, id, act, now);
        return true;
      }),

    /** Makes a person a co-manager; if two accept one invitation at the same time, only the first becomes one. */
    accept: (id: number, invitation: number, accountId: number, now: number): Promise<boolean> =>
      whileLocked(store, id, async (trx, managers) => {
        if (!(await useUp(trx, id, invitation, now))) return false;
        if (managers.some(({ account_id }) => account_id === accountId)) return true;
        await trx
          .insertInto('project_managers')
          .values({ project_id: id, account_id: accountId, is_owner: 0 })
          .execute();
        await noteAct(trx, id, { act: 'joined', accountId }, now);
        return true;
      }),

    /** Deletes invitations that have ended. */
    async sweep(now: number): Promise<void> {
      await db.deleteFrom('project_invitations').where('expires_at', '<=', now).execute();
    },
  };
}

const invitationsOf = (db: Database, id: number, now: number) =>
  db
    .selectFrom('project_invitations')
    .selectAll()
    .where('project_id', '=', id)
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .execute();

async function useUp(trx: Database, id: number, invitation: number, now: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('project_invitations')
    .where('invitation_id', '=', invitation)
    .where('project_id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
