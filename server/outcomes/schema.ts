/** The tables of outcomes: what came of the contributions to a project. */
import type { OutcomeKind } from '../../src/contract/api/outcome-kinds.ts';

export type OutcomeTables = {
  outcomes: {
    outcome_id: number;
    project_id: number;
    kind: OutcomeKind;
    /** The sentences by language, as JSON; `''`: as the project wrote it. */
    sentences: string;
    link: string | null;
    /** The first and the last day, as yyyy-mm-dd; null if it names its contributions. */
    from_day: string | null;
    to_day: string | null;
    state: 'shown' | 'waiting' | 'refused';
    /** Of everything that was told: the same twice is one. */
    digest: string;
    created_at: number;
    shown_at: number | null;
  };
  outcome_events: { project_id: number; outcome_id: number; event_id: number };
};
