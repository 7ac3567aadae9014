/**
 * Mailed sign-in links. The link itself contains the address, sealed, and the store holds only digests: an address
 * whose mail is never opened is not kept here.
 */
import { randomBytes } from 'node:crypto';
import type { Database } from '../db/store.ts';
import { recipient, type Recipient } from '../mail-address.ts';
import type { Sealer } from '../secrets.ts';
import { sha256 } from '../secrets.ts';

/** The mails and pages say "half an hour". */
const linkMinutes = 30;

export function signInLinks(db: Database, sealed: Sealer, baseUrl: string) {
  const read = async (token: string, now: number) => {
    const said = sealed.open(token);
    const to = Array.isArray(said) && typeof said[0] === 'string' ? recipient(said[0]) : undefined;
    if (!to) return undefined;
    const row = await db
      .selectFrom('sign_in_links')
      .selectAll()
      .where('digest', '=', sha256(token))
      .executeTakeFirst();
    if (!row || row.used_at !== null || row.expires_at < now) return undefined;
    return { to, next: row.next };
  };

  return {
    /** Makes the address of a page that signs in the reader of the mail to `to`; `next` is the path to continue at. */
    async make({ typed }: Recipient, next: string, now: number): Promise<string> {
      const token = sealed.seal([typed, randomBytes(16).toString('base64url')]);
      await db
        .insertInto('sign_in_links')
        .values({
          digest: sha256(token),
          next,
          expires_at: now + linkMinutes * 60_000,
          used_at: null,
        })
        .execute();
      return `${baseUrl}/sign-in/${token}`;
    },

    read,

    /** Uses a link up; of two requests at once, one gets it. */
    async use(token: string, now: number): Promise<{ to: Recipient; next: string } | undefined> {
      const link = await read(token, now);
      if (!link) return undefined;
      const { numUpdatedRows } = await db
        .updateTable('sign_in_links')
        .set({ used_at: now })
        .where('digest', '=', sha256(token))
        .where('used_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n ? link : undefined;
    },
  };
}

export type SignInLinks = ReturnType<typeof signInLinks>;
