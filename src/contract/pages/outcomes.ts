/** Outcomes as pages show them. */
import type { OutcomeKind } from '../api/outcome-kinds.ts';
import type { ProjectHead } from '../pages.ts';
import type { ParticipantsProject } from './me.ts';

/** `lang`: the language of the sentence, if it is not as the project wrote it; `at`: the day on which it was shown. */
export type OutcomeSaid = {
  id: number;
  kind: OutcomeKind;
  sentence: string;
  lang?: string;
  link?: string;
  at: string;
};

/** One that is about contributions of the reader: `events` of them. */
export type OwnOutcome = OutcomeSaid & { project: ParticipantsProject; events: number };

/** One of the project's managers. */
export type ToldOutcome = OutcomeSaid & { state: 'shown' | 'waiting' | 'refused' };

/** One that awaits an editor. */
export type WaitingOutcome = OutcomeSaid & { project: ProjectHead; since: string };
