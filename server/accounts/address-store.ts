/** The verified addresses of accounts, with their profiles. */
import { inTurn } from '../db/in-turn.ts';
import { lockOwner } from '../db/in-turn.ts';
import type { Database } from '../db/store.ts';
import type { MailAddress } from '../text/mail-address.ts';
import type { Forms } from '../pepper/ring.ts';

export type VerifiedAddress = {
  address: MailAddress;
  /** Keyed digests of the address and of the spellings in which it was typed. */
  digests: Forms[];
  profileId: number;
  now: number;
};

/** Addresses per account. */
export const maxAddresses = 10;

/** `taken`: an account has the address already. `full`: its new account has as many as it may. */
export type AddedAddress = 'added' | 'taken' | 'full';

export function addressStore(db: Database) {
  return {
    ...addressReader(db),

    /** Ties the digests of further spellings to a member's address; profiles that they have become the account's. */
    async holdSpellings(
      { account_id: accountId, profile_id: profileId }: { account_id: number; profile_id: number },
      digests: Forms[],
      now: number,
    ): Promise<void> {
      const held = await db
        .selectFrom('digests')
        .innerJoin('profiles', 'profiles.profile_id', 'digests.profile_id')
        .select('digest')
        .where('digest', 'in', currentOf(digests))
        .where('account_id', 'is not', null)
        .execute();
      if (held.length === digests.length) return;
      await db.transaction().execute(async (trx) => {
        await tieDigests(trx, digests, profileId);
        await takeProfiles(trx, accountId, digests, now);
      });
    },

    /** Adds a verified address to an account, with its profile. */
    addAddress: async (accountId: number, member: VerifiedAddress): Promise<AddedAddress> =>
      (await inTurn(db, { account: accountId }, async (trx, hasRoom) => {
        const own = trx.selectFrom('addresses').where('account_id', '=', accountId);
        if (!(await hasRoom(own, maxAddresses))) return 'full';
        if (!(await insertAddress(trx, accountId, member, false))) return 'taken';
        await tieDigests(trx, member.digests, member.profileId);
        await takeProfiles(trx, accountId, member.digests, member.now);
        return 'added';
      })) ?? 'taken',

    /**
     * Takes an address off an account; false if it is the main one, or not theirs. Its profile stays with the account,
     * with what is credited to it, and the address no longer leads there: its next reader begins with another profile.
     */
    removeAddress: (accountId: number, address: MailAddress): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        await lockOwner(trx, { account: accountId });
        const removed = await trx
          .deleteFrom('addresses')
          .where('account_id', '=', accountId)
          .where('address', '=', address)
          .where('is_main', '=', 0)
          .returning('profile_id')
          .executeTakeFirst();
        if (!removed) return false;
        await trx.deleteFrom('digests').where('profile_id', '=', removed.profile_id).execute();
        return true;
      }),

    /** Makes an address of the account the main one; false if the account has no such address. */
    setMain: (accountId: number, address: MailAddress): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        // Otherwise the address could be removed between the check and the change: the account would have no main one.
        await lockOwner(trx, { account: accountId });
        const own = await trx
          .selectFrom('addresses')
          .select('address')
          .where('account_id', '=', accountId)
          .where('address', '=', address)
          .executeTakeFirst();
        if (!own) return false;
        await trx
          .updateTable('addresses')
          .set((row) => ({ is_main: row.case().when('address', '=', address).then(1).else(0).end() }))
          .where('account_id', '=', accountId)
          .execute();
        return true;
      }),
  };
}

/** Inserts a verified address of an account; returns false if an account has it already. */
export async function insertAddress(
  trx: Database,
  accountId: number,
  { address, profileId, now }: VerifiedAddress,
  isMain: boolean,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('addresses')
    .values({
      address,
      account_id: accountId,
      profile_id: profileId,
      is_main: isMain ? 1 : 0,
      verified_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Reads the addresses and profiles of accounts. */
function addressReader(db: Database) {
  return {
    addresses: (accountId: number) =>
      db
        .selectFrom('addresses')
        .select(['address', 'is_main', 'profile_id'])
        .where('account_id', '=', accountId)
        .orderBy('is_main', 'desc')
        .orderBy('address')
        .execute(),

    /** The profiles of all addresses of an account. */
    async profiles(accountId: number): Promise<number[]> {
      const rows = await db
        .selectFrom('profiles')
        .select('profile_id')
        .where('account_id', '=', accountId)
        .execute();
      return rows.map((row) => row.profile_id);
    },

    /** The profile of the person's main address, and that address. */
    async mainProfile(accountId: number): Promise<{ profileId: number; address: MailAddress } | undefined> {
      const row = await db
        .selectFrom('addresses')
        .select(['profile_id', 'address'])
        .where('account_id', '=', accountId)
        .orderBy('is_main', 'desc')
        .executeTakeFirst();
      return row && { profileId: row.profile_id, address: row.address };
    },
  };
}

const currentOf = (digests: Forms[]): string[] => digests.map(([current]) => current);

/** Makes further spellings lead to the same profile, unless they have one already, also under another pepper. */
export async function tieDigests(trx: Database, digests: Forms[], profileId: number): Promise<void> {
  for (const [digest, ...others] of digests)
    if (others.length > 0)
      await trx
        .updateTable('digests')
        .set({ digest })
        .where('digest', 'in', others)
        .where((row) =>
          row.not(
            row.exists(
              row.selectFrom('digests as own').select('own.digest').where('own.digest', '=', digest),
            ),
          ),
        )
        .execute();
  await trx
    .insertInto('digests')
    .values(currentOf(digests).map((digest) => ({ digest, profile_id: profileId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Gives an account the profiles of these digests that have no account yet. */
export async function takeProfiles(
  trx: Database,
  accountId: number,
  digests: Forms[],
  now: number,
): Promise<void> {
  await trx
    .updateTable('profiles')
    // Joining again takes an objection back: the person wants to be credited.
    .set({ account_id: accountId, joined_at: now, objected_at: null })
    .where(
      'profile_id',
      'in',
      trx.selectFrom('digests').select('profile_id').where('digest', 'in', currentOf(digests)),
    )
    .where('account_id', 'is', null)
    .execute();
}
