/** Undo, "Stop crediting", "Not you?": earlier answers are taken back, here and at the service. */
import { call } from '../../lib/call.ts';
import { readGrant } from '../../lib/grant.ts';
import { dropGrant, isGone, withGrant } from '../../lib/held-grant.ts';
import { remember } from '../../lib/memory.ts';
import type { Around } from '../participation.ts';
import type { Settled, Undo } from '../states.ts';

/** Each act returns the step that follows. */
export function takingBack({ settings, projectId, stateNow, contribution, declinedKey, dispatch }: Around) {
  const { participant } = settings;

  async function undo({ put_back, stopped }: Omit<Undo, 'run'>): Promise<Settled> {
    const project_id = projectId();
    const event_id = contribution.id();
    const { isNamed } = stateNow();
    if (stopped || isNamed) {
      await call('POST /embed/undo', {
        project_id,
        participant,
        event_id: settings.event_id,
        put_back,
        stopped,
      });
      if (stopped) remember('localStorage', declinedKey());
    } else
      await withGrant(
        project_id,
        (grant) => call('POST /embed/undo', { project_id, grant, event_id }),
        (record) => dispatch({ on: 'lost', record }),
      );
    // "Never" was said after "Not this one", which stays.
    const isBack = put_back || (stopped && contribution.outcome() !== 'undone');
    contribution.keepOutcome(isBack ? undefined : 'undone');
    return isBack ? { step: 'ask', fires: isNamed ? 'credited' : undefined } : { step: 'undone' };
  }

  async function decline(): Promise<Settled> {
    const project_id = projectId();
    const grant = readGrant(project_id);
    // Without a number of the owner's the token takes off the latest: after an undo it is an earlier one.
    const { event_id = contribution.outcome() && contribution.id() } = settings;
    // Where this page was linked, "Never for this project" is about later contributions only.
    const token = grant && !stateNow().isNamed ? undefined : participant;
    const message = { project_id, grant, participant: token, event_id, keep_past: true };
    const { token_gone, stopped } = await call('POST /embed/decline', message);
    remember('localStorage', declinedKey(), 'yes');
    dropGrant(project_id);
    // The page's token takes off the contribution that the page is about; a grant takes off nothing.
    return { step: 'declined', notice: token && !token_gone ? 'stoppedOne' : 'stopped', stopped };
  }

  async function forget(): Promise<Settled> {
    const project_id = projectId();
    try {
      if (contribution.outcome() === 'credited' || stateNow().group) await undo({});
      const grant = readGrant(project_id);
      if (grant) await call('POST /embed/forget', { project_id, grant });
    } catch (error) {
      // The grant may have ended already.
      if (!isGone(error)) throw error;
    }
    dropGrant(project_id);
    contribution.keepOutcome(undefined);
    return { step: 'ask' };
  }

  return { undo, decline, forget };
}
