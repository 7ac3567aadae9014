/** Days, weeks (from Monday) and months of Stats, in UTC; a period is named by its first day, a month as yyyy-mm. */
import { sql, type RawBuilder } from 'kysely';
import { statsPeriods, statsSpans, statsSplits } from '../../src/contract/pages/stats-figures.ts';
import type { StatsChoice, StatsPeriod, StatsSpan } from '../../src/contract/pages/stats-figures.ts';
import { dayLong } from '../text/day.ts';
import type { Engine } from '../db/store.ts';

/** The largest number of periods in a drawing. */
const maxPeriods: Record<StatsPeriod, number> = { day: 366, week: 157, month: 240 };

export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayLong).toISOString().slice(0, 10);

/** The period of a day. */
export function periodOf(period: StatsPeriod, day: string): string {
  if (period === 'month') return day.slice(0, 7);
  return period === 'day' ? day : plusDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** The same in SQL, of the column `day`. */
export function periodColumn(engine: Engine, period: StatsPeriod): RawBuilder<string> {
  if (period === 'month') return sql`substr(day, 1, 7)`;
  if (period === 'day') return sql`day`;
  return engine === 'sqlite'
    ? sql`date(day, '-6 days', 'weekday 1')`
    : sql`to_char(date_trunc('week', day::date), 'YYYY-MM-DD')`;
}

/** The first day of the period of a day. */
export const firstDayOf = (period: StatsPeriod, day: string): string =>
  period === 'month' ? `${day.slice(0, 7)}-01` : periodOf(period, day);

/** The first day of the earliest period that may be drawn. */
export const earliestDay = (period: StatsPeriod, today: string): string =>
  firstDayOf(period, plusDays(today, -(maxPeriods[period] - 1) * { day: 1, week: 7, month: 30 }[period]));

/** Every period from one day to another, also empty ones. */
export function periodsBetween(period: StatsPeriod, from: string, to: string): string[] {
  const periods = new Set<string>();
  for (let day = from; day <= to; day = plusDays(day, 1)) periods.add(periodOf(period, day));
  return [...periods];
}

/** The first day of a span that ends today. */
export const spanStart = (span: Exclude<StatsSpan, 'all'>, today: string): string =>
  plusDays(today, -Number(span));

/**
 * The choice in an address; a missing or unknown value gets its default. Contributions that an owner vouches for and
 * those that browsers reported are not added up unless somebody chooses so.
 */
export function readChoice(query: Record<string, unknown>): StatsChoice {
  const one = <Value extends string>(values: readonly Value[], name: string, usual: Value): Value =>
    values.find((value) => value === query[name]) ?? usual;
  return {
    period: one(statsPeriods, 'period', 'day'),
    by: one(statsSplits, 'by', 'source'),
    span: one(statsSpans, 'span', '30'),
  };
}
