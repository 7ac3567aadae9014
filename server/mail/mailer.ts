/** Mail: by SMTP or, outside production without SMTP, into an outbox that /dev/outbox shows. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../http/refusal.ts';
import type { Log } from '../log.ts';
import type { MailAddress } from '../mail-address.ts';
import type { Outbox } from './outbox-file.ts';
import { smtpDelivery, type Smtp } from './smtp.ts';

export type Mail = { to: MailAddress; subject: string; text: string };
export type SentMail = Mail & { at: string; links: string[] };

/**
 * How a mail was not sent: its server refused it for now or for good (4.x.x and 5.x.x of RFC 3463), or could not be
 * reached.
 */
export type Unsent = 'transient' | 'permanent' | 'unreachable';

/** Sends one mail to the mail server; without a mail, only checks whether the server would accept one. */
export type Delivery = (mail: Mail | undefined) => Promise<'sent' | Unsent>;

/**
 * A mail to send after the reply. `compose` returns undefined if the recipient wants no such mail: we then connect to
 * the mail server for as long and as often, so that neither the reply nor later replies reveal it.
 */
export type LaterMail = {
  compose: () => Promise<Mail | undefined>;
  onUnsent: (outcome: Unsent) => Promise<void>;
};

export type Mailer = ReturnType<typeof mailer>;

const maxAtOnce = 5;
const maxWaiting = 1000;

/** Milliseconds before each further try of a mail whose server could not be reached. */
const retriesAfter = [2_000, 15_000];

/** For this long after a failure, mails are refused without another try (circuit breaker). */
const pauseMilliseconds = 10_000;

/** `signature`: the end of every mail; may be empty. */
type Means = { smtp: Smtp | undefined; signature: string };

/** Without SMTP, which is possible outside production only, mails go into the outbox. */
export function mailer({ smtp, signature }: Means, outbox: Outbox, log: Log) {
  const handOver: Delivery = smtp ? smtpDelivery(smtp, log) : keepIn(outbox);
  const deliver: Delivery = (mail) => handOver(mail && { ...mail, text: `${mail.text}${signature}` });
  const pending = new Set<Promise<void>>();
  const waiting: (() => void)[] = [];
  let underWay = 0;
  let pausedUntil = 0;
  let isFailing = false;

  const mailFailed = () =>
    new Refusal('mail_failed', 'The mail could not be sent at the moment; try again in a few minutes.', {
      retryAfter: 60,
    });

  const mailRefused = () =>
    new Refusal(
      'mail_refused',
      'The mail server does not take mail for this address: look for a typing error, or use another address.',
    );

  /** Sends at most five at once, in the order of arrival: to a mail server, many connections at once look like spam. */
  const inTurn: Delivery = async (mail) => {
    if (underWay >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else underWay++;
    try {
      const outcome = await deliver(mail);
      isFailing = outcome === 'unreachable';
      if (isFailing) pausedUntil = Date.now() + pauseMilliseconds;
      return outcome;
    } finally {
      const next = waiting.shift();
      if (next) next();
      else underWay--;
    }
  };

  const work = async ({ compose, onUnsent }: LaterMail): Promise<void> => {
    const mail = await compose();
    for (const wait of [...retriesAfter, undefined]) {
      // Only an unreachable server is tried again, and only such a mail is not counted: otherwise somebody who requests
      // mails that are refused could make us try endlessly.
      if ((await inTurn(mail)) !== 'unreachable') return;
      if (wait !== undefined) await sleep(wait, undefined, { ref: false });
    }
    await onUnsent('unreachable');
  };

  return {
    outbox,

    /** Whether the last mail did not reach the mail server. */
    isFailing: () => isFailing,

    /** The number of mails that are being sent or wait for their turn. */
    waiting: () => pending.size + underWay,

    /**
     * Refuses while the mail server cannot be reached, or if too many mails wait: before anything is counted or
     * promised.
     */
    mustWork(): void {
      if (Date.now() < pausedUntil || pending.size >= maxWaiting) throw mailFailed();
    },

    /** Sends a mail, or calls `onUnsent` and refuses if that fails. */
    async send(mail: Mail, onUnsent?: (outcome: Unsent) => Promise<void>): Promise<void> {
      const outcome = await inTurn(mail);
      if (outcome === 'sent') return;
      await onUnsent?.(outcome);
      throw outcome === 'permanent' ? mailRefused() : mailFailed();
    },

    /** Sends a mail after the reply, which does not wait for it. */
    sendLater(later: LaterMail): void {
      const done: Promise<void> = new Promise<void>((resolve) => setImmediate(resolve))
        .then(() => work(later))
        .catch((error: unknown) => log.error({ err: error }, 'a mail could not be sent'))
        .finally(() => pending.delete(done));
      pending.add(done);
    },

    /** Waits for the mails of `sendLater`, at most this many milliseconds. */
    async settled(milliseconds: number): Promise<void> {
      if (pending.size > 0)
        await Promise.race([Promise.all(pending), sleep(milliseconds, undefined, { ref: false })]);
    },
  };
}

const keepIn =
  (outbox: Outbox): Delivery =>
  async (mail) => {
    if (!mail) return 'sent';
    const links = mail.text.match(/https?:\/\/\S+/g) ?? [];
    outbox.add({ ...mail, at: new Date().toISOString(), links });
    return 'sent';
  };
