/**
 * Counts people in ranges of profile ids. A person is in one range only, so the counts of all ranges add up, and no
 * statement reads or sorts many more than `rowsPerRange` rows: other readers have their turn in between, and time grows with
 * the rows. One statement over a large project kept SQLite's reading thread for minutes.
 */
import { sql, type RawBuilder } from 'kysely';
import { eventTypes } from '../../src/contract/event-types.ts';
import { eventSources } from '../../src/contract/event.ts';
import { statsPeriods, statsSpans, type StatsPeriod } from '../../src/contract/stats-figures.ts';
import type { Database, Engine } from '../db/store.ts';
import { noCell } from '../geometry/ten-km-cells.ts';
import { earliestDay, periodColumn, periodOf, plusDays, spanStart } from './periods.ts';

const usualRange = 20_000;

/** The kinds of a participant's day: each is a part of one split. */
export const dayKinds = [
  ...eventTypes.map((name) => ({ split: 'type' as const, part: name, is: sql`type = ${name}` })),
  ...eventSources.map((name) => ({ split: 'source' as const, part: name, is: sql`source = ${name}` })),
  { split: 'late' as const, part: 'on-time', is: sql`is_late = 0` },
  { split: 'late' as const, part: 'late', is: sql`is_late = 1` },
];

/** `kinds`: in the order of `dayKinds`. */
export type PeriodTally = { all: number; newcomers: number; kinds: number[] };

/** Exact numbers of people: none of them may be shown. */
export type PeopleTally = {
  periods: Record<StatsPeriod, Map<string, PeriodTally>>;
  /** By the weeks of the first contribution and of another one, as `<week> <week>`. */
  weeks: Map<string, number>;
  /** At most one entry for each square of about 10 km. */
  cells: Map<number, number>;
  /** By the first day of the days that are counted, up to the day before that of the next one. */
  spans: Map<string, number>;
};

/** The days between which people are counted for comparisons: those of each span, and as many days before it. */
export const comparedDays = (today: string): [from: string, to: string][] =>
  statsSpans.flatMap((span): [string, string][] => {
    if (span === 'all') return [['0000', today]];
    const from = spanStart(span, today);
    return [
      [from, today],
      [plusDays(from, -Number(span)), from],
    ];
  });

const columnOf = (at: number) => sql.ref(`n${at}`);
const flag = (is: RawBuilder<unknown>) => sql`max(case when ${is} then 1 else 0 end)`;
const comma = sql`, `;

type Tallied = { projectId: number; today: string; retentionFrom: string; rowsPerRange?: number };

/** Counts up to the end of yesterday, and retention from the week of `retentionFrom`. */
export async function tallyPeople(
  db: Database,
  engine: Engine,
  { projectId, today, retentionFrom, rowsPerRange = usualRange }: Tallied,
): Promise<PeopleTally> {
  const tally: PeopleTally = {
    periods: { day: new Map(), week: new Map(), month: new Map() },
    ...{ weeks: new Map(), cells: new Map(), spans: new Map() },
  };
  const theirs = sql`project_id = ${projectId} and day < ${today}`;
  for (let after = 0; ;) {
    const upTo = await rangeEnd(db, projectId, after, rowsPerRange);
    const range = sql`${theirs} and profile_id > ${after}
      ${upTo === undefined ? sql`` : sql`and profile_id <= ${upTo}`}`;
    for (const period of statsPeriods) await addPeriods(db, engine, range, period, today, tally);
    await addNewcomers(db, range, today, tally);
    await addWeeks(db, engine, range, retentionFrom, tally);
    await addCells(db, range, tally);
    await addSpans(db, range, today, tally);
    if (upTo === undefined) return tally;
    after = upTo;
  }
}

/** The last profile of a range; undefined for the last range. */
async function rangeEnd(
  db: Database,
  projectId: number,
  after: number,
  rowsPerRange: number,
): Promise<number | undefined> {
  const [row] = await rowsOf<{ profile_id: number }>(
    db,
    sql`select profile_id from participant_days where project_id = ${projectId} and profile_id > ${after}
      order by profile_id limit 1 offset ${rowsPerRange}`,
  );
  return row && Number(row.profile_id);
}

const rowsOf = async <Row>(db: Database, query: RawBuilder<unknown>): Promise<Row[]> =>
  (await query.execute(db)).rows as Row[];

const add = <Key>(counts: Map<Key, number>, key: Key, count: number) =>
  counts.set(key, (counts.get(key) ?? 0) + Number(count));

const periodTally = (periods: Map<string, PeriodTally>, period: string): PeriodTally => {
  const known = periods.get(period);
  if (known) return known;
  const made = { all: 0, newcomers: 0, kinds: dayKinds.map(() => 0) };
  periods.set(period, made);
  return made;
};

async function addPeriods(
  db: Database,
  engine: Engine,
  range: RawBuilder<unknown>,
  period: StatsPeriod,
  today: string,
  { periods }: PeopleTally,
): Promise<void> {
  const rows = await rowsOf<{ period: string; people: number } & Record<`n${number}`, number>>(
    db,
    sql`select period, count(*) as people,
      ${sql.join(
        dayKinds.map((_, at) => sql`sum(${columnOf(at)}) as ${columnOf(at)}`),
        comma,
      )}
      from (select ${periodColumn(engine, period)} as period,
        ${sql.join(
          dayKinds.map(({ is }, at) => sql`${flag(is)} as ${columnOf(at)}`),
          comma,
        )}
        from participant_days where ${range} and day >= ${earliestDay(period, today)}
        group by profile_id, 1) d group by period`,
  );
  for (const row of rows) {
    const counted = periodTally(periods[period], row.period);
    counted.all += Number(row.people);
    for (const at of counted.kinds.keys())
      counted.kinds[at] = (counted.kinds[at] ?? 0) + Number(row[`n${at}`] ?? 0);
  }
}

/** Newcomers count in the period of their first day. */
async function addNewcomers(
  db: Database,
  range: RawBuilder<unknown>,
  today: string,
  { periods }: PeopleTally,
): Promise<void> {
  const rows = await rowsOf<{ first: string; people: number }>(
    db,
    sql`select first, count(*) as people from (select min(day) as first from participant_days where ${range}
      group by profile_id) f group by first`,
  );
  for (const { first, people } of rows)
    for (const period of statsPeriods)
      // A period that begins before the days that are counted has some of its participants only.
      if (first >= earliestDay(period, today))
        periodTally(periods[period], periodOf(period, first)).newcomers += Number(people);
}

async function addWeeks(
  db: Database,
  engine: Engine,
  range: RawBuilder<unknown>,
  from: string,
  { weeks }: PeopleTally,
): Promise<void> {
  const week = periodColumn(engine, 'week');
  // A window and no join: SQLite ran the inner query again for each row of the outer one.
  const rows = await rowsOf<{ joined: string; active: string; people: number }>(
    db,
    sql`select joined, active, count(*) as people from (
        select distinct profile_id, active, min(active) over (partition by profile_id) as joined
        from (select profile_id, ${week} as active from participant_days where ${range}) a) w
      where joined >= ${from} group by joined, active`,
  );
  for (const { joined, active, people } of rows) add(weeks, `${joined} ${active}`, people);
}

async function addCells(db: Database, range: RawBuilder<unknown>, { cells }: PeopleTally): Promise<void> {
  const rows = await rowsOf<{ cell: number; people: number }>(
    db,
    sql`select cell, count(*) as people from (select distinct profile_id, cell from participant_days
      where ${range} and cell > ${noCell}) d group by cell`,
  );
  for (const { cell, people } of rows) add(cells, Number(cell), people);
}

async function addSpans(
  db: Database,
  range: RawBuilder<unknown>,
  today: string,
  { spans }: PeopleTally,
): Promise<void> {
  const days = comparedDays(today);
  const [row] = await rowsOf<Record<`n${number}`, number | null>>(
    db,
    sql`select ${sql.join(
      days.map((_, at) => sql`sum(${columnOf(at)}) as ${columnOf(at)}`),
      comma,
    )}
      from (select ${sql.join(
        days.map(([from, to], at) => sql`${flag(sql`day >= ${from} and day < ${to}`)} as ${columnOf(at)}`),
        comma,
      )}
        from participant_days where ${range} group by profile_id) d`,
  );
  for (const [at, [from]] of days.entries()) add(spans, from, row?.[`n${at}`] ?? 0);
}
