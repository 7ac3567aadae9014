/**
 * POST /api/participation/hashed/<project>: look-up and record in one step, for projects with an editor's permission.
 * The reply is the same for members and non-members, and never has a profile id.
 */
import type { z } from 'zod';
import type { hashedInput } from '../../src/contract/api/event.ts';
import { aheadFaults } from '../text/day.ts';
import type { Caller, Facts } from '../http/facts.ts';
import type { OnRefused } from '../http/mount.ts';
import { refuse } from '../http/refusal.ts';
import { eventKey, keyFaults } from './handlers.ts';
import { ownersReply, type Recording } from './recording/recording.ts';

/** Functions of other features that this one needs. */
export type HashedDeps = {
  /** The project of an address, if this account may send hashes for it. */
  mustSendHashed: (identifier: string, accountId: number) => Promise<number>;
  /** The profile of an address's SHA-256, opened if there is none. */
  profileOf: (sha256: string, now: number) => Promise<number>;
  takeExtra: (accountId: number, bytes: number, now: number) => void;
  /** Counts a refusal for the managers of the project. */
  noteRefused: OnRefused;
};

type Input = z.output<typeof hashedInput>;

const faultsOf = ({ when, idempotency_key }: Partial<Input>, facts: Facts) => [
  ...aheadFaults(when, facts.now),
  ...keyFaults(facts, idempotency_key),
];

export function hashedHandlers({ record, hashedDigest }: Recording, deps: HashedDeps) {
  return {
    'POST /api/participation/hashed/:project': {
      furtherFaults: faultsOf,
      onRefused: deps.noteRefused,
      answer: async (input: Input, caller: Caller, facts: Facts) => {
        const { count = 1, extra } = input;
        refuse(faultsOf(input, facts));
        const key = eventKey(facts, input.idempotency_key);
        const projectId = await deps.mustSendHashed(input.project, caller.accountId);
        if (extra !== undefined)
          deps.takeExtra(caller.accountId, Buffer.byteLength(extra) * count, facts.now);
        const profileId = await deps.profileOf(input.hashed, facts.now);
        const repeated = [profileId, input.when, count];
        // One event each, so that the first can be undone alone.
        const recordOne = (index: number) => {
          const submission =
            key === undefined ? undefined : { digest: hashedDigest(projectId, key, index), repeated };
          const report = {
            projectId,
            profileId,
            reporter: caller.accountId,
            source: 'api' as const,
            submission,
          };
          return record(input, report, facts.now);
        };
        // The first shows whether the key was used for different content: then nothing more is recorded.
        const first = await recordOne(0);
        const others = Array.from({ length: count - 1 }, (_, index) => recordOne(index + 1));
        const recorded = [first, ...(await Promise.all(others))];
        const as = recorded.every((one) => one.as === 'duplicate') ? 'duplicate' : 'recorded';
        return ownersReply({ ...first, as }, input, facts.now);
      },
    },
  };
}
