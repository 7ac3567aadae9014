/** The language of each member, for mails of a later time. */
import type { Database } from '../db/store.ts';

export const languageStore = (db: Database) => ({
  async setLanguage(accountId: number, lang: string): Promise<void> {
    await db.updateTable('accounts').set({ lang }).where('account_id', '=', accountId).execute();
  },

  /** Undefined if the person has not signed in since it is stored. */
  async languageOf(accountId: number): Promise<string | undefined> {
    const row = await db
      .selectFrom('accounts')
      .select('lang')
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    return row?.lang ?? undefined;
  },
});
