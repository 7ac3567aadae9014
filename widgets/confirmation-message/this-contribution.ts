/** The contribution that a message is about. Put into the page again, a message is still about the same one. */
import { endSubmission, keepSubmission, openSubmission, type Submission } from '../lib/submission.ts';

export function thisContribution(ownersId: string | undefined) {
  let project_id: number;
  let submission: Submission | undefined;
  let isAway = false;
  return {
    open(ofProject: number) {
      project_id = ofProject;
      if (submission && isAway) keepSubmission(project_id, submission);
      isAway = false;
      return (submission = openSubmission(project_id, ownersId, submission?.event_id));
    },
    id: () => submission?.event_id,
    outcome: () => submission?.outcome,
    keepOutcome(outcome: Submission['outcome']) {
      if (!submission) return;
      submission = { ...submission, outcome };
      if (!isAway) keepSubmission(project_id, submission);
    },
    leave() {
      isAway = true;
      if (submission) endSubmission(project_id, submission);
    },
  };
}
