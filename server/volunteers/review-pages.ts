/** `/review/mailing/…`: an editor reads the first mail of a project to its volunteers, or of a programme to its members. */
import { id as idField, text } from '../../src/contract/fields/kinds.ts';
import type { Page } from '../../src/contract/pages.ts';
import { ChangedMeanwhile } from '../http/changed-meanwhile.ts';
import type { PageHandlers, Visit } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { signedIn } from '../http/signed-in.ts';
import { keepsText } from '../http/signed-out.ts';
import { formatInstant } from '../text/languages.ts';
import { groupSize } from '../stats/disclosure.ts';
import { letterAbout, letterText } from './letter.ts';
import type { MailingDeps } from './mailing-pages.ts';
import { type MailingRow, senderOf } from './mailings.ts';

const numberField = idField('the number in the address');
const whyField = text('the reason', 1000);

const deeds: Partial<Record<MailingRow['state'], string>> = {
  rejected: 'turned it down',
  withdrawn: 'withdrew it',
};

const nothingHere = () => new Refusal('not_found', 'There is nothing at this address.');

type MailingReview = Omit<MailingDeps, 'sitesOf' | 'manages'>;

export function mailingReviewPages(deps: MailingReview): PageHandlers {
  const { mailings, volunteers, openSender, baseUrl } = deps;

  /** For everybody but editors, the pages are not there. */
  const mailingOf = async ({ params, visitor }: Visit) => {
    const read = numberField.safeParse(params['mailing']);
    const isEditor = visitor !== undefined && visitor.role !== 'none';
    const mailing = read.success && isEditor ? await mailings.find(read.data) : undefined;
    const of = mailing && (await openSender(senderOf(mailing)));
    if (!mailing || !of) throw nothingHere();
    return { mailing, of };
  };

  const show = async (visit: Visit, fault?: string): Promise<Page> => {
    const { mailing, of } = await mailingOf(visit);
    if (of.kind === 'project') await volunteers.figuresOfToday(of.id, visit.now);
    return {
      name: 'review-mailing',
      title: `Review: a mail of ${of.title}`,
      ...(fault !== undefined && { status: 400 }),
      data: {
        id: Number(mailing.mailing_id),
        of,
        state: mailing.state,
        at: new Date(Number(mailing.created_at)).toISOString(),
        ...letterText(letterAbout(deps, of, mailing), { unsubscribe: `${baseUrl}/unsubscribe/…` }),
        recipients: groupSize(await mailings.size(mailing, visit.now)),
        ...(fault !== undefined && { fault }),
      },
    };
  };

  return {
    'GET /review/mailing/:mailing': signedIn((visit) => show(visit)),

    'POST /review/mailing/:mailing': keepsText(
      signedIn(async (visit) => {
        const { mailing } = await mailingOf(visit);
        const by = visit.visitor.accountId;
        const isApproved = visit.fields['act'] === 'approve';
        const why = whyField.safeParse(visit.fields['why']);
        if (!isApproved && !why.success) return show(visit, 'Say why: the managers read it.');
        const to = isApproved
          ? ({ state: 'sending', by } as const)
          : ({ state: 'rejected', by, why: why.data ?? '' } as const);
        if (!(await mailings.decide(mailing, to, visit.now))) {
          const { by: who, at, state } = await mailings.decision(mailing.mailing_id);
          throw new ChangedMeanwhile({
            says: `${who} ${deeds[state] ?? 'let it go out'}${at === null ? '' : ` on ${formatInstant(at, 'en')}`}.`,
            to: `/review/mailing/${mailing.mailing_id}`,
          });
        }
        return { to: `/review?done=${isApproved ? 'mailed' : 'unmailed'}-${mailing.project_id}` };
      }, '/review'),
    ),
  };
}
