/** Mails to a person about changes of their own account, so that a change by somebody else is noticed. */
import type { Visit } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { mailWords } from '../languages.ts';
import type { MailLimit } from '../mail/limited.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { MailAddress } from '../mail-address.ts';
import type { AccountStore } from './store.ts';

/** `isByOthers`: somebody else may do it, so that it is no sign of a stolen session. */
export type Notice = { subject: string; says: string; isByOthers?: true; lang?: string };
/** A notice of a change that somebody else made. */
export type OthersNotice = Notice & { isByOthers: true };
/** Mails such a notice to a person. */
export type NotifyOfOthers = (
  accountId: number,
  notice: OthersNotice,
  visit: Pick<Visit, 'ip' | 'now'>,
) => Promise<void>;

type Changed =
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'deletion'
  | 'addressAdded'
  | 'addressRemoved'
  | 'mainAddress'
  | 'accountsJoined';

/** The notice of a change that a person made, in the language in which they made it. */
export function participantNotice(lang: string, what: Changed, values: Record<string, string>): Notice {
  const say = mailWords(lang);
  return { subject: say(`${what}.subject`, values), says: say(`${what}.text`, values), lang };
}

export type Notices = ReturnType<typeof accountNotices>;

type Deps = {
  accounts: Pick<AccountStore, 'mainProfile'>;
  mail: Mailer;
  mailLimit: MailLimit;
  serviceName: string;
  baseUrl: string;
};

export function accountNotices({ accounts, mail, mailLimit, serviceName, baseUrl }: Deps) {
  return {
    /** Mails the main address, and `also` another one, after the reply: the change is made whether or not mail works. */
    async send(
      accountId: number,
      { subject, says, isByOthers, lang }: Notice,
      { ip, now }: Pick<Visit, 'ip' | 'now'>,
      also?: MailAddress,
    ): Promise<void> {
      const main = (await accounts.mainProfile(accountId))?.address;
      const undo = `\n${mailWords(lang)('notice.undo', { page: `${baseUrl}/account` })}\n`;
      const text = `${says}\n${isByOthers === true ? '' : undo}`;
      for (const to of new Set([main, also])) {
        if (to === undefined) continue;
        try {
          await mailLimit({ purpose: 'account', address: to, ip }, now);
        } catch (error) {
          // Enough notices of this hour are in the inbox already.
          if (error instanceof Refusal) continue;
          throw error;
        }
        await mail.sendLater({
          ...{ kind: 'notice', isOwn: true },
          mail: { to, subject: `${serviceName}: ${subject}`, text, ...(lang && { lang }) },
        });
      }
    },
  };
}
