/** OAuth 2 clients at rest: of a secret only the SHA-256 is kept. */
import { sql } from 'kysely';
import { whoSum } from '../db/who.ts';
import { brieflyCached } from '../db/brief-cache.ts';
import type { Scope } from '../../src/contract/api/user-info.ts';
import type { OauthTables } from './schema.ts';
import type { Database } from '../db/store.ts';
import { newToken, sha256 } from '../secrets/secrets.ts';

export type Client = {
  clientId: string;
  name: string;
  ownerId: number;
  redirectUris: string[];
  scopes: string;
  isLegacy: boolean;
  isPublic: boolean;
  /** The project that it was requested for, if an owner requested it on the site. */
  projectId: number | undefined;
  /** The digest of its secret, and for a while that of the secret which it replaced. */
  secretDigests: string[];
};

export type NewClient = {
  name: string;
  ownerId: number;
  redirectUris: string[];
  scopes: readonly Scope[];
  isLegacy: boolean;
  isPublic: boolean;
  projectId?: number;
};

export type ClientStore = ReturnType<typeof clientStore>;

/** Its beginning tells a secret from an API key, so that scanners of code can find a leaked one. */
const newSecret = () => `mhs_${newToken()}`;

const idShape = /^mhc_[\w-]{22}$/;

export function clientStore(db: Database) {
  const cache = brieflyCached(async (clientId) => {
    const row = await db
      .selectFrom('oauth_clients')
      .selectAll()
      .where('client_id', '=', clientId)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    return row && clientOf(row, Date.now());
  });

  return {
    /** A client in use; the same object for up to half a second. */
    async find(clientId: string, now: number): Promise<Client | undefined> {
      // Anything may be sent as one, also text that PostgreSQL cannot take.
      return idShape.test(clientId) ? cache.find(clientId, now) : undefined;
    },

    add: (client: NewClient, now: number): Promise<string> => insertClient(db, client, now),

    /**
     * Makes a secret for a client, which nobody can read again; the one before works until `formerUntil`. With
     * `ownerId`, only for a client of that person. Undefined if there is no such client, or it has no secrets.
     */
    async newSecret(
      clientId: string,
      { formerUntil, ownerId }: { formerUntil: number; ownerId?: number },
    ): Promise<string | undefined> {
      const secret = newSecret();
      const { numUpdatedRows } = await db
        .updateTable('oauth_clients')
        .set((client) => ({
          former_digest: client.ref('secret_digest'),
          former_until: formerUntil,
          secret_digest: sha256(secret),
        }))
        .where('client_id', '=', clientId)
        .where('is_public', '=', 0)
        .where('disabled_at', 'is', null)
        .$if(ownerId !== undefined, (clients) => clients.where('owner_id', '=', ownerId ?? 0))
        .executeTakeFirst();
      cache.forget();
      return numUpdatedRows === 1n ? secret : undefined;
    },

    /** Ends a client with everything that it was given; answers how many people had authorized it. */
    async disable(clientId: string, now: number): Promise<number | undefined> {
      const ended = await db.transaction().execute(async (trx) => {
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
      cache.forget();
      return ended;
    },

    all: (ownerId?: number) => allClients(db, ownerId),
  };
}

/** Every client, or those of an owner, with how many people have authorized it. */
const allClients = (db: Database, ownerId: number | undefined) =>
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
      'client.project_id',
      'client.former_until',
      'client.created_at',
      'client.disabled_at',
    ])
    .select((of) => [
      of('client.secret_digest', 'is not', null).as('has_secret'),
      of
        .selectFrom('oauth_consents as consent')
        .whereRef('consent.client_id', '=', 'client.client_id')
        .select((count) => count.fn.countAll<number>().as('people'))
        .as('people'),
      of
        .selectFrom('oauth_consents as consent')
        .whereRef('consent.client_id', '=', 'client.client_id')
        .select(whoSum(sql`consent.account_id`).as('who'))
        .as('who'),
    ])
    .$if(ownerId !== undefined, (clients) => clients.where('client.owner_id', '=', ownerId ?? 0))
    .orderBy('client.created_at')
    .execute();

export type ClientRow = Awaited<ReturnType<ClientStore['all']>>[number];

/** Adds a client without a secret, and returns its id. */
export async function insertClient(db: Database, client: NewClient, now: number): Promise<string> {
  const clientId = `mhc_${newToken().slice(0, 22)}`;
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
      project_id: client.projectId ?? null,
      secret_digest: null,
      former_digest: null,
      former_until: null,
      created_at: now,
      disabled_at: null,
    })
    .execute();
  return clientId;
}

const clientOf = (row: OauthTables['oauth_clients'], now: number): Client => ({
  clientId: row.client_id,
  name: row.name,
  ownerId: row.owner_id,
  redirectUris: JSON.parse(row.redirect_uris) as string[],
  scopes: row.scopes,
  isLegacy: row.is_legacy === 1,
  isPublic: row.is_public === 1,
  projectId: row.project_id ?? undefined,
  secretDigests: [row.secret_digest, (row.former_until ?? 0) > now ? row.former_digest : null].filter(
    (digest) => digest !== null,
  ),
});
