/** Opting out: from then on nothing of a project is tied to a participant; and ending the opt-out. */
import { sql } from 'kysely';
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
        await trx
          .insertInto('opt_outs')
          .values({ project_id: projectId, profile_id: profileId, created_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
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
