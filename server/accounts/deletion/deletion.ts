/**
 * The end of an account that its person wants: at once, or in seven days, in which they can change their mind. Only the
 * daily totals of the projects stay, and, if the person wishes, a keyed note that nothing is credited again.
 */
import { sql } from 'kysely';
import { dayLong } from '../../text/day.ts';
import type { Database, Store } from '../../db/store.ts';
import type { MailAddress } from '../../text/mail-address.ts';
import { endAccount } from './end-account.ts';

const daysToReturn = 7;

type Deps = {
  store: Pick<Store, 'db' | 'scrub'>;
  /** Ends the links and codes that were mailed about an address, and takes it off the lists of waiting people. */
  forgetAddress: (address: MailAddress) => Promise<void>;
  /** Deletes the queued mails to some addresses, and those that failed. */
  forgetMails: (addresses: MailAddress[]) => Promise<void>;
  /** Ends the OAuth clients of an account. */
  endClients: (accountId: number, now: number) => Promise<void>;
  forgetKeys: () => void;
  /** Deletes the contributions of ended profiles: many of them in the background. */
  deleteContributions: (profiles: number[]) => Promise<void>;
};

export type Deletion = ReturnType<typeof accountDeletion>;

export function accountDeletion(deps: Deps) {
  const { store, forgetAddress, forgetMails, endClients, forgetKeys, deleteContributions } = deps;
  const { db } = store;

  const now = async (accountId: number, keepsObjection: boolean, at: number): Promise<void> => {
    const addresses = await db
      .selectFrom('addresses')
      .select('address')
      .where('account_id', '=', accountId)
      .execute();
    for (const { address } of addresses) await forgetAddress(address);
    await endClients(accountId, at);
    const profiles = await db.transaction().execute(async (trx) => {
      const theirs = await endAccount(trx, accountId, at);
      await forgetWorkOf(trx, accountId);
      await forgetProfiles(trx, theirs, keepsObjection ? at : undefined);
      return theirs;
    });
    forgetKeys();
    await forgetMails(addresses.map(({ address }) => address));
    await deleteContributions(profiles);
    await store.scrub();
  };

  return {
    now,

    /**
     * Deletes the account in seven days, unless its person takes that back. Returns when; undefined if that was decided
     * before, whose day stays.
     */
    async later(accountId: number, keepsObjection: boolean, at: number): Promise<number | undefined> {
      const endsAt = at + daysToReturn * dayLong;
      const of = db.updateTable('accounts').where('account_id', '=', accountId);
      const begun = await of.set({ ends_at: endsAt }).where('ends_at', 'is', null).executeTakeFirst();
      await of.set({ keeps_objection: keepsObjection ? 1 : 0 }).execute();
      return begun.numUpdatedRows > 0n ? endsAt : undefined;
    },

    keep: (accountId: number) =>
      db
        .updateTable('accounts')
        .set({ ends_at: null, keeps_objection: 0 })
        .where('account_id', '=', accountId)
        .execute(),

    /** When the account is deleted; undefined if it is not. */
    async endsAt(accountId: number): Promise<number | undefined> {
      const row = await db
        .selectFrom('accounts')
        .select('ends_at')
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row?.ends_at ?? undefined;
    },

    /** Deletes the accounts whose seven days are over. Returns their number. */
    async due(at: number): Promise<number> {
      const rows = await db
        .selectFrom('accounts')
        .select(['account_id', 'keeps_objection'])
        .where('ends_at', '<=', at)
        .execute();
      for (const row of rows) await now(row.account_id, row.keeps_objection === 1, at);
      return rows.length;
    },
  };
}

/** Deletes what an account did besides contributing; projects, their history and decisions stay without its number. */
async function forgetWorkOf(trx: Database, accountId: number): Promise<void> {
  await trx.deleteFrom('keys').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('trial_lookups').where('account_id', '=', accountId).execute();
  for (const [table, key] of managedTogether) {
    const { rows } = await sql<{ id: number }>`delete from ${sql.table(table)} where account_id = ${accountId}
      returning ${sql.ref(key)} as id`.execute(trx);
    const ids = rows.map(({ id }) => Number(id));
    await makeOwners(trx, table, key, [0, ...ids]);
  }
  await trx.deleteFrom('passkey_challenges').where('account_id', '=', accountId).execute();
  for (const table of ['project_acts', 'project_versions'] as const)
    await trx.updateTable(table).set({ account_id: null }).where('account_id', '=', accountId).execute();
  // Mails to volunteers and members stay in the log of their sender, and a shared widget with its managers. 0: nobody.
  await trx.updateTable('mailings').set({ account_id: 0 }).where('account_id', '=', accountId).execute();
  for (const table of ['mailings', 'oauth_requests'] as const)
    await trx.updateTable(table).set({ decided_by: null }).where('decided_by', '=', accountId).execute();
  await trx.updateTable('oauth_clients').set({ owner_id: 0 }).where('owner_id', '=', accountId).execute();
  await trx
    .updateTable('saved_widgets')
    .set({ made_by: 0, form: null })
    .where('made_by', '=', accountId)
    .execute();
  for (const table of ['programmes', 'groups'] as const)
    await trx.updateTable(table).set({ made_by: 0, form: null }).where('made_by', '=', accountId).execute();
  // 0: the history still says that it was about somebody.
  await trx.updateTable('project_acts').set({ subject: 0 }).where('subject', '=', accountId).execute();
}

/** Things that stay with their other managers. A saved widget ends with its owner (end-account.ts). */
const managedTogether = [
  ['project_managers', 'project_id'],
  ['programme_managers', 'programme_id'],
  ['group_managers', 'group_id'],
] as const;

/** Makes co-managers the owners of things that have no owner any more: only an owner can invite others. */
async function makeOwners(trx: Database, table: string, key: string, ids: number[]): Promise<void> {
  const [of, id] = [sql.table(table), sql.ref(key)];
  await sql`update ${of} set is_owner = 1 where ${id} in (${sql.join(ids)})
    and ${id} not in (select ${id} from ${of} where ${id} in (${sql.join(ids)}) and is_owner = 1)`.execute(
    trx,
  );
}

/** Deletes profiles with their digests. With an objection both stay, so that the addresses are recognised. */
async function forgetProfiles(trx: Database, all: number[], objectedAt: number | undefined): Promise<void> {
  if (all.length === 0) return;
  await trx.deleteFrom('opt_outs').where('profile_id', 'in', all).execute();
  await trx.deleteFrom('connect_codes').where('profile_id', 'in', all).execute();
  if (objectedAt !== undefined) {
    await trx
      .updateTable('profiles')
      .set({ objected_at: objectedAt, created_at: objectedAt })
      .where('profile_id', 'in', all)
      .execute();
    return;
  }
  await trx.deleteFrom('digests').where('profile_id', 'in', all).execute();
  await trx.deleteFrom('profiles').where('profile_id', 'in', all).execute();
}
