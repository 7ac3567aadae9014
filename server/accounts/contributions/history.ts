/** A person's contributions over time: the months, and when round numbers were reached. */
import type { MePage, Milestone } from '../../../src/contract/pages/me.ts';
import { dayLong } from '../../text/day.ts';
import type { DayCount } from './contributed-days.ts';

const maxMonths = 24;

const textOf = (day: number) => new Date(day * dayLong).toISOString().slice(0, 10);

/** The last months with contributions, newest first. */
export function monthsOf(days: DayCount[]): MePage['months'] {
  const months = Map.groupBy(days, ({ day }) => textOf(day).slice(0, 7));
  return [...months]
    .map(([month, all]) => ({
      month,
      events: all.reduce((sum, { events }) => sum + events, 0),
      hours: Math.round(all.reduce((sum, { seconds }) => sum + seconds, 0) / 36) / 100,
    }))
    .reverse()
    .slice(0, maxMonths);
}

/** From ten contributions on, and from ten hours on: each power of ten with its day. */
export function milestonesOf(days: DayCount[]): Milestone[] {
  const milestones: Milestone[] = [];
  let [events, hours, nextEvents, nextHours] = [0, 0, 10, 10];
  for (const day of days) {
    events += day.events;
    hours += day.seconds / 3600;
    for (; events >= nextEvents; nextEvents *= 10)
      milestones.push({ of: 'contributions', n: nextEvents, day: textOf(day.day) });
    for (; hours >= nextHours; nextHours *= 10)
      milestones.push({ of: 'hours', n: nextHours, day: textOf(day.day) });
  }
  return milestones;
}
