/** The mails of a review, to the contact that a project names: questions, and what became of it. */
import { mailWords } from '../../languages.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { MailAddress } from '../../mail-address.ts';
import { oneLine } from '../../text/one-line.ts';

/** `choices`: where the reader refuses such mail. `lang`: of the reader. */
export type ReviewMail = {
  to: MailAddress;
  title: string;
  serviceName: string;
  choices: string;
  lang: string;
};

export const questionMail = ({
  question,
  link,
  ...about
}: ReviewMail & { question: string; link: string }): Mail =>
  mailOf('question', about, { quoted: quoted(question), link });

export const publishedMail = ({
  page,
  id,
  isNew,
  ...about
}: ReviewMail & { page: string; id: number; isNew: boolean }): Mail =>
  isNew ? mailOf('published', about, { page, id: String(id) }) : mailOf('changes', about, { page });

export const turnedDownMail = ({ why, page, ...about }: ReviewMail & { why: string; page: string }): Mail =>
  mailOf('turnedDown', about, { quoted: quoted(why), page });

function mailOf(
  what: 'question' | 'published' | 'changes' | 'turnedDown',
  { to, title, serviceName, choices, lang }: ReviewMail,
  more: Record<string, string>,
): Mail {
  const say = mailWords(lang);
  const values = { service: serviceName, project: oneLine(title), choices, ...more };
  const text = `${say(`${what}.text`, values)}\n\n${say('contact.end', values)}\n`;
  return { to, lang, subject: say(`${what}.subject`, values), text };
}

/** Lines of somebody's text begin with a mark, so that they cannot imitate ours. */
const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line.trimEnd()}`)
    .join('\n');
