/** Once per submission: one id for what the participant has just contributed, and how it ended. */
import { recall, remember } from '../lib/memory.ts';

export type Submission = {
  event_id: string;
  when: string;
  outcome?: 'credited' | 'undone';
  /** The document that it belongs to: a second embed on the same page means the same contribution. */
  page: number;
};

const keyOf = (project_id: number) => `manyhands:${project_id}:submission:${location.pathname}`;

/** The id is the owner's, else one that only a reload or the way back leads to again. */
export function openSubmission(project_id: number, ownersId: string | undefined): Submission {
  const known = JSON.parse(recall('sessionStorage', keyOf(project_id)) ?? '{}') as Partial<Submission>;
  const page = performance.timeOrigin;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isSame = ownersId
    ? known.event_id === ownersId
    : known.page === page || /reload|back/.test(navigation?.type ?? '');
  const submission =
    isSame && known.event_id
      ? (known as Submission)
      : {
          event_id: ownersId ?? crypto.randomUUID(),
          when: new Date().toISOString().replace(/\.\d+/, ''),
          page,
        };
  submission.page = page;
  keepSubmission(project_id, submission);
  return submission;
}

export const keepSubmission = (project_id: number, submission?: Submission) =>
  remember('sessionStorage', keyOf(project_id), submission && JSON.stringify(submission));
