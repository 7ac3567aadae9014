/** The mails between a person under 16 and their guardian. */
import type { Mail } from '../mail/mailer.ts';
import type { MailAddress } from '../mail-address.ts';

type About = { to: MailAddress; serviceName: string };

/** `link`: where the guardian agrees; `choices`: where they refuse all such mail. */
export const askMail = ({
  to,
  serviceName,
  person,
  link,
  choices,
}: About & { person: MailAddress; link: string; choices: string }): Mail => ({
  to,
  subject: `May a young person join ${serviceName}?`,
  text: `${person} wants to join ${serviceName}, where people take part in science, and named you as a parent or guardian. People under 16 need one.

This page says what is stored and what others see (nothing), and asks whether you agree. It works for a week:

${link}

If you do not agree, or do not know this address, do nothing: no account is made, and nothing is stored. If you never want such mail, whoever asks for it:

${choices}
`,
});

export const agreedMail = ({ to, serviceName, page }: About & { page: string }): Mail => ({
  to,
  subject: `You can join ${serviceName} now`,
  text: `Your parent or guardian agreed: you have a profile on ${serviceName}. Sign in with this address here:

${page}

Nothing about you is shown in public. Your parent or guardian can end the profile at any time.
`,
});

/** `accounts`: the main address of each account, with the guardian's page of it. */
export const guardedMail = ({
  to,
  serviceName,
  accounts,
  page,
}: About & { accounts: { person: string; link: string }[]; page: string }): Mail => ({
  to,
  subject: `${serviceName}: the accounts that you look after`,
  text:
    accounts.length === 0
      ? `Somebody, probably you, asked ${serviceName} which accounts this address looks after as a parent or guardian. It looks after none.\n`
      : `You agreed that ${accounts.length === 1 ? 'this young person takes' : 'these young people take'} part in ${serviceName}. Keep this mail: on this page you can end the account at any time, or say that the person is 16 now.

${accounts.map(({ person, link }) => `${person}\n${link}`).join('\n\n')}

If you lose this mail, ask for it again here:

${page}
`,
});
