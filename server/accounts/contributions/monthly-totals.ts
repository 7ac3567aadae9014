/** A person's contributions by project, month and reporter. */
import type { SharedProject } from '../../../src/contract/api/contributions.ts';
import type { DailyShare } from '../../certificates/statement.ts';
import { dayLong, dayOf } from '../../text/day.ts';

type MonthlyTotal = SharedProject['months'][number];

/** By project, each with its months, the first month first; what the project reported comes first. */
export function monthlyTotals(shares: DailyShare[]): Map<number, MonthlyTotal[]> {
  const ofProject = Map.groupBy(shares, ({ project_id }) => project_id);
  return new Map(
    [...ofProject].map(([id, days]) => {
      const ofMonth = Map.groupBy(
        days,
        ({ day, isReported }) => `${dayOf(day * dayLong).slice(0, 7)} ${isReported ? 'a' : 'b'}`,
      );
      const totals = [...ofMonth].sort(([one], [other]) => (one < other ? -1 : 1));
      return [
        id,
        totals.map(([name, all]) => ({
          month: name.slice(0, 7),
          source: name.endsWith('a') ? ('project' as const) : ('browser' as const),
          contributions: all.reduce((sum, { events }) => sum + events, 0),
          hours: Math.round(all.reduce((sum, { seconds }) => sum + seconds, 0) / 36) / 100,
        })),
      ];
    }),
  );
}
