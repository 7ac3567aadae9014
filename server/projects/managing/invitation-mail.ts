/** The mail that invites somebody to manage a project. */
import { mailWords } from '../../languages.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { MailAddress } from '../../mail-address.ts';
import { oneLine } from '../../text/one-line.ts';

type Inviting = {
  to: MailAddress;
  title: string;
  serviceName: string;
  link: string;
  choices: string;
  lang: string;
};

export function invitationMail({ to, title, serviceName, link, choices, lang }: Inviting): Mail {
  const say = mailWords(lang);
  const values = { service: serviceName, project: oneLine(title), link, choices };
  return { to, lang, subject: say('invite.subject', values), text: `${say('invite.text', values)}\n` };
}
