/** The two mails of a preregistration: the confirmation request, and the notice itself. */
import type { Mail } from '../mail/mailer.ts';
import type { MailAddress } from '../mail-address.ts';
import { oneLine } from '../text/one-line.ts';

type About = { to: MailAddress; title: string; serviceName: string };

/** `link`: where the reader confirms, and can later cancel; `choices`: where they refuse all such mail. */
export const confirmationMail = ({
  to,
  title,
  serviceName,
  link,
  choices,
}: About & { link: string; choices: string }): Mail => ({
  to,
  subject: `Tell you when a project on ${serviceName} starts?`,
  text: `Somebody, probably you, asked ${serviceName} to tell this address when a project starts:

"${oneLine(title)}"

Open this link within a week and say yes:
${link}

Then you get one mail when it starts, and your address is deleted from the list. The same link takes you off it before.

Not you? Do nothing, and nothing happens. If you never want such mail again:
${choices}
`,
});

export const startMail = ({
  to,
  title,
  serviceName,
  page,
  choices,
}: About & { page: string; choices: string }): Mail => ({
  to,
  subject: `A project that you wait for has started`,
  text: `You asked ${serviceName} to tell you when this project starts:

"${oneLine(title)}"

It has. This is its page:
${page}

This was the one mail that you asked for: your address is deleted from the list. If you never want such mail again:
${choices}
`,
});
