/**
 * The people who manage a project: its owners, and co-managers whom they invite by mail. Each act is in the project's
 * history, in the same transaction.
 */
import type { Transaction } from 'kysely';
import type { Tables } from '../../db/schema.ts';
import type { Database, Store } from '../../db/store.ts';
import { addActs, type Act } from '../acts.ts';
import { lockedRow } from '../rows.ts';

type ManagerRow = { account_id: number; is_owner: number; name: string };
export type ProjectManagers = ReturnType<typeof projectManagers>;

type Deps = Pick<Store, 'db' | 'engine'>;

/** Decides about the managers of a project while nobody else does. */
export const whileLocked = <Result>(
  { db, engine }: Deps,
  id: number,
  act: (trx: Transaction<Tables>, managers: ManagerRow[]) => Promise<Result>,
): Promise<Result> =>
  db.transaction().execute(async (trx) => {
    await lockedRow(trx, engine, id);
    return act(trx, await managersOf(trx, id));
  });

export const noteAct = (trx: Database, id: number, act: Act, now: number) =>
  addActs(trx, [{ ...act, id }], now);

export function projectManagers(store: Deps) {
  return {
    of: (id: number): Promise<ManagerRow[]> => managersOf(store.db, id),

    /** Ends that a co-manager manages a project. An owner cannot be removed by another one. */
    remove: (id: number, accountId: number, by: number, now: number): Promise<boolean> =>
      whileLocked(store, id, async (trx, managers) => {
        if (!owns(managers, by) || !isCoManager(managers, accountId)) return false;
        await remove(trx, id, accountId);
        await noteAct(trx, id, { act: 'removed', accountId: by, subject: accountId }, now);
        return true;
      }),

    /** False for the only owner, who must hand the project over first. */
    leave: (id: number, accountId: number, now: number): Promise<boolean> =>
      whileLocked(store, id, async (trx, managers) => {
        const isLastOwner = !managers.some((one) => one.is_owner === 1 && one.account_id !== accountId);
        if (owns(managers, accountId) ? isLastOwner : !isCoManager(managers, accountId)) return false;
        await remove(trx, id, accountId);
        await noteAct(trx, id, { act: 'left', accountId }, now);
        return true;
      }),

    /** Makes a co-manager the owner in the place of `by`, who stays as a co-manager. */
    handOver: (id: number, accountId: number, by: number, now: number): Promise<boolean> =>
      whileLocked(store, id, async (trx, managers) => {
        if (!owns(managers, by) || !isCoManager(managers, accountId)) return false;
        for (const [account, isOwner] of [[accountId, 1] as const, [by, 0] as const])
          await trx
            .updateTable('project_managers')
            .set({ is_owner: isOwner })
            .where('project_id', '=', id)
            .where('account_id', '=', account)
            .execute();
        await noteAct(trx, id, { act: 'handed_over', accountId: by, subject: accountId }, now);
        return true;
      }),
  };
}

export const owns = (managers: ManagerRow[], accountId: number) =>
  managers.some((one) => one.account_id === accountId && one.is_owner === 1);
const isCoManager = (managers: ManagerRow[], accountId: number) =>
  managers.some((one) => one.account_id === accountId && one.is_owner === 0);

const managersOf = (db: Database, id: number): Promise<ManagerRow[]> =>
  db
    .selectFrom('project_managers as m')
    .innerJoin('accounts as a', 'a.account_id', 'm.account_id')
    .select(['m.account_id', 'm.is_owner', 'a.name'])
    .where('m.project_id', '=', id)
    .orderBy('m.is_owner', 'desc')
    .orderBy('m.account_id')
    .execute();

async function remove(trx: Database, id: number, accountId: number): Promise<void> {
  await trx
    .deleteFrom('project_managers')
    .where('project_id', '=', id)
    .where('account_id', '=', accountId)
    .execute();
}
