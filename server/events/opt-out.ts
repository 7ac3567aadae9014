/** Opting out: from then on nothing of a project is tied to a participant; and ending the opt-out. */
import { sql } from 'kysely';
import { dayOf } from '../day.ts';
import { recordLock } from '../db/migrations.ts';
import type { Database, Store } from '../db/store.ts';
import { untie } from './ties.ts';

export function optOuts({ engine, db }: Store) {
  const untieSince = (trx: Database, projectId: number, profileId: number, since: number, now: number) =>
    untie(trx, projectId, profileId, { allSince: since }, now);

  return {
    /**
     * Opts a profile out of a project: nothing more is tied to it, and its events since a given time are untied,
     * including those that are being recorded at this moment. Returns their number.
     */
    async optOut(projectId: number, profileId: number, since: number, now: number): Promise<number> {
      const untied = await db.transaction().execute(async (trx) => {
        const added = await trx
          .insertInto('opt_outs')
          .values({ project_id: projectId, profile_id: profileId, created_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .returning('created_at')
          .execute();
        if (added.length > 0) await countDecline(trx, projectId, now);
        return untieSince(trx, projectId, profileId, since, now);
      });
      if (engine === 'sqlite') return untied;
      // Takes the lock exclusively once: every transaction that did not see the opt-out has committed by then, and all
      // later ones see it.
      await sql`select pg_advisory_xact_lock(${sql.lit(recordLock)})`.execute(db);
      return (
        untied + (await db.transaction().execute((trx) => untieSince(trx, projectId, profileId, since, now)))
      );
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

    async optIn(projectId: number, profileId: number): Promise<void> {
      await db
        .deleteFrom('opt_outs')
        .where('project_id', '=', projectId)
        .where('profile_id', '=', profileId)
        .execute();
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
