/**
 * The time that contributions of a person to one project share counts once: the union of their intervals. A project
 * sends the start or the end of an activity as its time, and the specification does not say which; the reading counts
 * that gives more hours, so that contributions one after another never overlap.
 */
import { type RawBuilder, sql } from 'kysely';
import type { DailyShare } from '../../certificates/statement.ts';
import { dayLong } from '../../text/day.ts';

type Reading = 'start' | 'end';
/** Seconds of the union of all intervals, and of those that the project reported: what these rows add to either. */
export type Unions = Record<`${'all' | 'reported'}_${Reading}`, number>;

/** Time runs backwards for intervals that end at the time of their contribution. */
const direction: Record<Reading, RawBuilder<number>> = { start: sql.lit(1), end: sql.lit(-1) };
/** A time at midnight in UTC is a date without a time, and overlaps nothing. */
const hasTime = sql`seconds > 0 and happened_at % ${sql.lit(dayLong)} <> 0`;
const endIn = (reading: Reading) => sql`(${direction[reading]} * happened_at + 1000 * seconds)`;

/** How far the earlier contributions reach. One call may report several with the same time: these overlap nothing. */
const reachIn = (reading: Reading, only: RawBuilder<unknown>) =>
  sql`max(case when ${hasTime} and ${only} then ${endIn(reading)} end) over (partition by project_id
    order by ${direction[reading]} * happened_at, ${direction[reading]} * arrived_at groups between unbounded preceding and 1 preceding)`;

const addedIn = (reading: Reading, reach: RawBuilder<unknown>) =>
  sql`case when not (${hasTime}) or ${reach} is null or ${reach} <= ${direction[reading]} * happened_at then seconds
    when ${reach} >= ${endIn(reading)} then 0 else (${endIn(reading)} - ${reach}) / 1000.0 end`;

/** Rows of contributions, as `project_id, happened_at, arrived_at, seconds, reported`, with the columns that `unions` adds up. */
export const withReaches = (rows: RawBuilder<unknown>) => sql`(select r.*,
    ${reachIn('start', sql`1 = 1`)} as all_start, ${reachIn('end', sql`1 = 1`)} as all_end,
    ${reachIn('start', sql`reported = 1`)} as reported_start, ${reachIn('end', sql`reported = 1`)} as reported_end
  from (${rows}) r)`;

const sumIn = (reading: Reading) => sql`
  sum(${addedIn(reading, sql.ref(`all_${reading}`))}) as ${sql.ref(`all_${reading}`)},
  sum(case when reported = 1 then ${addedIn(reading, sql.ref(`reported_${reading}`))} else 0 end) as ${sql.ref(`reported_${reading}`)}`;

export const unions = sql`${sumIn('start')}, ${sumIn('end')}`;

/** The shares with their `overlapping`. Reports of the project count before those of the browser. */
export function withOverlaps(rows: (DailyShare & Unions)[]): DailyShare[] {
  const sum = (some: (DailyShare & Unions)[], of: keyof Unions | 'events' | 'seconds') =>
    some.reduce((total, row) => total + row[of], 0);
  return [...Map.groupBy(rows, ({ project_id }) => project_id)].flatMap(([project_id, ofProject]) => {
    const reading = sum(ofProject, 'all_start') < sum(ofProject, 'all_end') ? 'end' : 'start';
    return [...Map.groupBy(ofProject, ({ day }) => day)].flatMap(([day, ofDay]) => {
      const reported = sum(ofDay, `reported_${reading}`);
      const own = Math.max(0, sum(ofDay, `all_${reading}`) - reported);
      return [...Map.groupBy(ofDay, (row) => row.isReported)].map(([isReported, some]) => {
        const [events, seconds] = [sum(some, 'events'), sum(some, 'seconds')];
        const overlapping = seconds - (isReported ? reported : own);
        // Less than a second is rounding.
        return { project_id, day, isReported, events, seconds, ...(overlapping >= 1 && { overlapping }) };
      });
    });
  });
}
