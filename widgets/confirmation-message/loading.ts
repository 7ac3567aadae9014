/** The data from the service and the page's storage when a message opens. */
import type { ReportedFields } from '../../src/attributes/contribution.ts';
import { call, isFinal } from '../lib/call.ts';
import { consoleLine } from '../lib/console-line.ts';
import { readGrant } from '../lib/grant.ts';
import { recall } from '../lib/memory.ts';
import { keepWords, type Words } from '../lib/messages.ts';
import type { Known } from './states.ts';
import type { Around } from './participation.ts';
import { baseUrl } from '../lib/placeholders.ts';
import type { Submission } from '../lib/submission.ts';

const confirmationAt = (project_id: number, type: string, { event_id }: Submission, lang: string) =>
  `${baseUrl}/confirm/${project_id}?${new URLSearchParams({ type, ref: event_id, lang })}`;

/** `onProject` gets the number of the project. */
export function loading(
  { settings, dispatch, stateNow, lang: speaks, projectId, contribution, declinedKey }: Around,
  onProject: (project_id: number) => void,
) {
  let runs = 0;
  const type = settings.participation ?? settings.type;

  function look(): Known {
    const project_id = projectId();
    onProject(project_id);
    const { event_id, when, outcome } = contribution.open(project_id);
    const { where, duration, magnitude, extra, mode, participant } = settings;
    const declined = recall('localStorage', declinedKey());
    return {
      isDeclined: declined === 'yes',
      outcome,
      isLinked: !!readGrant(project_id),
      isNamed: !!mode && !!participant && !declined,
      // Global Privacy Control: a kept grant is no agreement, a click is.
      isAutomatic: !(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl,
      record: {
        project_id,
        type,
        when,
        where,
        duration,
        magnitude,
        extra,
        event_id,
        lang: speaks(),
      } satisfies ReportedFields & { lang: string },
    };
  }

  return {
    stop: () => void runs++,
    async start() {
      const run = ++runs;
      const lang = speaks();
      const { words, isLinked, isPassive } = stateNow();
      const reply = await call('GET /embed/project', {
        project_id: settings.project_id,
        lang,
        words: words?.version,
      }).catch((error: unknown) => error as Error);
      if (run !== runs) return;
      if (reply instanceof Error) {
        if (isFinal(reply)) {
          consoleLine(`${reply.message} Check data-project_id and the project's registered sites.`);
          return dispatch({ on: 'off' });
        }
        const known = isLinked && !isPassive ? look() : undefined;
        if (run === runs) dispatch({ on: 'loaded', known, isOnline: navigator.onLine });
        return;
      }
      const project = { ...reply };
      onProject(project.project_id);
      if (!isPassive) {
        const submission = contribution.open(project.project_id);
        project.page = confirmationAt(project.project_id, type, submission, lang);
      }
      // Without encryption a code or a grant would cross the network for all to read.
      const known = project.may_grant && isSecureContext ? look() : undefined;
      const newer = project.words && keepWords(project.words as Words, lang);
      if (run === runs) dispatch({ on: 'loaded', project, known, words: newer });
    },
  };
}
