/** How a person becomes a member: by showing that they read the mail of an address. */
import type { Keyed } from '../secrets.ts';
import { plainAddress, sha256 } from '../secrets.ts';
import type { AccountStore } from './store.ts';

export type Member = { accountId: number; profileId: number; isNew: boolean };

export type Membership = ReturnType<typeof membership>;

/** `openProfile` finds or opens the profile of an address's keyed digest. */
export function membership(
  accounts: AccountStore,
  keyed: Keyed,
  openProfile: (digest: string, now: number) => Promise<{ profileId: number }>,
) {
  return {
    isMember: async (address: string): Promise<boolean> =>
      (await accounts.byAddress(plainAddress(address))) !== undefined,

    /** Only after the address was proved: a link or a code from its mail. */
    async join(address: string, now: number): Promise<Member> {
      const plain = plainAddress(address);
      const known = await accounts.byAddress(plain);
      if (known) return { accountId: known.account_id, profileId: known.profile_id, isNew: false };
      const digest = keyed('address', sha256(plain));
      const { profileId } = await openProfile(digest, now);
      const typedDigest = keyed('address', sha256(address.trim()));
      const account = await accounts.join({ address: plain, digest, typedDigest, profileId, now });
      return { accountId: account.account_id, profileId: account.profile_id, isNew: true };
    },
  };
}
