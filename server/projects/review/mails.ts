/** The mails of a review, to the contact that a project names: questions, and what became of it. */
import type { Mail } from '../../mail/mailer.ts';
import type { MailAddress } from '../../mail-address.ts';
import { oneLine } from '../../text/one-line.ts';

type ReviewMail = {
  to: MailAddress;
  title: string;
  serviceName: string;
  /** Where the reader refuses such mail. */
  choices: string;
};

const ending = (choices: string) => `
You are the contact of this project. If you never want such mail again:
${choices}
`;

export const questionMail = ({
  to,
  title,
  serviceName,
  choices,
  question,
  link,
}: ReviewMail & { question: string; link: string }): Mail => ({
  to,
  subject: `A question about your project on ${serviceName}`,
  text: `An editor of ${serviceName} has a question about this project:

"${oneLine(title)}"

${quoted(question)}

Answer on this page; you need not sign in. The project is reviewed when your answer is there:
${link}
${ending(choices)}`,
});

export const publishedMail = ({
  to,
  title,
  serviceName,
  choices,
  page,
  id,
  isNew,
}: ReviewMail & { page: string; id: number; isNew: boolean }): Mail => ({
  to,
  subject: isNew
    ? `Your project is published on ${serviceName}`
    : `Your changes are published on ${serviceName}`,
  text: `An editor of ${serviceName} has published ${isNew ? 'this project' : 'your changes of this project'}:

"${oneLine(title)}"

This is its page:
${page}
${isNew ? nextSteps(id, page) : ''}${ending(choices)}`,
});

/** The next steps for the owner of a new project. */
const nextSteps = (id: number, page: string) => `
Its Project ID is ${id}. Those who manage it sign in to see what they put on their own site, so that people are credited for what they do there:
${page}/tools
`;

export const turnedDownMail = ({
  to,
  title,
  serviceName,
  choices,
  why,
  page,
}: ReviewMail & { why: string; page: string }): Mail => ({
  to,
  subject: `Your project on ${serviceName} needs a change`,
  text: `An editor of ${serviceName} turned this project, or a change of it, down:

"${oneLine(title)}"

${quoted(why)}

Sign in, change it, and it is reviewed again:
${page}
${ending(choices)}`,
});

/** Lines of somebody's text begin with a mark, so that they cannot imitate ours. */
const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line.trimEnd()}`)
    .join('\n');
