/** The mail of a project's managers to a volunteer: their text, quoted, under a header that they cannot change. */
import type { Mail } from '../mail/mailer.ts';
import type { MailAddress } from '../mail-address.ts';
import { oneLine } from '../text/one-line.ts';

type Letter = {
  title: string;
  /** The address of the project's page. */
  page: string;
  subject: string;
  body: string;
  serviceName: string;
  /** The page on which the reader sees what the managers see of them. */
  choices: string;
};

/** Where the reader ends the mails of this project: the only part that differs from person to person. */
type Reader = { unsubscribe: string };

const longestTitle = 60;

export function letterText(letter: Letter, { unsubscribe }: Reader): Pick<Mail, 'subject' | 'text'> {
  const { title, page, subject, body, serviceName, choices } = letter;
  const name = oneLine(title);
  const short = name.length > longestTitle ? `${name.slice(0, longestTitle)}…` : name;
  // A quoted line can imitate neither our own text nor the end of the quotation.
  const quoted = body
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
  return {
    subject: `[${short}] ${oneLine(subject)}`,
    text: `The people who manage the project "${name}" wrote this mail. You get it because you let them see what you contribute to it. They do not know your address: ${serviceName} sends the mail for them, and answers to it reach nobody.

The project:
${page}

${quoted}

No more mail from this project, with one click:
${unsubscribe}

What its managers see of you, and how to end it:
${choices}
`,
  };
}

export const letterTo = (to: MailAddress, letter: Letter, reader: Reader): Mail => ({
  to,
  ...letterText(letter, reader),
  unsubscribe: reader.unsubscribe,
});
