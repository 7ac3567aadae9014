/**
 * POST /api/participation/hashed/<project>: the look-up and the record in one step, for projects that an editor
 * allowed it. It answers alike for members and non-members, and never with a profile id.
 */
import type { z } from 'zod';
import type { hashedInput } from '../../src/contract/event.ts';
import type { Caller, Facts } from '../http/mount.ts';
import type { Keyed } from '../secrets.ts';
import { eventKey, isLate, mustNotBeAhead, refusalOf } from './handlers.ts';
import { contentDigest, newEvent } from './read-contribution.ts';
import type { EventStore } from './store.ts';

/** What other features do for this one; app.ts introduces them. */
export type HashedSurroundings = {
  /** The project that an address means, where this account may send hashes for it. */
  mustSendHashed: (given: string, accountId: number) => Promise<number>;
  /** The profile of an address's SHA-256, opened if there is none. */
  profileOf: (sha256: string, now: number) => Promise<number>;
  takeExtra: (accountId: number, bytes: number, now: number) => void;
};

export function hashedHandlers(events: EventStore, keyed: Keyed, around: HashedSurroundings) {
  /**
   * A retry of a call that was recorded before hashed participation had a purpose of its own goes by the former one,
   * or it would be recorded twice. Only what an owner's key reported: participants could name the same digest.
   */
  const purposeOf = async (projectId: number, key: string) => {
    const former = keyed('former-hashed-submission', projectId, key, 0);
    const isFormer = (await events.ofSubmission(projectId, former, 'api')) !== undefined;
    return isFormer ? 'former-hashed-submission' : 'hashed-submission';
  };

  return {
    'POST /api/participation/hashed/:project': async (
      input: z.output<typeof hashedInput>,
      caller: Caller,
      facts: Facts,
    ) => {
      const { count = 1, extra } = input;
      mustNotBeAhead(input.when, facts.now);
      const key = eventKey(facts, input.idempotency_key);
      const projectId = await around.mustSendHashed(input.project, caller.accountId);
      if (extra !== undefined)
        around.takeExtra(caller.accountId, Buffer.byteLength(extra) * count, facts.now);
      const profileId = await around.profileOf(input.hashed, facts.now);
      const content = contentDigest(input, [profileId, input.when, count]);
      const purpose = key === undefined ? undefined : await purposeOf(projectId, key);
      // One event each, so that the first may be undone alone.
      const record = async (index: number) => {
        const outcome = await events.record({
          ...newEvent(input, facts.now),
          eventId: events.nextId(facts.now),
          projectId,
          profileId,
          reporter: caller.accountId,
          source: 'api',
          submission: key === undefined || !purpose ? null : keyed(purpose, projectId, key, index),
          content: key === undefined ? null : content,
        });
        if (!('eventId' in outcome)) throw refusalOf(outcome.as);
        return outcome;
      };
      // The first says whether the key was used for something else: then nothing more is recorded.
      const first = await record(0);
      const others = Array.from({ length: count - 1 }, (_, index) => record(index + 1));
      const recorded = [first, ...(await Promise.all(others))];
      return {
        event_id: first.eventId,
        ...(recorded.every(({ as }) => as === 'duplicate') && { duplicate: true as const }),
        ...(isLate(input.when, facts.now) && { late: true as const }),
        ...(first.isTest && { test: true as const }),
      };
    },
  };
}
