/** Giving and ending roles, by the operator's command and page. */
import type { GivenRole } from '../../src/contract/operator-pages.ts';
import type { Recipient } from '../mail-address.ts';
import type { ChangedRole, OperatorStore } from './store.ts';

export type RoleDeps = Pick<OperatorStore, 'changeRole'> & {
  /** Finds or makes the account of an address. */
  join: (to: Recipient, now: number, how: { isOfAge: false }) => Promise<{ accountId: number }>;
};

/** `keepsOperator`: the role of the only operator stays. */
export type RoleGift = { to: Recipient; role: GivenRole; keepsOperator: boolean };

/** Returns the account, and the role that it had before. */
export async function giveRole(
  { join, changeRole }: RoleDeps,
  { to, role, keepsOperator }: RoleGift,
  now: number,
): Promise<ChangedRole & { accountId: number }> {
  const { accountId } = await join(to, now, { isOfAge: false });
  return { accountId, ...(await changeRole(accountId, role, keepsOperator)) };
}
