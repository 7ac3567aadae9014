/** Giving and ending roles, by the operator's command and page. */
import type { GivenRole } from '../../src/contract/pages/operator.ts';
import type { Recipient } from '../text/mail-address.ts';
import type { ChangedRole, OperatorStore, RoleChange } from './store.ts';

export type RoleDeps = Pick<OperatorStore, 'changeRole'> & {
  /** Finds or makes the account of an address. */
  join: (to: Recipient, now: number, how: { isOfAge: false }) => Promise<{ accountId: number }>;
};

/** `keepsOperator`: the role of the only operator stays. */
export type RoleGift = RoleChange & { to: Recipient; role: GivenRole };

/** Returns the account, and the role that it had before. */
export async function giveRole(
  { join, changeRole }: RoleDeps,
  { to, ...change }: RoleGift,
  now: number,
): Promise<ChangedRole & { accountId: number }> {
  const { accountId } = await join(to, now, { isOfAge: false });
  return { accountId, ...(await changeRole(accountId, change)) };
}
