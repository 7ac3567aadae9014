/** The figures on people of each project, counted once a day and stored, so that they change once a day everywhere. */
import { sql } from 'kysely';
import type { DisclosedPeople } from '../../src/contract/api/disclosed.ts';
import { dayOf } from '../text/day.ts';
import { eachInTurn } from '../db/each.ts';
import { isAway, type Database, type Store } from '../db/store.ts';
import { countPeople, type PeopleFigures } from './count-people.ts';
import type { Keyed } from '../secrets/secrets.ts';
import { peopleRounding } from './disclosure.ts';

/** Projects with more rows are counted in the background only; their page shows the figures of the day before until then. */
const maxCountedOnPage = 20_000;

export type PeopleFiguresStore = ReturnType<typeof peopleFigures>;
export type CountedPeople = { day: string; figures: PeopleFigures };

/** `finishActs`: brings the rows that people are counted from up to what participants decided. `keyed`: for the secret of rounding. */
export function peopleFigures(
  { db, searching, engine }: Store,
  finishActs: (part: { project_id: number }) => Promise<unknown>,
  keyed: Keyed,
) {
  const stored = async (projectId: number): Promise<CountedPeople | undefined> => {
    const row = await db
      .selectFrom('people_figures')
      .select(['day', 'figures'])
      .where('project_id', '=', projectId)
      .executeTakeFirst();
    return row && { day: row.day, figures: JSON.parse(row.figures) as PeopleFigures };
  };

  /** If two processes count at the same time, the figures of the first are kept. */
  const refresh = async (projectId: number, now: number): Promise<CountedPeople> => {
    const day = dayOf(now);
    let counted: CountedPeople | undefined;
    try {
      await finishActs({ project_id: projectId });
      const people = peopleRounding(keyed, projectId);
      counted = { day, figures: await countPeople(searching, engine, { projectId, today: day, people }) };
      await sql`insert into people_figures (project_id, day, figures)
        values (${projectId}, ${day}, ${JSON.stringify(counted.figures)})
        on conflict (project_id) do update set day = excluded.day, figures = excluded.figures
        where people_figures.day < excluded.day`.execute(db);
    } catch (error) {
      // A store that takes no writes still shows pages.
      if (!counted || !isAway(error)) throw error;
      return counted;
    }
    return (await stored(projectId)) ?? counted;
  };

  /**
   * The figures of today, or the latest there are; undefined before the first count of a large project. People who end
   * their account are not counted any more, so nothing is counted while a worker of Citus is away that may have
   * contributions of theirs.
   */
  const ofProject = async (projectId: number, now: number): Promise<CountedPeople | undefined> => {
    const known = await stored(projectId);
    if (known && known.day >= dayOf(now)) return known;
    try {
      return (await isSmall(db, projectId)) ? await refresh(projectId, now) : known;
    } catch (error) {
      if (!isAway(error)) throw error;
      return known;
    }
  };

  return {
    ofProject,

    /** The number of all participants. */
    everybody: async (projectId: number, now: number): Promise<DisclosedPeople | undefined> =>
      (await ofProject(projectId, now))?.figures.spans.all.now,

    /**
     * Counts every project that was not counted today, as background work. Those that cannot be counted do not keep it
     * from the others; the first fault is thrown at the end.
     */
    async refreshAll(now: number): Promise<void> {
      const { rows } = await sql<{ project_id: number }>`
        select distinct project_id from daily where is_test = 0`.execute(db);
      const counted = await db
        .selectFrom('people_figures')
        .select('project_id')
        .where('day', '>=', dayOf(now))
        .execute();
      const done = new Set(counted.map(({ project_id }) => project_id));
      await eachInTurn(rows, async ({ project_id }) => {
        if (!done.has(project_id) && (await hasParticipants(db, project_id))) await refresh(project_id, now);
      });
    },
  };
}

/** Whether a page may wait while the project is counted. */
async function isSmall(db: Database, projectId: number): Promise<boolean> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from (select 1 from participant_days
    where project_id = ${projectId} limit ${maxCountedOnPage}) d`.execute(db);
  const { rows: parts } = await sql<{
    count: number;
  }>`select count(*) as count from (select 1 from participation
    where project_id = ${projectId} limit ${maxCountedOnPage}) d`.execute(db);
  return Number(rows[0]?.count) < maxCountedOnPage && Number(parts[0]?.count) < maxCountedOnPage;
}

async function hasParticipants(db: Database, projectId: number): Promise<boolean> {
  const part = await db
    .selectFrom('participation')
    .select('project_id')
    .where('project_id', '=', projectId)
    .limit(1)
    .executeTakeFirst();
  return part !== undefined;
}
