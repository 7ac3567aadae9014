/** Grants for codes: for the six digits that were mailed to an address, and for the code of a group. */
import { call, isFinal, Refused } from '../../lib/call.ts';
import { dayIn } from '../../lib/messages.ts';
import type { Around } from '../participation.ts';
import type { Effect } from '../states.ts';
import type { MessageKey } from '../words.ts';

/** The fault of a form, in words for the participant: the service's own words are for the owner of the page. */
function joinProblem(error: unknown, wrong: MessageKey): MessageKey {
  if (!navigator.onLine) return 'offline.title';
  if (!(error instanceof Refused)) return 'failed.title';
  if (error.status === 429) return 'tooMany';
  if (error.code === 'code_gone') return 'code.expired';
  return isFinal(error) ? wrong : 'failed.title';
}

export function joining({ lang, projectId, dispatch, stateNow }: Around) {
  const mistaken = (wrong: MessageKey) => (error: unknown) =>
    dispatch({ on: 'mistaken', problem: joinProblem(error, wrong) });
  return {
    mail: ({ address }: Extract<Effect, { run: 'mail' }>) =>
      call('POST /embed/join', { project_id: projectId(), address, of_age: true, lang: lang() }).then(
        ({ flow }) => dispatch({ on: 'mailed', flow }),
        mistaken('email.wrong'),
      ),
    check: ({ run: _, ...typed }: Extract<Effect, { run: 'check' }>) =>
      call('POST /embed/join/code', { project_id: projectId(), ...typed }).then(({ grant, sign_in_by }) => {
        const day = sign_in_by && dayIn(stateNow().words?.lang ?? 'en', sign_in_by);
        dispatch({ on: 'granted', grant, signInBy: day });
      }, mistaken('code.wrong')),
    checkGroup: ({ code }: Extract<Effect, { run: 'checkGroup' }>) =>
      call('POST /embed/group', { project_id: projectId(), code }).then(
        ({ grant }) => dispatch({ on: 'granted', grant }),
        mistaken('group.wrong'),
      ),
  };
}
