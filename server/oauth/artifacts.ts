/**
 * Codes, tokens, authorizations and requests under way, at rest. A row is found by the digest of its id, and what it
 * says is sealed: neither a copy of the database nor a backup holds anything that works as a token.
 */
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { dayLong } from '../day.ts';
import type { Database, Store } from '../db/store.ts';
import { sha256, type Sealer } from '../secrets.ts';
import {
  type ArtifactRow,
  endGrant,
  endGrantOf,
  tokenCommit,
  type TokenWrites,
  upsert,
  useUp,
} from './token-writes.ts';

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

/** Codes are exchanged within a minute, mostly in a second or two. */
const isExchangedSoon = (kind: ArtifactKind) => kind === 'AuthorizationCode' || kind === 'Grant';

type FoundRow = Pick<ArtifactRow, 'sealed' | 'consumed_at' | 'expires_at'>;

export function artifacts(store: Store, sealed: Sealer) {
  const { db } = store;
  const rowOf = rowFinder(store);
  const commit = tokenCommit(store);
  /** The artifacts that this process stored in the last minute, for `findRecent`. */
  const recent = new LRUCache<string, Payload>({ max: 10_000, ttl: 60_000 });

  const opened = (kind: ArtifactKind, id: string, row: FoundRow) => {
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

  const newRow = rowMaker(sealed);

  return {
    ...artifactEnds(db),

    /** Begins the writes of a token request, which `commit` stores together. */
    begin: (now: number): TokenWrites => ({ rows: [], now }),
    commit,

    /** With `writes`, it is stored together with the rest of its request. */
    async save(
      kind: ArtifactKind,
      id: string,
      payload: Payload,
      { seconds, now, writes }: { seconds: number; now: number; writes?: TokenWrites | undefined },
    ): Promise<void> {
      const row = newRow(kind, id, payload, seconds, now);
      if (writes) {
        writes.rows.push(row);
        return;
      }
      await upsert(db, [row]);
      if (isExchangedSoon(kind))
        recent.set(row.digest, { ...payload, exp: Math.floor(row.expires_at / 1000) });
    },

    /**
     * Finds it for a token request, without the store if this process has just stored it: `commit` checks in the store
     * that the code was not used and that its authorization has not ended.
     */
    async findRecent(kind: ArtifactKind, id: string): Promise<Payload | undefined> {
      return recent.get(digestOf(kind, id)) ?? this.find(kind, id);
    },

    /** Whether it has expired is for the caller to say: a replay must be told from a code that never was. */
    async find(kind: ArtifactKind, id: string): Promise<Payload | undefined> {
      const row = await rowOf(digestOf(kind, id));
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

    /**
     * Uses a code, a refresh token or a pushed request up; false if it was used before. With `writes`, that is found
     * out when they are committed.
     */
    async consume(kind: ArtifactKind, id: string, now: number, writes?: TokenWrites): Promise<boolean> {
      const digest = digestOf(kind, id);
      if (writes) {
        writes.used = digest;
        recent.delete(digest);
        return true;
      }
      if (await useUp(db, digest, now)) return true;
      await endGrantOf(db, digest);
      return false;
    },
  };
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
      grant_digest: endsWithGrant.includes(kind) && grantId !== undefined ? digestOf('Grant', grantId) : null,
      account_id: accountId === undefined ? null : Number(accountId),
      client_id: clientId ?? null,
      created_at: now,
      expires_at: now + seconds * 1000,
      consumed_at: null,
    };
  };

/** The ways in which artifacts end before they expire, and what deletes the expired. */
function artifactEnds(db: Database) {
  return {
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

/** A prepared statement on SQLite: composing the query again costs more than running it. */
function rowFinder(store: Store): (digest: string) => Promise<FoundRow | undefined> {
  if (store.engine === 'sqlite') {
    const statement = store.sqlite.reading(
      'select sealed, consumed_at, expires_at from oauth_artifacts where digest = ?',
    );
    return async (digest) => statement.get(digest) as FoundRow | undefined;
  }
  return (digest) =>
    store.db
      .selectFrom('oauth_artifacts')
      .select(['sealed', 'consumed_at', 'expires_at'])
      .where('digest', '=', digest)
      .executeTakeFirst();
}
