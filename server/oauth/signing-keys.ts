/**
 * The keys that sign ID tokens. A new one is published a day before it signs, so that clients that keep the set for
 * a while know it by then; an old one stays until the last token that it signed has expired. Which key signs follows
 * from their ages alone, so that all processes agree.
 */
import { generateKeyPair, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'oidc-provider';
import { dayLong } from '../text/day.ts';
import type { Database } from '../db/store.ts';
import type { Sealer } from '../secrets/secrets.ts';

const signingDays = 90;
const publishedAhead = dayLong;
const keptAfter = 2 * dayLong;

export type SigningKeys = ReturnType<typeof signingKeys>;

export function signingKeys(db: Database, sealed: Sealer) {
  const rows = () =>
    db.selectFrom('oauth_signing_keys').selectAll().orderBy('created_at').orderBy('kid').execute();

  const add = async (now: number) => {
    const kid = randomUUID();
    const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
    const jwk = { ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' };
    await db
      .insertInto('oauth_signing_keys')
      .values({ kid, sealed: sealed.seal(jwk), created_at: now })
      .execute();
  };

  return {
    add,

    /** The private keys; the first is the one that signs. The first call of all makes one. */
    async all(now: number): Promise<JWK[]> {
      let keys = await rows();
      if (keys.length === 0) {
        await add(now);
        keys = await rows();
      }
      const isReady = (row: { created_at: number }) => row.created_at <= now - publishedAhead;
      const signing = keys.findLast(isReady) ?? keys[0];
      return [signing, ...keys.filter((row) => row !== signing)].flatMap((row) =>
        row ? [sealed.open(row.sealed) as JWK] : [],
      );
    },

    /** Makes the next key when the newest is old, and deletes keys that nothing is signed with any more. */
    async rotate(now: number): Promise<void> {
      const newer = await rows();
      const newest = newer.at(-1);
      if (newest && newest.created_at < now - signingDays * dayLong) await add(now);
      const signsSince = (index: number) => (newer[index]?.created_at ?? Infinity) + publishedAhead;
      const over = newer.filter((_, index) => signsSince(index + 1) < now - keptAfter);
      for (const { kid } of over) await db.deleteFrom('oauth_signing_keys').where('kid', '=', kid).execute();
    },
  };
}
