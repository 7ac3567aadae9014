/** The mail that tells owners that notices to their server have ended. It does not contain the address, which may hold a token. */
import { mailWords } from '../languages.ts';
import type { Mail } from '../mail/mailer.ts';
import type { MailAddress } from '../mail-address.ts';
import { oneLine } from '../text/one-line.ts';

type Ended = { title: string; page: string; why: 'gone' | 'failing'; serviceName: string };

export function endMail(to: MailAddress, { title, page, why, serviceName }: Ended, lang: string): Mail {
  const say = mailWords(lang);
  const values = { service: serviceName, project: oneLine(title), page };
  const text = say('webhook.text', { ...values, why: say(`webhook.${why}`, values) });
  return { to, lang, subject: say('webhook.subject', values), text: `${text}\n` };
}
