/** The mail to somebody who registers a project without being signed in. */
import { mailWords } from '../../languages.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { MailAddress } from '../../mail-address.ts';
import { oneLine } from '../../text/one-line.ts';

type Registering = {
  to: MailAddress;
  title: string;
  serviceName: string;
  /** Signs in, and leads back to the draft. */
  link: string;
  /** Where the reader refuses such mail. */
  choices: string;
  lang: string;
};

export function registerMail({ to, title, serviceName, link, choices, lang }: Registering): Mail {
  const say = mailWords(lang);
  const values = { service: serviceName, project: oneLine(title), link, choices };
  return { to, lang, subject: say('register.subject', values), text: `${say('register.text', values)}\n` };
}
