/** The mail about the status of a followed project. */
import { statusWords } from '../../src/contract/status-words.ts';
import type { Mail } from '../mail/mailer.ts';
import type { MailAddress } from '../mail-address.ts';
import { oneLine } from '../text/one-line.ts';

type StatusChange = {
  to: MailAddress;
  title: string;
  /** The address of the project's page, and of the list of what the reader follows. */
  page: string;
  list: string;
  serviceName: string;
  before: string;
  after: string;
};

export const statusMail = ({ to, title, page, list, serviceName, before, after }: StatusChange): Mail => ({
  to,
  subject: `A project that you follow on ${serviceName} has changed`,
  text: `You follow this project, and asked for mail when its status changes:

"${oneLine(title)}"

It was: ${statusWords(before)}
It is now: ${statusWords(after)}

This is its page:
${page}

To get no more mail about it, or to stop following it:
${list}
`,
});
