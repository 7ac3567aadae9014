/** The Ed25519 keys that sign badges. Every key is kept: a badge can be checked as long as the service exists. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { Database } from '../db/store.ts';
import { type Sealer, sha256 } from '../secrets/secrets.ts';
import { publicMultikey } from './data-integrity.ts';

export type CredentialKey = { kid: string; privateKey: KeyObject; multikey: string };
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
    /** All keys, oldest first; the first one signs, so that processes which start together agree. */
    async all(now: number): Promise<CredentialKey[]> {
      let keys = await rows();
      if (keys.length === 0) {
        await add(now);
        keys = await rows();
      }
      return keys.map((row) => {
        const privateKey = createPrivateKey({ key: sealed.open(row.sealed) as JsonWebKey, format: 'jwk' });
        return { kid: row.kid, privateKey, multikey: publicMultikey(createPublicKey(privateKey)) };
      });
    },
  };
}
