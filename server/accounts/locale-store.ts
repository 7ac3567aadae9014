/** The language of each member, for mails of a later time, and the time zone of their days. */
import { sql } from 'kysely';
import type { Database } from '../db/store.ts';
import type { MailAddress } from '../text/mail-address.ts';

/** The language of later mails: the one that the person chose for them, otherwise the one of their last visit. */
export const mailLanguage = sql<string | null>`coalesce(accounts.mail_lang, accounts.lang)`;

export const localeStore = (db: Database) => ({
  /** `zone`: one that `zoneOf` returned. */
  async setZone(accountId: number, zone: string): Promise<void> {
    await db.updateTable('accounts').set({ zone }).where('account_id', '=', accountId).execute();
  },

  async setLanguage(accountId: number, lang: string): Promise<void> {
    await db.updateTable('accounts').set({ lang }).where('account_id', '=', accountId).execute();
  },

  /** Sets the language of a member who has not used the site yet: a guardian or an embed made the account. */
  async setFirstLanguage(accountId: number, lang: string): Promise<void> {
    await db
      .updateTable('accounts')
      .set({ lang })
      .where('account_id', '=', accountId)
      .where('lang', 'is', null)
      .execute();
  },

  /** `undefined`: mails are in the language in which the person uses the site. */
  async setMailLanguage(accountId: number, lang: string | undefined): Promise<void> {
    await db
      .updateTable('accounts')
      .set({ mail_lang: lang ?? null })
      .where('account_id', '=', accountId)
      .execute();
  },

  /** The language that the person chose for mails. */
  async chosenMailLanguage(accountId: number): Promise<string | undefined> {
    const row = await db
      .selectFrom('accounts')
      .select('mail_lang')
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    return row?.mail_lang ?? undefined;
  },

  /** Undefined if neither the person nor the embed or guardian that made the account has named one. */
  async languageOf(accountId: number): Promise<string | undefined> {
    const row = await db
      .selectFrom('accounts')
      .select(mailLanguage.as('lang'))
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    return row?.lang ?? undefined;
  },

  /** The same for the account of an address; undefined also if it has none. */
  async languageOfAddress(address: MailAddress): Promise<string | undefined> {
    const row = await db
      .selectFrom('addresses')
      .innerJoin('accounts', 'accounts.account_id', 'addresses.account_id')
      .select(mailLanguage.as('lang'))
      .where('address', '=', address)
      .executeTakeFirst();
    return row?.lang ?? undefined;
  },
});
