/** The mail that tells owners that notices to their server have ended. It does not contain the address, which may hold a token. */
import { mailWords } from '../text/languages.ts';
import type { Mail } from '../mail/mailer.ts';
import type { MailAddress } from '../text/mail-address.ts';
import type { ForeignWords } from '../text/foreign-words.ts';

type Ended = { project: ForeignWords; page: string; why: 'gone' | 'failing'; serviceName: string };

export function endMail(to: MailAddress, { project, page, why, serviceName }: Ended, lang: string): Mail {
  const say = mailWords(lang);
  const values = { service: serviceName, project, page };
  const text = say('webhook.text', { ...values, why: say(`webhook.${why}`, values) });
  return { to, lang, subject: say('webhook.subject', values), text: `${text}\n` };
}
