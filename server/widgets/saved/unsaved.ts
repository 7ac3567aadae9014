/**
 * Settings that somebody sent to be saved, and that are not saved yet: they wait until the person has signed in, or has
 * decided about a change that somebody else saved first. An address would be too short for all of them.
 */
import { dayLong } from '../../text/day.ts';
import type { Database } from '../../db/store.ts';
import type { StoredBytes } from '../../limits/stored-bytes.ts';
import { newToken, sha256 } from '../../secrets/secrets.ts';

/** `built`: the state of the builder as a query. */
export type Unsaved = { built: string; name: string };

/** Milliseconds; a link that signs in is good for half an hour. */
const keptFor = 7 * dayLong;

export type UnsavedWidgets = ReturnType<typeof unsavedWidgets>;

export function unsavedWidgets(db: Database, storing: Pick<StoredBytes, 'store'>) {
  return {
    /** Returns the token that finds them again. */
    async keep({ built, name }: Unsaved, ip: string, now: number): Promise<string> {
      storing.store('drafts', ip, Buffer.byteLength(built + name), now);
      const token = newToken();
      const row = { token_digest: sha256(token), built, name, expires_at: now + keptFor };
      await db.insertInto('unsaved_widgets').values(row).execute();
      return token;
    },

    find: (token: string, now: number): Promise<Unsaved | undefined> =>
      db
        .selectFrom('unsaved_widgets')
        .select(['built', 'name'])
        .where('token_digest', '=', sha256(token))
        .where('expires_at', '>', now)
        .executeTakeFirst(),

    async sweep(now: number): Promise<void> {
      await db.deleteFrom('unsaved_widgets').where('expires_at', '<=', now).execute();
    },
  };
}
