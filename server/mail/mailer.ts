/** Mail: through SMTP, or, outside production without SMTP, into an outbox in memory that /dev/outbox shows. */
import { createTransport } from 'nodemailer';
import { Refusal } from '../http/refusal.ts';
import type { Log } from '../http/log.ts';

export type Mail = { to: string; subject: string; text: string };
export type SentMail = Mail & { at: string; links: string[] };
export type Mailer = { send: (mail: Mail) => Promise<void>; outbox: SentMail[] };

const mostKept = 200;

export function mailer(smtpUrl: string | undefined, from: string, log: Log): Mailer {
  const outbox: SentMail[] = [];
  if (!smtpUrl) {
    return {
      outbox,
      send: async (mail) => {
        outbox.unshift({
          ...mail,
          at: new Date().toISOString(),
          links: mail.text.match(/https?:\/\/\S+/g) ?? [],
        });
        outbox.length = Math.min(outbox.length, mostKept);
      },
    };
  }
  const transport = createTransport(smtpUrl, { from });
  return {
    outbox,
    send: async (mail) => {
      try {
        await transport.sendMail(mail);
      } catch (error) {
        log.error({ err: error }, 'a mail could not be sent');
        throw new Refusal(
          'mail_failed',
          'The mail could not be sent at the moment; try again in a few minutes.',
          {
            retryAfter: 60,
          },
        );
      }
    },
  };
}
