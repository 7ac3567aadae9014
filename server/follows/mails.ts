/** The mail about the status of a followed project. */
import { mailWords, statusIn } from '../languages.ts';
import type { Mail } from '../mail/mailer.ts';
import type { MailAddress } from '../mail-address.ts';
import { oneLine } from '../text/one-line.ts';

type StatusChange = {
  to: MailAddress;
  title: string;
  /** The address of the project's page, and of the list of what the reader follows. */
  page: string;
  list: string;
  serviceName: string;
  before: string;
  after: string;
  /** Ends these mails, without signing in. */
  unsubscribe: string;
  lang: string | undefined;
};

export function statusMail({
  to,
  title,
  page,
  list,
  serviceName,
  before,
  after,
  unsubscribe,
  lang = 'en',
}: StatusChange): Mail {
  const say = mailWords(lang);
  const values = {
    ...{ service: serviceName, project: oneLine(title), page, list, unsubscribe },
    ...{ before: statusIn(lang, before), after: statusIn(lang, after) },
  };
  const [subject, text] = [say('status.subject', values), `${say('status.text', values)}\n`];
  return { to, lang, subject, text, unsubscribe };
}
