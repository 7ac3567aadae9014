/** The mailings that are to be sent: which of their recipients are done is stored together with their mails. */
import { takeDue, type LeaseQueue } from '../db/lease-queue.ts';
import type { Database, Store } from '../db/store.ts';
import { groupNow, recipients, type SizeShown } from './compared-groups.ts';
import { type MailingRow, senderOf } from './mailings.ts';

const queue: LeaseQueue = {
  table: 'mailings',
  key: 'mailing_id',
  columns: '*',
  leaseMilliseconds: 300_000,
};

type MailingKey = Pick<MailingRow, 'project_id' | 'mailing_id'>;
/** `after`: the last account that was sent to before; 0 at the start. `size`: of the group, known at the start only. */
type Left = { after: number; accounts: number[]; size?: number };
type MailingBatch = Left & { isLast: boolean };
type Send = (trx: Database) => Promise<void>;

export type MailingQueue = ReturnType<typeof mailingQueue>;

export function mailingQueue(
  { db, searching, engine }: Pick<Store, 'db' | 'searching' | 'engine'>,
  sizeShown: SizeShown,
) {
  return {
    take: (now: number) => takeDue<MailingRow>({ db, engine }, queue, now),

    /**
     * The accounts that the mailing has not been sent to, in order; undefined if it goes to nobody. Read once for all
     * batches: whether a person left meanwhile is asked again when their mail is sent (`stillWants`).
     */
    recipientsLeft: (key: MailingKey, now: number): Promise<Left | undefined> =>
      recipientsLeft({ db, searching, sizeShown }, key, now),

    /**
     * Sends to the next recipients, in one transaction with the note of how far it came: a process that ends in the
     * middle sends nothing twice. Returns false if another process has sent to them.
     */
    sendTo: (key: MailingKey, batch: MailingBatch, now: number, send: Send): Promise<boolean> =>
      db.transaction().execute((trx) => sendTo(trx, key, { batch, now, send })),

    /** Ends a mailing of a project or programme that is not open any more. */
    async stop({ project_id, mailing_id }: MailingKey, now: number): Promise<void> {
      await change(
        db,
        { project_id, mailing_id },
        { state: 'withdrawn', done_to: 0, next_at: null, sent_at: now },
      );
    },
  };
}

async function recipientsLeft(
  { db, searching, sizeShown }: Pick<Store, 'db' | 'searching'> & { sizeShown: SizeShown },
  key: MailingKey,
  now: number,
): Promise<Left | undefined> {
  const row = await change(db, key, { next_at: now + queue.leaseMilliseconds });
  if (!row) return undefined;
  const doneTo = Number(row.done_to);
  if (doneTo > 0)
    return {
      after: doneTo,
      accounts: (await groupNow(searching, row, now)).filter((account) => account > doneTo),
    };
  const { fault, size, members } = await recipients(searching, row, now);
  if (!fault) return { after: 0, accounts: members, size: await sizeShown(senderOf(row), size) };
  await change(db, key, { state: fault, next_at: null, sent_at: now });
  return undefined;
}

async function sendTo(
  trx: Database,
  key: MailingKey,
  { batch: { after, accounts, isLast, size }, now, send }: { batch: MailingBatch; now: number; send: Send },
): Promise<boolean> {
  // Locks the row: a process whose lease ended meanwhile waits here, and finds that the other one got further.
  const row = await change(trx, key, { next_at: now + queue.leaseMilliseconds });
  if (!row || Number(row.done_to) !== after) return false;
  await send(trx);
  await change(trx, key, {
    // The people of the group, and not only those who get mail: managers must not learn how many do.
    sent: size ?? row.sent,
    done_to: accounts.at(-1) ?? row.done_to,
    // Which account was the last one is of no use any more.
    ...(isLast && { state: 'sent', done_to: 0, sent_at: now, next_at: null }),
  });
  return true;
}

/** Changes a mailing that is being sent, and returns it. */
const change = (db: Database, { project_id, mailing_id }: MailingKey, set: Partial<MailingRow>) =>
  db
    .updateTable('mailings')
    .set(set)
    .where('project_id', '=', project_id)
    .where('mailing_id', '=', mailing_id)
    .where('state', '=', 'sending')
    .returningAll()
    .executeTakeFirst();
