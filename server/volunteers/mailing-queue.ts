/** The mailings that are to be sent: which of their recipients are done is stored together with their mails. */
import { takeDue, type LeaseQueue } from '../db/lease-queue.ts';
import type { Database, Store } from '../db/store.ts';
import { faultOf, groupNow } from './compared-groups.ts';
import type { MailingRow } from './mailings.ts';

const queue: LeaseQueue = {
  table: 'mailings',
  key: 'mailing_id',
  columns: '*',
  leaseMilliseconds: 300_000,
};

type Key = Pick<MailingRow, 'project_id' | 'mailing_id'>;
type Send = (trx: Database, accounts: number[]) => Promise<void>;

export type MailingQueue = ReturnType<typeof mailingQueue>;

export function mailingQueue({ db, engine }: Pick<Store, 'db' | 'engine'>) {
  return {
    take: (now: number) => takeDue<MailingRow>({ db, engine }, queue, now),

    /**
     * Sends to the next recipients, in one transaction with the note of how far it came: a process that ends in the
     * middle sends nothing twice. Returns false once nothing is left.
     */
    sendSome: (key: Key, limit: number, now: number, send: Send): Promise<boolean> =>
      db.transaction().execute((trx) => sendSome(trx, key, { limit, now, send })),

    /** Ends a mailing of a project that is not open any more. */
    async stop({ project_id, mailing_id }: Key, now: number): Promise<void> {
      await change(db, { project_id, mailing_id }, { state: 'withdrawn', next_at: null, sent_at: now });
    },
  };
}

async function sendSome(
  trx: Database,
  key: Key,
  { limit, now, send }: { limit: number; now: number; send: Send },
): Promise<boolean> {
  // Locks the row: a process whose lease ended meanwhile waits here.
  const row = await change(trx, key, { next_at: now + queue.leaseMilliseconds });
  if (!row) return false;
  const doneTo = Number(row.done_to);
  if (doneTo === 0 && (await faultOf(trx, row, now))) {
    await change(trx, key, { state: 'too_few', next_at: null, sent_at: now });
    return false;
  }
  const left = (await groupNow(trx, row, now)).filter((account) => account > doneTo);
  const some = left.slice(0, limit);
  await send(trx, some);
  const isLast = left.length <= limit;
  await change(trx, key, {
    ...{ sent: Number(row.sent) + some.length, done_to: some.at(-1) ?? doneTo },
    ...(isLast && { state: 'sent', sent_at: now, next_at: null }),
  });
  return !isLast;
}

/** Changes a mailing that is being sent, and returns it. */
const change = (db: Database, { project_id, mailing_id }: Key, set: Partial<MailingRow>) =>
  db
    .updateTable('mailings')
    .set(set)
    .where('project_id', '=', project_id)
    .where('mailing_id', '=', mailing_id)
    .where('state', '=', 'sending')
    .returningAll()
    .executeTakeFirst();
