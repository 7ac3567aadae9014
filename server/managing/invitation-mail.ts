import { mailWords } from '../text/languages.ts';
import type { Mail } from '../mail/mailer.ts';
import type { MailAddress } from '../text/mail-address.ts';

type Invited = {
  to: MailAddress;
  link: string;
  /** Where the reader refuses such mail. */
  choices: string;
  lang: string;
  serviceName: string;
};

/** The mail that invites somebody to manage a thing, without its name: nobody has reviewed that. */
export function thingInvitation(
  of: 'inviteWidget' | 'inviteProgramme' | 'inviteGroup',
  { to, lang, serviceName, ...values }: Invited,
): Mail {
  const say = mailWords(lang);
  const filling = { service: serviceName, ...values };
  return { to, lang, subject: say(`${of}.subject`, filling), text: `${say(`${of}.text`, filling)}\n` };
}
