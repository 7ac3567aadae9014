/** The names of accounts, and which of them others see. */
import type { Names } from '../../src/contract/account-page.ts';
import type { Database } from '../db/store.ts';

export function nameStore(db: Database) {
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
        ...{ handle: row.name, firstName: row.first_name, lastName: row.last_name },
        ...{ shows: shows as Names['shows'], hasGuardian },
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
