/** The store of members: accounts, their verified addresses, sessions and mailed links. */
import type { Database } from '../db/store.ts';
import type { Role } from './schema.ts';
import { randomId } from '../db/ids.ts';
import type { MailAddress } from '../text/mail-address.ts';
import type { StoredGuardian } from './guardians/guardians.ts';
import {
  addressStore,
  insertAddress,
  takeProfiles,
  tieDigests,
  type VerifiedAddress,
} from './address-store.ts';
import { localeStore } from './locale-store.ts';
import type { Names } from '../../src/contract/pages/account.ts';

function nameStore(db: Database) {
  return {
    /** Undefined for an account that is gone. Nothing of a person with a guardian is shown, whatever they chose. */
    async names(accountId: number): Promise<(Names & { hasGuardian: boolean }) | undefined> {
      const row = await db
        .selectFrom('accounts')
        .select(['name', 'first_name', 'last_name', 'shows', 'guardian'])
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      if (!row) return undefined;
      const hasGuardian = row.guardian !== null;
      const shows = hasGuardian ? [] : row.shows.split(' ').filter((what) => what !== '');
      return {
        handle: row.name,
        firstName: row.first_name,
        lastName: row.last_name,
        shows: shows as Names['shows'],
        hasGuardian,
      };
    },

    async setNames(accountId: number, { handle, firstName, lastName, shows }: Names): Promise<void> {
      await db
        .updateTable('accounts')
        .set({ name: handle, first_name: firstName, last_name: lastName, shows: shows.join(' ') })
        .where('account_id', '=', accountId)
        .execute();
    },
  };
}

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
    ...localeStore(db),

    byAddress: (address: MailAddress): Promise<(Account & { profile_id: number }) | undefined> =>
      byAddress(db, address),

    /**
     * Finds or creates the account of a verified address. Its profile, and those of its other spellings, become the
     * account's.
     */
    join: (member: Joining): Promise<Account & { profile_id: number }> =>
      db.transaction().execute(async (trx) => {
        const accountId = randomId();
        // If two calls run at the same time, the second waits here, and then finds the account of the first.
        const isNew = await insertAddress(trx, accountId, member, true);
        const known = isNew ? undefined : await byAddress(trx, member.address);
        if (known) return known;
        await tieDigests(trx, member.digests, member.profileId);
        const of_age_at = member.isOfAge ? member.now : null;
        const guardian = member.guardian?.sealed ?? null;
        await trx
          .insertInto('accounts')
          .values({
            account_id: accountId,
            name: '',
            first_name: '',
            last_name: '',
            shows: '',
            role: 'none',
            created_at: member.now,
            confirmed_at: null,
            ends_at: null,
            keeps_objection: 0,
            lang: null,
            of_age_at,
            guardian,
            guardian_digest: member.guardian?.digest ?? null,
          })
          .execute();
        await takeProfiles(trx, accountId, member.digests, member.now);
        return {
          account_id: accountId,
          name: '',
          role: 'none',
          of_age_at,
          guardian,
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

    async audit(at: number, actor: string, act: string, subject: string): Promise<void> {
      await db.insertInto('audit').values({ at, actor, act, subject }).execute();
    },
  };
}

/** The answer to the age question when a person joins; neither for an account of the operator's commands. */
export type AgeAnswer = {
  /** Whether the person has said that they are old enough. */
  isOfAge: boolean;
  /** The guardian who agreed, of a person who is not. */
  guardian?: StoredGuardian;
};

export type Joining = AgeAnswer & VerifiedAddress;

function byAddress(db: Database, address: MailAddress) {
  return db
    .selectFrom('addresses')
    .innerJoin('accounts', 'accounts.account_id', 'addresses.account_id')
    .select(['accounts.account_id', 'accounts.name', 'accounts.role'])
    .select(['accounts.of_age_at', 'accounts.guardian', 'addresses.profile_id'])
    .where('address', '=', address)
    .executeTakeFirst();
}
