/** The mail that tells owners that notices to their server have ended. It does not contain the address, which may hold a token. */
import type { Mail } from '../mail/mailer.ts';
import type { MailAddress } from '../mail-address.ts';
import { oneLine } from '../text/one-line.ts';

const reasons = {
  gone: 'Your server answered 410 (Gone), which says that it wants no more of them.',
  failing: 'For three days, your server could not be reached, or refused every one of them.',
};

export const endMail = (
  to: MailAddress,
  {
    title,
    page,
    why,
    serviceName,
  }: { title: string; page: string; why: 'gone' | 'failing'; serviceName: string },
): Mail => ({
  to,
  subject: `${serviceName}: notices to your server have ended`,
  text: `We no longer send notices about this project to your server:

"${oneLine(title)}"

${reasons[why]}

Nothing is lost within 30 days: switch the notices on again on this page, and send those again that did not arrive:
${page}
`,
});
