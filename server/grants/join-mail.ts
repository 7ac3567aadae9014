/** The mail that carries the six digits. */
import type { Mail } from '../mail/mailer.ts';

export type JoinMail = {
  to: string;
  code: string;
  project: { title: string };
  site: string;
  serviceName: string;
  /** The page where the reader ends what this code led to, or mails like it. */
  choices: string;
};

export const joinMail = ({ to, code, project, site, serviceName, choices }: JoinMail): Mail => ({
  to,
  subject: `${code} is your ${serviceName} code`,
  text: `Your code is ${code}

Somebody, probably you, wants contributions to "${oneLine(project.title)}" on ${site} credited to the ${serviceName} profile of this address.

Enter the code on that page within ten minutes. It signs nobody in: it lets that page credit contributions to that one project, and nothing else. If you have no profile yet, entering it makes one.

Not you? Do nothing, and nothing happens. If the code was used, or if you never want such mail again:
${choices}
`,
});

// A title is the owner's text: kept to one line, it cannot pretend to be ours.
const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 200);
