/**
 * The people who manage a project: its owners, and co-managers whom they invite by mail. Each act is in the project's
 * history, in the same transaction.
 */
import { type Transaction } from 'kysely';
import { maxProjectManagers } from '../../../src/contract/people-page.ts';
import { dayLong } from '../../day.ts';
import { randomId } from '../../db/ids.ts';
import type { Tables } from '../../db/schema.ts';
import type { Database, Store } from '../../db/store.ts';
import type { Sealer } from '../../secrets.ts';
import { addActs, type Act } from '../acts.ts';
import { lockedRow } from '../rows.ts';

const invitedFor = 7 * dayLong;

type Manager = { account_id: number; is_owner: number; name: string };
type Invitation = { invitation_id: number; project_id: number; address: string; expires_at: number };
export type ProjectManagers = ReturnType<typeof projectManagers>;

type Deps = Pick<Store, 'db' | 'engine'>;

export function projectManagers({ db, engine }: Deps, sealed: Sealer) {
  /** Decides about the managers of a project while nobody else does. */
  const locked = <Result>(
    id: number,
    act: (trx: Transaction<Tables>, managers: Manager[]) => Promise<Result>,
  ): Promise<Result> =>
    db.transaction().execute(async (trx) => {
      await lockedRow(trx, engine, id);
      return act(trx, await managersOf(trx, id));
    });
  const note = (trx: Database, id: number, act: Act, now: number) => addActs(trx, [{ ...act, id }], now);

  return {
    of: (id: number): Promise<Manager[]> => managersOf(db, id),

    /** The open invitations of a project, with the addresses that they were mailed to. */
    async invitations(id: number, now: number): Promise<Invitation[]> {
      const rows = await invitationsOf(db, id, now);
      return rows.map(({ sealed: address, ...row }) => ({ ...row, address: String(sealed.open(address)) }));
    },

    /** Returns the number of the invitation; undefined if there is no room, or if `by` does not own the project. */
    invite: (id: number, address: string, by: number, now: number): Promise<number | undefined> =>
      locked(id, async (trx, managers) => {
        const open = await invitationsOf(trx, id, now);
        if (!owns(managers, by) || managers.length + open.length >= maxProjectManagers) return undefined;
        const row = { invitation_id: randomId(), project_id: id, sealed: sealed.seal(address) };
        await trx
          .insertInto('project_invitations')
          .values({ ...row, expires_at: now + invitedFor })
          .execute();
        await note(trx, id, { act: 'invited', accountId: by }, now);
        return row.invitation_id;
      }),

    /** An invitation that is still good. */
    async invitation(invitation: number, now: number): Promise<{ project_id: number } | undefined> {
      return db
        .selectFrom('project_invitations')
        .select('project_id')
        .where('invitation_id', '=', invitation)
        .where('expires_at', '>', now)
        .executeTakeFirst();
    },

    /** Ends an invitation; `by` is absent if its reader refuses it. */
    end: (id: number, invitation: number, by: number | undefined, now: number): Promise<boolean> =>
      locked(id, async (trx, managers) => {
        if (by !== undefined && !owns(managers, by)) return false;
        if (!(await useUp(trx, id, invitation, now))) return false;
        const act: Act = by === undefined ? { act: 'refused' } : { act: 'uninvited', accountId: by };
        await note(trx, id, act, now);
        return true;
      }),

    /** Makes a person a co-manager; of two who accept one invitation at once, only the first becomes one. */
    accept: (id: number, invitation: number, accountId: number, now: number): Promise<boolean> =>
      locked(id, async (trx, managers) => {
        if (!(await useUp(trx, id, invitation, now))) return false;
        if (managers.some(({ account_id }) => account_id === accountId)) return true;
        await trx
          .insertInto('project_managers')
          .values({ project_id: id, account_id: accountId, is_owner: 0 })
          .execute();
        await note(trx, id, { act: 'joined', accountId }, now);
        return true;
      }),

    /** Ends that a co-manager manages a project. An owner cannot be removed by another one. */
    remove: (id: number, accountId: number, by: number, now: number): Promise<boolean> =>
      locked(id, async (trx, managers) => {
        if (!owns(managers, by) || !isCoManager(managers, accountId)) return false;
        await remove(trx, id, accountId);
        await note(trx, id, { act: 'removed', accountId: by, subject: accountId }, now);
        return true;
      }),

    /** False for the only owner, who must hand the project over first. */
    leave: (id: number, accountId: number, now: number): Promise<boolean> =>
      locked(id, async (trx, managers) => {
        const isLastOwner = !managers.some((one) => one.is_owner === 1 && one.account_id !== accountId);
        if (owns(managers, accountId) ? isLastOwner : !isCoManager(managers, accountId)) return false;
        await remove(trx, id, accountId);
        await note(trx, id, { act: 'left', accountId }, now);
        return true;
      }),

    /** Makes a co-manager the owner in the place of `by`, who stays as a co-manager. */
    handOver: (id: number, accountId: number, by: number, now: number): Promise<boolean> =>
      locked(id, async (trx, managers) => {
        if (!owns(managers, by) || !isCoManager(managers, accountId)) return false;
        for (const [account, isOwner] of [[accountId, 1] as const, [by, 0] as const])
          await trx
            .updateTable('project_managers')
            .set({ is_owner: isOwner })
            .where('project_id', '=', id)
            .where('account_id', '=', account)
            .execute();
        await note(trx, id, { act: 'handed_over', accountId: by, subject: accountId }, now);
        return true;
      }),

    /** Deletes invitations that have ended. */
    async sweep(now: number): Promise<void> {
      await db.deleteFrom('project_invitations').where('expires_at', '<=', now).execute();
    },
  };
}

const owns = (managers: Manager[], accountId: number) =>
  managers.some((one) => one.account_id === accountId && one.is_owner === 1);
const isCoManager = (managers: Manager[], accountId: number) =>
  managers.some((one) => one.account_id === accountId && one.is_owner === 0);

const managersOf = (db: Database, id: number): Promise<Manager[]> =>
  db
    .selectFrom('project_managers as m')
    .innerJoin('accounts as a', 'a.account_id', 'm.account_id')
    .select(['m.account_id', 'm.is_owner', 'a.name'])
    .where('m.project_id', '=', id)
    .orderBy('m.is_owner', 'desc')
    .orderBy('m.account_id')
    .execute();

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

async function remove(trx: Database, id: number, accountId: number): Promise<void> {
  await trx
    .deleteFrom('project_managers')
    .where('project_id', '=', id)
    .where('account_id', '=', accountId)
    .execute();
}
