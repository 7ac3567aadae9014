/** The mail that carries the six digits. */
import type { Mail } from '../mail/mailer.ts';
import type { MailAddress } from '../mail-address.ts';
import { languageOf, mailWords } from '../languages.ts';

export type JoinMail = {
  to: MailAddress;
  code: string;
  project: { title: string };
  site: string;
  serviceName: string;
  /** The page where the reader ends the permission of this code, or mails like it. */
  choices: string;
  /** The language of the embed. */
  lang: string | undefined;
};

export function joinMail({ to, code, project, site, serviceName, choices, lang }: JoinMail): Mail {
  const say = mailWords(lang);
  const values = { code, project: oneLine(project.title), site, service: serviceName, choices };
  return {
    to,
    subject: say('code.subject', values),
    text: `${say('code.text', values)}\n`,
    lang: languageOf(lang),
  };
}

// A title is the owner's text: kept to one line, it cannot imitate our own text. With bidi isolation, it cannot reverse
// the sentence.
const oneLine = (text: string) => {
  const line = text.replace(/\s+/g, ' ').replace(/^(.{200}).+/u, '$1');
  return /[\u0590-\u08ff]/.test(line) ? `\u2068${line}\u2069` : line;
};
