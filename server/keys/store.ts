/** API keys in the database: only the SHA-256 of a key is stored. */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { groupCommit } from '../db/group-commit.ts';
import { randomId } from '../db/ids.ts';
import type { Tables } from '../db/schema.ts';
import type { Database, Store } from '../db/store.ts';
import { brieflyCached } from '../db/brief-cache.ts';

export type KeyRow = {
  key_id: number;
  account_id: number;
  lineage: number;
  scopes: string;
  used_day: string | null;
  revoked_at: number | null;
};

export type KeyStore = ReturnType<typeof keyStore>;

const columns = 'key_id, account_id, lineage, scopes, used_day, revoked_at';

/** Not revoked. The end of a rotated key may still be in the future. */
export const isGood =
  (now: number) =>
  (of: ExpressionBuilder<Tables, 'keys'>): Expression<SqlBool> =>
    of.or([of('revoked_at', 'is', null), of('revoked_at', '>', now)]);

export function keyStore(store: Store) {
  const { db } = store;
  const { find, forget } = brieflyCached(finder(store));
  return {
    /** Finds a key by its digest; `now` decides whether a cached result is fresh enough. */
    find,

    add: (key: NewKeyRow) => insertKey(db, key),

    async rotate(keyId: number, digest: string, endsAt: number, now: number): Promise<boolean> {
      const isDone = await db.transaction().execute((trx) => rotateKey(trx, { keyId, digest, endsAt, now }));
      forget();
      return isDone;
    },

    /** Empties the cache, after `rotateKey` in a transaction of the caller. */
    forget,

    /** Revokes an account's keys of a name. */
    async revokeNamed(accountId: number, name: string, now: number): Promise<void> {
      await db
        .updateTable('keys')
        .set({ revoked_at: now })
        .where('account_id', '=', accountId)
        .where('name', '=', name)
        .where(isGood(now))
        .execute();
      forget();
    },

    /** An account's keys, without the keys themselves. */
    ofAccount: (accountId: number) =>
      db
        .selectFrom('keys')
        .select(['key_id', 'name', 'scopes', 'created_at', 'used_day', 'revoked_at'])
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .execute(),

    /** Returns whether there was such a key that was still usable. */
    async revoke(keyId: number, now: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('keys')
        .set({ revoked_at: now })
        .where('key_id', '=', keyId)
        .where(isGood(now))
        .executeTakeFirst();
      forget();
      return numUpdatedRows > 0n;
    },

    /** The name of a key, its last use, and how many projects were added with its lineage. */
    reach: (keyId: number) =>
      db
        .selectFrom('keys')
        .select((key) => [
          'name',
          'used_day',
          key
            .selectFrom('projects')
            .select((all) => all.fn.countAll<number>().as('count'))
            .whereRef('projects.key_lineage', '=', 'keys.lineage')
            .as('projects'),
        ])
        .where('key_id', '=', keyId)
        .executeTakeFirst(),

    async used(keyId: number, day: string): Promise<void> {
      await db.updateTable('keys').set({ used_day: day }).where('key_id', '=', keyId).execute();
      forget();
    },
  };
}

/** `form`: the form that asked for it, if its own person made it on the site. */
type NewKeyRow = {
  digest: string;
  accountId: number;
  name: string;
  scopes: string;
  now: number;
  form?: string;
};

/** Stores a new key, the first of its lineage, and returns its id. */
export async function insertKey(db: Database, key: NewKeyRow): Promise<number> {
  const keyId = randomId();
  await db
    .insertInto('keys')
    .values({
      key_id: keyId,
      digest: key.digest,
      account_id: key.accountId,
      lineage: keyId,
      name: key.name,
      scopes: key.scopes,
      created_at: key.now,
      used_day: null,
      revoked_at: null,
      form: key.form ?? null,
    })
    .execute();
  return keyId;
}

/** With `accountId`, only a key of that account. */
type Rotation = {
  keyId: number;
  accountId?: number;
  digest: string;
  endsAt: number;
  now: number;
  form?: string;
};

/**
 * Gives a key a successor with the same person, name, scopes and lineage; the key itself ends at `endsAt`. One that has
 * ended already stays ended: its successor keeps the right to update the projects of its lineage. Runs inside the
 * caller's transaction; returns whether there is such a key.
 */
export async function rotateKey(
  trx: Database,
  { keyId, accountId, digest, endsAt, now, form }: Rotation,
): Promise<boolean> {
  const old = await trx
    .updateTable('keys')
    .set((key) => ({
      revoked_at: key.case().when(isGood(now)(key)).then(endsAt).else(key.ref('revoked_at')).end(),
    }))
    .where('key_id', '=', keyId)
    .$if(accountId !== undefined, (keys) => keys.where('account_id', '=', accountId ?? 0))
    .returning(['account_id', 'lineage', 'name', 'scopes'])
    .executeTakeFirst();
  if (!old) return false;
  const successor = { ...old, key_id: randomId(), digest, created_at: now, used_day: null };
  await trx
    .insertInto('keys')
    .values({ ...successor, revoked_at: null, form: form ?? null })
    .execute();
  return true;
}

/**
 * Finds a key by digest: a prepared statement on SQLite; on PostgreSQL one round trip for all requests of an event-loop
 * turn.
 */
function finder(store: Store): (digest: string) => Promise<KeyRow | undefined> {
  if (store.engine === 'sqlite') {
    const statement = store.sqlite.reading(`select ${columns} from keys where digest = ?`);
    return async (digest) => statement.get(digest) as KeyRow | undefined;
  }
  const { query } = store;
  return groupCommit(async (digests: string[]) => {
    const { rows } = await query<KeyRow & { digest: string }>(
      `select digest, key_id, account_id, lineage, scopes, used_day, revoked_at from keys
      where digest = any($1::text[])`,
      [[...new Set(digests)]],
    );
    const byDigest = new Map<string, KeyRow>(rows.map((row) => [row.digest, row]));
    return digests.map((digest) => byDigest.get(digest) as KeyRow | Error);
  }) as (digest: string) => Promise<KeyRow | undefined>;
}
