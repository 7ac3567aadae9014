/** Sums of a group's contributions by project and by week. */
import type { DailyShare } from '../certificates/statement.ts';
import { dayLong, dayOf } from '../text/day.ts';
import type { GroupWeek } from '../../src/contract/pages/groups.ts';

type Sum = { contributions: number; hours: number };

const hoursOf = (seconds: number) => Math.round(seconds / 36) / 100;

export const totalOf = (shares: DailyShare[]): Sum => ({
  contributions: shares.reduce((sum, { events }) => sum + events, 0),
  hours: hoursOf(shares.reduce((sum, { seconds }) => sum + seconds, 0)),
});

/** By project, those with most contributions first. */
export const byProject = (shares: DailyShare[]): (Sum & { projectId: number })[] =>
  [...Map.groupBy(shares, ({ project_id }) => project_id)]
    .map(([projectId, some]) => ({ projectId, ...totalOf(some) }))
    .sort((one, other) => other.contributions - one.contributions || one.projectId - other.projectId);

/** Day 0 of 1970 was a Thursday. */
const mondayBefore = (day: number) => day - ((day + 3) % 7);

/** This many times the usual week is odd: a leaked code, or a mistake. */
const oddTimes = 10;
const fewest = 20;

/** By week, from Monday; the newest first. `isOdd`: ten times the median of the other weeks, and not few. */
export function byWeek(shares: DailyShare[]): GroupWeek[] {
  const weeks = [...Map.groupBy(shares, ({ day }) => mondayBefore(day))]
    .map(([monday, some]) => ({ from: dayOf(monday * dayLong), ...totalOf(some) }))
    .sort((one, other) => (one.from < other.from ? 1 : -1));
  const sorted = weeks.map(({ contributions }) => contributions).sort((one, other) => one - other);
  const usual = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return weeks.map((week) => ({
    ...week,
    isOdd: weeks.length > 1 && week.contributions >= Math.max(fewest, usual * oddTimes),
  }));
}
