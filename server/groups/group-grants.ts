/**
 * The grant of a group, for the pages of one project on one origin: a signed token, and no row. It is the same for
 * everybody who types the code there on one day, so it tells no pupil from another.
 */
import { sha256, type Signer } from '../secrets/secrets.ts';
import { dayLong } from '../text/day.ts';
import type { GroupRow } from './schema.ts';

export type GroupPlace = { projectId: number; origin: string };
export type GroupGrants = ReturnType<typeof groupGrants>;

const lifeDays = 30;

/** A renewed code ends the grants of the former one. */
const boundTo = ({ code_digest }: GroupRow, { projectId, origin }: GroupPlace) =>
  sha256(JSON.stringify([code_digest, projectId, origin])).slice(0, 32);

export function groupGrants(
  { sign, open }: Signer,
  find: (groupId: number) => Promise<GroupRow | undefined>,
) {
  return {
    issue(group: GroupRow, place: GroupPlace, now: number): { grant: string; expires: string } {
      const lastDay = (Math.floor(now / dayLong) + lifeDays) * dayLong;
      const expiresAt = Math.min(group.ends_at, lastDay);
      return {
        grant: sign([group.group_id, boundTo(group, place), expiresAt]),
        expires: new Date(expiresAt).toISOString(),
      };
    },

    /** The group of a token; undefined if it is not ours, has expired, or is for another page or a former code. */
    async groupOf(token: string, place: GroupPlace, now: number): Promise<GroupRow | undefined> {
      const value = open(token) as [number, string, number] | undefined;
      if (!value || value[2] <= now) return undefined;
      const group = await find(value[0]);
      return group && boundTo(group, place) === value[1] ? group : undefined;
    },
  };
}
