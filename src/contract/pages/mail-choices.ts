import type { Sender } from './volunteers.ts';

/**
 * The page that mails link to: end the permissions that a mailed code led to, or never get such mail again. `never` is
 * also the page of an address without mail.
 */
export type MailChoicesPage = {
  token: string;
  /** The permissions of sites that a mailed code led to. */
  grants?: number;
  /** The projects and programmes whose managers may mail this address through us. */
  senders?: (Sender & { title: string })[];
  done?: 'ended' | 'never' | 'again' | Sender['kind'];
  isIncomplete?: true;
};
