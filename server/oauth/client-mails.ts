/** The mails to owners about what an operator decided on their client. */
import { keysPath } from '../../src/contract/key-pages.ts';
import type { Mail } from '../mail/mailer.ts';
import type { MailAddress } from '../mail-address.ts';
import { oneLine } from '../text/one-line.ts';

/** `reason`: why a request was refused, in the operator's words. */
export type ClientNews = { name: string } & (
  { as: 'granted' | 'registered' } | { as: 'refused'; reason: string }
);

type ClientMail = { to: MailAddress; serviceName: string; baseUrl: string };

export function clientMail(news: ClientNews, { to, serviceName, baseUrl }: ClientMail): Mail {
  const name = `"${oneLine(news.name)}"`;
  const page = `${baseUrl}${keysPath}#clients`;
  if (news.as === 'refused')
    return {
      to,
      subject: `${serviceName}: your request for a client was refused`,
      text: `You requested an OAuth client for ${name}. An operator of ${serviceName} refused it:

${news.reason}

Your keys, where you can send another request:
${page}
`,
    };
  const begins =
    news.as === 'granted'
      ? `You requested an OAuth client for ${name}. An operator of ${serviceName} granted it.`
      : `An operator of ${serviceName} registered an OAuth client for you: ${name}.`;
  return {
    to,
    subject: `${serviceName}: your client is registered`,
    text: `${begins}

Its client_id is on the page of your keys. If it has a server, make its secret there; it is shown once:
${page}

How your site uses it:
${baseUrl}/docs/gold
`,
  };
}
