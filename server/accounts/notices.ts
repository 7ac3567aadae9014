/** Mails to a person about changes of their own account, so that a change by somebody else is noticed. */
import type { Visit } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { formatInstant, type MailValues, mailWords } from '../text/languages.ts';
import type { MailLimit } from '../mail/limited.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import type { MailAddress } from '../text/mail-address.ts';
import type { AccountStore } from './store.ts';

/** `undo`: how the person takes the change back, if it was not they who made it. */
type Notice = { subject: string; says: string; undo?: string; lang: string };

type Changed =
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'passkeyCopied'
  | 'deletion'
  | 'addressAdded'
  | 'addressRemoved'
  | 'mainAddress'
  | 'accountsJoined';

/** The notices of what others did, each with its subject: no sign of a stolen session. */
const byOthers = {
  ...({ owns: 'owns', unmanaged: 'unmanaged', keyRevoked: 'key', keyReplaced: 'key' } as const),
  ...({ programmeInvited: 'programme', programmeAsked: 'programme', programmeListed: 'programme' } as const),
  ...({ programmeEnded: 'programme', programmeOpened: 'programme', programmeRefused: 'programme' } as const),
  ...({ keyReplacedNow: 'key', roleEditor: 'role', roleOperator: 'role', roleEnded: 'role' } as const),
};

/** The notice of a change that a person made, in the language in which they made it. */
export function participantNotice(lang: string, what: Changed, values: MailValues) {
  const say = mailWords(lang);
  return { subject: say(`${what}.subject`, values), says: say(`${what}.text`, values), lang };
}

/** A notice of a change that somebody else made. `at`: the `{date}` of its text. */
export type OthersNotice = { what: keyof typeof byOthers; values?: MailValues; at?: number };

/** Mails such a notice to a person, in their language. */
export type NotifyOfOthers = (
  accountId: number,
  notice: OthersNotice,
  visit: Pick<Visit, 'ip' | 'now'>,
) => Promise<void>;

export type Notices = ReturnType<typeof accountNotices>;

type Deps = {
  accounts: Pick<AccountStore, 'mainProfile'>;
  mail: Mailer;
  mailLimit: MailLimit;
  serviceName: string;
  baseUrl: string;
};

/** Mails a person about their own account; nothing if there were too many such mails. */
export const noticeSender =
  ({ mail, mailLimit }: Pick<Deps, 'mail' | 'mailLimit'>) =>
  async (notice: Mail, { ip, now }: Pick<Visit, 'ip' | 'now'>): Promise<void> => {
    try {
      await mailLimit({ purpose: 'account', address: notice.to, ip }, now);
    } catch (error) {
      // Enough notices of this hour are in the inbox already.
      if (error instanceof Refusal) return;
      throw error;
    }
    await mail.sendLater({ kind: 'notice', isOwn: true, mail: notice });
  };

export function accountNotices({ accounts, mail, mailLimit, serviceName, baseUrl }: Deps) {
  const send = noticeSender({ mail, mailLimit });
  const mailTo = (
    to: MailAddress,
    { subject, says, undo, lang }: Notice,
    visit: Pick<Visit, 'ip' | 'now'>,
  ): Promise<void> => {
    const text = undo === undefined ? `${says}\n` : `${says}\n\n${undo}\n`;
    const inInbox = mailWords(lang)('notice.subject', { service: serviceName, what: subject });
    return send({ to, subject: inInbox, text, lang }, visit);
  };

  const mainOf = async (accountId: number) => (await accounts.mainProfile(accountId))?.address;

  return {
    /** Mails the main address, and `also` another one, after the reply: the change is made whether or not mail works. */
    async send(
      accountId: number,
      notice: ReturnType<typeof participantNotice>,
      visit: Pick<Visit, 'ip' | 'now'>,
      also?: MailAddress,
    ): Promise<void> {
      const undo = mailWords(notice.lang)('notice.undo', { page: `${baseUrl}/account` });
      for (const to of new Set([await mainOf(accountId), also]))
        if (to !== undefined) await mailTo(to, { ...notice, undo }, visit);
    },

    /** Mails the main address what somebody else did. */
    async sendOfOthers(
      accountId: number,
      { what, values = {}, at }: OthersNotice,
      visit: Pick<Visit, 'ip' | 'now'>,
    ): Promise<void> {
      const to = await mainOf(accountId);
      if (to === undefined) return;
      const lang = await mail.languageFor(to);
      const say = mailWords(lang);
      const all = { ...values, ...(at !== undefined && { date: formatInstant(at, lang) }) };
      const notice = { subject: say(`${byOthers[what]}.subject`, all), says: say(`${what}.text`, all), lang };
      await mailTo(to, notice, visit);
    },
  };
}
