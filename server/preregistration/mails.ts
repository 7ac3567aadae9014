/** The two mails of a preregistration: the confirmation request, and the notice itself. */
import { type MailValues, mailWords } from '../text/languages.ts';
import type { Mail } from '../mail/mailer.ts';
import type { MailAddress } from '../text/mail-address.ts';
import { shownProject } from '../text/foreign-words.ts';

type StartMail = { to: MailAddress; title: string; serviceName: string; choices: string; lang: string };

/** `link`: where the reader confirms, and can later cancel; `choices`: where they refuse all such mail. */
export const confirmationMail = ({ link, ...about }: StartMail & { link: string }): Mail =>
  mailOf('startAsk', about, { link });

export const startMail = ({ page, ...about }: StartMail & { page: string }): Mail =>
  mailOf('started', about, { page });

function mailOf(
  what: 'startAsk' | 'started',
  { to, title, serviceName, choices, lang }: StartMail,
  more: MailValues,
): Mail {
  const say = mailWords(lang);
  const values = { service: serviceName, project: shownProject(title), choices, ...more };
  return { to, lang, subject: say(`${what}.subject`, values), text: `${say(`${what}.text`, values)}\n` };
}
