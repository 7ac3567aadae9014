/** The retention rule of accounts: ended sessions and links, and members who never confirmed, are deleted. */
import { sql } from 'kysely';
import { dayLong } from '../../text/day.ts';
import type { Database } from '../../db/store.ts';
import type { MailAddress } from '../../text/mail-address.ts';
import { endAccount } from './end-account.ts';

const unconfirmedDays = 90;
/** How long the page of an ended link can offer a new one to the same place: as long as a draft waits for its link. */
const ledToFor = 7 * dayLong;
/** Accounts that one run deletes; the next run deletes the others. */
const maxExpired = 10_000;
/** The queue of mails is read once for so many accounts. */
const accountsPerLook = 500;
/** In milliseconds. How long an account lives whose person never signed in. */
export const unconfirmedFor = unconfirmedDays * dayLong;

type Forgetting = {
  deleteContributions: (profiles: number[]) => Promise<void>;
  /** Deletes the queued mails to some addresses, and those that failed. */
  forgetMails: (addresses: MailAddress[]) => Promise<void>;
};

/** Returns how many accounts were deleted because nobody ever signed in to them. */
export async function expire(db: Database, forgetting: Forgetting, now: number): Promise<number> {
  await expireSessions(db, now);
  const rows = await unconfirmed(db, now).limit(maxExpired).execute();
  let expired = 0;
  for (let at = 0; at < rows.length; at += accountsPerLook) {
    const some = rows.slice(at, at + accountsPerLook);
    expired += await expireAccounts(
      db,
      forgetting,
      some.map(({ account_id }) => account_id),
      now,
    );
  }
  return expired;
}

async function expireSessions(db: Database, now: number): Promise<void> {
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
}

async function expireAccounts(
  db: Database,
  { deleteContributions, forgetMails }: Forgetting,
  accounts: number[],
  now: number,
): Promise<number> {
  let expired = 0;
  const inboxes: MailAddress[] = [];
  try {
    for (const accountId of accounts) {
      // A transaction for each account: others write in between, and its person may have signed in meanwhile.
      const ended = await db.transaction().execute(async (trx) => {
        const row = await unconfirmed(trx, now).where('account_id', '=', accountId).executeTakeFirst();
        if (!row) return undefined;
        const addresses = await trx
          .selectFrom('addresses')
          .select('address')
          .where('account_id', '=', accountId)
          .execute();
        return { addresses, profiles: await endAccount(trx, accountId, now) };
      });
      if (!ended) continue;
      inboxes.push(...ended.addresses.map(({ address }) => address));
      await deleteContributions(ended.profiles);
      expired += 1;
    }
  } finally {
    if (inboxes.length > 0) await forgetMails(inboxes);
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
