/** The calendar of a person's page: the months up to the present one, with the days that have contributions. */
import type { CalendarMonth } from '../../src/contract/pages/me.ts';
import { dayLong } from '../text/day.ts';
import type { DayCount } from './contributed.ts';

const [fewestMonths, maxMonths] = [3, 12];

/** The first moment that the calendar shows. */
export function calendarStart(now: number): number {
  const today = new Date(now);
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - maxMonths + 1, 1);
}

/** A year at most, from the month of the first contribution in it; empty if there is none. */
export function calendarOf(days: DayCount[], now: number): CalendarMonth[] {
  if (days.length === 0) return [];
  const start = new Date(calendarStart(now));
  const months: CalendarMonth[] = Array.from({ length: maxMonths }, (_, index) => ({
    month: new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + index)).toISOString().slice(0, 7),
    days: [],
  }));
  for (const { day, events } of days) {
    const date = new Date(day * dayLong).toISOString();
    // One that its project dates tomorrow may be in a month that is not shown yet.
    months.find(({ month }) => date.startsWith(month))?.days.push({ day: Number(date.slice(8, 10)), events });
  }
  const first = months.findIndex(({ days: found }) => found.length > 0);
  return first < 0 ? [] : months.slice(Math.min(first, maxMonths - fewestMonths));
}
