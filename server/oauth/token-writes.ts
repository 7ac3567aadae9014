/**
 * The one write of a token request: its code or its refresh token is used up. Tokens need no rows (signed-tokens.ts).
 * Exchanges of the same event-loop turn share a commit, which costs more than their statements.
 */
import { groupCommit } from '../db/group-commit.ts';
import type { Database, Store } from '../db/store.ts';
import type { WritingConnection } from '../db/sqlite/writer.ts';
import { refreshSeconds } from './signed-tokens.ts';

/**
 * A single-use credential, by digest: a code, or the refresh token that an authorization gave after so many rotations.
 * `grant`: the authorization, where that is not known from the code's row.
 */
export type Use = { now: number } & ({ code: string } | { grant: string; rotations: number });

/** The credential that a token request uses up, once it is known. */
export type TokenWrites = { use?: Use };

/**
 * Returns a function that uses a code or refresh token up. Its result is false if the token cannot be used any more: if
 * several requests come at the same time, even in different processes, only one gets true (compare-and-swap). The
 * tokens that it had been exchanged for end then, since one of the callers is not the client (RFC 9700, 4.14.2). True
 * is returned after the disk has it, because after a power failure a code or token must not work once more.
 */
export function tokenCommit(store: Store): (use: Use) => Promise<boolean> {
  const { db } = store;
  const attempt =
    store.engine === 'sqlite'
      ? groupCommit((batch: Use[]) => store.sqlite.write<Use, boolean>('useTokens', batch))
      : (use: Use) => ('code' in use ? useUp(db, use.code, use.now) : rotate(db, use));
  return async (use) => {
    if (await attempt(use)) return true;
    await ('code' in use ? endGrantOf(db, use.code) : endGrant(db, use.grant));
    return false;
  };
}

const refreshUntil = (now: number) => now + refreshSeconds * 1000;

/** Uses a refresh token up; false if it was used before, has expired, or its authorization has ended. */
async function rotate(
  db: Database,
  { grant, rotations, now }: Extract<Use, { grant: string }>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oauth_artifacts')
    .set({ rotations: rotations + 1, expires_at: refreshUntil(now) })
    .where('digest', '=', grant)
    .where('rotations', '=', rotations)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Marks a code or pushed request as used; false if it was used before, has expired, or its authorization has ended. */
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

/** Ends the authorization that a code belongs to. */
export async function endGrantOf(db: Database, digest: string): Promise<void> {
  const row = await db
    .selectFrom('oauth_artifacts')
    .select('grant_digest')
    .where('digest', '=', digest)
    .executeTakeFirst();
  if (row?.grant_digest) await endGrant(db, row.grant_digest);
}

/** Ends an authorization, and with it its tokens; its code stays, so that another replay is recognised. */
export async function endGrant(db: Database, grantDigest: string): Promise<void> {
  await db.deleteFrom('oauth_artifacts').where('digest', '=', grantDigest).execute();
}

/** The same as `useUp` and `rotate` in SQLite's writer thread, for the requests of a batch. */
export function useTokens(db: WritingConnection, batch: Use[]): boolean[] {
  const code = db.prepare(`update oauth_artifacts set consumed_at = ?1
    where digest = ?2 and consumed_at is null and expires_at > ?1 and (grant_digest is null
      or exists (select 1 from oauth_artifacts granted where granted.digest = oauth_artifacts.grant_digest))`);
  const refresh = db.prepare(`update oauth_artifacts set rotations = ?2 + 1, expires_at = ?4
    where digest = ?3 and rotations = ?2 and expires_at > ?1`);
  return batch.map((use) => {
    const { changes } =
      'code' in use
        ? code.run(use.now, use.code)
        : refresh.run(use.now, use.rotations, use.grant, refreshUntil(use.now));
    return changes === 1;
  });
}
