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
      // One event each, so that the first may be undone alone; asked for in one turn, they commit together.
      const outcomes = await Promise.all(
        Array.from({ length: count }, (_, index) =>
          events.record({
            ...newEvent(input, facts.now),
            eventId: events.nextId(facts.now),
            projectId,
            profileId,
            reporter: caller.accountId,
            source: 'api',
            submission: key === undefined ? null : keyed('submission', projectId, key, index),
            content: key === undefined ? null : content,
          }),
        ),
      );
      const refused = outcomes.find((outcome) => !('eventId' in outcome));
      if (refused && !('eventId' in refused)) throw refusalOf(refused.as);
      const recorded = outcomes.flatMap((outcome) => ('eventId' in outcome ? [outcome] : []));
      return {
        event_id: recorded[0]?.eventId ?? 0,
        ...(recorded.every(({ as }) => as === 'duplicate') && { duplicate: true as const }),
        ...(isLate(input.when, facts.now) && { late: true as const }),
        ...(recorded[0]?.isTest && { test: true as const }),
      };
    },
  };
}
