/** Outside production, without SMTP: the mails that were not sent, to read in a browser or a test. */
import type { PageHandlers } from '../http/pages.ts';
import type { Mailer } from './mailer.ts';

export function outboxPages({ outbox, settled }: Mailer): PageHandlers {
  // Some mails are written after the reply to whoever asked for them.
  const mails = async () => {
    await settled(5000);
    return outbox;
  };
  return {
    'GET /dev/outbox': async () => ({ name: 'outbox', title: 'Outbox', data: { mails: await mails() } }),
    'GET /dev/outbox.json': async () => ({ json: { mails: await mails() } }),
  };
}
