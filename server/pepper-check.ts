/** Checks that the store was made with this pepper: with another one, no profile would be found and new ones opened. */
import type { Database } from './db/store.ts';
import { isSame, type Keyed } from './secrets.ts';

export async function isRightPepper(db: Database, keyed: Keyed): Promise<boolean> {
  const value = keyed('pepper-check');
  await db
    .insertInto('settings')
    .values({ name: 'pepper_check', value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'pepper_check')
    .executeTakeFirstOrThrow();
  return isSame(row.value, value);
}
