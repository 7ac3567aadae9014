/** The outbox: outside production, without SMTP, it shows mails in a browser or a test instead of sending them. */
import type { PageHandlers } from '../http/pages.ts';
import type { Mailer } from './mailer.ts';

export function outboxPages({ outbox, settled }: Mailer): PageHandlers {
  // Waits, because some mails are written after the reply to the request for them.
  const mails = async () => {
    await settled(5000);
    return outbox.mails();
  };
  return {
    'GET /dev/outbox': async () => ({ name: 'outbox', title: 'Outbox', data: { mails: await mails() } }),
    'GET /dev/outbox.json': async () => ({ json: { mails: await mails() } }),
  };
}
