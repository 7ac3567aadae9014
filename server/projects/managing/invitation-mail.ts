/** The mail that invites somebody to manage a project. */
import type { Mail } from '../../mail/mailer.ts';
import type { MailAddress } from '../../mail-address.ts';
import { oneLine } from '../../text/one-line.ts';

type Inviting = { to: MailAddress; title: string; serviceName: string; link: string; choices: string };

export const invitationMail = ({ to, title, serviceName, link, choices }: Inviting): Mail => ({
  to,
  subject: `Manage a project on ${serviceName} together?`,
  text: `Somebody who manages this project on ${serviceName} invites you to manage it with them:

"${oneLine(title)}"

Open this link within a week, sign in, and say yes or no. It works once.
${link}

If you do nothing, nothing happens. If you never want such mail again:
${choices}
`,
});
