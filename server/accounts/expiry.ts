/** What of accounts and sign-ins is no longer kept: ended sessions and links, and members who never confirmed. */
import { sql } from 'kysely';
import { dayLong } from '../day.ts';
import type { Database } from '../db/store.ts';

const unconfirmedDays = 90;

/** Answers how many accounts that nobody ever signed in to were ended. */
export async function expire(db: Database, now: number): Promise<number> {
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
  await db
    .deleteFrom('sign_in_links')
    .where('expires_at', '<', now - dayLong)
    .execute();
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
      .where('created_at', '<', now - unconfirmedDays * dayLong)
      // Who holds a key, owns a client or manages a project is at home here, even without ever having signed in.
      .where('account_id', 'not in', trx.selectFrom('keys').select('account_id'))
      .where('account_id', 'not in', trx.selectFrom('oauth_clients').select('owner_id'))
      .where('account_id', 'not in', trx.selectFrom('project_managers').select('account_id'))
      .execute();
    for (const { account_id: accountId } of rows) await endAccount(trx, accountId);
    return rows.length;
  });
}

/** The person is forgotten: the profile ids stay, anonymous again, and their contributions are nobody's. */
async function endAccount(trx: Database, accountId: number): Promise<void> {
  const theirs = trx.selectFrom('profiles').select('profile_id').where('account_id', '=', accountId);
  // The roll-ups first: that waits for what is being recorded, which then goes too.
  await trx.deleteFrom('participation').where('profile_id', 'in', theirs).execute();
  await trx.deleteFrom('events').where('profile_id', 'in', theirs).execute();
  const grants = trx.selectFrom('grants').select('grant_id').where('profile_id', 'in', theirs);
  await trx.deleteFrom('grant_tokens').where('grant_id', 'in', grants).execute();
  await trx.deleteFrom('grants').where('profile_id', 'in', theirs).execute();
  await trx
    .updateTable('profiles')
    .set({ account_id: null, joined_at: null })
    .where('account_id', '=', accountId)
    .execute();
  await trx.deleteFrom('addresses').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('oauth_artifacts').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('oauth_consents').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('sessions').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('accounts').where('account_id', '=', accountId).execute();
}
