/** The scopes that people grant sites, remembered by client and scope. */
import { summedCommit } from '../db/group-commit.ts';
import type { Database } from '../db/store.ts';

export type ConsentStore = ReturnType<typeof consentStore>;

const minute = 60_000;

export function consentStore(db: Database) {
  const of = (accountId: number, clientId: string) =>
    db
      .selectFrom('oauth_consents')
      .select(['scopes', 'used_at'])
      .where('account_id', '=', accountId)
      .where('client_id', '=', clientId)
      .executeTakeFirst();

  const countReads = summedCommit<{ accountId: number; clientId: string }>(
    ({ accountId, clientId }) => JSON.stringify([accountId, clientId]),
    async (sums) => {
      for (const { accountId, clientId, count } of sums)
        await db
          .updateTable('oauth_consents')
          .set((row) => ({ reads: row('reads', '+', count) }))
          .where('account_id', '=', accountId)
          .where('client_id', '=', clientId)
          .execute();
    },
  );

  return {
    async scopes(accountId: number, clientId: string): Promise<string[]> {
      return (await of(accountId, clientId))?.scopes.split(' ') ?? [];
    },

    /** Stores the scopes that a person allowed, in addition to those that they had allowed before. */
    async allow(accountId: number, clientId: string, scopes: string[], now: number): Promise<void> {
      const before = await of(accountId, clientId);
      const all = [...new Set([...(before?.scopes.split(' ') ?? []), ...scopes])].join(' ');
      await db
        .insertInto('oauth_consents')
        .values({
          account_id: accountId,
          client_id: clientId,
          scopes: all,
          is_told: 1,
          created_at: now,
          used_at: now,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'client_id'])
            .doUpdateSet({ scopes: all, used_at: now, is_told: 1 }),
        )
        .execute();
    },

    /** Stores when a site last used its consent, to the minute: most requests write nothing. */
    async used(accountId: number, clientId: string, now: number): Promise<void> {
      const consent = await of(accountId, clientId);
      if (!consent || consent.used_at > now - minute) return;
      await db
        .updateTable('oauth_consents')
        .set({ used_at: now })
        .where('account_id', '=', accountId)
        .where('client_id', '=', clientId)
        .execute();
    },

    /** Counts that a site has read what the person contributed. */
    countRead: (accountId: number, clientId: string): Promise<void> => countReads({ accountId, clientId }),

    /** Returns the sites that a person has authorized, the most recently used first. */
    ofAccount: (accountId: number) =>
      db
        .selectFrom('oauth_consents as consent')
        .innerJoin('oauth_clients as client', 'client.client_id', 'consent.client_id')
        .select(['client.client_id', 'client.name', 'client.redirect_uris'])
        .select(['consent.scopes', 'consent.created_at', 'consent.used_at', 'consent.reads'])
        .where('consent.account_id', '=', accountId)
        .orderBy('consent.used_at', 'desc')
        .execute(),

    async end(accountId: number, clientId: string): Promise<void> {
      await db
        .deleteFrom('oauth_consents')
        .where('account_id', '=', accountId)
        .where('client_id', '=', clientId)
        .execute();
    },
  };
}
