/**
 * Mailed links that sign in, or add an address. The link itself contains the address, sealed, and the store holds only
 * digests: an address whose mail is never opened is not kept here.
 */
import { randomBytes } from 'node:crypto';
import type { Database } from '../db/store.ts';
import { recipient, type Recipient } from '../mail-address.ts';
import type { Sealer } from '../secrets.ts';
import { sha256 } from '../secrets.ts';

/** The mails and pages say "half an hour". */
const linkMinutes = 30;

/** `next`: the path to continue at. `accountId`: the account that asked, for a link that only its person may use. */
type MailedLink = { to: Recipient; next: string; accountId?: number };

/** `sealed` is for one kind of link only; `page` is the address of its page, to which the token is added. */
export function mailedLinks(db: Database, sealed: Sealer, page: string) {
  const read = async (token: string, now: number): Promise<MailedLink | undefined> => {
    const said = sealed.open(token);
    if (!Array.isArray(said)) return undefined;
    const [typed, , accountId] = said as unknown[];
    const to = typeof typed === 'string' ? recipient(typed) : undefined;
    if (!to) return undefined;
    const row = await db
      .selectFrom('sign_in_links')
      .selectAll()
      .where('digest', '=', sha256(token))
      .executeTakeFirst();
    if (!row || row.used_at !== null || row.expires_at < now) return undefined;
    return { to, next: row.next, ...(typeof accountId === 'number' && { accountId }) };
  };

  return {
    /** Makes the address of the page for the reader of the mail to `to`. */
    async make({ typed }: Recipient, next: string, now: number, accountId?: number): Promise<string> {
      const nonce = randomBytes(16).toString('base64url');
      const token = sealed.seal([typed, nonce, ...(accountId === undefined ? [] : [accountId])]);
      await db
        .insertInto('sign_in_links')
        .values({
          digest: sha256(token),
          next,
          expires_at: now + linkMinutes * 60_000,
          used_at: null,
        })
        .execute();
      return `${page}/${token}`;
    },

    read,

    /** Where a link led that was used or has expired; undefined once its row is deleted, and for a made-up token. */
    async ledTo(token: string): Promise<string | undefined> {
      if (!Array.isArray(sealed.open(token))) return undefined;
      const row = await db
        .selectFrom('sign_in_links')
        .select('next')
        .where('digest', '=', sha256(token))
        .executeTakeFirst();
      return row?.next;
    },

    /** Uses a link up; if two requests come at the same time, only one gets it. */
    async use(token: string, now: number): Promise<MailedLink | undefined> {
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

export type MailedLinks = ReturnType<typeof mailedLinks>;
