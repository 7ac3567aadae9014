/** The rule of a programme: how far a person is, and whether that is enough. */
import type { Progress, ProgrammeRule } from '../../src/contract/pages/programmes.ts';
import { dayLong, dayOf } from '../text/day.ts';

/** A day's contributions to one project. `day`: counted from 1970. */
type Share = { project_id: number; day: number; isReported: boolean; events: number; seconds: number };

/** The listed projects, each with the last day that counts; null while it is listed. */
export type Listed = ReadonlyMap<number, string | null>;

/** The number of the rule's year in which a day (yyyy-mm-dd) is; without years, all days are in one. */
export const yearOf = (day: string, { from = '', isYearly }: ProgrammeRule): number =>
  isYearly ? Number(day.slice(0, 4)) - (day.slice(5) < from.slice(5) ? 1 : 0) : 0;

/** How far a person is in the present year of the rule, and whether that of any year is enough. */
export function standingOf(shares: Share[], rule: ProgrammeRule, listed: Listed, now: number) {
  const counted = shares.filter(({ project_id, day, isReported }) => {
    const until = listed.get(project_id);
    if (until === undefined || (rule.counts === 'reported' && !isReported)) return false;
    const date = dayOf(day * dayLong);
    return date >= (rule.from ?? '') && date <= (rule.to ?? date) && date <= (until ?? date);
  });
  const years = Map.groupBy(counted, ({ day }) => yearOf(dayOf(day * dayLong), rule));
  return {
    progress: progressOf(years.get(yearOf(dayOf(now), rule)) ?? []),
    isEnough: [...years.values()].some((some) => isFulfilled(progressOf(some), rule)),
  };
}

/** The sums of contributions that count. */
export const progressOf = (counted: Pick<Share, 'project_id' | 'events' | 'seconds'>[]): Progress => ({
  contributions: counted.reduce((sum, { events }) => sum + events, 0),
  // Rounded down: a rule of two hours is not fulfilled a second before.
  hours: Math.floor(counted.reduce((sum, { seconds }) => sum + seconds, 0) / 36) / 100,
  projects: new Set(counted.map(({ project_id }) => project_id)).size,
});

/** Whether the sums are at least what the rule needs. */
export const isFulfilled = (progress: Progress, rule: ProgrammeRule): boolean =>
  (['contributions', 'hours', 'projects'] as const).every((what) => progress[what] >= rule[what]);
