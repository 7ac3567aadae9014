/** The store of passkeys, of the offer to add one, and of the challenges that they sign: each works once, for a few minutes. */
import type { OwnPasskey } from '../../../src/contract/pages/account.ts';
import { inTurn } from '../../db/in-turn.ts';
import type { Tables } from '../../db/schema.ts';
import type { StoredBytes } from '../../limits/stored-bytes.ts';
import type { Database } from '../../db/store.ts';
import { newToken, sha256 } from '../../secrets/secrets.ts';

/** Passkeys per account. */
export const maxPasskeys = 20;

const challengeMinutes = 5;

export type PasskeyRow = Tables['passkeys'];
export type PasskeyStore = ReturnType<typeof passkeyStore>;

/** Names a passkey on its person's own page: credential ids may have a thousand characters. */
const shortId = (credentialId: string): string => sha256(credentialId).slice(0, 16);

const iso = (time: number) => new Date(time).toISOString();

/** The offer to add a first passkey. */
const offerStore = (db: Database) => ({
  /** Whether a person who has no passkey is offered one: until they close the offer. */
  async isOffered(accountId: number): Promise<boolean> {
    const row = await db
      .selectFrom('accounts')
      .select('account_id')
      .where('account_id', '=', accountId)
      .where('passkey_offer_closed_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('passkeys').select('account_id').where('account_id', '=', accountId))),
      )
      .executeTakeFirst();
    return row !== undefined;
  },

  async closeOffer(accountId: number, now: number): Promise<void> {
    await db
      .updateTable('accounts')
      .set({ passkey_offer_closed_at: now })
      .where('account_id', '=', accountId)
      .execute();
  },
});

export function passkeyStore(db: Database, storing: Pick<StoredBytes, 'store'>) {
  const rowsOf = (accountId: number) =>
    db
      .selectFrom('passkeys')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .orderBy('credential_id')
      .execute();

  return {
    rowsOf,

    /** The passkeys of an account, as its page lists them. */
    ofAccount: async (accountId: number): Promise<OwnPasskey[]> =>
      (await rowsOf(accountId)).map((row) => ({
        id: shortId(row.credential_id),
        name: row.name,
        made: iso(row.created_at),
        ...(row.used_at !== null && { used: iso(row.used_at) }),
        backup: row.is_backed_up === 1 ? 'copied' : row.is_backup_eligible === 1 ? 'possible' : 'none',
      })),

    ...offerStore(db),

    find: (credentialId: string): Promise<PasskeyRow | undefined> =>
      db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst(),

    /** Returns whether it is new, and the account has room for it. */
    add: async (row: PasskeyRow): Promise<boolean> =>
      (await inTurn(db, { account: row.account_id }, async (trx, hasRoom) => {
        const own = trx.selectFrom('passkeys').where('account_id', '=', row.account_id);
        if (!(await hasRoom(own, maxPasskeys))) return false;
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('passkeys')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        return numInsertedOrUpdatedRows === 1n;
      })) ?? false,

    /**
     * Stores the counter and the time of a use. Returns false if the passkey was removed, or used elsewhere, since it
     * was read.
     */
    async used(
      { credential_id: credentialId, counter }: PasskeyRow,
      { counter: newCounter, isBackedUp, now }: { counter: number; isBackedUp: boolean; now: number },
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('passkeys')
        .set({ counter: newCounter, is_backed_up: isBackedUp ? 1 : 0, used_at: now })
        .where('credential_id', '=', credentialId)
        .where('counter', '=', counter)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** Removes one by its short id. Returns its name. */
    async remove(accountId: number, id: string): Promise<string | undefined> {
      const row = (await rowsOf(accountId)).find((one) => shortId(one.credential_id) === id);
      if (row) await db.deleteFrom('passkeys').where('credential_id', '=', row.credential_id).execute();
      return row?.name;
    },

    /** A new challenge, for signing in or for an account that adds a passkey. */
    async newChallenge(accountId: number | undefined, ip: string, now: number): Promise<string> {
      storing.store('challenges', ip, 0, now);
      const challenge = newToken();
      await db.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute();
      await db
        .insertInto('passkey_challenges')
        .values({
          digest: sha256(challenge),
          account_id: accountId ?? null,
          expires_at: now + challengeMinutes * 60_000,
        })
        .execute();
      return challenge;
    },

    /** Uses a challenge up; if two requests come at the same time, only one gets it. */
    async takeChallenge(challenge: string, accountId: number | undefined, now: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('passkey_challenges')
        .where('digest', '=', sha256(challenge))
        .where('account_id', accountId === undefined ? 'is' : '=', accountId ?? null)
        .where('expires_at', '>=', now)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
  };
}
