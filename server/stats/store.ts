/** The totals of a project for its managers, and the sites that show its message. */
import type { Disclosed } from '../../src/contract/api/disclosed.ts';
import type { PageData } from '../../src/contract/pages.ts';
import type { ShownOn } from '../../src/contract/pages/project-tools.ts';
import type { Database } from '../db/store.ts';
import { testsOf } from '../db/unfinished-acts.ts';
import { contributed } from './disclosure.ts';
import type { PeopleFiguresStore } from './people-figures.ts';

export type Totals = NonNullable<PageData['project']['stats']>['totals'];
export type TotalsOf = ReturnType<typeof totalsOf>;

const maxShownOn = 20;

/** The sites on which the message was shown, latest first. */
export async function shownOn(db: Database, projectId: number, now: number): Promise<ShownOn[]> {
  const rows = await db
    .selectFrom('shown')
    .select(['origin', (of) => of.fn.max('last_at').as('last_at')])
    .where('project_id', '=', projectId)
    .where('last_at', 'is not', null)
    .groupBy('origin')
    .orderBy('last_at', 'desc')
    .limit(maxShownOn)
    .execute();
  return rows.map(({ origin, last_at }) => ({
    origin,
    ago: Math.max(0, Math.round((now - Number(last_at)) / 1000)),
  }));
}

/** The contributions of some projects in the last seven days, today with them. */
export const weekOf =
  (db: Database) =>
  async (projectIds: number[], now: number): Promise<Map<number, Disclosed>> => {
    const rows = await db
      .selectFrom('daily')
      .select(['project_id', (of) => of.fn.sum<number>('events').as('events')])
      .where('project_id', 'in', projectIds)
      .where('day', '>', new Date(now - 7 * 86_400_000).toISOString().slice(0, 10))
      .where('is_test', '=', 0)
      .groupBy('project_id')
      .execute();
    return new Map(rows.map(({ project_id, events }) => [project_id, contributed(Number(events))]));
  };

/** Contributions, participants and tests of a project, of all time. Tests are counted separately. */
export const totalsOf =
  (db: Database, people: Pick<PeopleFiguresStore, 'everybody'>) =>
  async (projectId: number, now: number): Promise<Totals> => {
    const sums = await db
      .selectFrom('daily')
      .select(['is_late', (of) => of.fn.sum<number>('events').as('events')])
      .where('project_id', '=', projectId)
      .where('is_test', '=', 0)
      .groupBy('is_late')
      .execute();
    const sum = (some: typeof sums) => some.reduce((total, row) => total + Number(row.events), 0);
    const participants = await people.everybody(projectId, now);
    return {
      events: contributed(sum(sums)),
      ...(participants !== undefined && { participants }),
      late: contributed(sum(sums.filter((row) => row.is_late === 1))),
      tests: contributed(await testsOf(db, projectId)),
    };
  };
