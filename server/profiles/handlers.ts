/** GET /api/profile/id and /api/profile/token. */
import type { z } from 'zod';
import type { profileIdInput, profileTokenInput } from '../../src/contract/api/profile.ts';
import { dayOf } from '../text/day.ts';
import type { Caller, Facts } from '../http/facts.ts';
import type { RequestFields } from '../http/bodies/body.ts';
import { type FieldFault, profileGone, refuse, Refusal } from '../http/refusal.ts';
import { type Keyed, plainAddress, sha256 } from '../secrets/secrets.ts';
import { type ParticipantTokens, tokenSeconds } from './participant-token.ts';
import type { ProfileStore } from './store.ts';
import type { Forms } from '../pepper/ring.ts';

/** SHA-256 of the trimmed, lower-cased address: the same that callers who hash send. */
const addressSha256 = (address: string): string => sha256(plainAddress(address));

/** The stored digest: without the pepper it cannot be compared with a list of addresses. */
const profileDigest = (keyed: Keyed, sha256OfAddress: string): Forms => keyed.all('address', sha256OfAddress);

/** Different addresses that an account without an open project may look up per day: enough to try. */
const trialAddresses = 10;

export type Managing = {
  mustManageOpen: (projectId: number, accountId: number) => Promise<void>;
  managesAnyOpen: (accountId: number) => Promise<boolean>;
};

export function profileHandlers(
  profiles: ProfileStore,
  tokens: ParticipantTokens,
  managing: Managing,
  keyed: Keyed,
) {
  return {
    'GET /api/profile/id': {
      furtherFaults: (_read: object, _facts: Facts, sent: RequestFields) => identifierFaults(sent),
      answer: async (input: z.output<typeof profileIdInput>, caller: Caller, { now }: Facts) => {
        const sha256 = sha256Of(input);
        if (input.project_id !== undefined) await managing.mustManageOpen(input.project_id, caller.accountId);
        else if (!(await managing.managesAnyOpen(caller.accountId))) {
          if (
            !(await profiles.mayTry(caller.accountId, dayOf(now), keyed('address', sha256), trialAddresses))
          )
            throw new Refusal(
              'trial_used_up',
              `Before your project is published, ${trialAddresses} different addresses a day may be looked up.`,
              {
                retryAfter: 3600,
              },
            );
        }
        const { profileId, accountId } = await profiles.findOrOpen(() => profileDigest(keyed, sha256), now);
        return {
          service_profile_id: profileId,
          known: accountId !== undefined,
          ...(input.project_id !== undefined && {
            participant_token: tokens.issue({ profileId, projectId: input.project_id }, now),
          }),
        };
      },
    },

    'GET /api/profile/token': async (
      input: z.output<typeof profileTokenInput>,
      caller: Caller,
      { now }: Facts,
    ) => {
      await managing.mustManageOpen(input.project_id, caller.accountId);
      if (!(await profiles.exists(input.profile_id))) throw profileGone();
      return {
        participant_token: tokens.issue({ profileId: input.profile_id, projectId: input.project_id }, now),
        expires_in: tokenSeconds,
      };
    },
  };
}

function identifierFaults({ hashed, identifier }: RequestFields): FieldFault[] {
  if ((hashed === undefined) !== (identifier === undefined)) return [];
  const message = 'or the other is required, and only one of them';
  return ['hashed', 'identifier'].map((field) => ({ field, message }));
}

function sha256Of({ hashed, identifier }: z.output<typeof profileIdInput>): string {
  refuse(identifierFaults({ hashed, identifier }));
  return hashed ?? addressSha256(identifier as string);
}

/** The profile of an address's SHA-256, for other features. */
export const profileFinder =
  (profiles: ProfileStore, keyed: Keyed) =>
  async (sha256: string, now: number): Promise<number> =>
    (await profiles.findOrOpen(() => profileDigest(keyed, sha256), now)).profileId;
