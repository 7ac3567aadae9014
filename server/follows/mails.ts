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
  lang = 'en',
}: StatusChange): Mail {
  const say = mailWords(lang);
  const values = {
    ...{ service: serviceName, project: oneLine(title), page, list },
    ...{ before: statusIn(lang, before), after: statusIn(lang, after) },
  };
  return { to, lang, subject: say('status.subject', values), text: `${say('status.text', values)}\n` };
}
