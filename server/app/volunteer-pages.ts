/** The pages about volunteers, and of mail to them and to the members of programmes, with the features that they need. */
import type { Sender, SenderHead } from '../../src/contract/pages/volunteers.ts';
import type { PageHandlers } from '../http/pages.ts';
import type { MailingSenders } from '../mail/choices.ts';
import { headOf as headOfProgramme, saidIn } from '../programmes/said.ts';
import { mailingPages } from '../volunteers/mailing-pages.ts';
import { ownChoicePages } from '../volunteers/me-pages.ts';
import { volunteerPages } from '../volunteers/pages.ts';
import { mailingReviewPages } from '../volunteers/review-pages.ts';
import type { OpenSender } from '../volunteers/sending.ts';
import { type ChooseMail, unsubscribePages } from '../volunteers/unsubscribe.ts';
import { ownOrigin } from '../projects/origins.ts';
import { projectOf } from '../projects/rows.ts';
import type { MailAddress } from '../text/mail-address.ts';
import type { Features } from './features.ts';
import type { Surfaces } from './surfaces.ts';

export const openSenderIn =
  ({ programming }: Features, heads: Pick<Surfaces['heads'], 'openHead'>): OpenSender =>
  async ({ kind, id }, lang) => {
    if (kind === 'project') {
      const head = await heads.openHead(id, lang);
      return head && { kind, ...head };
    }
    const programme = await programming.programmes.find(id);
    if (programme?.state !== 'open') return undefined;
    return { kind, id, path: headOfProgramme(programme).path, title: saidIn(programme, lang).name };
  };

const chooseMailIn =
  ({ volunteers, programming }: Features): ChooseMail =>
  async ({ kind, id }, accountId, isMailed, now) => {
    if (kind === 'programme') return programming.members.chooseMail(id, accountId, isMailed);
    if (isMailed !== undefined)
      await volunteers.choices.choose(accountId, id, { is_mailed: isMailed ? 1 : 0 }, now);
    return true;
  };

export function pagesOfVolunteers({ features, naming, heads }: Surfaces): PageHandlers {
  const { projects, programming, volunteers } = features;
  const { choices, mailings, unsubscribing } = volunteers;
  const { headOf } = heads;
  const openSender = openSenderIn(features, heads);
  const mailing = { openSender, volunteers, mailings, ...naming };
  /** A project's own address, its registered sites, and its page here; a programme's website, and our own site. */
  const sitesOf = async ({ kind, id, path }: SenderHead): Promise<string[]> => {
    if (kind === 'programme') {
      const link = (await programming.programmes.find(id))?.link;
      return [...(link === undefined ? [] : [ownOrigin(link) ?? link]), naming.baseUrl];
    }
    const row = await projects.row(id);
    const { url = '' } = row ? projectOf(row) : {};
    const origins = (await projects.origins(id)).map(({ origin }) => origin);
    const isExtra = URL.canParse(url) && !origins.includes(new URL(url).origin);
    return [...origins, ...(isExtra ? [url] : []), `${naming.baseUrl}${path}`];
  };
  return {
    ...volunteerPages({
      projects: { row: projects.row, manages: projects.manages },
      volunteers,
      headOf,
    }),
    ...mailingPages({
      ...mailing,
      sitesOf,
      manages: features.managing.manages,
    }),
    ...mailingReviewPages(mailing),
    ...ownChoicePages({ choices, headOf, namedIn: heads.namedIn }),
    ...unsubscribePages({ unsubscribing, chooseMail: chooseMailIn(features), openSender }),
  };
}

/** For the mail choices of the reader of any mail: who may write to them, by the address that the mail went to. */
export const mailingSenders = (features: Features): MailingSenders => {
  const { accounts, volunteers } = features;
  return {
    of: async (address: MailAddress, now: number) => {
      const account = await accounts.byAddress(address);
      return account ? volunteers.choices.mailing(account.account_id, now) : [];
    },
    end: async (address: MailAddress, sender: Sender, now: number) => {
      const account = await accounts.byAddress(address);
      if (account) await chooseMailIn(features)(sender, account.account_id, false, now);
    },
  };
};

/** The mails that await an editor, for the review queue. */
export const awaitingMailings = async ({ volunteers }: Features) =>
  (await volunteers.mailings.awaiting()).map((row) => ({
    id: Number(row.mailing_id),
    of: row.name ?? '',
    subject: row.subject,
    since: new Date(Number(row.created_at)).toISOString(),
  }));
