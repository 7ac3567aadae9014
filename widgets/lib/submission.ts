/** Once per submission: one id for what the participant has just contributed, and how it ended. */
import { recallData, remember } from './memory.ts';
import { random } from './random.ts';
import { sameSubmission, type KnownSubmission } from './same-submission.ts';

export type Submission = KnownSubmission & {
  when: string;
  outcome?: 'credited' | 'undone' | undefined;
};

/** Steps of the participant through the history within this document. */
let steps = 0;
addEventListener('popstate', () => void steps++, true);

/** The key of the current entry of the history (Navigation API), the same after a reload; TypeScript does not know it yet. */
export const entryNow = () =>
  (window as { navigation?: { currentEntry: { key: string } | null } }).navigation?.currentEntry?.key;

/** Each id of the owner has a place of its own: two messages that share one would each forget what the other has recorded. */
export const placeOf = (project_id: number, ownersId: string | undefined) =>
  `manyhands:${project_id}:submission:${location.pathname}${ownersId ? `#${ownersId}` : ''}`;

/** The most that a tab remembers for a page: its storage belongs to the site. */
const max = 20;
/** Newest first. Earlier versions of this file kept one, without a list. */
const listAt = (place: string) => [recallData('sessionStorage', place) ?? []].flat() as Submission[];

/** Remembers one as the newest, or forgets it. */
const keep = (place: string, { event_id }: Submission, now: Submission[]) =>
  remember(
    'sessionStorage',
    place,
    JSON.stringify([...now, ...listAt(place).filter((one) => one.event_id !== event_id)].slice(0, max)),
  );
export const keepSubmission = (place: string, submission: Submission) =>
  keep(place, submission, [submission]);

/** `id` is the owner's, or the one that the element has had before. */
export function openSubmission(place: string, id: string | undefined, ownersId?: string): Submission {
  const page = performance.timeOrigin;
  const entry = entryNow();
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const submission = {
    event_id: ownersId ?? random(),
    when: new Date().toISOString().replace(/\.\d+/, ''),
    entry,
    ...sameSubmission(listAt(place), { id, page, entry, type: navigation?.type, steps }),
    page,
    left: undefined,
  };
  keepSubmission(place, submission);
  return submission;
}

/**
 * The message was removed. If that was in the submission's entry of the history, the next message is about another
 * contribution; after the page was left, the way back leads to this one again.
 */
export const leaveSubmission = (place: string, submission: Submission, isInItsEntry: boolean) =>
  keep(place, submission, isInItsEntry ? [] : [{ ...submission, left: steps }]);
