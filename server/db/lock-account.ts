/** The lock of an account, which acts on it take first. */
import type { Database } from './store.ts';

/**
 * Locks an account until the transaction ends; false if there is none. Without it, two requests at once would both find
 * the last place of a list free, and an account that is ended or joined at this moment would leave new rows behind.
 */
export async function lockAccount(trx: Database, accountId: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('accounts')
    .set((account) => ({ name: account.ref('name') }))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
