/**
 * The queue of mails in the store. Recipient, text and link are encrypted, and the row is deleted on delivery: neither
 * a copy of the store nor an operator who looks into it learns who gets mail.
 */
import { dayLong } from '../text/day.ts';
import { randomId } from '../db/ids.ts';
import { takeDue, type LeaseQueue } from '../db/lease-queue.ts';
import type { Database, Store } from '../db/store.ts';
import type { Count } from '../limits/stored-counts.ts';
import { turnOf, turnOfRequest } from '../limits/turns.ts';
import type { Sealer } from '../secrets/secrets.ts';
import { mailKinds, type MailKind } from './kinds.ts';
import type { MailAddress } from '../text/mail-address.ts';
import type { Mail } from './mailer.ts';

/** A mail to send after the reply. */
export type LaterMail = {
  kind: MailKind;
  mail: Mail;
  /** It tells people about their own account: nobody can refuse such mail. */
  isOwn?: true;
  /** The counts of `mailLimit`; taken back if the mail server could not be reached at all. */
  counts?: Count[];
  /** One of many: it waits for all mails that people wait for. */
  isBulk?: true;
  /** For mail of a project's managers: the recipient may have ended it before it is sent. */
  ofMailing?: { projectId: number; accountId: number };
  /** The same for mail of a programme's managers. */
  ofProgramme?: { programmeId: number; accountId: number };
  /** For mail about a followed project: the follow, whose member may have ended it before it is sent. */
  ofFollow?: number;
};

export type QueuedMail = {
  mail_id: number;
  kind: MailKind;
  sealed: string;
  request_id: string;
  tries: number;
  ended: number;
};

export type FailedMail = {
  mail_id: number;
  kind: MailKind;
  created_at: number;
  failed_at: number;
  tries: number;
  fault: string;
  /** Whether it can be sent again. */
  is_kept: number;
};

const queue: LeaseQueue = {
  table: 'mails',
  key: 'mail_id',
  columns: 'mail_id, kind, sealed, request_id, tries, ended',
  // Longer than a mail server can keep a connection busy (smtp.ts).
  leaseMilliseconds: 300_000,
  order: ['rank', 'turn'],
};

/** A mailing takes turns with those of other senders, everything else with what other networks cause. */
function turnFor({ ofMailing, ofProgramme, isBulk }: LaterMail, now: number): number {
  if (ofMailing) return turnOf(`project ${ofMailing.projectId}`, now);
  if (ofProgramme) return turnOf(`programme ${ofProgramme.programmeId}`, now);
  return isBulk ? now : turnOfRequest(now);
}

const failedFor = 7 * dayLong;
const perRead = 500;

export type MailStore = ReturnType<typeof mailStore>;

export function mailStore({ db, engine }: Pick<Store, 'db' | 'engine'>, sealed: Sealer) {
  return {
    /** In one statement; with `trx`, as a part of that transaction. */
    async add(mails: LaterMail[], requestId: string, now: number, trx: Database = db): Promise<void> {
      if (mails.length === 0) return;
      const rows = mails.map((later) => ({
        mail_id: randomId(),
        kind: later.kind,
        rank: mailKinds[later.kind].rank + (later.isBulk ? 1 : 0),
        sealed: sealed.seal(later),
        request_id: requestId,
        created_at: now,
        next_at: now,
        tries: 0,
        ended: 0,
        fault: null,
        failed_at: null,
        turn: turnFor(later, now),
      }));
      await trx.insertInto('mails').values(rows).execute();
    },

    take: (now: number) => takeDue<QueuedMail>({ db, engine }, queue, now),

    /** Undefined if it was encrypted with another pepper. */
    open: ({ sealed: text }: Pick<QueuedMail, 'sealed'>) => sealed.open(text) as LaterMail | undefined,

    /** Deletes the mails to some addresses, also those that failed. */
    removeTo: (addresses: readonly MailAddress[]): Promise<void> => removeTo({ db, sealed }, addresses),

    async remove(id: number): Promise<void> {
      await db.deleteFrom('mails').where('mail_id', '=', id).execute();
    },

    async postpone({ mail_id: id, tries }: QueuedMail, fault: string, until: number): Promise<void> {
      await db
        .updateTable('mails')
        .set({ next_at: until, ended: tries, fault, turn: until })
        .where('mail_id', '=', id)
        .execute();
    },

    /** Gives a mail up. Its text is deleted if it is of no use any more. */
    async fail({ mail_id: id, kind, tries }: QueuedMail, fault: string, now: number): Promise<void> {
      await db
        .updateTable('mails')
        .set({ next_at: null, ended: tries, fault, failed_at: now })
        .$if(!mailKinds[kind].isKept, (update) => update.set({ sealed: '' }))
        .where('mail_id', '=', id)
        .execute();
    },

    /** The mails that failed within the last seven days, newest first. */
    failed: async (max: number): Promise<FailedMail[]> => {
      const rows = await db
        .selectFrom('mails')
        .select(['mail_id', 'kind', 'created_at', 'failed_at', 'tries', 'fault', 'sealed'])
        .where('failed_at', 'is not', null)
        .orderBy('failed_at', 'desc')
        .limit(max)
        .execute();
      return rows.map(({ sealed: text, failed_at, fault, ...row }) => ({
        ...row,
        failed_at: failed_at ?? 0,
        fault: fault ?? '',
        is_kept: text === '' ? 0 : 1,
      }));
    },

    /** The mails that were tried and wait for their next try, those that are due first. */
    retrying: (max: number) =>
      db
        .selectFrom('mails')
        .select(['mail_id', 'kind', 'created_at', 'tries', 'fault', 'next_at'])
        .where('failed_at', 'is', null)
        .where('fault', 'is not', null)
        // One that an operator queued again keeps the fault of its earlier tries.
        .where('tries', '>', 0)
        .orderBy('next_at')
        .limit(max)
        .execute(),

    /** Queues failed mails again, one or all that were kept, and returns how many. */
    async retry(id: number | 'all', now: number): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('mails')
        .set({ next_at: now, tries: 0, ended: 0, failed_at: null, turn: now })
        .where('failed_at', 'is not', null)
        .where('sealed', '!=', '')
        .$if(id !== 'all', (update) => update.where('mail_id', '=', Number(id)))
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    /** Deletes mails that failed more than seven days ago. */
    async sweep(now: number): Promise<void> {
      await db
        .deleteFrom('mails')
        .where('failed_at', '<', now - failedFor)
        .execute();
    },
  };
}

/** Recipients are encrypted, so all mails are opened, a part after the other. */
async function removeTo(
  { db, sealed }: Pick<Store, 'db'> & { sealed: Sealer },
  addresses: readonly MailAddress[],
): Promise<void> {
  const inboxes = new Set<string>(addresses);
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('mails')
      .select(['mail_id', 'sealed'])
      .where('mail_id', '>', last)
      .orderBy('mail_id')
      .limit(perRead)
      .execute();
    const theirs = rows.filter((row) => {
      const to = (sealed.open(row.sealed) as LaterMail | undefined)?.mail.to;
      return to !== undefined && inboxes.has(to);
    });
    for (const { mail_id } of theirs) await db.deleteFrom('mails').where('mail_id', '=', mail_id).execute();
    const end = rows.at(-1);
    if (!end) return;
    last = end.mail_id;
  }
}
