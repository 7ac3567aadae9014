/**
 * Guardians: a person under 16 joins when a parent or guardian agrees, by a link in their mail. Until then nothing is
 * stored: the link itself holds both addresses, sealed. The account then keeps the guardian's address, sealed, so that
 * they can end it.
 */
import { guardianPath } from '../../src/contract/guardian-page.ts';
import { dayLong } from '../day.ts';
import type { Database } from '../db/store.ts';
import { isLanguage } from '../languages.ts';
import { type MailAddress, mailAddress, recipient, type Recipient } from '../mail-address.ts';
import type { Keyed, Sealer } from '../secrets.ts';

/** The mails and pages say "a week". */
const answerWithin = 7 * dayLong;

/** How a guardian is stored with the account. */
export type StoredGuardian = { sealed: string; digest: string };

/** `asked`: a question that a guardian may still answer. `account`: one that they agreed to. */
export type GuardianLink =
  | { kind: 'asked'; to: Recipient; guardian: MailAddress; lang: string }
  | { kind: 'account'; accountId: number; guardian: MailAddress };

export type Guardians = ReturnType<typeof guardians>;

export function guardians(
  db: Database,
  { sealed, keyed, baseUrl }: { sealed: Sealer; keyed: Keyed; baseUrl: string },
) {
  const digestOf = (address: MailAddress) => keyed('guardian', address);
  const addressIn = (value: string | null | undefined): MailAddress | undefined => {
    const said = sealed.open(value ?? '');
    return typeof said === 'string' ? mailAddress(said) : undefined;
  };

  return {
    /** The page where a guardian answers a question. `lang`: of the person who asks. */
    askLink: (to: Recipient, guardian: MailAddress, now: number, lang: string): string =>
      `${baseUrl}${guardianPath}/${sealed.seal(['asked', to.typed, guardian, now, lang])}?lang=${lang}`,

    /** The page where a guardian ends the account that they agreed to. */
    accountLink: (accountId: number, guardian: MailAddress): string =>
      `${baseUrl}${guardianPath}/${sealed.seal(['account', accountId, guardian])}`,

    stored: (guardian: MailAddress): StoredGuardian => ({
      sealed: sealed.seal(guardian),
      digest: digestOf(guardian),
    }),

    /**
     * The question or account that a link leads to; undefined if it is not ours, is too old, or its account has no such
     * guardian any more.
     */
    async read(token: string, now: number): Promise<GuardianLink | undefined> {
      const said = sealed.open(token);
      if (!Array.isArray(said)) return undefined;
      const [kind, about, address, at, lang] = said as unknown[];
      const guardian = typeof address === 'string' ? mailAddress(address) : undefined;
      if (!guardian) return undefined;
      if (kind === 'asked' && typeof about === 'string' && typeof at === 'number') {
        const to = recipient(about);
        return to && now < at + answerWithin
          ? { kind, to, guardian, lang: isLanguage(lang) ? lang : 'en' }
          : undefined;
      }
      if (kind !== 'account' || typeof about !== 'number') return undefined;
      const row = await db
        .selectFrom('accounts')
        .select('guardian')
        .where('account_id', '=', about)
        .executeTakeFirst();
      return addressIn(row?.guardian) === guardian ? { kind, accountId: about, guardian } : undefined;
    },

    /** The accounts that a guardian agreed to, with their main addresses, in one query: it takes as long for nobody. */
    accountsOf: (guardian: MailAddress): Promise<{ account_id: number; address: MailAddress }[]> =>
      db
        .selectFrom('accounts')
        .innerJoin('addresses', 'addresses.account_id', 'accounts.account_id')
        .select(['accounts.account_id', 'addresses.address'])
        .where('guardian_digest', 'in', keyed.all('guardian', guardian))
        .where('is_main', '=', 1)
        .orderBy('created_at')
        .limit(50)
        .execute(),

    /** Ends the guardian's part: the person is 16 now. */
    async release(accountId: number, now: number): Promise<void> {
      await db
        .updateTable('accounts')
        .set({ guardian: null, guardian_digest: null, of_age_at: now })
        .where('account_id', '=', accountId)
        .where('guardian', 'is not', null)
        .execute();
    },
  };
}
