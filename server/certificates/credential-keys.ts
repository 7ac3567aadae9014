/**
 * The Ed25519 keys that sign badges. A new one is made each year, and published a day before it signs; which one signs
 * follows from their ages, so that all processes agree. Every key is kept: a badge can be checked as long as the service
 * exists.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { Database } from '../db/store.ts';
import { dayLong } from '../text/day.ts';
import { type Sealer, sha256 } from '../secrets/secrets.ts';
import { publicMultikey } from './data-integrity.ts';

const signingDays = 365;
const publishedAhead = dayLong;

/** `x`: of the public key as a JWK. */
type CredentialKey = {
  kid: string;
  privateKey: KeyObject;
  multikey: string;
  x: string;
  createdAt: number;
};
export type CredentialKeySet = { all: CredentialKey[]; signing: CredentialKey };
export type CredentialKeys = ReturnType<typeof credentialKeys>;

export function credentialKeys(db: Database, sealed: Sealer) {
  const rows = () =>
    db.selectFrom('credential_keys').selectAll().orderBy('created_at').orderBy('kid').execute();

  const add = async (now: number): Promise<void> => {
    const { privateKey, publicKey } = await promisify(generateKeyPair)('ed25519');
    const kid = sha256(publicMultikey(publicKey)).slice(0, 16);
    const jwk = privateKey.export({ format: 'jwk' });
    await db
      .insertInto('credential_keys')
      .values({ kid, sealed: sealed.seal(jwk), created_at: now })
      .execute();
  };

  return {
    /** All keys, oldest first; the one that signs is marked. The first call of all makes one. */
    async all(now: number): Promise<CredentialKeySet> {
      let keys = await rows();
      const newest = keys.at(-1);
      if (!newest || newest.created_at < now - signingDays * dayLong) {
        await add(now);
        keys = await rows();
      }
      const all = keys.map((row) => {
        const privateKey = createPrivateKey({ key: sealed.open(row.sealed) as JsonWebKey, format: 'jwk' });
        const publicKey = createPublicKey(privateKey);
        const { x = '' } = publicKey.export({ format: 'jwk' });
        return {
          kid: row.kid,
          privateKey,
          multikey: publicMultikey(publicKey),
          x,
          createdAt: row.created_at,
        };
      });
      const signing = all.findLast(({ createdAt }) => createdAt <= now - publishedAhead) ?? all[0];
      if (!signing) throw new Error('There is no key for badges.');
      return { all, signing };
    },
  };
}
