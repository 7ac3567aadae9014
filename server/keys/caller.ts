/** Reads the API key of a request and returns its account, or refuses it. */
import type { KeyScope } from '../../src/contract/index.ts';
import type { Log } from '../log.ts';
import type { Caller, SentKey } from '../http/facts.ts';
import { Refusal } from '../http/refusal.ts';
import { dayOf } from '../text/day.ts';
import { sha256 } from '../secrets/secrets.ts';
import { isKeyText } from './key-text.ts';
import type { KeyStore } from './store.ts';

const noKey = (isHeaderForeign: boolean) =>
  new Refusal(
    'no_key',
    isHeaderForeign
      ? 'This needs an API key, and the Authorization header has none: it must be Bearer and a key that begins with mh_, or send the key as the parameter key.'
      : 'This needs an API key: send it in the Authorization header, as Bearer mh_…, or as the parameter key.',
    { fields: [{ field: 'key', message: 'is required' }] },
  );

/** A request may have a key in the header and in the query: the sentence says which of the two was read. */
const wrongKey = (place: SentKey['place'], why: string) =>
  new Refusal('wrong_key', `The API key in ${place} ${why}.`, {
    fields: [{ field: 'key', message: `is not a valid key (in ${place})` }],
  });

/** For the log of an owner's server, which may be read days later and in another time zone. */
const minuteOf = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export function callers(keys: KeyStore, log: Log) {
  return async (
    { key, place, isHeaderForeign }: SentKey,
    scope: KeyScope | 'any',
    now: number,
  ): Promise<Caller> => {
    if (key === undefined) throw noKey(isHeaderForeign);
    if (!isKeyText(key))
      throw wrongKey(place, 'is not complete: copy it again, from mh_ to its last character');
    // Looked up by digest, so that comparing reveals nothing about the key.
    const row = await keys.find(sha256(key), now);
    if (!row) throw wrongKey(place, 'is not known');
    if (row.revoked_at !== null && row.revoked_at <= now)
      throw wrongKey(
        place,
        `ended at ${minuteOf(row.revoked_at)}: it was revoked, or replaced by another one`,
      );
    const scopes = row.scopes.split(' ');
    if (scope !== 'any' && !scopes.includes('all') && !scopes.includes(scope))
      throw new Refusal(
        'wrong_scope',
        `The API key in ${place} is not for this: it lacks the scope ${scope}.`,
      );
    const day = dayOf(now);
    if (row.used_day !== day)
      keys.used(row.key_id, day).catch((error: unknown) => log.warn({ err: error }, 'last use of a key'));
    return { accountId: row.account_id, keyId: row.key_id, lineage: row.lineage };
  };
}
