/** Makes and replaces keys for their own person: a limited number, and one for each form. */
import { countIn, type Window } from '../limits/stored-counts.ts';
import { dayLong } from '../text/day.ts';
import { Refusal } from '../http/refusal.ts';
import { inTurn } from '../db/in-turn.ts';
import type { Database } from '../db/store.ts';
import { sha256 } from '../secrets/secrets.ts';
import { newKeyText } from './key-text.ts';
import { insertKey, isGood, type KeyStore, rotateKey } from './store.ts';

/** Keys in use of one account, made on the site. */
export const maxKeys = 20;

/** Keys made in a day on the site: revoking and making again must not fill the table. */
const perDay: Window = { name: 'keys-made', max: 50, milliseconds: dayLong };

/** `made already`: the form was sent twice, and its first key is not shown again. */
export type NotMade = 'made already' | 'too many' | 'no such key';

/** `form`: identifies the form that was sent. */
type KeyRequest = { accountId: number; form: string; now: number };

export type OwnKeys = ReturnType<typeof ownKeys>;

export function ownKeys(db: Database, keys: Pick<KeyStore, 'forget'>) {
  /** Runs `write` with the digest of a new key, unless the form was used, or the account has too many keys. */
  const make = async (
    { accountId, form, now }: KeyRequest,
    countsMore: boolean,
    write: (trx: Database, digest: string) => Promise<boolean>,
  ): Promise<{ text: string } | NotMade> => {
    const text = newKeyText();
    const made = await inTurn(db, { account: accountId }, async (trx, hasRoom): Promise<NotMade | 'made'> => {
      const theirs = trx.selectFrom('keys').where('account_id', '=', accountId);
      if (await theirs.select('key_id').where('form', '=', form).executeTakeFirst()) return 'made already';
      if (countsMore && !(await hasRoom(theirs.where(isGood(now)), maxKeys))) return 'too many';
      const full = await countIn(trx, [{ window: perDay, subject: String(accountId) }], now);
      if (full)
        throw new Refusal('too_many', `At most ${perDay.max} keys can be made in a day; make one tomorrow.`, {
          retryAfter: full.retryAfter,
        });
      return (await write(trx, sha256(text))) ? 'made' : 'no such key';
    });
    if (made !== 'made') return made ?? 'no such key';
    keys.forget();
    return { text };
  };

  return {
    make: (request: KeyRequest, { name, scopes }: { name: string; scopes: string }) =>
      make(request, true, async (trx, digest) => {
        await insertKey(trx, { ...request, digest, name, scopes });
        return true;
      }),

    /** The replaced key ends at `endsAt`. At the limit it must end at once: somebody with a leaked key must get rid of it. */
    replace: (request: KeyRequest, keyId: number, endsAt: number) =>
      make(request, endsAt > request.now, (trx, digest) =>
        rotateKey(trx, {
          keyId,
          accountId: request.accountId,
          digest,
          endsAt,
          now: request.now,
          form: request.form,
        }),
      ),
  };
}
