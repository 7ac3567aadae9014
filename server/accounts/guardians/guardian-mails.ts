/** The mails between a person under 16 and their guardian. */
import { mailWords } from '../../text/languages.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { MailAddress } from '../../text/mail-address.ts';

type GuardianMail = { to: MailAddress; serviceName: string; lang: string };

/** `link`: where the guardian agrees; `choices`: where they refuse all such mail. */
export function askMail({
  to,
  serviceName,
  lang,
  ...values
}: GuardianMail & { link: string; choices: string }): Mail {
  const say = mailWords(lang);
  const filling = { service: serviceName, ...values };
  return {
    to,
    lang,
    subject: say('guardianAsk.subject', filling),
    text: `${say('guardianAsk.text', filling)}\n`,
  };
}

export function agreedMail({ to, serviceName, lang, page }: GuardianMail & { page: string }): Mail {
  const say = mailWords(lang);
  const values = { service: serviceName, page };
  const subject = say('guardianAgreed.subject', values);
  return { to, lang, subject, text: `${say('guardianAgreed.text', values)}\n` };
}

/** `accounts`: the main address of each account, with the guardian's page of it. */
export function guardedMail({
  to,
  serviceName,
  lang,
  accounts,
  page,
}: GuardianMail & { accounts: { person: string; link: string }[]; page: string }): Mail {
  const say = mailWords(lang);
  const listed = accounts.map(({ person, link }) => `${person}\n${link}`).join('\n\n');
  const values = { service: serviceName, page, accounts: listed };
  const text = say(accounts.length === 0 ? 'guarded.none' : 'guarded.text', values);
  return { to, lang, subject: say('guarded.subject', values), text: `${text}\n` };
}
