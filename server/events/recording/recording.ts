/**
 * Recording, the same for every way in which a contribution arrives: creates the row, with an idempotency key that a
 * retry repeats, and the caller's reply.
 */
import { doubtfulSeconds, type EventSource } from '../../../src/contract/api/event.ts';
import { dayLong, dayOf } from '../../text/day.ts';
import { cellOf, noCell } from '../../geometry/ten-km-cells.ts';
import { noProject, notManager, profileGone, Refusal, withheld } from '../../http/refusal.ts';
import { sha256, type Keyed } from '../../secrets/secrets.ts';
import { type ContributionFields, detailsOf, repeatedDetails } from '../details.ts';
import type { NewEvent, RecordOutcome } from './new-event.ts';
import type { EventStore } from '../store.ts';

/** The profile of a contribution, and who reports it. */
export type Report = {
  projectId: number;
  profileId: number;
  /** The account whose key reported it; null if the participant did. */
  reporter: number | null;
  source: EventSource;
  submission?: IdempotencyKey | undefined;
};

/** An idempotency key. */
type IdempotencyKey = {
  /** The digest of the key, within its scope. */
  digest: string;
  /** Values that a retry must repeat, besides the contribution itself. */
  repeated: unknown[];
};

export type RecordedOutcome = Extract<RecordOutcome, { eventId: number }>;
export type Recording = ReturnType<typeof recording>;

type RecordingStore = Pick<EventStore, 'nextId' | 'record' | 'finishTests'>;

export function recording(events: RecordingStore, keyed: Keyed) {
  return {
    /** Resolves when the event is durably stored, or throws the refusal. */
    async record(fields: ContributionFields, report: Report, now: number): Promise<RecordedOutcome> {
      const { submission, ...whose } = report;
      const record = () =>
        events.record({
          ...newEvent(fields, now),
          ...whose,
          eventId: events.nextId(now),
          submission: submission?.digest ?? null,
          content: submission ? contentDigest(fields, submission.repeated) : null,
        });
      let outcome = await record();
      // A test that is being deleted must not pass for the contribution that has its key now. It may have been deleted
      // by somebody else since, so what this call deletes decides nothing.
      if (outcome.as === 'duplicate' && outcome.isTest) {
        await events.finishTests(report.projectId);
        outcome = await record();
      }
      if ('eventId' in outcome) return outcome;
      throw refusalOf(outcome.as);
    },

    /** The digest of an owner's idempotency key: its scope is the project. */
    ownersDigest: (projectId: number, key: string) => keyed('owner-submission', projectId, key),
    /** The digest of an owner's idempotency key in hashed participation, one for each contribution of a call. */
    hashedDigest: (projectId: number, key: string, index: number) =>
      keyed('hashed-submission', projectId, key, index),
    /** The digest of an embed's `event_id` or a link's `ref`: the first of them to arrive records the contribution. */
    participantsDigest: (projectId: number, profileId: number, ref: string) =>
      keyed('participant-submission', projectId, profileId, ref),
  };
}

function newEvent(fields: ContributionFields, now: number) {
  const happenedAt = fields.when ?? now;
  return {
    type: fields.type,
    isLate: isLate(happenedAt, now) ? 1 : 0,
    happenedAt,
    arrivedAt: now,
    day: dayOf(happenedAt),
    hour: new Date(happenedAt).getUTCHours(),
    cell: fields.where ? cellOf(fields.where.coordinates) : noCell,
    ...detailsOf(fields),
  } satisfies Partial<NewEvent>;
}

/** `when` must be repeated only if the caller sent it: an embed sets its own time. */
const contentDigest = (fields: ContributionFields, repeated: unknown[]): string =>
  sha256(JSON.stringify([fields.type, ...repeatedDetails(fields), ...repeated]));

const isLate = (when: number | undefined, now: number) => when !== undefined && when < now - dayLong;

function refusalOf(as: Exclude<RecordOutcome, RecordedOutcome>['as']): Refusal {
  switch (as) {
    case 'no_project':
      return noProject();
    case 'withheld':
      return withheld();
    case 'not_manager':
      return notManager();
    case 'profile_gone':
      return profileGone();
    case 'conflict':
      return new Refusal(
        'conflict',
        'This idempotency key was used for another contribution; use a new one.',
        {
          fields: [{ field: 'idempotency_key', message: 'was used with other content' }],
        },
      );
  }
}

/** The reply to an owner's server. */
export const ownersReply = (
  { eventId, as, isTest, isRetracted }: RecordedOutcome,
  { when, duration }: Pick<ContributionFields, 'when' | 'duration'>,
  now: number,
) => ({
  event_id: eventId,
  ...(as === 'duplicate' && { duplicate: true as const }),
  ...(isRetracted && { retracted: true as const }),
  ...(isLate(when, now) && { late: true as const }),
  ...(isTest && { test: true as const }),
  ...(duration !== undefined &&
    duration > doubtfulSeconds && {
      warnings: [
        'duration: is more than 8 hours, in seconds; it counts for the participant once they say that it is right',
      ],
    }),
});
