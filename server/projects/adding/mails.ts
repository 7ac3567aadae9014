/** The mail to somebody who registers a project without being signed in. */
import type { Mail } from '../../mail/mailer.ts';
import type { MailAddress } from '../../mail-address.ts';
import { oneLine } from '../../text/one-line.ts';

type Registering = {
  to: MailAddress;
  title: string;
  serviceName: string;
  /** Signs in, and leads back to the draft. */
  link: string;
  /** Where the reader refuses such mail. */
  choices: string;
};

export const registerMail = ({ to, title, serviceName, link, choices }: Registering): Mail => ({
  to,
  subject: `Register your project on ${serviceName}`,
  text: `Somebody, probably you, registers a project on ${serviceName} with this address:

"${oneLine(title)}"

Open this link within half an hour: it signs you in and leads back to the project. It is sent to the editors when you press the button there.
${link}

Not you? Do nothing, and nothing happens. If you never want such mail again:
${choices}
`,
});
