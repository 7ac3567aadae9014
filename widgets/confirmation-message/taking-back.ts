/** Undo, "Stop crediting", "No thanks", "Not you?": what was said is taken back, here and at the service. */
import { call } from '../lib/call.ts';
import { readGrant } from '../lib/grant.ts';
import { remember } from '../lib/memory.ts';
import { dropGrant, isGone, withGrant } from '../lib/recording.ts';
import type { Step } from './states.ts';
import type { Around } from './participation.ts';

/** Each act returns the step that follows. */
export function takingBack({ settings, projectId, stateNow, contribution, declinedKey }: Around) {
  const { participant } = settings;

  async function undo(): Promise<Step> {
    const project_id = projectId();
    const event_id = contribution.id();
    if (stateNow().isNamed)
      await call('POST /embed/undo', { project_id, participant, event_id: settings.event_id });
    else await withGrant(project_id, (grant) => call('POST /embed/undo', { project_id, grant, event_id }));
    contribution.keepOutcome('undone');
    return 'undone';
  }

  /** Without a grant or a token there is nobody whom the service could know: it is remembered here alone. */
  function decline(): Promise<Step> | Step {
    const project_id = projectId();
    const grant = readGrant(project_id);
    const isLocal = stateNow().step === 'elsewhere' || (!grant && !participant);
    const keep = (): Step => {
      remember('localStorage', declinedKey(), 'yes');
      if (!isLocal) dropGrant(project_id);
      return 'declined';
    };
    if (isLocal) return keep();
    const { event_id } = settings;
    const told = call('POST /embed/decline', { project_id, grant, participant, event_id, keep_past: true });
    return told.then(keep);
  }

  async function forget(): Promise<Step> {
    const project_id = projectId();
    try {
      if (contribution.outcome() === 'credited') await undo();
      const grant = readGrant(project_id);
      if (grant) await call('POST /embed/forget', { project_id, grant });
    } catch (error) {
      // A grant that has ended already needs no end.
      if (!isGone(error)) throw error;
    }
    dropGrant(project_id);
    contribution.keepOutcome(undefined);
    return 'ask';
  }

  return { undo, decline, forget };
}
