/**
 * Mailed links that work once: they sign in, add an address, or ask a guardian. The link itself contains the address and
 * all that it leads to, sealed, and the store holds only digests: an address whose mail is never opened is not kept here,
 * and neither is another link that this one continues at.
 */
import { startPath } from '../../src/contract/pages/sign-in.ts';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/store.ts';
import { recipient, type MailAddress, type Recipient } from '../text/mail-address.ts';
import type { Keyed, Sealer } from '../secrets/secrets.ts';
import { sha256 } from '../secrets/secrets.ts';
import type { WaitingDevice } from './waiting-device.ts';

/** The mails and pages say "half an hour". */
const linkMinutes = 30;

/**
 * `next`: the path to continue at. `accountId`: the account that asked, for a link that only its person may use.
 * `guardian`, `lang`: whom a link asks about its subject, and in which language the subject asked. `waiting`: the page
 * that waits for a link to sign in.
 */
type Said = {
  next?: string;
  accountId?: number;
  guardian?: string;
  lang?: string;
  waiting?: WaitingDevice;
};
/** `to`: whom the link is about, who reads the mail unless it asks a guardian. */
type MailedLink = { to: Recipient } & Said & { next: string };

/** `sealed` is for one kind of link only; `page` is the address of its page, to which the token is added. */
type Kind = { sealed: Sealer; keyed: Keyed; page: string; lasts?: number };

export function mailedLinks(db: Database, { sealed, keyed, page, lasts = linkMinutes * 60_000 }: Kind) {
  /** The link of a token, also one that was used or has expired. */
  const find = async (
    token: string,
    now: number,
  ): Promise<(MailedLink & { isOpen: boolean; usedAt: number | null }) | undefined> => {
    const contents = sealed.open(token);
    if (!Array.isArray(contents)) return undefined;
    const [typed, , said] = contents as [unknown, unknown, Said | undefined];
    const to = typeof typed === 'string' ? recipient(typed) : undefined;
    if (!to) return undefined;
    const row = await db
      .selectFrom('sign_in_links')
      .selectAll()
      .where('digest', '=', sha256(token))
      .executeTakeFirst();
    if (!row) return undefined;
    const { used_at: usedAt, expires_at } = row;
    return { next: startPath, ...said, to, usedAt, isOpen: usedAt === null && expires_at >= now };
  };

  const read = async (token: string, now: number): Promise<MailedLink | undefined> => {
    const link = await find(token, now);
    return link?.isOpen ? link : undefined;
  };

  return {
    /** Makes the address of the page for the reader of the mail. */
    async make({ typed, address }: Recipient, now: number, message: Said = {}): Promise<string> {
      const token = sealed.seal([typed, randomBytes(16).toString('base64url'), message]);
      await db
        .insertInto('sign_in_links')
        .values({
          digest: sha256(token),
          subject: keyed('link-subject', address),
          expires_at: now + lasts,
          used_at: null,
        })
        .execute();
      return `${page}/${token}`;
    },

    read,
    /** Undefined once its row is deleted, and for a made-up token. */
    find,

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

    /** Ends the links of all kinds about an address: none may bring back an account that its person deleted. */
    async end(address: MailAddress): Promise<void> {
      await db
        .deleteFrom('sign_in_links')
        .where('subject', 'in', keyed.all('link-subject', address))
        .execute();
    },
  };
}

export type MailedLinks = ReturnType<typeof mailedLinks>;

/** Milliseconds. A page that was pressed once does the same again for so long. */
const pressedAgainWithin = 10 * 60_000;
const [lookEvery, lookFor] = [100, 5000];

/**
 * Returns what the use of a link has made, for somebody who presses its button again: also while the first press, which
 * came at the same moment, is under way. Undefined if nothing comes.
 */
export async function whatCame<Made>(
  { usedAt }: { usedAt: number | null },
  now: number,
  look: () => Promise<Made | undefined>,
): Promise<Made | undefined> {
  if (usedAt === null || now - usedAt > pressedAgainWithin) return undefined;
  for (let waited = now - usedAt; ; waited += lookEvery) {
    const made = await look();
    if (made !== undefined || waited > lookFor) return made;
    await sleep(lookEvery);
  }
}
