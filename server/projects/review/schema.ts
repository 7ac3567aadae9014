/** The tables of registration and review: drafts, versions of projects, and what was done with them. */
import type { ActKind } from '../../../src/contract/pages/review.ts';

export type ReviewTables = {
  /** Projects that people are still writing; the typed fields are encrypted. */
  project_drafts: {
    draft_id: number;
    /** Null until its author signs in. */
    account_id: number | null;
    /** The digest of the cookie of an author who was not signed in. */
    holder: string | null;
    sealed: string;
    created_at: number;
    updated_at: number;
    sent_at: number | null;
    /** The project that it became. */
    project_id: number | null;
  };
  /** Acts of editors and owners on a project, besides changes of its fields; `about` is the act that it answers. */
  project_acts: {
    project_id: number;
    act_id: number;
    at: number;
    act: ActKind;
    account_id: number | null;
    note: string | null;
    about: number | null;
    /** The account of the person whom it concerns, such as a manager who was removed; 0 once that account is deleted. */
    subject: number | null;
  };
  /** The history of a project, from its second version on: each row has what it changed. */
  project_versions: {
    project_id: number;
    version: number;
    /** JSON: the whole project in the first row, then the changes; null for a field that was removed. */
    fields: string;
    how: 'first' | 'update' | 'import' | 'correction';
    account_id: number | null;
    key_lineage: number | null;
    created_at: number;
    /**
     * `applied`: part of the project. At most one awaits review: a further update replaces it and includes its changes.
     */
    state: 'applied' | 'awaiting_review' | 'rejected' | 'replaced';
    why: string | null;
    decided_at: number | null;
  };
};
