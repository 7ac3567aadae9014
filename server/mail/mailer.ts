/**
 * Mail: by SMTP or, outside production without SMTP, into an outbox that /dev/outbox shows. Sign-in mails are sent at
 * once, because their page reports a failure; all others are queued in the store.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/store.ts';
import { Refusal } from '../http/refusal.ts';
import { FairQueue } from '../limits/fair-queue.ts';
import type { Networks } from '../limits/network.ts';
import { requestId, type Log } from '../log.ts';
import type { MailAddress } from '../text/mail-address.ts';
import type { MailBlocks } from './choices.ts';
import type { LaterMail, MailStore } from './mail-store.ts';
import type { Outbox } from './outbox-file.ts';
import { queueSender, type IsWanted } from './send-queued.ts';
import { smtpDelivery, type Smtp } from './smtp.ts';

/**
 * `lang`: the language of the text, English if absent. `id`: of a queued mail, the same in every try. `unsubscribe`: of
 * a mailing, the page that ends it for this reader, also with one click (RFC 8058).
 */
export type Mail = {
  to: MailAddress;
  subject: string;
  text: string;
  lang?: string;
  id?: number;
  unsubscribe?: string;
};
export type SentMail = Mail & { at: string; links: string[] };

/**
 * How a mail was not sent: its server refused it for now or for good (4.x.x and 5.x.x of RFC 3463), or could not be
 * reached.
 */
export type Unsent = 'transient' | 'permanent' | 'unreachable';

/** `fault`: the codes of the server's reply, or `unreachable`. */
export type Delivered = { outcome: 'sent' | Unsent; fault: string };

/** Sends one mail to the mail server; without a mail, only checks whether the server would accept one. */
export type Delivery = (mail: Mail | undefined) => Promise<Delivered>;

export type Mailer = ReturnType<typeof mailer>;

/** To a mail server, many connections at once look like spam. */
const maxAtOnce = 5;
/** Mails that are sent or wait for it, besides the stored ones; one address may have an eighth of them. */
const maxWaiting = 1000;
/** The queue in the store, which has turns of its own, takes part like one network. */
const ofQueue: Networks = [{ name: 'the queue', weight: 1 }];

/**
 * For this long after a failure, requests for mail are refused without another try (circuit breaker). A mail that
 * arrives earlier, such as a queued one, ends the pause.
 */
const pauseMilliseconds = 10_000;

/** `signature`: the end of every mail; may be empty. */
type MailerDeps = { smtp: Smtp | undefined; signature: string; outbox: Outbox; log: Log };
type Queue = {
  db: Database;
  mails: MailStore;
  blocks: Pick<MailBlocks, 'has'>;
  isWanted: IsWanted;
  /** The language of mails to a member's address. */
  languageOf: (address: MailAddress) => Promise<string | undefined>;
  /** The language of mails to other addresses. */
  fallback: string;
};

/** Without SMTP, which is possible outside production only, mails go into the outbox. */
export function mailer(
  { smtp, signature, outbox, log }: MailerDeps,
  { db, mails, blocks, isWanted, languageOf, fallback }: Queue,
) {
  const handOver: Delivery = smtp ? smtpDelivery(smtp, log) : keepIn(outbox);
  const deliver: Delivery = (mail) => handOver(mail && { ...mail, text: `${mail.text}${signature}` });
  const pending = new Set<Promise<unknown>>();
  const turns = new FairQueue({ workers: maxAtOnce, places: maxWaiting, what: 'mails' });
  let pausedUntil = -Infinity;
  let isFailing = false;
  const unsent: Record<Unsent, number> = { transient: 0, permanent: 0, unreachable: 0 };

  const mailFailed = () =>
    new Refusal('mail_failed', 'The mail could not be sent at the moment; try again in a few minutes.', {
      retryAfter: 60,
    });

  const mailRefused = () =>
    new Refusal(
      'mail_refused',
      'The mail server does not take mail for this address: look for a typing error, or use another address.',
    );

  const isPaused = () => performance.now() < pausedUntil;

  const inTurn = (mail: Mail | undefined, from: Networks): Promise<Delivered> => {
    const pauseBefore = pausedUntil;
    return turns.run(from, async () => {
      // One before it failed while it waited: behind a mail server that hangs, each would wait for its own time-out.
      if (pausedUntil !== pauseBefore && isPaused()) return { outcome: 'unreachable', fault: 'unreachable' };
      const delivered = await deliver(mail);
      const { outcome } = delivered;
      isFailing = outcome === 'unreachable';
      if (outcome !== 'sent') unsent[outcome] += 1;
      pausedUntil = isFailing ? performance.now() + pauseMilliseconds : -Infinity;
      return delivered;
    });
  };

  const queue = queueSender({ db, mails, blocks, isWanted, deliver: (mail) => inTurn(mail, ofQueue), log });

  return {
    outbox,
    queue,

    /** The language of mails to an address: that of its account, otherwise that of the service. */
    languageFor: async (to: MailAddress, otherwise = fallback): Promise<string> =>
      (await languageOf(to)) ?? otherwise,

    /** Whether the last mail did not reach the mail server. */
    isFailing: () => isFailing,

    /** Tries since the start after which a mail was not sent. */
    unsent: (): Readonly<Record<Unsent, number>> => unsent,

    /** Refuses while the mail server cannot be reached: before anything is counted or promised. */
    mustWork(): void {
      if (isPaused()) throw mailFailed();
    },

    /** Sends a mail that these networks caused, or calls `onUnsent` and refuses if that fails. */
    async send(mail: Mail, from: Networks, onUnsent?: (outcome: Unsent) => Promise<void>): Promise<void> {
      const { outcome } = await inTurn(mail, from);
      if (outcome === 'sent') return;
      await onUnsent?.(outcome);
      throw outcome === 'permanent' ? mailRefused() : mailFailed();
    },

    /** Queues a mail, or several, which are sent after the reply; with `trx`, if that transaction is committed. */
    async sendLater(later: LaterMail | LaterMail[], trx?: Database): Promise<void> {
      await mails.add([later].flat(), requestId(), Date.now(), trx);
      const woken: Promise<void> = sleep(0).then(() => {
        pending.delete(woken);
        queue.wake();
      });
      pending.add(woken);
    },

    /** Waits for the mails that are being sent, at most this many milliseconds. */
    async settled(milliseconds: number): Promise<void> {
      const done = Promise.all(pending).then(() => queue.settled());
      await Promise.race([done, sleep(milliseconds, undefined, { ref: false })]);
    },
  };
}

const keepIn =
  (outbox: Outbox): Delivery =>
  (mail) => {
    const links = mail?.text.match(/https?:\/\/\S+/g) ?? [];
    if (mail) outbox.add({ ...mail, at: new Date().toISOString(), links });
    return Promise.resolve({ outcome: 'sent', fault: '' });
  };
