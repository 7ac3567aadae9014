/**
 * Codes, tokens, authorizations and requests under way, at rest. A row is found by the digest of its id, and what it
 * says is sealed: neither a copy of the database nor a backup holds anything that works as a token.
 */
import { sql } from 'kysely';
import { dayLong } from '../day.ts';
import type { Tables } from '../db/schema.ts';
import type { Database } from '../db/store.ts';
import { sha256, type Sealer } from '../secrets.ts';

/** The model of oidc-provider that an artifact belongs to. */
export type ArtifactKind =
  | 'Grant'
  | 'AuthorizationCode'
  | 'AccessToken'
  | 'RefreshToken'
  | 'Interaction'
  | 'PushedAuthorizationRequest';

export type Payload = Record<string, unknown>;

/** The kind is part of the digest, so that a code never is found as a token. */
const digestOf = (kind: ArtifactKind, id: string) => sha256(`${kind} ${id}`);

/** Tokens end together with their authorization. Nothing else may have its digest, or a replay would delete too much. */
const endsWithGrant: readonly ArtifactKind[] = ['AuthorizationCode', 'AccessToken', 'RefreshToken'];

export type Artifacts = ReturnType<typeof artifacts>;

export function artifacts(db: Database, sealed: Sealer) {
  const opened = (
    kind: ArtifactKind,
    id: string,
    row: Pick<Tables['oauth_artifacts'], 'sealed' | 'consumed_at' | 'expires_at'>,
  ) => {
    const said = sealed.open(row.sealed) as [ArtifactKind, string, Payload] | undefined;
    // A row that somebody moved to another digest is none.
    if (said?.[0] !== kind || said[1] !== id) return undefined;
    const exp = Math.floor(row.expires_at / 1000);
    return {
      ...said[2],
      exp,
      ...(row.consumed_at !== null && { consumed: Math.floor(row.consumed_at / 1000) }),
    };
  };

  return {
    ...artifactEnds(db),

    async save(
      kind: ArtifactKind,
      id: string,
      payload: Payload,
      seconds: number,
      now: number,
    ): Promise<void> {
      const { grantId, accountId, clientId } = payload as Record<string, string | undefined>;
      const row = {
        digest: digestOf(kind, id),
        kind,
        sealed: sealed.seal([kind, id, payload]),
        grant_digest:
          endsWithGrant.includes(kind) && grantId !== undefined ? digestOf('Grant', grantId) : null,
        account_id: accountId === undefined ? null : Number(accountId),
        client_id: clientId ?? null,
        created_at: now,
        expires_at: now + seconds * 1000,
        consumed_at: null,
      };
      await db
        .insertInto('oauth_artifacts')
        .values(row)
        .onConflict((conflict) =>
          conflict.column('digest').doUpdateSet({ sealed: row.sealed, expires_at: row.expires_at }),
        )
        .execute();
    },

    /** Whether it has expired is for the caller to say: a replay must be told from a code that never was. */
    async find(kind: ArtifactKind, id: string): Promise<Payload | undefined> {
      const row = await db
        .selectFrom('oauth_artifacts')
        .select(['sealed', 'consumed_at', 'expires_at'])
        .where('digest', '=', digestOf(kind, id))
        .executeTakeFirst();
      return row && opened(kind, id, row);
    },

    /** The content of a valid access token, as long as its authorization and its client live. */
    async accessToken(token: string, now: number) {
      const row = await db
        .selectFrom('oauth_artifacts as token')
        .innerJoin('oauth_artifacts as granted', 'granted.digest', 'token.grant_digest')
        .innerJoin('oauth_clients as client', 'client.client_id', 'token.client_id')
        .select(['token.sealed', 'token.consumed_at', 'token.expires_at'])
        .where('token.digest', '=', digestOf('AccessToken', token))
        .where('token.expires_at', '>', now)
        .where('granted.expires_at', '>', now)
        .where('client.disabled_at', 'is', null)
        .executeTakeFirst();
      const payload = row && opened('AccessToken', token, row);
      return payload as { accountId: string; clientId: string; scope?: string } | undefined;
    },
  };
}

/** Uses artifacts up, and deletes them. */
function artifactEnds(db: Database) {
  return {
    /**
     * Uses a code, a refresh token or a pushed request up, by compare-and-swap: of several calls at once, in
     * whichever process, one gets true. For all others everything that the code or token gave ends, since one of
     * the callers is not the client (RFC 9700, 4.14.2).
     */
    async consume(kind: ArtifactKind, id: string, now: number): Promise<boolean> {
      const digest = digestOf(kind, id);
      const { numUpdatedRows } = await db
        .updateTable('oauth_artifacts')
        .set({ consumed_at: now })
        .where('digest', '=', digest)
        .where('consumed_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 1n) return true;
      const row = await db
        .selectFrom('oauth_artifacts')
        .select('grant_digest')
        .where('digest', '=', digest)
        .executeTakeFirst();
      if (row?.grant_digest) await endGrant(db, row.grant_digest);
      return false;
    },

    async destroy(kind: ArtifactKind, id: string): Promise<void> {
      await db.deleteFrom('oauth_artifacts').where('digest', '=', digestOf(kind, id)).execute();
    },

    /** Ends an authorization with its tokens; its code stays, so that another replay is seen as one. */
    endGrant: (grantId: string): Promise<void> => endGrant(db, digestOf('Grant', grantId)),

    /** Ends everything that a person's authorizations of a client gave. */
    async endAll(accountId: number, clientId: string): Promise<void> {
      await db
        .deleteFrom('oauth_artifacts')
        .where('account_id', '=', accountId)
        .where('client_id', '=', clientId)
        .execute();
    },

    /** Deletes what has expired; a used code is kept for a day longer, so that its replay still ends its tokens. */
    async sweep(now: number): Promise<void> {
      await db
        .deleteFrom('oauth_artifacts')
        .where('expires_at', '<', now - dayLong)
        .execute();
      await sql`delete from oauth_artifacts where kind = 'Grant' and created_at < ${now - dayLong}
        and not exists (select 1 from oauth_artifacts as given where given.grant_digest = oauth_artifacts.digest)`.execute(
        db,
      );
    },
  };
}

/** The authorization first: a token that is being issued at this moment finds it gone. */
async function endGrant(db: Database, grantDigest: string): Promise<void> {
  await db.deleteFrom('oauth_artifacts').where('digest', '=', grantDigest).execute();
  await db
    .deleteFrom('oauth_artifacts')
    .where('grant_digest', '=', grantDigest)
    .where('kind', '<>', 'AuthorizationCode')
    .execute();
}
