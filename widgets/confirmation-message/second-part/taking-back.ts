/** Undo, "Stop crediting", "Not you?": earlier answers are taken back, here and at the service. */
import { call } from '../../lib/call.ts';
import { readGrant } from '../../lib/grant.ts';
import { dropGrant, isGone, withGrant } from '../../lib/held-grant.ts';
import { remember } from '../../lib/memory.ts';
import type { Around } from '../participation.ts';
import type { Step } from '../states.ts';

/** Each act returns the step that follows. */
export function takingBack({ settings, projectId, stateNow, contribution, declinedKey, dispatch }: Around) {
  const { participant } = settings;

  async function undo(): Promise<Step> {
    const project_id = projectId();
    const event_id = contribution.id();
    if (stateNow().isNamed)
      await call('POST /embed/undo', { project_id, participant, event_id: settings.event_id });
    else
      await withGrant(
        project_id,
        (grant) => call('POST /embed/undo', { project_id, grant, event_id }),
        (record) => dispatch({ on: 'lost', record }),
      );
    contribution.keepOutcome('undone');
    return 'undone';
  }

  async function decline(): Promise<Step> {
    const project_id = projectId();
    const grant = readGrant(project_id);
    const { event_id } = settings;
    await call('POST /embed/decline', { project_id, grant, participant, event_id, keep_past: true });
    remember('localStorage', declinedKey(), 'yes');
    dropGrant(project_id);
    return 'declined';
  }

  async function forget(): Promise<Step> {
    const project_id = projectId();
    try {
      if (contribution.outcome() === 'credited') await undo();
      const grant = readGrant(project_id);
      if (grant) await call('POST /embed/forget', { project_id, grant });
    } catch (error) {
      // The grant may have ended already.
      if (!isGone(error)) throw error;
    }
    dropGrant(project_id);
    contribution.keepOutcome(undefined);
    return 'ask';
  }

  return { undo, decline, forget };
}
