/** The rule of a programme: how far a person is, and whether that is enough. */
import type { Progress, ProgrammeRule } from '../../src/contract/pages/programmes.ts';
import { dayLong, dayOf } from '../text/day.ts';

/** A day's contributions to one project. `day`: counted from 1970. */
type Share = { project_id: number; day: number; isReported: boolean; events: number; seconds: number };

/** The listed projects, each with the last day that counts; null while it is listed. */
export type Listed = ReadonlyMap<number, string | null>;

export const progressOf = (shares: Share[], rule: ProgrammeRule, listed: Listed): Progress => {
  const counted = shares.filter(({ project_id, day, isReported }) => {
    const until = listed.get(project_id);
    if (until === undefined || (rule.counts === 'reported' && !isReported)) return false;
    const date = dayOf(day * dayLong);
    return date >= (rule.from ?? '') && date <= (rule.to ?? date) && date <= (until ?? date);
  });
  const seconds = counted.reduce((sum, share) => sum + share.seconds, 0);
  return {
    contributions: counted.reduce((sum, { events }) => sum + events, 0),
    // Rounded down: a rule of two hours is not fulfilled a second before.
    hours: Math.floor(seconds / 36) / 100,
    projects: new Set(counted.map(({ project_id }) => project_id)).size,
  };
};

export const isFulfilled = (progress: Progress, rule: ProgrammeRule): boolean =>
  (['contributions', 'hours', 'projects'] as const).every((what) => progress[what] >= rule[what]);
