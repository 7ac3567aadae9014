/**
 * The assertion that the browser helper puts into an owner's form: sealed, 24 hours, and valid for recording as long as
 * its grant is. It proves that a grant for this profile was on that page, not who was sitting there. The participant
 * token of the look-up is sealed for a different purpose: neither can be used as the other.
 */
import { dayLong } from '../text/day.ts';
import type { Sealer } from '../secrets/secrets.ts';
import type { Grant } from './store.ts';

export type Assertions = ReturnType<typeof assertions>;

export function assertions(
  { seal, open }: Sealer,
  isAlive: (grantId: number, now: number) => Promise<boolean>,
) {
  return {
    issue: ({ grantId, profileId, projectId }: Grant, now: number): string =>
      seal([grantId, profileId, projectId, now + dayLong]),

    /**
     * The profile that an assertion names; undefined for one that is not ours, too old, for another project, or without
     * its grant.
     */
    async read(token: string, projectId: number, now: number): Promise<number | undefined> {
      const value = open(token) as [number, number, number, number] | undefined;
      if (!Array.isArray(value)) return undefined;
      const [grantId, profileId, ofProject, expires] = value;
      const isGood = ofProject === projectId && expires > now && (await isAlive(grantId, now));
      return isGood ? profileId : undefined;
    },
  };
}
