/**
 * The contribution that a message is about. A message that is removed and inserted again is still about the same one.
 */
import {
  entryNow,
  keepSubmission,
  leaveSubmission,
  openSubmission,
  placeOf,
  type Submission,
} from '../lib/submission.ts';

/** `marks.submission` is written on the element: copies of it, and what a framework rebuilds from it, are about the same one. */
export function thisContribution(ownersId: string | undefined, marks: DOMStringMap) {
  let place: string;
  let submission: Submission | undefined;
  let isAway = false;
  let wasInItsEntry = false;
  const isInItsEntry = () => !!submission?.entry && submission.entry === entryNow();
  return {
    open(project_id: number) {
      place = placeOf(project_id, ownersId);
      if (submission && isAway) keepSubmission(place, submission);
      isAway = false;
      submission = openSubmission(place, ownersId ?? submission?.event_id ?? marks['submission'], ownersId);
      marks['submission'] = submission.event_id;
      return submission;
    },
    id: () => submission?.event_id,
    outcome: () => submission?.outcome,
    keepOutcome(outcome: Submission['outcome']) {
      if (!submission) return;
      submission = { ...submission, outcome };
      if (!isAway) keepSubmission(place, submission);
    },
    /** Called at once when the element is taken out: a quick way back may lead to its entry again before `leave`. */
    away() {
      wasInItsEntry = isInItsEntry();
    },
    /** Unless a framework has put another element in its place, from the page's own HTML. */
    leave() {
      isAway = true;
      const copies = [...document.querySelectorAll<HTMLElement>('[data-submission]')];
      if (submission && !copies.some(({ dataset }) => dataset['submission'] === submission?.event_id))
        leaveSubmission(place, submission, wasInItsEntry && isInItsEntry());
    },
  };
}
