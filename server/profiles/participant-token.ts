/**
 * The participant token: encrypted, for one hour, one profile and one project. It lets the confirmation message on that
 * page decline or undo a contribution; it never records, lifts an opt-out, or reveals anything.
 */
import type { Sealer } from '../secrets/secrets.ts';

export const tokenSeconds = 3600;

export type Participant = { profileId: number; projectId: number };

export function participantTokens({ seal, open }: Sealer) {
  return {
    issue: ({ profileId, projectId }: Participant, now: number): string =>
      seal([profileId, projectId, now + tokenSeconds * 1000]),

    /** Whether it was issued here, at any time and for any project. */
    isOurs: (token: string): boolean => Array.isArray(open(token)),

    /** Returns undefined for a token that is not ours, has expired, or is for another project. */
    read(token: string, projectId: number, now: number): Participant | undefined {
      const value = open(token) as [number, number, number] | undefined;
      if (!Array.isArray(value)) return undefined;
      const [profileId, tokenProject, expires] = value;
      return tokenProject === projectId && expires > now ? { profileId, projectId } : undefined;
    },
  };
}

export type ParticipantTokens = ReturnType<typeof participantTokens>;
