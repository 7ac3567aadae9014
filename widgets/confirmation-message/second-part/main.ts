/**
 * The second part, which follows the participant's own tap: the forms for e-mail and digits, the unfolded text, and the
 * ways back, with their words and styles. A module of its own, which the message loads on that tap.
 */
import { drawWith } from './preact.ts';
import { rows } from './rows.ts';
import { Further } from './further.tsx';
import { isFinal } from '../../lib/call.ts';
import { keepGrant } from '../../lib/grant.ts';
import { isGone } from '../../lib/held-grant.ts';
import { remember } from '../../lib/memory.ts';
import { keepTyping } from '../../lib/typing.ts';
import type { Around } from '../participation.ts';
import type { Effect, Settled } from '../states.ts';
import { asking } from './authorize.ts';
import { joining } from './join-by-email.ts';
import { takingBack } from './taking-back.ts';

/** The effects of the second part. */
export function acts(around: Around) {
  const { dispatch, settings } = around;
  keepTyping();
  const { undo, decline, forget } = takingBack(around);

  /** Sends the step that follows an act. */
  const settle = (act: (effect: { put_back?: boolean }) => Promise<Settled>) => (effect: object) =>
    act(effect).then(
      (settled) => dispatch({ on: 'settled', ...settled }),
      (error: unknown) => {
        if (isGone(error) && !settings.participant) dispatch({ on: 'ungranted' });
        else if (isFinal(error)) dispatch({ on: 'refused' });
        else dispatch({ on: 'stumbled', isOnline: navigator.onLine });
      },
    );

  return {
    ...asking(around),
    ...joining(around),
    keepGrant({ grant }: Extract<Effect, { run: 'keepGrant' }>) {
      keepGrant(around.projectId(), grant);
      // A new grant also takes back an earlier "no".
      remember('localStorage', around.declinedKey());
    },
    undo: settle(undo),
    decline: settle(decline),
    forget: settle(forget),
  };
}

/** In English; the build leaves out those of the first part. */
export { confirmation as words } from '../../../src/messages/en.json';
export { Further, rows, drawWith };
