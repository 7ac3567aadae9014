/** The data of one project's review: the changed fields next to the approved ones, its history, and what comes next. */
import type { QueueFilter, ReviewPage } from '../../../src/contract/pages/review.ts';
import type { FindLikelyDuplicates } from '../adding/likely-duplicates.ts';
import { requiredFields, typedOf } from '../adding/typed-form.ts';
import { withChanges } from '../changes.ts';
import { projectHead } from '../derived/project-text.ts';
import type { Looked } from '../revise.ts';
import { projectOf } from '../rows.ts';
import type { ProjectStore } from '../store.ts';
import { reviewedFields } from './compare.ts';
import { historyOf } from './history.ts';
import type { ReviewQueueStore } from './queue.ts';

const hour = 3_600_000;

export type Reviewing = {
  projects: ProjectStore;
  queue: ReviewQueueStore;
  likelyDuplicates: FindLikelyDuplicates;
  /** Test events of a project that is not published. */
  testsOf: (projectId: number, now: number) => Promise<number>;
};

type ReviewRequest = {
  looked: Looked;
  accountId: number;
  now: number;
  withId?: number | undefined;
  /** The part of the queue to go on in. */
  filter: QueueFilter;
};

export async function reviewData(
  { projects, queue, likelyDuplicates, testsOf }: Reviewing,
  { looked, accountId, now, withId, filter }: ReviewRequest,
): Promise<ReviewPage> {
  const { row, project, pending, isPublished, corrected } = looked;
  const { project_id: id, review_since: since } = row;
  const after = withChanges(project, pending);
  const other = withId === undefined || withId === id ? undefined : await projects.row(withId);
  const compared = other
    ? { before: projectOf(other) }
    : isPublished
      ? { before: project, fields: pending }
      : {};
  const next = await queue.next(id, since, filter);
  const history = await projects.saidOfHashed(id);
  return {
    project: projectHead(id, row.name),
    filter,
    version: looked.version,
    what: isPublished ? 'changes' : 'new',
    isWaiting: looked.isWaiting,
    isTrusted: looked.isTrusted,
    hashed: {
      isAllowed: row.may_send_hashed === 1,
      ...(history?.act === 'hashed_asked' && { asked: history.note ?? '' }),
    },
    origins: (await projects.origins(id)).map(({ origin }) => origin),
    ...(since !== null && { since: new Date(since).toISOString(), age: Math.floor((now - since) / hour) }),
    changed: reviewedFields({ ...compared, after, corrected }),
    ...(other && { comparedWith: projectHead(other.project_id, other.name) }),
    likelyDuplicates: await likelyDuplicates({ id, name: after.name, url: after.url }, true),
    tests: isPublished ? 0 : await testsOf(id, now),
    history: await historyOf(projects, id, { accountId, isEditor: true }),
    ...(next !== undefined && { next }),
    form: {
      typed: typedOf(after),
      required: requiredFields,
      faults: [],
      ...(after.regions?.kind === 'area' && { hasArea: true as const }),
    },
  };
}
