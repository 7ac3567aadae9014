/** Mail: through SMTP, or, outside production without SMTP, into an outbox in memory that /dev/outbox shows. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../http/refusal.ts';
import type { Log } from '../log.ts';
import type { MailAddress } from '../mail-address.ts';
import { smtpDelivery, type Smtp } from './smtp.ts';

export type Mail = { to: MailAddress; subject: string; text: string };
export type SentMail = Mail & { at: string; links: string[] };

/** Takes one mail to the mail server; without a mail only says whether the server would take one. */
export type Delivery = (mail: Mail | undefined) => Promise<'sent' | 'refused' | 'unreachable'>;

/**
 * A mail to send after the reply. `compose` answers undefined where its reader wants none: the mail server is then
 * asked for as long and as often, so that neither the reply nor what follows tells that reader from others.
 */
export type LaterMail = { compose: () => Promise<Mail | undefined>; onUnsent: () => Promise<void> };

export type Mailer = ReturnType<typeof mailer>;

const maxAtOnce = 5;
const maxWaiting = 1000;

/** Waits before each further try of a mail whose server could not be reached. */
const retriesAfter = [2_000, 15_000];

/** So long after a failure, mail is refused without another try (circuit breaker). */
const pauseMilliseconds = 10_000;

const mostKept = 200;

export function mailer(smtp: Smtp | undefined, log: Log) {
  const outbox: SentMail[] = [];
  const deliver: Delivery = smtp ? smtpDelivery(smtp, log) : keepIn(outbox);
  const pending = new Set<Promise<void>>();
  const waiting: (() => void)[] = [];
  let underWay = 0;
  let pausedUntil = 0;
  let isFailing = false;

  const mailFailed = () =>
    new Refusal('mail_failed', 'The mail could not be sent at the moment; try again in a few minutes.', {
      retryAfter: 60,
    });

  /** At most five at once, in the order of their coming: many connections at once look like spam to a mail server. */
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
      // Only a server that cannot be reached is tried again, and only such a mail is not counted: whoever asks for
      // mails that are refused would otherwise have us try without end.
      if ((await inTurn(mail)) !== 'unreachable') return;
      if (wait !== undefined) await sleep(wait, undefined, { ref: false });
    }
    await onUnsent();
  };

  return {
    outbox,

    /** The last mail did not reach the mail server. */
    isFailing: () => isFailing,

    /** Refuses while the mail server cannot be reached, or too many mails wait: before anything is counted or promised. */
    mustWork(): void {
      if (Date.now() < pausedUntil || pending.size >= maxWaiting) throw mailFailed();
    },

    /** Sends, or refuses when that fails; `onUnsent` where the server could not be reached. */
    async send(mail: Mail, onUnsent?: () => Promise<void>): Promise<void> {
      const outcome = await inTurn(mail);
      if (outcome === 'unreachable') await onUnsent?.();
      if (outcome !== 'sent') throw mailFailed();
    },

    /** Sends once the reply is on its way; nobody waits for it. */
    sendLater(later: LaterMail): void {
      const done: Promise<void> = new Promise<void>((resolve) => setImmediate(resolve))
        .then(() => work(later))
        .catch((error: unknown) => log.error({ err: error }, 'a mail could not be sent'))
        .finally(() => pending.delete(done));
      pending.add(done);
    },

    /** Waits for mails that were to be sent later, at most so many milliseconds. */
    async settled(milliseconds: number): Promise<void> {
      if (pending.size > 0)
        await Promise.race([Promise.all(pending), sleep(milliseconds, undefined, { ref: false })]);
    },
  };
}

function keepIn(outbox: SentMail[]): Delivery {
  return async (mail) => {
    if (!mail) return 'sent';
    const links = mail.text.match(/https?:\/\/\S+/g) ?? [];
    outbox.unshift({ ...mail, at: new Date().toISOString(), links });
    outbox.length = Math.min(outbox.length, mostKept);
    return 'sent';
  };
}
