/**
 * Counts a contribution for a group by its code, on the hosted confirmation: it is credited to the group's own account,
 * and nothing says who made it.
 */
import type { PageData } from '../../src/contract/pages.ts';
import { codeIn, printedCode } from '../groups/codes.ts';
import type { GroupTables } from '../groups/schema.ts';
import type { Visit } from '../http/pages.ts';
import { dayLong } from '../text/day.ts';
import type { ConfirmPages, ConfirmQuery } from './confirm-pages.ts';

type Group = GroupTables['groups'];

export type Groups = {
  byCode: (code: string, ip: string, now: number) => Promise<Group | undefined>;
  countContribution: (group: Group, ip: string, now: number) => Promise<void>;
  profileOf: (accountId: number) => Promise<number | undefined>;
};

type Named = ConfirmQuery & { ref: string };

export function groupConfirming({
  groups,
  events,
  recording,
  signedLinks,
}: Pick<ConfirmPages, 'groups' | 'events' | 'recording' | 'signedLinks'>) {
  /** The open group of a typed code, with its profile. */
  const groupIn = async (typed: string, { ip, now }: Visit) => {
    const code = codeIn(typed);
    const group = code === undefined ? undefined : await groups.byCode(code, ip, now);
    const profileId = group && group.ends_at > now ? await groups.profileOf(group.account_id) : undefined;
    return group && code !== undefined && profileId !== undefined ? { group, code, profileId } : undefined;
  };

  return {
    /** The page's data for a typed code; undefined for one of no open group. */
    async shown(
      { project, ref, form }: Named,
      typed: string,
      visit: Visit,
    ): Promise<Pick<PageData['confirm'], 'state' | 'group' | 'account'> | undefined> {
      const found = await groupIn(typed, visit);
      if (!found) return undefined;
      const { group, code, profileId } = found;
      if (form !== undefined && (await signedLinks.isOthers(project.id, ref, profileId)))
        return { state: 'taken', account: group.name };
      const digest = recording.participantsDigest(project.id, profileId, ref);
      const eventId = await events.ofSubmission(project.id, digest);
      const isCounted = eventId !== undefined && (await events.isTied(project.id, profileId, eventId));
      return {
        state: isCounted ? 'counted' : 'ask-group',
        group: { name: group.name, code: printedCode(code) },
      };
    },

    /** Counts it, or takes it off; returns the code for the address of the page. */
    async act({ project, type, ref, form }: Named, typed: string, visit: Visit): Promise<string> {
      const { fields, ip, now } = visit;
      const found = await groupIn(typed, visit);
      if (!found) return typed.slice(0, 40);
      const { group, code, profileId } = found;
      const digest = recording.participantsDigest(project.id, profileId, ref);
      const eventId = await events.ofSubmission(project.id, digest);
      if (fields['choice'] === 'not-us') {
        const since = now - dayLong;
        if (eventId !== undefined) await events.untie(project.id, profileId, { eventId, since }, now);
        return code;
      }
      const isOthers = form !== undefined && !(await signedLinks.claim(project.id, ref, profileId, now));
      if (fields['choice'] !== 'count' || isOthers) return code;
      if (eventId === undefined) await groups.countContribution(group, ip, now);
      const submission = { digest, repeated: [profileId] };
      const source = 'link' as const;
      const recorded = await recording.record(
        { type },
        { projectId: project.id, profileId, reporter: null, source, submission },
        now,
      );
      await events.tieAgain(project.id, profileId, recorded.eventId, now);
      return code;
    },
  };
}
