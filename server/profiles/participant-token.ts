/**
 * The participant token: sealed, one hour, for one profile and one project. Handed to the confirmation message
 * it lets that page decline or undo a contribution; it never records, lifts an opt-out, or reveals anything.
 */
import type { Sealer } from '../secrets.ts';

export const tokenSeconds = 3600;

export type Participant = { profileId: number; projectId: number };

export function participantTokens({ seal, open }: Sealer) {
  return {
    issue: ({ profileId, projectId }: Participant, now: number): string =>
      seal([profileId, projectId, now + tokenSeconds * 1000]),

    /** Whether it was issued here, however long ago and for whichever project. */
    isOurs: (token: string): boolean => Array.isArray(open(token)),

    /** Undefined for a token that is not ours, has expired, or is of another project. */
    read(token: string, projectId: number, now: number): Participant | undefined {
      const value = open(token) as [number, number, number] | undefined;
      if (!Array.isArray(value)) return undefined;
      const [profileId, tokenProject, expires] = value;
      return tokenProject === projectId && expires > now ? { profileId, projectId } : undefined;
    },
  };
}

export type ParticipantTokens = ReturnType<typeof participantTokens>;
