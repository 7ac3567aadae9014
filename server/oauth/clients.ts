/** OAuth 2 clients at rest: of a secret only the SHA-256 is kept. */
import type { Scope } from '../../src/contract/user-info.ts';
import type { Database } from '../db/store.ts';
import { newToken, sha256 } from '../secrets.ts';

export type Client = {
  clientId: string;
  name: string;
  ownerId: number;
  redirectUris: string[];
  scopes: string;
  isLegacy: boolean;
  isPublic: boolean;
  secretDigest: string | undefined;
};

export type NewClient = {
  name: string;
  ownerId: number;
  redirectUris: string[];
  scopes: readonly Scope[];
  isLegacy: boolean;
  isPublic: boolean;
};

export type ClientStore = ReturnType<typeof clientStore>;

/** Its beginning tells a secret from an API key, so that scanners of code can find a leaked one. */
const newSecret = () => `mhs_${newToken()}`;

const idShape = /^mhc_[\w-]{22}$/;

export function clientStore(db: Database) {
  return {
    ...clientChanges(db),

    /** A client in use. */
    async find(clientId: string): Promise<Client | undefined> {
      // Anything may be sent as one, also text that PostgreSQL cannot take.
      if (!idShape.test(clientId)) return undefined;
      const row = await db
        .selectFrom('oauth_clients')
        .selectAll()
        .where('client_id', '=', clientId)
        .where('disabled_at', 'is', null)
        .executeTakeFirst();
      return (
        row && {
          clientId: row.client_id,
          name: row.name,
          ownerId: row.owner_id,
          redirectUris: JSON.parse(row.redirect_uris) as string[],
          scopes: row.scopes,
          isLegacy: row.is_legacy === 1,
          isPublic: row.is_public === 1,
          secretDigest: row.secret_digest ?? undefined,
        }
      );
    },

    /** Every client, with how many people have authorized it. */
    all: () =>
      db
        .selectFrom('oauth_clients as client')
        .select([
          'client.client_id',
          'client.name',
          'client.owner_id',
          'client.redirect_uris',
          'client.scopes',
          'client.is_legacy',
          'client.is_public',
          'client.created_at',
          'client.disabled_at',
        ])
        .select((of) =>
          of
            .selectFrom('oauth_consents as consent')
            .whereRef('consent.client_id', '=', 'client.client_id')
            .select((count) => count.fn.countAll<number>().as('people'))
            .as('people'),
        )
        .orderBy('client.created_at')
        .execute(),
  };
}

/** The operator's changes of clients. */
function clientChanges(db: Database) {
  return {
    /** Answers the client's id, and its secret, which nobody can read again. */
    async add(client: NewClient, now: number): Promise<{ clientId: string; secret: string | undefined }> {
      const clientId = `mhc_${newToken().slice(0, 22)}`;
      const secret = client.isPublic ? undefined : newSecret();
      await db
        .insertInto('oauth_clients')
        .values({
          client_id: clientId,
          name: client.name,
          owner_id: client.ownerId,
          redirect_uris: JSON.stringify(client.redirectUris),
          scopes: client.scopes.join(' '),
          is_legacy: client.isLegacy ? 1 : 0,
          is_public: client.isPublic ? 1 : 0,
          secret_digest: secret === undefined ? null : sha256(secret),
          created_at: now,
          disabled_at: null,
        })
        .execute();
      return { clientId, secret };
    },

    /** Gives a client that has a secret another one; the old one ends at once. Undefined where there is none. */
    async rotate(clientId: string): Promise<string | undefined> {
      const secret = newSecret();
      const { numUpdatedRows } = await db
        .updateTable('oauth_clients')
        .set({ secret_digest: sha256(secret) })
        .where('client_id', '=', clientId)
        .where('is_public', '=', 0)
        .where('disabled_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n ? secret : undefined;
    },

    /** Ends a client with everything that it was given; answers how many people had authorized it. */
    async disable(clientId: string, now: number): Promise<number | undefined> {
      return db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('oauth_clients')
          .set({ disabled_at: now })
          .where('client_id', '=', clientId)
          .where('disabled_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return undefined;
        await trx.deleteFrom('oauth_artifacts').where('client_id', '=', clientId).execute();
        const { numDeletedRows } = await trx
          .deleteFrom('oauth_consents')
          .where('client_id', '=', clientId)
          .executeTakeFirst();
        return Number(numDeletedRows);
      });
    },
  };
}
