/** The two mails of a preregistration: the confirmation request, and the notice itself. */
import { mailWords } from '../languages.ts';
import type { Mail } from '../mail/mailer.ts';
import type { MailAddress } from '../mail-address.ts';
import { oneLine } from '../text/one-line.ts';

type StartMail = { to: MailAddress; title: string; serviceName: string; choices: string; lang: string };

/** `link`: where the reader confirms, and can later cancel; `choices`: where they refuse all such mail. */
export const confirmationMail = ({ link, ...about }: StartMail & { link: string }): Mail =>
  mailOf('startAsk', about, { link });

export const startMail = ({ page, ...about }: StartMail & { page: string }): Mail =>
  mailOf('started', about, { page });

function mailOf(
  what: 'startAsk' | 'started',
  { to, title, serviceName, choices, lang }: StartMail,
  more: Record<string, string>,
): Mail {
  const say = mailWords(lang);
  const values = { service: serviceName, project: oneLine(title), choices, ...more };
  return { to, lang, subject: say(`${what}.subject`, values), text: `${say(`${what}.text`, values)}\n` };
}
