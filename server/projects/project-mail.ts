/** The mails with a link to a project: an invitation to manage it, and the way back to the draft of it. */
import { mailWords } from '../languages.ts';
import type { Mail } from '../mail/mailer.ts';
import type { MailAddress } from '../mail-address.ts';
import { oneLine } from '../text/one-line.ts';

type ProjectMail = {
  to: MailAddress;
  title: string;
  serviceName: string;
  link: string;
  /** Where the reader refuses such mail. */
  choices: string;
  lang: string;
};

/** `register`: to somebody who registers a project without being signed in; its link signs in. */
export function projectMail(
  what: 'invite' | 'register',
  { to, title, serviceName, link, choices, lang }: ProjectMail,
): Mail {
  const say = mailWords(lang);
  const values = { service: serviceName, project: oneLine(title), link, choices };
  return { to, lang, subject: say(`${what}.subject`, values), text: `${say(`${what}.text`, values)}\n` };
}
