/** Opting out: from then on nothing of a project is tied to a participant; and ending the opt-out. */
import { dayLong, dayOf } from '../text/day.ts';
import { firstIdAt } from '../db/ids.ts';
import type { Database } from '../db/store.ts';
import type { UnfinishedActs } from './unfinished-acts.ts';

export function optOuts(db: Database, acts: UnfinishedActs) {
  return {
    /**
     * Opts a profile out of a project: nothing more is tied to it, and its events since a given time are untied,
     * including those that are being recorded at this moment. Many of them follow in batches (unfinished-acts.ts).
     */
    async optOut(projectId: number, profileId: number, since: number, now: number): Promise<void> {
      const part = { project_id: projectId, profile_id: profileId };
      // Ids are in the order of arrival: without this, batches would read all earlier events of the person.
      const done_to = firstIdAt(since - dayLong) - 1;
      const act = {
        act: 'untie',
        from_at: since,
        to_at: null,
        acted_at: now,
        is_claimed: 0,
        done_to,
      } as const;
      for (;;) {
        const isBegun = await db.transaction().execute(async (trx) => {
          const added = await trx
            .insertInto('opt_outs')
            .values({ ...part, created_at: now })
            .onConflict((conflict) => conflict.doNothing())
            .returning('created_at')
            .execute();
          if (added.length > 0) await countDecline(trx, projectId, now);
          return acts.begin(trx, { ...part, ...act });
        });
        if (isBegun) break;
        // The opt-out counts already; another act on the same contributions is finished first.
        await acts.finish(part);
      }
      await acts.startOn(part);
    },

    async isOptedOut(projectId: number, profileId: number): Promise<boolean> {
      const row = await db
        .selectFrom('opt_outs')
        .select('created_at')
        .where('project_id', '=', projectId)
        .where('profile_id', '=', profileId)
        .executeTakeFirst();
      return row !== undefined;
    },

    /**
     * Ends an opt-out, after what it unties: contributions from now on are tied again. `ofTime`: only the opt-out of
     * that time. Returns whether there was one.
     */
    async optIn(projectId: number, profileId: number, ofTime?: number): Promise<boolean> {
      await acts.finish({ project_id: projectId, profile_id: profileId });
      let ended = db
        .deleteFrom('opt_outs')
        .where('project_id', '=', projectId)
        .where('profile_id', '=', profileId);
      if (ofTime !== undefined) ended = ended.where('created_at', '=', ofTime);
      return (await ended.returning('created_at').execute()).length > 0;
    },
  };
}

/** Counts that somebody declined, for Stats; nothing about the person. */
const countDecline = (trx: Database, projectId: number, now: number) =>
  trx
    .insertInto('declines')
    .values({ project_id: projectId, day: dayOf(now), declines: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'day'])
        .doUpdateSet((row) => ({ declines: row('declines.declines', '+', 1) })),
    )
    .execute();
