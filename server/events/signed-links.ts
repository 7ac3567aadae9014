/**
 * Signed links to the hosted confirmation: in a link that a manager made, each number of a submission counts once in
 * all, for the first person who presses the button. Without the signature anybody could use up an owner's numbers.
 */
import { dayLong } from '../text/day.ts';
import type { Database } from '../db/store.ts';
import type { Keyed, Sealer } from '../secrets/secrets.ts';

/** Milliseconds; a form is seldom open for longer. */
const keptFor = 2 * 365 * dayLong;

export type SignedLinks = ReturnType<typeof signedLinks>;

export function signedLinks(db: Database, keyed: Keyed, { seal, open }: Sealer) {
  const keyOf = (projectId: number, ref: string) => ({
    project_id: projectId,
    digest: keyed('link-claim', projectId, ref),
  });
  const holderOf = (projectId: number, profileId: number) => keyed('link-holder', projectId, profileId);

  const isOthers = async (projectId: number, ref: string, profileId: number): Promise<boolean> => {
    const { digest } = keyOf(projectId, ref);
    const row = await db
      .selectFrom('confirm_claims')
      .select('holder')
      .where('project_id', '=', projectId)
      .where('digest', '=', digest)
      .executeTakeFirst();
    return row !== undefined && row.holder !== holderOf(projectId, profileId);
  };

  return {
    /** The value of `form` in the links of a project. */
    sign: (projectId: number): string => seal([projectId]),

    isSigned(form: string, projectId: number): boolean {
      const value = open(form);
      return Array.isArray(value) && value[0] === projectId;
    },

    /** Whether somebody else had this submission credited. */
    isOthers,

    /**
     * Claims a submission; if two people claim it at the same time, only one gets it. Returns whether it is this
     * person's.
     */
    async claim(projectId: number, ref: string, profileId: number, now: number): Promise<boolean> {
      await db
        .insertInto('confirm_claims')
        .values({ ...keyOf(projectId, ref), holder: holderOf(projectId, profileId), created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return !(await isOthers(projectId, ref, profileId));
    },

    /** Deletes claims of submissions that nobody sends any more. */
    async sweep(now: number): Promise<void> {
      await db
        .deleteFrom('confirm_claims')
        .where('created_at', '<', now - keptFor)
        .execute();
    },
  };
}
