/** The statistics of a project, for its owners and for everybody. */
import type { DailyCount } from '../../src/contract/daily-count.ts';
import type { PageData } from '../../src/contract/pages.ts';
import type { ShownOn } from '../../src/contract/project-tools.ts';
import type { Store } from '../db/store.ts';
import { everybody } from './disclosure.ts';
import { participantsOf } from './participants.ts';

export type Stats = NonNullable<PageData['project']['stats']>;
export type StatsStore = ReturnType<typeof statsStore>;

const mostShownOn = 20;

/** The latest rows that the page lists; a file has all of a period. */
const maxDailyRows = 1000;

export function statsStore({ db }: Pick<Store, 'db'>) {
  const participants = participantsOf(db);

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
        .select(['day', 'type', 'source', 'is_late', 'events'])
        .where('project_id', '=', projectId)
        .where('is_test', '=', 0)
        .orderBy('day', 'desc')
        .orderBy('type')
        .orderBy('source')
        .orderBy('is_late')
        .limit(maxDailyRows)
        .execute();
      const sums = await db
        .selectFrom('daily')
        .select(['is_late', 'is_test', (of) => of.fn.sum<number>('events').as('events')])
        .where('project_id', '=', projectId)
        .groupBy(['is_late', 'is_test'])
        .execute();
      const sum = (some: typeof sums) => some.reduce((total, row) => total + Number(row.events), 0);
      const counted = sums.filter((row) => row.is_test === 0);
      const events = sum(counted);
      const known = await participants(projectId, now);
      return {
        totals: {
          events,
          // A new project has no participants until tomorrow; yet if there are events, at least one person took part.
          participants: everybody(events > 0 ? Math.max(1, known) : known),
          late: sum(counted.filter((row) => row.is_late === 1)),
          tests: sum(sums.filter((row) => row.is_test === 1)),
        },
        days: rows.toReversed().map(({ day, type, source, is_late, events: count }): DailyCount => ({
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
