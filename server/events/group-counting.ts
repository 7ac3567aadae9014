/**
 * Counts contributions of pupils without an account for their group: each is credited to the group's own account, and
 * nothing says who made it.
 */
import type { EventSource } from '../../src/contract/api/event.ts';
import { codeIn } from '../groups/codes.ts';
import type { GroupGrants, GroupPlace } from '../groups/group-grants.ts';
import type { GroupRow } from '../groups/schema.ts';
import type { GroupStore } from '../groups/store.ts';
import { dayLong } from '../text/day.ts';
import type { ContributionFields } from './details.ts';
import type { Recording } from './recording/recording.ts';
import type { EventStore } from './store.ts';

/** An open group, and the profile of its account. */
export type OpenGroup = { group: GroupRow; profileId: number };

export type GroupCountingDeps = {
  groups: Pick<GroupStore, 'byCode' | 'countContribution'>;
  profilesOf: (accountId: number) => Promise<number[]>;
  grants: GroupGrants;
  events: Pick<EventStore, 'ofSubmission' | 'tieAgain' | 'isTied' | 'untie'>;
  recording: Pick<Recording, 'record' | 'participantsDigest'>;
};

/** A contribution of a group: `ref` is its number on its page or in its link. */
type Submission = { projectId: number; ref: string };

export type GroupCounting = ReturnType<typeof groupCounting>;

export function groupCounting({ groups, profilesOf, grants, events, recording }: GroupCountingDeps) {
  const openGroup = async (group: GroupRow | undefined, now: number): Promise<OpenGroup | undefined> => {
    const [profileId] = group && group.ends_at > now ? await profilesOf(group.account_id) : [];
    return group && profileId !== undefined ? { group, profileId } : undefined;
  };
  const digestOf = ({ profileId }: OpenGroup, { projectId, ref }: Submission) =>
    recording.participantsDigest(projectId, profileId, ref);
  const eventOf = (of: OpenGroup, submission: Submission) =>
    events.ofSubmission(submission.projectId, digestOf(of, submission));

  return {
    /** The open group of a typed code. */
    async ofCode(typed: string, ip: string, now: number): Promise<OpenGroup | undefined> {
      const code = codeIn(typed);
      return code === undefined ? undefined : openGroup(await groups.byCode(code, ip, now), now);
    },

    /** The open group whose grant a page holds. */
    ofGrant: async (grant: string, place: GroupPlace, now: number) =>
      openGroup(await grants.groupOf(grant, place, now), now),

    /** Lets a page count for the group from now on. */
    grantFor: ({ group }: OpenGroup, place: GroupPlace, now: number) => grants.issue(group, place, now),

    async isCounted(of: OpenGroup, submission: Submission): Promise<boolean> {
      const eventId = await eventOf(of, submission);
      return eventId !== undefined && (await events.isTied(submission.projectId, of.profileId, eventId));
    },

    /**
     * Records a contribution once, and credits it again after a "Not us?". Without its place and the owner's data: a
     * pupil without an account could not take them back.
     */
    async count(
      of: OpenGroup,
      submission: Submission,
      { type, when, duration, magnitude }: ContributionFields,
      { source, ip, now }: { source: EventSource; ip: string; now: number },
    ): Promise<{ eventId: number; isDuplicate: boolean }> {
      const { projectId } = submission;
      const { profileId } = of;
      if ((await eventOf(of, submission)) === undefined) await groups.countContribution(of.group, ip, now);
      const { eventId, as } = await recording.record(
        { type, when, duration, magnitude },
        {
          projectId,
          profileId,
          reporter: null,
          source,
          submission: { digest: digestOf(of, submission), repeated: [profileId] },
        },
        now,
      );
      await events.tieAgain(projectId, profileId, eventId, now);
      return { eventId, isDuplicate: as === 'duplicate' };
    },

    /** "Not us?": takes a contribution of the last day off the group. */
    async takeOff(of: OpenGroup, submission: Submission, now: number): Promise<void> {
      const eventId = await eventOf(of, submission);
      if (eventId !== undefined)
        await events.untie(submission.projectId, of.profileId, { eventId, since: now - dayLong }, now);
    },
  };
}
