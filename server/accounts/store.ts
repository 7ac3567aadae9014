/** Members at rest: accounts, their verified addresses, sessions and mailed links. */
import type { Database } from '../db/store.ts';
import type { Role } from '../db/schema.ts';
import { randomId } from '../db/ids.ts';

export type Account = { account_id: number; name: string; role: Role };
export type AccountStore = ReturnType<typeof accountStore>;

export function accountStore(db: Database) {
  return {
    byAddress: (address: string): Promise<(Account & { profile_id: number }) | undefined> =>
      byAddress(db, address),

    /**
     * The account of an address whose mail the person reads, made if there is none. Its profile and, where the
     * address was typed in another case, the profile of that spelling become the account's.
     */
    join: (member: Joining): Promise<Account & { profile_id: number }> =>
      db.transaction().execute(async (trx) => {
        await tieProfiles(trx, member);
        const known = await byAddress(trx, member.address);
        if (known) return known;
        const accountId = randomId();
        const name = member.address.split('@')[0]?.slice(0, 60) ?? '';
        await trx
          .insertInto('addresses')
          .values({
            address: member.address,
            account_id: accountId,
            profile_id: member.profileId,
            is_main: 1,
            verified_at: member.now,
          })
          .execute();
        await trx
          .insertInto('accounts')
          .values({ account_id: accountId, name, role: 'none', created_at: member.now, confirmed_at: null })
          .execute();
        await trx
          .updateTable('profiles')
          .set({ account_id: accountId, joined_at: member.now })
          .where('profile_id', 'in', await profilesOf(trx, member))
          .execute();
        return { account_id: accountId, name, role: 'none', profile_id: member.profileId };
      }),

    async confirm(accountId: number, now: number): Promise<void> {
      await db
        .updateTable('accounts')
        .set({ confirmed_at: now })
        .where('account_id', '=', accountId)
        .where('confirmed_at', 'is', null)
        .execute();
    },

    async setRole(accountId: number, role: Role): Promise<void> {
      await db.updateTable('accounts').set({ role }).where('account_id', '=', accountId).execute();
    },

    addresses: (accountId: number) =>
      db
        .selectFrom('addresses')
        .select(['address', 'is_main', 'profile_id'])
        .where('account_id', '=', accountId)
        .orderBy('is_main', 'desc')
        .orderBy('address')
        .execute(),

    /** The profile of the person's main address, and that address. */
    async mainProfile(accountId: number): Promise<{ profileId: number; address: string } | undefined> {
      const row = await db
        .selectFrom('addresses')
        .select(['profile_id', 'address'])
        .where('account_id', '=', accountId)
        .orderBy('is_main', 'desc')
        .executeTakeFirst();
      return row && { profileId: row.profile_id, address: row.address };
    },

    async audit(at: number, actor: string, act: string, subject: string): Promise<void> {
      await db.insertInto('audit').values({ at, actor, act, subject }).execute();
    },
  };
}

export type Joining = {
  address: string;
  /** Keyed digest of the address, and of the spelling in which it was typed. */
  digest: string;
  typedDigest: string;
  profileId: number;
  now: number;
};

function byAddress(db: Database, address: string) {
  return db
    .selectFrom('addresses')
    .innerJoin('accounts', 'accounts.account_id', 'addresses.account_id')
    .select(['accounts.account_id', 'accounts.name', 'accounts.role', 'addresses.profile_id'])
    .where('address', '=', address)
    .executeTakeFirst();
}

/** A caller who hashes the address as typed finds the same profile. */
async function tieProfiles(trx: Database, { digest, typedDigest, profileId }: Joining): Promise<void> {
  if (typedDigest === digest) return;
  await trx
    .insertInto('digests')
    .values({ digest: typedDigest, profile_id: profileId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function profilesOf(trx: Database, { digest, typedDigest }: Joining): Promise<number[]> {
  const rows = await trx
    .selectFrom('digests')
    .select('profile_id')
    .where('digest', 'in', [digest, typedDigest])
    .execute();
  return rows.map((row) => row.profile_id);
}
