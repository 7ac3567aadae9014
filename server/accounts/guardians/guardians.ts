/**
 * Guardians: a person under 16 joins when a parent or guardian agrees, by a link in their mail that works once. Until
 * then only its digests are stored: the link itself holds both addresses, sealed. The account then keeps the guardian's
 * address, sealed, so that they can end it.
 */
import { guardianPath } from '../../../src/contract/pages/guardian.ts';
import { dayLong } from '../../text/day.ts';
import type { Database } from '../../db/store.ts';
import { isLanguage } from '../../text/languages.ts';
import { type MailAddress, mailAddress, type Recipient } from '../../text/mail-address.ts';
import type { Keyed, Sealer } from '../../secrets/secrets.ts';
import type { MailedLinks } from '../mailed-links.ts';

/** The mails and pages say "a week". */
export const answerWithin = 7 * dayLong;

/** How a guardian is stored with the account. */
export type StoredGuardian = { sealed: string; digest: string };

/** `asked`: a question, which a guardian may still answer if it is open. `account`: one that they agreed to. */
export type GuardianLink =
  | { kind: 'asked'; to: Recipient; guardian: MailAddress; lang: string; isOpen: boolean }
  | { kind: 'account'; accountId: number; guardian: MailAddress };

export type Guardians = ReturnType<typeof guardians>;

export function guardians(
  db: Database,
  { sealed, keyed, questions }: { sealed: Sealer; keyed: Keyed; questions: MailedLinks },
) {
  const digestOf = (address: MailAddress) => keyed('guardian', address);
  const addressIn = (value: string | null | undefined): MailAddress | undefined => {
    const contents = sealed.open(value ?? '');
    return typeof contents === 'string' ? mailAddress(contents) : undefined;
  };

  return {
    /** The page where a guardian answers a question. `lang`: of the person who asks. */
    askLink: async (to: Recipient, guardian: MailAddress, now: number, lang: string): Promise<string> =>
      `${await questions.make(to, now, { guardian, lang })}?lang=${lang}`,

    /** Answers a question; false if it was answered before, or has ended. */
    answer: async (token: string, now: number): Promise<boolean> =>
      (await questions.use(token, now)) !== undefined,

    /** The path of the page where a guardian ends the account that they agreed to. */
    accountPage: (accountId: number, guardian: MailAddress): string =>
      `${guardianPath}/${sealed.seal(['account', accountId, guardian])}`,

    stored: (guardian: MailAddress): StoredGuardian => ({
      sealed: sealed.seal(guardian),
      digest: digestOf(guardian),
    }),

    /**
     * The question or account that a link leads to; undefined if it is not ours, has ended, or its account has no such
     * guardian any more.
     */
    async read(token: string, now: number): Promise<GuardianLink | undefined> {
      const question = await questions.find(token, now);
      const contents = question ? ['asked', undefined, question.guardian] : sealed.open(token);
      if (!Array.isArray(contents)) return undefined;
      const [kind, about, address] = contents as unknown[];
      const guardian = typeof address === 'string' ? mailAddress(address) : undefined;
      if (!guardian) return undefined;
      if (question)
        return {
          kind: 'asked',
          to: question.to,
          guardian,
          isOpen: question.isOpen,
          lang: isLanguage(question.lang) ? question.lang : 'en',
        };
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
