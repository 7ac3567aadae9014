/** The outbox: outside production, without SMTP, it shows mails in a browser or a test instead of sending them. */
import type { PageHandlers } from '../http/pages.ts';
import type { Mailer } from './mailer.ts';

export function outboxPages({ outbox, queue }: Mailer): PageHandlers {
  // Waits, because most mails are queued, and written after the reply to the request for them.
  const mails = async () => {
    await queue.settled();
    await queue.workOff(
      () => false,
      () => undefined,
    );
    await queue.settled();
    return outbox.mails();
  };
  return {
    'GET /dev/outbox': async () => ({ name: 'outbox', title: 'Outbox', data: { mails: await mails() } }),
    'GET /dev/outbox.json': async () => ({ json: { mails: await mails() } }),
  };
}
