/**
 * Codes, authorizations and requests under way, at rest. A row is found by the digest of its id, and what it says is
 * sealed: neither a copy of the database nor a backup holds anything that works as a token. Tokens have no rows.
 */
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { dayLong } from '../text/day.ts';
import type { Database, Store } from '../db/store.ts';
import type { Tables } from '../db/schema.ts';
import { sha256, type Sealer, type Signer } from '../secrets/secrets.ts';
import { openToken, signToken, type TokenKind, type TokenPayload } from './signed-tokens.ts';
import { endGrant, endGrantOf, tokenCommit, type TokenWrites, useUp } from './token-writes.ts';

/** The model of oidc-provider that an artifact belongs to. */
export type ArtifactKind = 'Grant' | 'AuthorizationCode' | 'Interaction' | 'PushedAuthorizationRequest';

export type Payload = Record<string, unknown>;

/** The kind is part of the digest, so that a code never is found as a token. */
const digestOf = (kind: ArtifactKind, id: string) => sha256(`${kind} ${id}`);

export type Artifacts = ReturnType<typeof artifacts>;

/** Codes are exchanged within a minute, mostly in a second or two. */
const isExchangedSoon = (kind: ArtifactKind) => kind === 'AuthorizationCode' || kind === 'Grant';

type ArtifactRow = Tables['oauth_artifacts'];
type FoundRow = Pick<
  ArtifactRow,
  'sealed' | 'account_id' | 'client_id' | 'rotations' | 'consumed_at' | 'expires_at'
>;

/** Stored data is encrypted with another key than the one that signs tokens: a stolen row is no token. */
export function artifacts(store: Store, sealed: Sealer, tokenSigner: Signer) {
  const { db } = store;
  const rowOf = rowFinder(store);
  const useToken = tokenCommit(store);
  let cache: LRUCache<string, Payload> | undefined;
  /** The artifacts that this process stored in the last minute. Made late: it takes room for all at once. */
  const recent = () => (cache ??= new LRUCache({ max: 10_000, ttl: 60_000 }));

  const opened = (kind: ArtifactKind, id: string, row: FoundRow) => {
    const contents = sealed.open(row.sealed) as [ArtifactKind, string, Payload] | undefined;
    // A row that somebody moved to another digest is none.
    if (contents?.[0] !== kind || contents[1] !== id) return undefined;
    const exp = Math.floor(row.expires_at / 1000);
    return {
      ...contents[2],
      exp,
      ...(row.consumed_at !== null && { consumed: Math.floor(row.consumed_at / 1000) }),
    };
  };

  const newRow = rowMaker(sealed);

  return {
    ...artifactEnds(db),
    ...tokens(db, rowOf, tokenSigner),

    /** Uses up what a token request was made with; false if that was done before. */
    commit: async ({ use }: TokenWrites): Promise<boolean> => use === undefined || useToken(use),

    async save(
      kind: ArtifactKind,
      id: string,
      payload: Payload,
      { seconds, now }: { seconds: number; now: number },
    ): Promise<void> {
      const row = newRow(kind, id, payload, seconds, now);
      await upsert(db, row);
      if (isExchangedSoon(kind))
        recent().set(row.digest, { ...payload, exp: Math.floor(row.expires_at / 1000) });
    },

    /**
     * Finds it for a token request, without the store if this process has just stored it: `commit` checks in the store
     * that the code was not used and that its authorization has not ended.
     */
    async findRecent(kind: ArtifactKind, id: string): Promise<Payload | undefined> {
      return recent().get(digestOf(kind, id)) ?? this.find(kind, id);
    },

    /** Whether it has expired is for the caller to say: a replay must be told from a code that never was. */
    async find(kind: ArtifactKind, id: string): Promise<Payload | undefined> {
      const row = await rowOf(digestOf(kind, id));
      return row && opened(kind, id, row);
    },

    /**
     * Uses a code, a refresh token or a pushed request up; false if it was used before. With `writes`, that is found
     * out when they are committed.
     */
    async consume(
      kind: ArtifactKind | TokenKind,
      id: string,
      now: number,
      writes?: TokenWrites,
    ): Promise<boolean> {
      if (kind === 'AccessToken' || kind === 'RefreshToken') {
        const { grantId = '', rotations = 0 } = openToken(tokenSigner, kind, id) ?? {};
        if (writes) writes.use = { grant: digestOf('Grant', grantId), rotations, now };
        return writes !== undefined;
      }
      const digest = digestOf(kind, id);
      if (writes) {
        writes.use = { code: digest, now };
        recent().delete(digest);
        return true;
      }
      if (await useUp(db, digest, now)) return true;
      await endGrantOf(db, digest);
      return false;
    },
  };
}

/**
 * Tokens have no rows: their content is in the token itself, and holds as long as the row of their authorization is
 * there.
 */
function tokens(db: Database, rowOf: ReturnType<typeof rowFinder>, tokenSigner: Signer) {
  return {
    signToken: (kind: TokenKind, payload: TokenPayload) => signToken(tokenSigner, kind, payload),

    /** Finds a token of an authorization that has not ended; one that was used up says so. */
    async findToken(kind: TokenKind, token: string): Promise<Payload | undefined> {
      const payload = openToken(tokenSigner, kind, token);
      const granted = payload && (await rowOf(digestOf('Grant', payload.grantId)));
      if (!granted) return undefined;
      const isUsed = kind === 'RefreshToken' && payload.rotations !== granted.rotations;
      return {
        ...payload,
        accountId: String(granted.account_id),
        clientId: granted.client_id,
        ...(isUsed && { consumed: true }),
      };
    },

    /** The content of a valid access token, as long as its authorization and its client live. */
    async accessToken(token: string, now: number) {
      const payload = openToken(tokenSigner, 'AccessToken', token);
      if (!payload || payload.exp * 1000 <= now) return undefined;
      const granted = await db
        .selectFrom('oauth_artifacts as granted')
        .innerJoin('oauth_clients as client', 'client.client_id', 'granted.client_id')
        .select(['granted.account_id as accountId', 'client.client_id as clientId'])
        .where('granted.digest', '=', digestOf('Grant', payload.grantId))
        .where('client.disabled_at', 'is', null)
        .executeTakeFirst();
      return granted && { ...granted, scope: payload.scope };
    },
  };
}

async function upsert(db: Database, row: ArtifactRow): Promise<void> {
  await db
    .insertInto('oauth_artifacts')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('digest').doUpdateSet((of) => ({
        sealed: of.ref('excluded.sealed'),
        expires_at: of.ref('excluded.expires_at'),
      })),
    )
    .execute();
}

/** Returns a function that makes the row of an artifact. */
const rowMaker =
  (sealed: Sealer) =>
  (kind: ArtifactKind, id: string, payload: Payload, seconds: number, now: number): ArtifactRow => {
    const { grantId, accountId, clientId } = payload as Record<string, string | undefined>;
    return {
      digest: digestOf(kind, id),
      kind,
      sealed: sealed.seal([kind, id, payload]),
      // Stored for codes only: a replay of anything else must not find it.
      grant_digest: kind === 'AuthorizationCode' && grantId !== undefined ? digestOf('Grant', grantId) : null,
      account_id: accountId === undefined ? null : Number(accountId),
      client_id: clientId ?? null,
      created_at: now,
      expires_at: now + seconds * 1000,
      consumed_at: null,
      rotations: 0,
    };
  };

/** The ways in which artifacts end before they expire, and what deletes the expired. */
function artifactEnds(db: Database) {
  return {
    async destroy(kind: ArtifactKind, id: string): Promise<void> {
      await db.deleteFrom('oauth_artifacts').where('digest', '=', digestOf(kind, id)).execute();
    },

    /** Ends an authorization, and with it its tokens; its code stays, so that another replay is seen as one. */
    endGrant: (grantId: string): Promise<void> => endGrant(db, digestOf('Grant', grantId)),

    /** Ends everything that a person's authorizations of a client gave. */
    async endAll(accountId: number, clientId: string): Promise<void> {
      await db
        .deleteFrom('oauth_artifacts')
        .where('account_id', '=', accountId)
        .where('client_id', '=', clientId)
        .execute();
    },

    /** Deletes requests that nobody answered within their hour: anybody can make them. */
    async sweepRequests(now: number): Promise<void> {
      await db
        .deleteFrom('oauth_artifacts')
        .where('kind', 'in', ['Interaction', 'PushedAuthorizationRequest'])
        .where('expires_at', '<', now)
        .execute();
    },

    /**
     * Deletes what has expired; a code is kept for a day longer, so that its replay still ends its tokens. An
     * authorization whose code was never used ends with the code.
     */
    async sweep(now: number): Promise<void> {
      const until = now - dayLong;
      await sql`delete from oauth_artifacts where kind = 'Grant' and exists (select 1 from oauth_artifacts as code
        where code.grant_digest = oauth_artifacts.digest and code.consumed_at is null
          and code.expires_at < ${until})`.execute(db);
      await db.deleteFrom('oauth_artifacts').where('expires_at', '<', until).execute();
    },
  };
}

/** A prepared statement on SQLite: composing the query again costs more than running it. */
function rowFinder(store: Store): (digest: string) => Promise<FoundRow | undefined> {
  if (store.engine === 'sqlite') {
    const statement = store.sqlite.reading(
      'select sealed, account_id, client_id, rotations, consumed_at, expires_at from oauth_artifacts where digest = ?',
    );
    return async (digest) => statement.get(digest) as FoundRow | undefined;
  }
  return (digest) =>
    store.db
      .selectFrom('oauth_artifacts')
      .select(['sealed', 'account_id', 'client_id', 'rotations', 'consumed_at', 'expires_at'])
      .where('digest', '=', digest)
      .executeTakeFirst();
}
