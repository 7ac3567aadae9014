/** The mails to owners about what an operator decided on their client. */
import { keysPath } from '../../src/contract/pages/keys.ts';
import { mailWords } from '../text/languages.ts';
import type { Mail } from '../mail/mailer.ts';
import type { MailAddress } from '../text/mail-address.ts';
import { ownWords, quotedWords } from '../text/foreign-words.ts';

/** `reason`: why a request was refused, in the operator's words. */
export type ClientNews = { name: string } & (
  { as: 'granted' | 'registered' } | { as: 'refused'; reason: string }
);

type ClientMail = { to: MailAddress; serviceName: string; baseUrl: string; lang: string };

export function clientMail(news: ClientNews, { to, serviceName, baseUrl, lang }: ClientMail): Mail {
  const say = mailWords(lang);
  const page = `${baseUrl}${keysPath}#clients`;
  const values = { service: serviceName, name: ownWords(news.name), page };
  if (news.as === 'refused') {
    const text = say('clientRefused.text', { ...values, quoted: quotedWords(news.reason) });
    return { to, lang, subject: say('clientRefused.subject', values), text: `${text}\n` };
  }
  const begins = say(news.as === 'granted' ? 'clientGranted.text' : 'clientRegistered.text', values);
  const next = say('client.next', { ...values, docs: `${baseUrl}/docs/gold` });
  return { to, lang, subject: say('client.subject', values), text: `${begins}\n\n${next}\n` };
}
