/**
 * "Never for this project", and its undo. Only the reply to it has the token that takes it back: what a page knows of a
 * participant before or later lifts no opt-out.
 */
import { putBackWithin } from './ties.ts';
import type { EventStore } from './store.ts';
import { Refusal } from '../http/refusal.ts';
import type { Sealer } from '../secrets/secrets.ts';

export type Stops = ReturnType<typeof stops>;

/** `eventId`: of the contribution that was taken off the profile at the same time. */
type Stopped = { profileId: number; eventId?: number | undefined };

/** A token is as long whoever it is about, and whatever there was to stop: a page must not learn that. */
const padded = (id = 0) => String(id).padStart(20, '0');

export function stops(
  { optOut, optIn, tieAgain }: Pick<EventStore, 'optOut' | 'optIn' | 'tieAgain'>,
  { seal, open }: Sealer,
) {
  return {
    /** Opts these profiles out, and unties what arrived since then. Returns the token. */
    async stop(projectId: number, people: Stopped[], since: number, now: number): Promise<string> {
      const sealed = [];
      for (const { profileId, eventId } of people) {
        await optOut(projectId, profileId, since, now);
        sealed.push([padded(profileId), padded(eventId)]);
      }
      return seal([projectId, now, sealed]);
    },

    /**
     * Ends the opt-out of that moment: where the participant had stopped before, or has decided again since, nothing
     * changes.
     */
    async takeBack(projectId: number, token: string, now: number): Promise<void> {
      const [of, at, people] = (open(token) ?? []) as [number?, number?, [string, string][]?];
      if (of !== projectId || at === undefined || !people || now > at + putBackWithin)
        throw new Refusal('token_gone', 'This `stopped` is older than seven days, or of another project.');
      for (const [profile, event] of people) {
        const [profileId, eventId] = [Number(profile), Number(event)];
        if ((await optIn(projectId, profileId, at)) && eventId)
          await tieAgain(projectId, profileId, eventId, now);
      }
    },
  };
}
