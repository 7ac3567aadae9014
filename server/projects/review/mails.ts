/** The mails of a review, to the contact that a project names: questions, and what became of it. */
import { type MailValues, mailWords } from '../../text/languages.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { MailAddress } from '../../text/mail-address.ts';
import { type ForeignWords, quotedWords } from '../../text/foreign-words.ts';

/** `choices`: where the reader refuses such mail. `lang`: of the reader. */
export type ReviewMail = {
  to: MailAddress;
  project: ForeignWords;
  serviceName: string;
  choices: string;
  lang: string;
};

export const questionMail = ({
  question,
  link,
  ...about
}: ReviewMail & { question: string; link: string }): Mail =>
  mailOf('question', about, { quoted: quotedWords(question), link });

export const publishedMail = ({
  page,
  id,
  isNew,
  ...about
}: ReviewMail & { page: string; id: number; isNew: boolean }): Mail =>
  isNew ? mailOf('published', about, { page, id: String(id) }) : mailOf('changes', about, { page });

export const turnedDownMail = ({ why, page, ...about }: ReviewMail & { why: string; page: string }): Mail =>
  mailOf('turnedDown', about, { quoted: quotedWords(why), page });

function mailOf(
  what: 'question' | 'published' | 'changes' | 'turnedDown',
  { to, project, serviceName, choices, lang }: ReviewMail,
  more: MailValues,
): Mail {
  const say = mailWords(lang);
  const values = { service: serviceName, project, choices, ...more };
  const text = `${say(`${what}.text`, values)}\n\n${say('contact.end', values)}\n`;
  return { to, lang, subject: say(`${what}.subject`, values), text };
}
