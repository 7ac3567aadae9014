/**
 * Sends the queued mails, the most urgent first. A mail whose try was cut off by the end of its process may have
 * arrived: it is not sent again by itself, but reported to the operator, who can decide.
 */
import { queueWork, workOffEach } from '../db/lease-queue.ts';
import type { Database } from '../db/store.ts';
import { takeBack } from '../limits/stored-counts.ts';
import { asPartOf, type Log } from '../log.ts';
import type { MailBlocks } from './choices.ts';
import { pauseAfter } from './kinds.ts';
import type { LaterMail, MailStore, QueuedMail } from './mail-store.ts';
import type { Delivery } from './mailer.ts';

/** One less than the mailer sends at once, so that sign-in mails, which are not queued, wait for no queue. */
const workers = 4;

/** Whether the recipient still wants a mail that they asked for: thousands of mails take a while, and so does a retry. */
export type IsWanted = (later: Pick<LaterMail, 'ofMailing' | 'ofProgramme' | 'ofFollow'>) => Promise<boolean>;

type Deps = {
  db: Database;
  mails: MailStore;
  blocks: Pick<MailBlocks, 'has'>;
  isWanted: IsWanted;
  deliver: Delivery;
  log: Log;
};

export function queueSender({ db, mails, blocks, isWanted, deliver, log }: Deps) {
  const giveUp = async (job: QueuedMail, later: LaterMail | undefined, fault: string): Promise<void> => {
    if (fault === 'unreachable' && later?.counts?.length) await takeBack(db, later.counts);
    await mails.fail(job, fault, Date.now());
    log.error({ kind: job.kind, fault, tries: job.tries }, 'a queued mail failed; the operator can see why');
  };

  const send = async (job: QueuedMail): Promise<void> => {
    const later = mails.open(job);
    if (!later) return giveUp(job, later, 'unreadable');
    if (job.tries > job.ended + 1) return giveUp(job, later, 'interrupted');
    if (!(await isWanted(later))) return mails.remove(job.mail_id);
    // Only now, after the reply, which must not reveal it. The mail server is contacted either way, so that its
    // failures, too, look the same for people who refuse such mail.
    const isRefused = later.isOwn !== true && (await blocks.has(later.mail.to));
    const { outcome, fault } = await deliver(isRefused ? undefined : { ...later.mail, id: job.mail_id });
    if (outcome === 'sent') return mails.remove(job.mail_id);
    const pause =
      outcome === 'permanent' ? undefined : pauseAfter(job.kind, job.tries, outcome === 'transient');
    if (pause === undefined) return giveUp(job, later, fault);
    await mails.postpone(job, fault, Date.now() + pause);
  };

  const workOff = workOffEach(
    () => mails.take(Date.now()),
    (job) => asPartOf(job.request_id, () => send(job)),
  );

  const work = queueWork({
    everyMilliseconds: 1_000,
    workers,
    workOff,
    onFault: 'queued mails were not sent; they will be tried again',
    log,
  });
  return { ...work, workOff };
}
