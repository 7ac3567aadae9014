/** Giving and ending roles, by the operator's command and page. */
import type { GivenRole } from '../../src/contract/operator-pages.ts';
import type { Role } from '../db/account-schema.ts';
import type { Recipient } from '../mail-address.ts';

export type RoleDeps = {
  /** Finds or makes the account of an address. */
  join: (to: Recipient, now: number, how: { isOfAge: false }) => Promise<{ accountId: number }>;
  roleOf: (accountId: number) => Promise<Role>;
  setRole: (accountId: number, role: Role) => Promise<void>;
};

/** Returns the account, and the role that it had before. */
export async function giveRole(
  { join, roleOf, setRole }: RoleDeps,
  to: Recipient,
  role: GivenRole,
  now: number,
): Promise<{ accountId: number; before: Role }> {
  const { accountId } = await join(to, now, { isOfAge: false });
  const before = await roleOf(accountId);
  await setRole(accountId, role);
  return { accountId, before };
}
