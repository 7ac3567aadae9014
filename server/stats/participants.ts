/** The number of participants of a project, which changes once a day. */
import { sql } from 'kysely';
import { dayLong, dayOf } from '../day.ts';
import { isAway, type Database } from '../db/store.ts';

/**
 * Participants as of the end of yesterday (UTC): those with an event that had arrived by then. The first figure of a
 * day is stored for that day, so that later changes, such as a single opt-out, are not visible in it, in any process.
 */
export function participantsOf(db: Database) {
  const figureOf = async (projectId: number, day: string): Promise<number | undefined> => {
    const row = await db
      .selectFrom('participant_figures')
      .select('participants')
      .where('project_id', '=', projectId)
      .where('day', '>=', day)
      .executeTakeFirst();
    return row?.participants;
  };

  return async (projectId: number, now: number): Promise<number> => {
    const day = dayOf(now);
    const known = await figureOf(projectId, day);
    if (known !== undefined) return known;
    const today = Math.floor(now / dayLong) * dayLong;
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from participation p
      where p.project_id = ${projectId} and p.first_at < ${today} and exists (select 1 from events e
        where e.profile_id = p.profile_id and e.project_id = p.project_id and e.arrived_at < ${today})`.execute(
      db,
    );
    const count = Number(rows[0]?.count ?? 0);
    try {
      await sql`insert into participant_figures (project_id, day, participants)
        values (${projectId}, ${day}, ${count})
        on conflict (project_id) do update set day = excluded.day, participants = excluded.participants
        where participant_figures.day < excluded.day`.execute(db);
    } catch (error) {
      // A store that takes no writes still shows pages.
      if (isAway(error)) return count;
      throw error;
    }
    // Of two processes that counted at the same time, the first one's figure counts.
    return (await figureOf(projectId, day)) ?? count;
  };
}
