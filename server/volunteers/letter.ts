/** The mail of the managers of a project or a programme to one person: their text, quoted, under a header that they cannot change, in the language of the reader. */
import type { SenderHead } from '../../src/contract/pages/volunteers.ts';
import { mailWords } from '../text/languages.ts';
import type { Mail } from '../mail/mailer.ts';
import type { MailAddress } from '../text/mail-address.ts';
import { quotedWords, shownProject } from '../text/foreign-words.ts';
import { oneLine } from '../text/one-line.ts';

type Letter = Pick<SenderHead, 'kind' | 'title'> & {
  /** The address of the sender's page. */
  page: string;
  subject: string;
  body: string;
  serviceName: string;
  /** The page on which the reader sees what the managers of projects see of them. */
  choices: string;
};

/** Where the reader ends the mails of this sender: the only part that differs from person to person. */
type LetterReader = { unsubscribe: string; lang?: string | undefined };

const longestTitle = 60;

/** The letter of a sender with its addresses here. */
export const letterAbout = (
  { baseUrl, serviceName }: { baseUrl: string; serviceName: string },
  { kind, title, path }: SenderHead,
  { subject, body }: { subject: string; body: string },
): Letter => ({
  kind,
  title,
  subject,
  body,
  serviceName,
  page: `${baseUrl}${path}`,
  choices: `${baseUrl}/me/volunteer`,
});

export function letterText(
  letter: Letter,
  { unsubscribe, lang }: LetterReader,
): Pick<Mail, 'subject' | 'text'> {
  const { kind, title, page, subject, body, serviceName, choices } = letter;
  const name = oneLine(title);
  const short = name.length > longestTitle ? `${name.slice(0, longestTitle)}…` : name;
  // A quoted line can imitate neither our own text nor the end of the quotation.
  const quoted = quotedWords(body);
  return {
    subject: `[${short}] ${oneLine(subject)}`,
    text: `${mailWords(lang)(kind === 'project' ? 'letter' : 'letterOfProgramme', { project: shownProject(title), page, service: serviceName, quoted, unsubscribe, choices })}\n`,
  };
}

export const letterTo = (to: MailAddress, letter: Letter, reader: LetterReader): Mail => ({
  to,
  ...letterText(letter, reader),
  unsubscribe: reader.unsubscribe,
  ...(reader.lang !== undefined && { lang: reader.lang }),
});
