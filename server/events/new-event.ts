/** An event on its way into the store, and what became of it. */
import type { EventSource, EventType } from '../../src/contract/event.ts';

export type NewEvent = {
  eventId: number;
  projectId: number;
  profileId: number;
  /** Whose key reported it; absent where a grant of this project did. */
  reporter: number | null;
  type: EventType;
  source: EventSource;
  isLate: number;
  happenedAt: number;
  arrivedAt: number;
  day: string;
  duration: number | null;
  magnitude: number | null;
  place: string | null;
  extra: string | null;
  /** Keyed digest of the idempotency key, and a digest of what was said with it. */
  submission: string | null;
  content: string | null;
};

export type Outcome =
  | { as: 'recorded' | 'duplicate'; eventId: number; isCredited: boolean; isTest: boolean }
  | { as: 'no_project' | 'not_manager' | 'profile_gone' | 'conflict' };
