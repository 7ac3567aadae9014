/** A participant's word that nothing of a project is to be tied to them, and its end. */
import { sql } from 'kysely';
import { recordLock } from '../db/migrations.ts';
import type { Database, Store } from '../db/store.ts';
import { untie } from './ties.ts';

export function optOuts({ engine, db }: Store) {
  const untieSince = (trx: Database, projectId: number, profileId: number, since: number, now: number) =>
    untie(trx, projectId, profileId, { allSince: since }, now);

  return {
    /**
     * From now on nothing of this project is tied to the profile; events since a moment are taken off it, those
     * that were being recorded in this very moment, too. Answers how many.
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
      // Had once for ourselves: whatever did not see the opt-out yet is committed then. The rest sees it.
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
