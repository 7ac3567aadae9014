/**
 * Counts people in ranges of profile ids. A person is in one range only, so the counts of all ranges add up, and no
 * statement reads or sorts many more than `rowsPerRange` rows: other readers have their turn in between, and time grows with
 * the rows. One statement over a large project kept SQLite's reading thread for minutes.
 */
import { sql, type RawBuilder } from 'kysely';
import { eventTypes } from '../../src/contract/api/event-types.ts';
import { eventSources } from '../../src/contract/api/event.ts';
import { statsPeriods, statsSpans, type StatsPeriod } from '../../src/contract/pages/stats-figures.ts';
import type { Database, Engine } from '../db/store.ts';
import { addWho, whoSum } from '../db/who.ts';
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

type Tallied = { people: number; who: number };
export const nobody: Tallied = { people: 0, who: 0 };

/** `kinds`: in the order of `dayKinds`. */
export type PeriodTally = { all: Tallied; newcomers: Tallied; kinds: Tallied[] };

/** Exact numbers of people: none of them may be shown. */
export type PeopleTally = {
  periods: Record<StatsPeriod, Map<string, PeriodTally>>;
  /** By the weeks of the first contribution and of another one, as `<week> <week>`. */
  weeks: Map<string, Tallied>;
  /** At most one entry for each square of about 10 km. */
  cells: Map<number, Tallied>;
  /** By the first day of the days that are counted, up to the day before that of the next one. */
  spans: Map<string, Tallied>;
};

/** The days between which people are counted for comparisons: those of each span, and as many days before it. */
const comparedDays = (today: string): [from: string, to: string][] =>
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

type TallyOrder = { projectId: number; today: string; retentionFrom: string; rowsPerRange?: number };

/** Counts up to the end of yesterday, and retention from the week of `retentionFrom`. */
export async function tallyPeople(
  db: Database,
  engine: Engine,
  { projectId, today, retentionFrom, rowsPerRange = usualRange }: TallyOrder,
): Promise<PeopleTally> {
  const tally: PeopleTally = {
    periods: { day: new Map(), week: new Map(), month: new Map() },
    weeks: new Map(),
    cells: new Map(),
    spans: new Map(),
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

const plus = (one: Tallied, { people, who }: Tallied): Tallied => ({
  people: one.people + Number(people ?? 0),
  who: addWho(one.who, Number(who ?? 0)),
});

const add = <Key>(counts: Map<Key, Tallied>, key: Key, some: Tallied) =>
  counts.set(key, plus(counts.get(key) ?? nobody, some));

const who = whoSum(sql`profile_id`);
/** The sum over the people who have a flag. */
const whoOf = (at: number) => sql`${whoSum(sql`${columnOf(at)} * profile_id`)} as ${sql.ref(`w${at}`)}`;
type FlagSums = Record<`n${number}` | `w${number}`, number | null>;
const flagged = (row: FlagSums | undefined, at: number) =>
  ({ people: row?.[`n${at}`], who: row?.[`w${at}`] }) as Tallied;

const periodTally = (periods: Map<string, PeriodTally>, period: string): PeriodTally => {
  const known = periods.get(period);
  if (known) return known;
  const made = { all: nobody, newcomers: nobody, kinds: dayKinds.map(() => nobody) };
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
  const rows = await rowsOf<{ period: string } & Tallied & FlagSums>(
    db,
    sql`select period, count(*) as people, ${who} as who,
      ${sql.join(
        dayKinds.map((_, at) => sql`sum(${columnOf(at)}) as ${columnOf(at)}, ${whoOf(at)}`),
        comma,
      )}
      from (select profile_id, ${periodColumn(engine, period)} as period,
        ${sql.join(
          dayKinds.map(({ is }, at) => sql`${flag(is)} as ${columnOf(at)}`),
          comma,
        )}
        from participant_days where ${range} and day >= ${earliestDay(period, today)}
        group by profile_id, 2) d group by period`,
  );
  for (const row of rows) {
    const counted = periodTally(periods[period], row.period);
    counted.all = plus(counted.all, row);
    for (const at of counted.kinds.keys())
      counted.kinds[at] = plus(counted.kinds[at] ?? nobody, flagged(row, at));
  }
}

/** Newcomers count in the period of their first day. */
async function addNewcomers(
  db: Database,
  range: RawBuilder<unknown>,
  today: string,
  { periods }: PeopleTally,
): Promise<void> {
  const rows = await rowsOf<{ first: string } & Tallied>(
    db,
    sql`select first, count(*) as people, ${who} as who from (select profile_id, min(day) as first from participant_days where ${range}
      group by profile_id) f group by first`,
  );
  for (const { first, ...some } of rows)
    for (const period of statsPeriods)
      // A period that begins before the days that are counted has some of its participants only.
      if (first >= earliestDay(period, today)) {
        const counted = periodTally(periods[period], periodOf(period, first));
        counted.newcomers = plus(counted.newcomers, some);
      }
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
  const rows = await rowsOf<{ joined: string; active: string } & Tallied>(
    db,
    sql`select joined, active, count(*) as people, ${who} as who from (
        select distinct profile_id, active, min(active) over (partition by profile_id) as joined
        from (select profile_id, ${week} as active from participant_days where ${range}) a) w
      where joined >= ${from} group by joined, active`,
  );
  for (const { joined, active, ...some } of rows) add(weeks, `${joined} ${active}`, some);
}

async function addCells(db: Database, range: RawBuilder<unknown>, { cells }: PeopleTally): Promise<void> {
  const rows = await rowsOf<{ cell: number } & Tallied>(
    db,
    sql`select cell, count(*) as people, ${who} as who from (select distinct profile_id, cell from participant_days
      where ${range} and cell > ${noCell}) d group by cell`,
  );
  for (const { cell, ...some } of rows) add(cells, Number(cell), some);
}

async function addSpans(
  db: Database,
  range: RawBuilder<unknown>,
  today: string,
  { spans }: PeopleTally,
): Promise<void> {
  const days = comparedDays(today);
  const [row] = await rowsOf<FlagSums>(
    db,
    sql`select ${sql.join(
      days.map((_, at) => sql`sum(${columnOf(at)}) as ${columnOf(at)}, ${whoOf(at)}`),
      comma,
    )}
      from (select profile_id, ${sql.join(
        days.map(([from, to], at) => sql`${flag(sql`day >= ${from} and day < ${to}`)} as ${columnOf(at)}`),
        comma,
      )}
        from participant_days where ${range} group by profile_id) d`,
  );
  for (const [at, [from]] of days.entries()) add(spans, from, flagged(row, at));
}
