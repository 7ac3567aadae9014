/** The tables of notices to owners' servers, and of what was refused to them. schema.ts says how values are written. */
import type { NoticeKind } from '../../src/contract/pages/webhooks.ts';

export type WebhookTables = {
  /** The receiver of a project's notices. */
  webhooks: {
    project_id: number;
    /** Address and secrets, encrypted: an address may contain a token of the receiver's. */
    sealed: string;
    /** The form that made the newest secret, so that sending it twice makes one. */
    form: string;
    created_at: number;
    /** Since when every try failed; null after a success. */
    failing_since: number | null;
    ended_at: number | null;
    ended_why: 'gone' | 'failing' | null;
    /** Withdrawals are reported from the month of this time on. */
    withdrawn_from: number;
  };
  /** Notices that are to be sent, and what became of them, for 30 days. */
  webhook_deliveries: {
    delivery_id: number;
    project_id: number;
    kind: NoticeKind;
    /** The fact that it reports: one notice for each. */
    source: string;
    body: string;
    created_at: number;
    /** Null if it was delivered or given up. */
    next_at: number | null;
    tries: number;
    /** The status of the last reply. */
    status: number | null;
    fault: string | null;
    delivered_at: number | null;
    /** The order among those that are due (limits/turns.ts). */
    turn: number;
    /** Whether a manager had it sent: a test, or a notice that is sent again. */
    by_hand: number;
  };
  /**
   * The people who withdrew contributions, as keyed digests, by the month in which that became final. They count while any are
   * left that they did not put back. Deleted after the month was reported.
   */
  withdrawing: { project_id: number; month: string; person: string; contributions: number };
  /** How often reports for a project were refused on a day: no values, nothing about a person. */
  refused_reports: { project_id: number; day: string; code: string; field: string; count: number };
};
