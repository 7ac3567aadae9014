/** Once per submission: one id for what the participant has just contributed, and how it ended. */
import { recallData, remember } from './memory.ts';
import { random } from './random.ts';

export type Submission = {
  event_id: string;
  when: string;
  outcome?: 'credited' | 'undone' | undefined;
  /** The document that it belongs to: a second embed on the same page means the same contribution. */
  page: number;
  path: string;
};

const keyOf = (project_id: number, path: string) => `manyhands:${project_id}:submission:${path}`;

/**
 * The id is the owner's, otherwise one that only a reload or the way back leads to again; `again` is the id that the same
 * message had before. Each id of the owner has a place of its own: two messages that share one would each forget what
 * the other has recorded, and record again whenever the other does.
 */
export function openSubmission(project_id: number, ownersId: string | undefined, again?: string): Submission {
  const path = location.pathname + (ownersId ? `#${ownersId}` : '');
  const page = performance.timeOrigin;
  const known = recallData('sessionStorage', keyOf(project_id, path)) as Submission | undefined;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const id = ownersId ?? again;
  const isSame = id
    ? known?.event_id === id
    : known?.page === page || /reload|back/.test(navigation?.type ?? '');
  const opened = {
    event_id: id ?? random(),
    when: new Date().toISOString().replace(/\.\d+/, ''),
    path,
  };
  const submission = { ...(isSame && known ? known : opened), page };
  keepSubmission(project_id, submission);
  return submission;
}

export const keepSubmission = (project_id: number, submission: Submission) =>
  remember('sessionStorage', keyOf(project_id, submission.path), JSON.stringify(submission));

/** The message has left the page: the next one in this document is about another contribution. */
export const endSubmission = (project_id: number, { path }: Submission) =>
  remember('sessionStorage', keyOf(project_id, path));
