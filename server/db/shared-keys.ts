/**
 * For a week after an upgrade, the release before may run on the store, next to this one or instead of it. It knows
 * idempotency keys from `submissions` only, so that they are written there, too (events/stored-keys.ts). The first
 * start after the week ends this, and from then on the store is not open to that release any more.
 */
import { dayLong } from '../day.ts';
import type { Database } from './store.ts';

/** A setting of the store: until when, in milliseconds since 1970, or `0`. */
export const sharing = 'keys_shared_until';

/** The migration that the release before can work with for this time only. */
export const sharedMigration = '0053-event-keys';

const days = 7;

/** Notes the week at the first start on a store that the release before made, and its end; tells whether keys are shared. */
export async function noteSharing(db: Database, isNew: boolean, now: number): Promise<boolean> {
  await db
    .insertInto('settings')
    .values({ name: sharing, value: String(isNew ? 0 : now + days * dayLong) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', sharing)
    .executeTakeFirstOrThrow();
  if (Number(row.value) > now) return true;
  if (row.value !== '0')
    await db.updateTable('settings').set({ value: '0' }).where('name', '=', sharing).execute();
  return false;
}
