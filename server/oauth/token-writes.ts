/**
 * The writes of one token request: the code or refresh token is used up and the new tokens are stored in a single
 * transaction at its end. Exchanges of the same event-loop turn share a commit, which costs more than all their rows.
 */
import { grouped } from '../db/group-commit.ts';
import type { Tables } from '../db/schema.ts';
import type { Database, Store } from '../db/store.ts';
import type { WritingConnection } from '../db/writer-thread.ts';

export type ArtifactRow = Tables['oauth_artifacts'];

/** `used`: the digest of the code or refresh token that the new rows replace. */
export type TokenWrites = { used?: string; rows: ArtifactRow[]; now: number };

/**
 * Returns a function that commits the writes of a request. Its result is false, and nothing is stored, if the code or
 * token cannot be used any more: of several requests at once, in whichever process, one gets true
 * (compare-and-swap). What it had given ends then, since one of the callers is not the client (RFC 9700, 4.14.2).
 */
export function tokenCommit(store: Store): (writes: TokenWrites) => Promise<boolean> {
  const { db } = store;
  const attempt =
    store.engine === 'sqlite'
      ? grouped((batch: TokenWrites[]) => store.sqlite.write<TokenWrites, boolean>('storeTokens', batch))
      : (writes: TokenWrites) => db.transaction().execute((trx) => commitOne(trx, writes));
  return async (writes) => {
    if (await attempt(writes)) return true;
    await endGrantOf(db, writes.used ?? '');
    return false;
  };
}

async function commitOne(trx: Database, { used, rows, now }: TokenWrites): Promise<boolean> {
  if (used !== undefined && !(await useUp(trx, used, now))) return false;
  if (rows.length > 0) await upsert(trx, rows);
  return true;
}

export async function upsert(db: Database, rows: ArtifactRow[]): Promise<void> {
  await db
    .insertInto('oauth_artifacts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('digest').doUpdateSet((of) => ({
        sealed: of.ref('excluded.sealed'),
        expires_at: of.ref('excluded.expires_at'),
      })),
    )
    .execute();
}

/** Marks a code or token as used; false if it was used before, has expired, or its authorization has ended. */
export async function useUp(db: Database, digest: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oauth_artifacts')
    .set({ consumed_at: now })
    .where('digest', '=', digest)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('grant_digest', 'is', null),
        exists(
          selectFrom('oauth_artifacts as granted')
            .select('granted.digest')
            .whereRef('granted.digest', '=', 'oauth_artifacts.grant_digest'),
        ),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends the authorization that a code or token belongs to. */
export async function endGrantOf(db: Database, digest: string): Promise<void> {
  const row = await db
    .selectFrom('oauth_artifacts')
    .select('grant_digest')
    .where('digest', '=', digest)
    .executeTakeFirst();
  if (row?.grant_digest) await endGrant(db, row.grant_digest);
}

/**
 * Ends an authorization with its tokens; its code stays, so that another replay is recognised. The authorization goes
 * first: a token that is being issued at this moment finds it gone.
 */
export async function endGrant(db: Database, grantDigest: string): Promise<void> {
  await db.deleteFrom('oauth_artifacts').where('digest', '=', grantDigest).execute();
  await db
    .deleteFrom('oauth_artifacts')
    .where('grant_digest', '=', grantDigest)
    .where('kind', '<>', 'AuthorizationCode')
    .execute();
}

/** The same as `commitOne` in SQLite's writer thread, for the requests of a batch. */
export function storeTokens(db: WritingConnection, batch: TokenWrites[]): boolean[] {
  const use = db.prepare(`update oauth_artifacts set consumed_at = ?1
    where digest = ?2 and consumed_at is null and expires_at > ?1 and (grant_digest is null
      or exists (select 1 from oauth_artifacts granted where granted.digest = oauth_artifacts.grant_digest))`);
  const insert =
    db.prepare(`insert into oauth_artifacts (digest, kind, sealed, grant_digest, account_id, client_id,
    created_at, expires_at, consumed_at) values (?, ?, ?, ?, ?, ?, ?, ?, null)
    on conflict (digest) do update set sealed = excluded.sealed, expires_at = excluded.expires_at`);
  return batch.map(({ used, rows, now }) => {
    if (used !== undefined && use.run(now, used).changes !== 1) return false;
    for (const row of rows)
      insert.run(
        ...[row.digest, row.kind, row.sealed, row.grant_digest, row.account_id, row.client_id],
        ...[row.created_at, row.expires_at],
      );
    return true;
  });
}
