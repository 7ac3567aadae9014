/** `/review`: the queue of what awaits an editor, one project of it, and the editors' decisions. */
import { id as idField } from '../../../src/contract/fields/kinds.ts';
import { ownEntry } from '../../../src/contract/fields/own-entry.ts';
import { promisedHours, type QueueEntry, type ReviewQueue } from '../../../src/contract/pages/review.ts';
import type { PageHandlers, Visit, Visitor } from '../../http/pages.ts';
import { pageAt } from '../../http/paged.ts';
import { Refusal } from '../../http/refusal.ts';
import { signInFirst } from '../../http/signed-in.ts';
import { keepsText } from '../../http/signed-out.ts';
import { projectHead } from '../derived/project-text.ts';
import { editorActs, type Show } from './editor-acts.ts';
import type { Deciding } from './decide.ts';
import { labelOf } from './field-labels.ts';
import { answerPages, type QuestionDeps } from './questions.ts';
import { filterIn } from './queue-filter.ts';
import type { QueueRow } from './queue.ts';
import { reviewData, type Reviewing } from './review-data.ts';
import { decidedOnce } from './seen.ts';

export type ReviewDeps = Reviewing &
  QuestionDeps & {
    deciding: Deciding;
    /** The mails to volunteers that await an editor. */
    mailings: () => Promise<ReviewQueue['mailings']>;
    /** The first outcomes of projects. */
    outcomes: () => Promise<ReviewQueue['outcomes']>;
  };

const hour = 3_600_000;
const promised = promisedHours * hour;
const perPage = 50;
const maxAsked = 50;
const projectId = idField('the number in the address');

const nothingHere = () => new Refusal('not_found', 'There is nothing at this address.');

export function reviewPages(deps: ReviewDeps): PageHandlers {
  const { projects, queue } = deps;

  /** For everybody else, the pages are not there. */
  const editor = ({ visitor }: Visit): Visitor => {
    if (!visitor || visitor.role === 'none') throw nothingHere();
    return visitor;
  };

  const projectOf = async ({ params }: Visit) => {
    const read = projectId.safeParse(params['project']);
    const looked = read.success ? await projects.look(read.data) : undefined;
    if (!looked) throw nothingHere();
    return looked;
  };

  const show: Show = async (visit, accountId, fault) => {
    const looked = await projectOf(visit);
    const withId = projectId.safeParse(visit.query['with']).data;
    const done = await doneIn(projects, visit.query['done']);
    const filter = filterIn(visit.query['filter']);
    const data = await reviewData(deps, { looked, accountId, now: visit.now, withId, filter });
    return {
      name: 'review',
      title: `Review: ${looked.row.name}`,
      status: fault ? 400 : 200,
      data: { ...data, ...(done !== undefined && { done }), ...(fault && { fault }) },
    };
  };

  const acts = editorActs(deps, show);

  return {
    'GET /review': async (visit) => {
      if (!visit.visitor) return signInFirst(visit);
      editor(visit);
      const { query, now } = visit;
      const filter = filterIn(query['filter']);
      const q = (query['q'] ?? '').slice(0, 200);
      const [count, total, late] = await Promise.all([
        queue.count({ filter, q }),
        queue.count({ filter: 'all', q: '' }),
        queue.late(now - promised),
      ]);
      const { offset, ...page } = pageAt(count, query['page'], perPage);
      const rows = await queue.list({ filter, q }, perPage, offset);
      const done = await doneIn(projects, query['done']);
      const items = rows.map((row) => entryOf(row, now));
      const data = {
        filter,
        q,
        list: { ...page, items },
        late,
        total,
        hashed: await projects.askedForHashed(maxAsked),
        mailings: await deps.mailings(),
        outcomes: await deps.outcomes(),
        ...(done !== undefined && { done }),
      };
      return { name: 'review-queue', title: 'Review', data };
    },

    'GET /review/:project': (visit) => {
      if (!visit.visitor) return signInFirst(visit);
      return show(visit, editor(visit).accountId);
    },

    'POST /review/:project': keepsText(async (visit) => {
      const visitor = editor(visit);
      const { row } = await projectOf(visit);
      const act = ownEntry(acts, visit.fields['act']);
      if (!act) throw nothingHere();
      const id = row.project_id;
      const here = { id, accountId: visitor.accountId, to: `/review/${id}` };
      return decidedOnce(projects, here, () => act({ visit, visitor, id, since: row.review_since }));
    }),

    ...answerPages(deps),
  };
}

const deeds: Record<string, string> = {
  approved: 'is published',
  rejected: 'is rejected; its contact reads why',
  asked: 'Your question is mailed. The answer comes here',
  corrected: 'The field is corrected. Updates leave it as it is',
  mailed: 'The mail is being sent',
  unmailed: 'The mail is rejected; its managers read why',
  told: 'What the project told is shown',
  untold: 'What the project told is not shown',
  released: 'Updates may change the field again',
  trusted: 'Its updates are published at once, except name, address, contact and image',
  untrusted: 'Its updates await review again',
  hashed: 'It may send hashed addresses in the record step',
  origin: 'The site is registered: its pages may credit in the name of this project',
  unhashed: 'It may not send hashed addresses in the record step',
};

/** Reads the last act from the address: known words, and the project that was decided on. */
async function doneIn(projects: Pick<ReviewDeps['projects'], 'row'>, text: string | undefined) {
  const [, deed = '', id = ''] = /^([a-z]{1,12})-(\d{1,15})$/.exec(text ?? '') ?? [];
  const words = ownEntry(deeds, deed);
  if (words === undefined) return undefined;
  const says = `${words}.`;
  if (!decisions.has(deed)) return { says };
  const row = await projects.row(Number(id));
  return row && { says, project: projectHead(row.project_id, row.name) };
}

/** The page that follows one of these shows another project, or the queue. */
const decisions = new Set(['approved', 'rejected']);

const entryOf = (row: QueueRow, now: number): QueueEntry => ({
  id: row.project_id,
  name: row.name,
  origin: row.origin,
  what: row.fields === null ? 'new' : 'changes',
  since: new Date(row.review_since).toISOString(),
  age: Math.floor((now - row.review_since) / hour),
  fields: row.fields === null ? [] : Object.keys(JSON.parse(row.fields) as object).map(labelOf),
  ...(row.is_answered === 1 ? { question: 'answered' } : row.is_asked === 1 && { question: 'asked' }),
});
