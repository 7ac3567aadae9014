/** Members at rest: accounts, their verified addresses, sessions and mailed links. */
import type { Database } from '../db/store.ts';
import type { Role } from '../db/account-schema.ts';
import { randomId } from '../db/ids.ts';
import type { MailAddress } from '../mail-address.ts';
import type { StoredGuardian } from './guardians.ts';
import { nameStore } from './name-store.ts';

export type Account = {
  account_id: number;
  name: string;
  role: Role;
  of_age_at: number | null;
  guardian: string | null;
};
export type AccountStore = ReturnType<typeof accountStore>;

export function accountStore(db: Database) {
  return {
    ...addressStore(db),
    ...nameStore(db),

    byAddress: (address: MailAddress): Promise<(Account & { profile_id: number }) | undefined> =>
      byAddress(db, address),

    /**
     * Finds or creates the account of a verified address. Its profile, and those of its other spellings, become the
     * account's.
     */
    join: (member: Joining): Promise<Account & { profile_id: number }> =>
      db.transaction().execute(async (trx) => {
        const accountId = randomId();
        const name = member.address.split('@')[0]?.slice(0, 60) ?? '';
        // Of two concurrent calls the second waits here, and then finds the account of the first.
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('addresses')
          .values({
            address: member.address,
            account_id: accountId,
            profile_id: member.profileId,
            is_main: 1,
            verified_at: member.now,
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        const known = numInsertedOrUpdatedRows === 1n ? undefined : await byAddress(trx, member.address);
        if (known) return known;
        await tieDigests(trx, member.digests, member.profileId);
        const of_age_at = member.isOfAge ? member.now : null;
        const guardian = member.guardian?.sealed ?? null;
        await trx
          .insertInto('accounts')
          .values({
            ...{ account_id: accountId, name, first_name: '', last_name: '', shows: '' },
            ...{ role: 'none', created_at: member.now, confirmed_at: null },
            ...{ ends_at: null, keeps_objection: 0 },
            ...{ of_age_at, guardian, guardian_digest: member.guardian?.digest ?? null },
          })
          .execute();
        await takeProfiles(trx, accountId, member.digests, member.now);
        return {
          ...{ account_id: accountId, name, role: 'none', of_age_at, guardian },
          profile_id: member.profileId,
        };
      }),

    async confirm(accountId: number, now: number): Promise<void> {
      await db
        .updateTable('accounts')
        .set({ confirmed_at: now })
        .where('account_id', '=', accountId)
        .where('confirmed_at', 'is', null)
        .execute();
    },

    /**
     * Stores the answer to the age question: that the person is old enough, or their guardian. The first answer counts:
     * a person who has a guardian cannot change it.
     */
    async answerAge(
      accountId: number,
      { isOfAge, guardian, now }: AgeAnswer & { now: number },
    ): Promise<void> {
      await db
        .updateTable('accounts')
        .set({
          of_age_at: isOfAge ? now : null,
          guardian: guardian?.sealed ?? null,
          guardian_digest: guardian?.digest ?? null,
        })
        .where('account_id', '=', accountId)
        .where('of_age_at', 'is', null)
        .where('guardian', 'is', null)
        .execute();
    },

    async setRole(accountId: number, role: Role): Promise<void> {
      await db.updateTable('accounts').set({ role }).where('account_id', '=', accountId).execute();
    },

    async audit(at: number, actor: string, act: string, subject: string): Promise<void> {
      await db.insertInto('audit').values({ at, actor, act, subject }).execute();
    },
  };
}

/** The verified addresses of accounts, with their profiles. */
function addressStore(db: Database) {
  return {
    /** Ties the digests of further spellings to a member's address; profiles that they have become the account's. */
    async holdSpellings(
      { account_id: accountId, profile_id: profileId }: { account_id: number; profile_id: number },
      digests: string[],
      now: number,
    ): Promise<void> {
      const held = await db
        .selectFrom('digests')
        .innerJoin('profiles', 'profiles.profile_id', 'digests.profile_id')
        .select('digest')
        .where('digest', 'in', digests)
        .where('account_id', 'is not', null)
        .execute();
      if (held.length === digests.length) return;
      await db.transaction().execute(async (trx) => {
        await tieDigests(trx, digests, profileId);
        await takeProfiles(trx, accountId, digests, now);
      });
    },

    /** Adds a verified address to an account, with its profile; false if an account has it already. */
    addAddress: (accountId: number, member: Omit<Joining, keyof AgeAnswer>): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('addresses')
          .values({
            address: member.address,
            account_id: accountId,
            profile_id: member.profileId,
            is_main: 0,
            verified_at: member.now,
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows !== 1n) return false;
        await tieDigests(trx, member.digests, member.profileId);
        await takeProfiles(trx, accountId, member.digests, member.now);
        return true;
      }),

    /** Makes an address of the account the main one; false if the account has no such address. */
    async setMain(accountId: number, address: MailAddress): Promise<boolean> {
      const own = db
        .selectFrom('addresses as own')
        .select('own.address')
        .where('own.account_id', '=', accountId)
        .where('own.address', '=', address);
      const { numUpdatedRows } = await db
        .updateTable('addresses')
        .set((row) => ({ is_main: row.case().when('address', '=', address).then(1).else(0).end() }))
        .where('account_id', '=', accountId)
        .where((row) => row.exists(own))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

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

/** What is known of a person's age when they join; neither for an account of the operator's commands. */
export type AgeAnswer = {
  /** Whether the person has said that they are old enough. */
  isOfAge: boolean;
  /** The guardian who agreed, of a person who is not. */
  guardian?: StoredGuardian;
};

export type Joining = AgeAnswer & {
  address: MailAddress;
  /** Keyed digests of the address and of the spellings in which it was typed. */
  digests: string[];
  profileId: number;
  now: number;
};

function byAddress(db: Database, address: MailAddress) {
  return db
    .selectFrom('addresses')
    .innerJoin('accounts', 'accounts.account_id', 'addresses.account_id')
    .select(['accounts.account_id', 'accounts.name', 'accounts.role'])
    .select(['accounts.of_age_at', 'accounts.guardian', 'addresses.profile_id'])
    .where('address', '=', address)
    .executeTakeFirst();
}

/** Makes further spellings lead to the same profile, unless they have one already. */
async function tieDigests(trx: Database, digests: string[], profileId: number): Promise<void> {
  await trx
    .insertInto('digests')
    .values(digests.map((digest) => ({ digest, profile_id: profileId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Gives an account the profiles of these digests that have no account yet. */
async function takeProfiles(trx: Database, accountId: number, digests: string[], now: number): Promise<void> {
  await trx
    .updateTable('profiles')
    // Joining again takes an objection back: the person wants to be credited.
    .set({ account_id: accountId, joined_at: now, objected_at: null })
    .where('profile_id', 'in', trx.selectFrom('digests').select('profile_id').where('digest', 'in', digests))
    .where('account_id', 'is', null)
    .execute();
}
