/** Undo, "Stop crediting", "No thanks", "Not you?": what was said is taken back, here and at the service. */
import { call } from '../lib/call.ts';
import { readGrant } from '../lib/grant.ts';
import { isGone, withGrant } from '../lib/recording.ts';
import type { Submission } from '../lib/submission.ts';
import type { State, Step } from './flow.ts';
import type { HostEvent } from './participation.ts';
import type { ConfirmationSettings } from './settings.ts';

type Around = {
  projectId: () => number;
  stateNow: () => State;
  submissionNow: () => Submission | undefined;
  /** Shows that an act is under way, and then the step that it answers. */
  settle: (act: () => Promise<Step>) => Promise<void>;
  keepOutcome: (outcome: Submission['outcome']) => void;
  keepDeclined: () => void;
  /** Forgets the grant, and what waits for it. */
  unlink: () => void;
  go: (step: Step) => boolean;
  fire: (name: HostEvent) => void;
};

export function takingBack(settings: ConfirmationSettings, around: Around) {
  const { projectId, stateNow, submissionNow, settle, keepOutcome, keepDeclined, unlink, go, fire } = around;
  const { participant } = settings;

  async function takeOff(): Promise<Step> {
    const project_id = projectId();
    const event_id = submissionNow()?.event_id;
    if (stateNow().isNamed)
      await call('POST /embed/undo', { project_id, participant, event_id: settings.event_id });
    else await withGrant(project_id, (grant) => call('POST /embed/undo', { project_id, grant, event_id }));
    keepOutcome('undone');
    return 'undone';
  }

  async function decline() {
    const grant = readGrant(projectId());
    if (stateNow().step === 'elsewhere' || (!grant && !participant)) {
      keepDeclined();
      if (go('declined')) fire('declined');
      return;
    }
    await settle(async () => {
      await call('POST /embed/decline', { project_id: projectId(), grant, participant });
      keepDeclined();
      unlink();
      return 'declined';
    });
  }

  async function notMe() {
    await settle(async () => {
      try {
        if (submissionNow()?.outcome === 'credited') await takeOff();
        await call('POST /embed/forget', { project_id: projectId(), grant: readGrant(projectId()) ?? '' });
      } catch (error) {
        // A grant that has ended already needs no end.
        if (!isGone(error)) throw error;
      }
      unlink();
      keepOutcome(undefined);
      // Also where nothing was recorded: other embeds of the page know that person no more.
      fire('undone');
      return 'ask';
    });
  }

  return { undo: () => settle(takeOff), decline, notMe };
}
