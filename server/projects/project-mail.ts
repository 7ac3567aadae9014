/** The mails with a link to a project: an invitation to manage it, and the way back to the draft of it. */
import { mailWords } from '../text/languages.ts';
import type { Mail } from '../mail/mailer.ts';
import type { MailAddress } from '../text/mail-address.ts';
import type { ForeignWords } from '../text/foreign-words.ts';

type ProjectMail = {
  to: MailAddress;
  serviceName: string;
  link: string;
  /** Where the reader refuses such mail. */
  choices: string;
  lang: string;
};

/** To somebody who registers a project without being signed in; its link signs in. The name is left out: it comes from whoever typed the address. */
export const registerMail = (about: ProjectMail): Mail => projectMail('register', about);

export const invitationMail = (about: ProjectMail & { project: ForeignWords }): Mail =>
  projectMail('invite', about);

function projectMail(
  what: 'invite' | 'register',
  { to, project, serviceName, link, choices, lang }: ProjectMail & { project?: ForeignWords },
): Mail {
  const say = mailWords(lang);
  const values = { service: serviceName, ...(project && { project }), link, choices };
  return { to, lang, subject: say(`${what}.subject`, values), text: `${say(`${what}.text`, values)}\n` };
}
