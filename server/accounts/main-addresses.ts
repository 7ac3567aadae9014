/** Where mail to many accounts goes. */
import type { Database } from '../db/store.ts';
import type { MailAddress } from '../mail-address.ts';

/** The main addresses of accounts; `trx`: read in that transaction. */
export async function mainAddresses(
  trx: Database,
  accountIds: number[],
): Promise<{ accountId: number; address: MailAddress }[]> {
  if (accountIds.length === 0) return [];
  const rows = await trx
    .selectFrom('addresses')
    .select(['account_id', 'address'])
    .where('account_id', 'in', accountIds)
    .where('is_main', '=', 1)
    .execute();
  return rows.map((row) => ({ accountId: row.account_id, address: row.address }));
}
