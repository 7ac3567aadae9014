/** The retention rule of accounts: ended sessions and links, and members who never confirmed, are deleted. */
import { sql } from 'kysely';
import { dayLong } from '../day.ts';
import type { Database } from '../db/store.ts';
import { endAccount } from './end-account.ts';

const unconfirmedDays = 90;
/** How long the page of an ended link can offer a new one to the same place: as long as a draft waits for its link. */
const ledToFor = 7 * dayLong;
/** Accounts that one run deletes; the next run deletes the others. */
const maxExpired = 10_000;
/** In milliseconds. How long an account lives whose person never signed in. */
export const unconfirmedFor = unconfirmedDays * dayLong;

/** Returns how many accounts were deleted because nobody ever signed in to them. */
export async function expire(
  db: Database,
  deleteContributions: (profiles: number[]) => Promise<void>,
  now: number,
): Promise<number> {
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
  await db
    .deleteFrom('sign_in_links')
    .where('expires_at', '<', now - ledToFor)
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
  let expired = 0;
  const rows = await unconfirmed(db, now).limit(maxExpired).execute();
  for (const { account_id: accountId } of rows) {
    // A transaction for each account: others write in between, and its person may have signed in meanwhile.
    const profiles = await db.transaction().execute(async (trx) => {
      const row = await unconfirmed(trx, now).where('account_id', '=', accountId).executeTakeFirst();
      return row && (await endAccount(trx, accountId, now));
    });
    if (!profiles) continue;
    await deleteContributions(profiles);
    expired += 1;
  }
  return expired;
}

/** Accounts whose person never signed in. With a key, an OAuth client or a project they are kept even then. */
const unconfirmed = (db: Database, now: number) =>
  db
    .selectFrom('accounts')
    .select('account_id')
    .where('confirmed_at', 'is', null)
    .where('role', '=', 'none')
    .where('created_at', '<', now - unconfirmedFor)
    .where('account_id', 'not in', db.selectFrom('keys').select('account_id'))
    .where('account_id', 'not in', db.selectFrom('oauth_clients').select('owner_id'))
    .where('account_id', 'not in', db.selectFrom('project_managers').select('account_id'));
