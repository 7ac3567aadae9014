/** Makes an API key: the only moment at which its text exists on our side. */
import { sha256 } from '../secrets.ts';
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
