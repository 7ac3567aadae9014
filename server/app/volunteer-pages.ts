/** The pages about volunteers and the mail to them, with the features that they need. */
import type { PageHandlers } from '../http/pages.ts';
import { mailingPages } from '../volunteers/mailing-pages.ts';
import { ownChoicePages } from '../volunteers/me-pages.ts';
import { volunteerPages } from '../volunteers/pages.ts';
import { mailingReviewPages } from '../volunteers/review-pages.ts';
import { unsubscribePages } from '../volunteers/unsubscribe.ts';
import { projectOf } from '../projects/rows.ts';
import type { MailAddress } from '../text/mail-address.ts';
import type { Features } from './features.ts';
import type { Surfaces } from './surfaces.ts';

export function pagesOfVolunteers({ features, naming, heads }: Surfaces): PageHandlers {
  const { projects, volunteers } = features;
  const { choices, mailings, unsubscribing } = volunteers;
  const { headOf } = heads;
  const shared = { projects: { row: projects.row, manages: projects.manages }, volunteers, headOf };
  const mailing = { ...shared, mailings, ...naming };
  /** The project's own address, its registered sites, and its page here. */
  const sitesOf = async (projectId: number): Promise<string[]> => {
    const row = await projects.row(projectId);
    const { url = '' } = row ? projectOf(row) : {};
    const origins = (await projects.origins(projectId)).map(({ origin }) => origin);
    const isExtra = URL.canParse(url) && !origins.includes(new URL(url).origin);
    const page = `${naming.baseUrl}${headOf(projectId, row?.name ?? '').path}`;
    return [...origins, ...(isExtra ? [url] : []), page];
  };
  return {
    ...volunteerPages(shared),
    ...mailingPages({ ...mailing, sitesOf }),
    ...mailingReviewPages(mailing),
    ...ownChoicePages({ choices, headOf, namedIn: heads.namedIn }),
    ...unsubscribePages({
      unsubscribing,
      choices,
      titleOf: async (projectId) => (await heads.openHead(projectId))?.title,
    }),
  };
}

/** For the mail choices of the reader of any mail: their projects, by the address that the mail went to. */
export const mailingProjects = ({ accounts, volunteers: { choices } }: Features) => ({
  of: async (address: MailAddress, now: number) => {
    const account = await accounts.byAddress(address);
    const rows = account ? await choices.mailing(account.account_id, now) : [];
    return rows.map(({ project_id, title }) => ({ id: project_id, title }));
  },
  end: async (address: MailAddress, projectId: number, now: number): Promise<void> => {
    const account = await accounts.byAddress(address);
    if (account) await choices.choose(account.account_id, projectId, { is_mailed: 0 }, now);
  },
});

/** The mails that await an editor, for the review queue. */
export const awaitingMailings = async ({ volunteers }: Features) =>
  (await volunteers.mailings.awaiting()).map((row) => ({
    id: Number(row.mailing_id),
    project: row.name,
    subject: row.subject,
    since: new Date(Number(row.created_at)).toISOString(),
  }));
