/** Makes an API key. Its text exists on our side only at this moment. */
import { sha256 } from '../secrets/secrets.ts';
import { newKeyText } from './key-text.ts';
import type { KeyStore } from './store.ts';

export type NewKey = { accountId: number; name: string; scopes: string };

export const keyMaker =
  (keys: KeyStore) =>
  async (key: NewKey, now: number): Promise<string> => {
    const text = newKeyText();
    await keys.add({ ...key, digest: sha256(text), now });
    return text;
  };

/** Makes the text of the successor; undefined if there is no such key. */
export const keyRotator =
  (keys: KeyStore) =>
  async (keyId: number, endsAt: number, now: number): Promise<string | undefined> => {
    const text = newKeyText();
    return (await keys.rotate(keyId, sha256(text), endsAt, now)) ? text : undefined;
  };
