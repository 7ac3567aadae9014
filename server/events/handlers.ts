/** POST /api/record_event: records a contribution that an owner's key vouches for. */
import type { z } from 'zod';
import type { recordEventInput } from '../../src/contract/event.ts';
import { mustNotBeAhead } from '../day.ts';
import type { Caller, Facts } from '../http/facts.ts';
import { badField, badFields } from '../http/refusal.ts';
import { ownersReply, type Recording } from './recording.ts';

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
};

/** A rule that the schema cannot express: one of two fields is required. */
export const participantFaults = (fields: Record<string, unknown>) =>
  fields['profile_id'] === undefined && fields['participant_token'] === undefined
    ? [
        { field: 'profile_id', message: 'or participant_token is required' },
        { field: 'participant_token', message: 'or profile_id is required' },
      ]
    : [];

export function eventHandlers({ record, ownersDigest }: Recording, deps: RecordDeps) {
  /** The profile of the contribution: by number, by assertion, or by both if they agree. */
  const profileOf = async (
    { profile_id, participant_token, project_id }: z.output<typeof recordEventInput>,
    now: number,
  ): Promise<number> => {
    if (participant_token === undefined) {
      if (profile_id !== undefined) return profile_id;
      throw badFields(participantFaults({}));
    }
    const named = await deps.readAssertion(participant_token, project_id, now);
    if (named === undefined)
      throw badField(
        'participant_token',
        deps.isLookUpToken(participant_token)
          ? 'is the one-hour token of the look-up, which never records; send the profile_id instead'
          : 'must be what the browser helper filled in for this project, less than 24 hours ago',
      );
    if (profile_id !== undefined && profile_id !== named)
      throw badFields([
        { field: 'profile_id', message: 'is not the profile of the participant_token; send one of them' },
        { field: 'participant_token', message: 'is not of the profile_id; send one of them' },
      ]);
    return named;
  };

  return {
    'POST /api/record_event': async (
      input: z.output<typeof recordEventInput>,
      caller: Caller,
      facts: Facts,
    ) => {
      const key = eventKey(facts, input.idempotency_key);
      mustNotBeAhead(input.when, facts.now);
      if (input.extra !== undefined)
        deps.takeExtra(caller.accountId, Buffer.byteLength(input.extra), facts.now);
      const profileId = await profileOf(input, facts.now);
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
      return ownersReply(recorded, input.when, facts.now);
    },
  };
}

/** The idempotency key of a request: the header, or the field for clients that cannot set headers. */
export function eventKey({ idempotencyKey: header }: Facts, field: string | undefined): string | undefined {
  if (header !== undefined && header.length > 128)
    throw badField('Idempotency-Key', 'must be at most 128 characters');
  // If one of them were preferred, a retry that repeats the other would be recorded twice.
  if (header !== undefined && field !== undefined && header !== field)
    throw badFields([
      { field: 'Idempotency-Key', message: 'must be the same as idempotency_key, or be left out' },
      { field: 'idempotency_key', message: 'must be the same as Idempotency-Key, or be left out' },
    ]);
  return header ?? field;
}
