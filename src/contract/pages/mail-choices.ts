/**
 * The page that mails link to: end the permissions that a mailed code led to, or never get such mail again. `never` is
 * also the page of an address without mail.
 */
export type MailChoicesPage = {
  token: string;
  /** The permissions of sites that a mailed code led to. */
  grants?: number;
  /** The projects whose managers may mail this address through us. */
  projects?: { id: number; title: string }[];
  done?: 'ended' | 'never' | 'again' | 'project';
  isIncomplete?: true;
};
