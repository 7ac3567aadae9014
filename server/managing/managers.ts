/**
 * The people who manage a thing, such as a project or a saved widget: its owners, and co-managers whom they invite. Each
 * decision locks the thing, so of two at once the second sees the first.
 */
import type { ManagedKind } from '../../src/contract/pages/people.ts';
import type { Database } from '../db/store.ts';
import type { Sealer } from '../secrets/secrets.ts';
import { invitations } from './invitations.ts';
import {
  type ManagerRow,
  type ManagingAct,
  owns,
  type StoredKind,
  storedManagers,
  type Managed,
  type Trx,
} from './things.ts';

export type Managers = ReturnType<typeof managing>;

const isCoManager = (managers: ManagerRow[], accountId: number) =>
  managers.some((one) => one.account_id === accountId && one.is_owner === 0);

export function managing(db: Database, sealed: Sealer, kinds: Record<ManagedKind, StoredKind>) {
  const stored = storedManagers(kinds);

  /** Decides while nobody else does. The act is noted; false if nothing changed. */
  const decide = (
    thing: Managed,
    now: number,
    decision: (trx: Trx, managers: ManagerRow[]) => Promise<ManagingAct | boolean>,
  ): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      const { lock, note } = kinds[thing.kind];
      await lock(trx, thing.id);
      const act = await decision(trx, await stored.of(trx, thing));
      if (typeof act === 'object') await note?.(trx, thing.id, act, now);
      return act !== false;
    });

  return {
    of: (thing: Managed): Promise<ManagerRow[]> => stored.of(db, thing),
    manages: (thing: Managed, accountId: number): Promise<boolean> => stored.has(db, thing, accountId),

    /** Ends that somebody manages a thing. An owner cannot be removed by another one, only by an operator. */
    remove: (thing: Managed, accountId: number, by: { owner: number } | { operator?: number }, now: number) =>
      decide(thing, now, async (trx, managers) => {
        if ('owner' in by && !(owns(managers, by.owner) && isCoManager(managers, accountId))) return false;
        if (!(await stored.remove(trx, thing, accountId))) return false;
        return { act: 'removed', accountId: 'owner' in by ? by.owner : by.operator, subject: accountId };
      }),

    /** False for the only owner, who must hand the thing over first. */
    leave: (thing: Managed, accountId: number, now: number) =>
      decide(thing, now, async (trx, managers) => {
        const isLastOwner = !managers.some((one) => one.is_owner === 1 && one.account_id !== accountId);
        if (owns(managers, accountId) ? isLastOwner : !isCoManager(managers, accountId)) return false;
        await stored.remove(trx, thing, accountId);
        return { act: 'left', accountId };
      }),

    /** Makes a co-manager the owner in the place of `by`, who stays as a co-manager. */
    handOver: (thing: Managed, accountId: number, by: number, now: number) =>
      decide(thing, now, async (trx, managers) => {
        if (!owns(managers, by) || !isCoManager(managers, accountId)) return false;
        for (const [account, isOwner] of [[accountId, 1] as const, [by, 0] as const]) {
          await stored.remove(trx, thing, account);
          await stored.add(trx, thing, account, isOwner);
        }
        return { act: 'handed_over', accountId: by, subject: accountId };
      }),

    ...invitations({ db, sealed, stored, decide }),
  };
}
