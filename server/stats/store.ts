/** The statistics of a project, for its owners and for everybody. */
import { sql } from 'kysely';
import type { DailyCount, PageData } from '../../src/contract/pages.ts';
import type { ShownOn } from '../../src/contract/project-tools.ts';
import { dayLong, dayOf } from '../day.ts';
import type { Store } from '../db/store.ts';

export type Stats = NonNullable<PageData['project']['stats']>;
export type StatsStore = ReturnType<typeof statsStore>;

const mostKept = 10_000;
const mostShownOn = 20;

export function statsStore({ db }: Pick<Store, 'db'>) {
  // The first figure of a day is kept for that day, so that later changes, such as a single opt-out, are not visible in
  // it.
  const kept = { day: '', participants: new Map<number, number>() };

  /** Participants as of the end of yesterday (UTC): those with an event that had arrived by then. */
  const participants = async (projectId: number, now: number): Promise<number> => {
    const day = dayOf(now);
    if (kept.day !== day || kept.participants.size > mostKept) {
      kept.day = day;
      kept.participants.clear();
    }
    const known = kept.participants.get(projectId);
    if (known !== undefined) return known;
    const today = Math.floor(now / dayLong) * dayLong;
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from participation p
      where p.project_id = ${projectId} and p.first_at < ${today} and exists (select 1 from events e
        where e.profile_id = p.profile_id and e.project_id = p.project_id and e.arrived_at < ${today})`.execute(
      db,
    );
    const count = Number(rows[0]?.count ?? 0);
    kept.participants.set(projectId, count);
    return count;
  };

  return {
    /** The sites on which the message was shown, latest first. */
    async shownOn(projectId: number, now: number): Promise<ShownOn[]> {
      const rows = await db
        .selectFrom('shown')
        .select(['origin', (of) => of.fn.max('last_at').as('last_at')])
        .where('project_id', '=', projectId)
        .where('last_at', 'is not', null)
        .groupBy('origin')
        .orderBy('last_at', 'desc')
        .limit(mostShownOn)
        .execute();
      return rows.map(({ origin, last_at }) => ({
        origin,
        ago: Math.max(0, Math.round((now - Number(last_at)) / 1000)),
      }));
    },

    /** Totals, and one row per day, type, source and lateness. Tests are counted separately. */
    async stats(projectId: number, now: number): Promise<Stats> {
      const rows = await db
        .selectFrom('daily')
        .select(['day', 'type', 'source', 'is_late', 'is_test', 'events'])
        .where('project_id', '=', projectId)
        .orderBy('day')
        .orderBy('type')
        .orderBy('source')
        .orderBy('is_late')
        .execute();
      const counted = rows.filter((row) => row.is_test === 0);
      const sum = (some: typeof rows) => some.reduce((total, row) => total + row.events, 0);
      const events = sum(counted);
      const known = await participants(projectId, now);
      return {
        totals: {
          events,
          // A new project has no participants until tomorrow; yet if there are events, at least one person took part.
          participants: events > 0 ? Math.max(1, known) : known,
          late: sum(counted.filter((row) => row.is_late === 1)),
          tests: sum(rows.filter((row) => row.is_test === 1)),
        },
        days: counted.map(({ day, type, source, is_late, events: count }): DailyCount => ({
          day,
          type,
          source,
          late: is_late === 1,
          events: count,
        })),
      };
    },
  };
}
