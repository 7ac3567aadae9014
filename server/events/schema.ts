/** The tables of contributions, with their roll-ups and opt-outs; the roll-ups of Stats are in stats-schema.ts. */
import type { Generated } from 'kysely';
import type { EventType } from '../../src/contract/api/event-types.ts';
import type { RetractionReason } from '../../src/contract/api/retraction.ts';
import type { EventSource } from '../../src/contract/api/event.ts';

export type EventTables = {
  /**
   * One row per activity event; project_id is the first column of every key, so that the table can be distributed by
   * it.
   */
  events: {
    project_id: number;
    event_id: number;
    /** Null if it is tied to nobody: opted out, undone, or past its retention. */
    profile_id: number | null;
    type: EventType;
    source: EventSource;
    is_late: number;
    is_test: number;
    happened_at: number;
    arrived_at: number;
    duration: number | null;
    magnitude: number | null;
    place: string | null;
    extra: string | null;
    undone_at: number | null;
    /** For a day, the grant that undid it; null if the participant did so on our own site, or by stopping. */
    undone_by: number | null;
    /** When the participant said that its hours are right, although there are many (doubtfulSeconds). */
    confirmed_at: number | null;
    /** The idempotency key: the beginnings of its keyed digest and of the digest of what was sent with it. */
    key_digest: Uint8Array | null;
    key_content: Uint8Array | null;
  };
  /** Removed contributions, for seven days. `is_claimed` 0: once taken back, they wait for a decision again. */
  removed_events: Omit<EventTables['events'], 'profile_id' | 'is_test' | 'undone_at' | 'undone_by'> & {
    profile_id: number;
    removed_at: number;
    is_claimed: number;
  };
  /**
   * Contributions that were deleted, for a year, tied to nobody (deleted.ts), and those that their project took back
   * (retractions.ts). Rows of earlier releases have no more than the key.
   */
  submissions: {
    project_id: number;
    /** The digest of the idempotency key; `-` and the event's id if it came without one. */
    digest: string;
    event_id: number;
    content: string;
    /** The time of arrival. */
    created_at: number;
    type: EventType | null;
    source: EventSource | null;
    is_late: number | null;
    is_test: Generated<number>;
    happened_at: number | null;
    duration: number | null;
    magnitude: number | null;
    retraction_id: number | null;
    /** For 30 days after it was taken back: whose it was, what of it is personal, and whether the person has read why. */
    profile_id: number | null;
    place: string | null;
    extra: string | null;
    confirmed_at: number | null;
    is_told: Generated<number>;
  };
  /** `events`: how many contributions it took back. */
  retractions: {
    project_id: number;
    retraction_id: number;
    reason: RetractionReason;
    events: number;
    retracted_at: number;
    put_back_at: number | null;
  };
  /** For signed links: the number of a submission, and the profile that had it credited; keyed digests. */
  confirm_claims: { project_id: number; digest: string; holder: string; created_at: number };
  /** Totals that are kept longer than the events. */
  daily: {
    project_id: number;
    day: string;
    type: EventType;
    source: EventSource;
    is_late: number;
    is_test: number;
    events: number;
    duration: number;
    magnitude: number;
  };
  participation: {
    project_id: number;
    profile_id: number;
    events: number;
    duration: number;
    first_at: number;
    last_at: number;
    /** Null while there are contributions from before the person joined, which they have not taken yet. */
    claimed_at: number | null;
  };
  opt_outs: { project_id: number; profile_id: number; created_at: number };
  /**
   * A decision about many contributions at once, mostly of one person, while a job in the background moves or deletes
   * the rows in batches (events/unfinished-acts.ts). Every count of a person's contributions takes the decision as
   * finished (db/unfinished-acts.ts).
   */
  unfinished_acts: {
    profile_id: number;
    /** 0: in all projects. */
    project_id: number;
    /**
     * `delete`: of an ended account. `forget`: by the retention rule, which keeps young idempotency keys. `untie`: after
     * an opt-out. `tests`: the test events of a project, with the profile 0.
     */
    act: 'remove' | 'restore' | 'delete' | 'forget' | 'untie' | 'tests';
    /**
     * The decision is about contributions that arrived from this moment to before the next; null until recording has
     * seen it.
     */
    from_at: number;
    to_at: number | null;
    acted_at: number;
    is_claimed: number;
    /** Batches go in order of event ids, up to this one so far. */
    done_to: number;
    /** Whether a batch has left a contribution from before the person joined. */
    leaves_unclaimed: number;
  };
};
