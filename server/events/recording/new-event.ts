/** An event to be stored, and the result. */
import type { Details } from '../details.ts';
import { isOpen, isShown, type VisibilityColumns } from '../../projects/visibility.ts';
import type { EventType } from '../../../src/contract/api/event-types.ts';
import type { EventSource } from '../../../src/contract/api/event.ts';

export type NewEvent = Details & {
  eventId: number;
  projectId: number;
  profileId: number;
  /** The account whose key reported it; null if a grant of this project did. */
  reporter: number | null;
  type: EventType;
  source: EventSource;
  isLate: number;
  happenedAt: number;
  arrivedAt: number;
  day: string;
  /** The hour of the day, in UTC. */
  hour: number;
  /** The cell of its place (geometry/ten-km-cells.ts). */
  cell: number;
  /** Keyed digest of the idempotency key, and a digest of the content that was sent with it. */
  submission: string | null;
  content: string | null;
};

export type RecordOutcome =
  | {
      as: 'recorded' | 'duplicate';
      eventId: number;
      isCredited: boolean;
      isTest: boolean;
      isRetracted?: boolean;
    }
  | { as: 'no_project' | 'withheld' | 'not_manager' | 'profile_gone' | 'conflict' };

/**
 * The reason why an event of a project is not recorded; the same in both engines, inside their transactions. A
 * project's managers may send tests before it is published; for strangers, a project that is not shown does not exist.
 */
export function refusedFor(
  project: VisibilityColumns | undefined,
  manages: boolean,
  { reporter }: Pick<NewEvent, 'reporter'>,
): 'no_project' | 'withheld' | 'not_manager' | undefined {
  if (!project) return 'no_project';
  if (reporter === null) return isOpen(project) ? undefined : 'no_project';
  if (!manages) return isShown(project) ? 'not_manager' : 'no_project';
  return project.is_withheld === 1 ? 'withheld' : undefined;
}
