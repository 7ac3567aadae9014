/** The retention rule of accounts: ended sessions and links, and members who never confirmed, are deleted. */
import { sql } from 'kysely';
import { dayLong } from '../day.ts';
import type { Database } from '../db/store.ts';
import { endAccount } from './end-account.ts';

const unconfirmedDays = 90;
/** In milliseconds. How long an account lives whose person never signed in. */
export const unconfirmedFor = unconfirmedDays * dayLong;

/** Returns how many accounts were deleted because nobody ever signed in to them. */
export async function expire(db: Database, now: number): Promise<number> {
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
  await db
    .deleteFrom('sign_in_links')
    .where('expires_at', '<', now - dayLong)
    .execute();
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute();
  await db
    .deleteFrom('connect_codes')
    .where('expires_at', '<', now - dayLong)
    .execute();
  await db
    .deleteFrom('join_flows')
    .where('expires_at', '<', now - dayLong)
    .execute();
  await db
    .deleteFrom('tallies')
    .where('starts_at', '<', now - 2 * dayLong)
    .execute();
  await sql`delete from grants where expires_at < ${now - 30 * dayLong}`.execute(db);
  await sql`delete from grant_tokens where grant_id not in
    (select grant_id from grants where expires_at >= ${now} and revoked_at is null)`.execute(db);
  await sql`delete from trial_lookups where day < ${new Date(now - 2 * dayLong).toISOString().slice(0, 10)}`.execute(
    db,
  );
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('accounts')
      .select('account_id')
      .where('confirmed_at', 'is', null)
      .where('role', '=', 'none')
      .where('created_at', '<', now - unconfirmedFor)
      // A person with a key, an OAuth client or a project keeps the account, even without ever having signed in.
      .where('account_id', 'not in', trx.selectFrom('keys').select('account_id'))
      .where('account_id', 'not in', trx.selectFrom('oauth_clients').select('owner_id'))
      .where('account_id', 'not in', trx.selectFrom('project_managers').select('account_id'))
      .execute();
    for (const { account_id: accountId } of rows) await endAccount(trx, accountId, now);
    return rows.length;
  });
}
