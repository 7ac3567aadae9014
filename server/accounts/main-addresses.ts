/** Where mail to many accounts goes, and in which language. */
import type { Database } from '../db/store.ts';
import type { MailAddress } from '../text/mail-address.ts';
import { mailLanguage } from './locale-store.ts';

export type MailTo = { accountId: number; profileId: number; address: MailAddress; lang: string | undefined };

/** The main addresses of accounts; `trx`: read in that transaction. */
export async function mainAddresses(trx: Database, accountIds: number[]): Promise<MailTo[]> {
  if (accountIds.length === 0) return [];
  const rows = await trx
    .selectFrom('addresses')
    .innerJoin('accounts', 'accounts.account_id', 'addresses.account_id')
    .select(['accounts.account_id', 'profile_id', 'address', mailLanguage.as('lang')])
    .where('accounts.account_id', 'in', accountIds)
    .where('is_main', '=', 1)
    .execute();
  return rows.map((row) => ({
    accountId: row.account_id,
    profileId: row.profile_id,
    address: row.address,
    lang: row.lang ?? undefined,
  }));
}
