/** Outside production, without SMTP: the mails that were not sent, to read in a browser or a test. */
import type { PageHandlers } from '../http/pages.ts';
import type { Mailer } from './mailer.ts';

export const outboxPages = ({ outbox }: Mailer): PageHandlers => ({
  'GET /dev/outbox': () => ({ name: 'outbox', title: 'Outbox', data: { mails: outbox } }),
  'GET /dev/outbox.json': () => ({ json: { mails: outbox } }),
});
