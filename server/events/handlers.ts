/** POST /api/record_event: records a contribution that an owner's key vouches for. */
import type { z } from 'zod';
import type { recordEventInput } from '../../src/contract/api/event.ts';
import { aheadFaults } from '../text/day.ts';
import type { RequestFields } from '../http/bodies/body.ts';
import type { Caller, Facts } from '../http/facts.ts';
import type { OnRefused } from '../http/mount.ts';
import { badFields, type FieldFault } from '../http/refusal.ts';
import { ownersReply, type Recording } from './recording/recording.ts';

/** Functions of other features that this one needs. */
export type RecordDeps = {
  /**
   * Reads the browser helper's assertion: returns the profile that it names, or undefined if it is not valid here and
   * now.
   */
  readAssertion: (token: string, projectId: number, now: number) => Promise<number | undefined>;
  /** Whether a token is one of the look-up, which has the same name. */
  isLookUpToken: (token: string) => boolean;
  takeExtra: (accountId: number, bytes: number, now: number) => void;
  /** Counts a refusal for the managers of the project. */
  noteRefused: OnRefused;
};

type Input = z.output<typeof recordEventInput>;

export function eventHandlers({ record, ownersDigest }: Recording, deps: RecordDeps) {
  /** The profile of the contribution: by number, by assertion, or by both if they agree; and what no field shows alone. */
  const check = async (
    { profile_id, participant_token, project_id, when, idempotency_key }: Partial<Input>,
    facts: Facts,
    sent: RequestFields,
  ): Promise<{ faults: FieldFault[]; profileId: number | undefined }> => {
    const faults = [...aheadFaults(when, facts.now), ...keyFaults(facts, idempotency_key)];
    const add = (field: keyof Input, message: string) => faults.push({ field, message });
    if (sent['profile_id'] === undefined && sent['participant_token'] === undefined) {
      add('profile_id', 'or participant_token is required');
      add('participant_token', 'or profile_id is required');
    }
    if (participant_token === undefined || project_id === undefined) return { faults, profileId: profile_id };
    const named = await deps.readAssertion(participant_token, project_id, facts.now);
    if (named === undefined)
      add(
        'participant_token',
        deps.isLookUpToken(participant_token)
          ? 'is the one-hour token of the look-up, which never records; send the profile_id instead'
          : 'must be what the browser helper filled in for this project, less than 24 hours ago',
      );
    else if (profile_id !== undefined && profile_id !== named) {
      add('profile_id', 'is not the profile of the participant_token; send one of them');
      add('participant_token', 'is not of the profile_id; send one of them');
    }
    return { faults, profileId: named };
  };

  return {
    'POST /api/record_event': {
      furtherFaults: async (read: Partial<Input>, facts: Facts, sent: RequestFields) =>
        (await check(read, facts, sent)).faults,
      onRefused: deps.noteRefused,
      answer: async (input: Input, caller: Caller, facts: Facts) => {
        const { faults, profileId } = await check(input, facts, input);
        if (profileId === undefined || faults.length > 0) throw badFields(faults);
        const key = eventKey(facts, input.idempotency_key);
        if (input.extra !== undefined)
          deps.takeExtra(caller.accountId, Buffer.byteLength(input.extra), facts.now);
        const projectId = input.project_id;
        const submission =
          key === undefined
            ? undefined
            : { digest: ownersDigest(projectId, key), repeated: [profileId, input.when] };
        const recorded = await record(
          input,
          { projectId, profileId, reporter: caller.accountId, source: 'api', submission },
          facts.now,
        );
        return ownersReply(recorded, input, facts.now);
      },
    },
  };
}

/** The idempotency key of a request: the header, or the field for clients that cannot set headers. */
export const eventKey = ({ idempotencyKey }: Facts, field: string | undefined): string | undefined =>
  idempotencyKey ?? field;

export function keyFaults({ idempotencyKey: header }: Facts, field: string | undefined): FieldFault[] {
  if (header !== undefined && header.length > 128)
    return [{ field: 'Idempotency-Key', message: 'must be at most 128 characters' }];
  if (header === undefined || field === undefined || header === field) return [];
  // If one of them were preferred, a retry that repeats the other would be recorded twice.
  return [
    { field: 'Idempotency-Key', message: 'must be the same as idempotency_key, or be left out' },
    { field: 'idempotency_key', message: 'must be the same as Idempotency-Key, or be left out' },
  ];
}
