/** The calendar of a person's page: the months up to the present one, with the days that have contributions. */
import type { CalendarMonth } from '../../../src/contract/pages/me.ts';
import { dayLong } from '../../text/day.ts';
import type { DayCount } from './contributed-days.ts';

const [fewestMonths, maxMonths] = [3, 12];

/** A year at most, from the month of the first contribution in it; empty if there is none. `today`: yyyy-mm-dd. */
export function calendarOf(days: DayCount[], today: string): CalendarMonth[] {
  const present = new Date(today);
  const months: CalendarMonth[] = Array.from({ length: maxMonths }, (_, index) => {
    const month = Date.UTC(present.getUTCFullYear(), present.getUTCMonth() - maxMonths + 1 + index);
    return { month: new Date(month).toISOString().slice(0, 7), days: [] };
  });
  for (const { day, events } of days) {
    const date = new Date(day * dayLong).toISOString();
    // One that its project dates tomorrow may be in a month that is not shown yet.
    months.find(({ month }) => date.startsWith(month))?.days.push({ day: Number(date.slice(8, 10)), events });
  }
  const first = months.findIndex(({ days: found }) => found.length > 0);
  return first < 0 ? [] : months.slice(Math.min(first, maxMonths - fewestMonths));
}
