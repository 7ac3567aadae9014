/** Counts people from `participant_days`: distinct participants by period, newcomers, retention and places. */
import { sql, type RawBuilder } from 'kysely';
import { statsPeriods, statsSpans, statsSplits } from '../../src/contract/stats-figures.ts';
import type { StatsPeriod, StatsSpan, StatsSplit } from '../../src/contract/stats-figures.ts';
import type { Database, Engine } from '../db/store.ts';
import { people, type Disclosed } from './disclosure.ts';
import { earliestDay, periodColumn, periodOf, plusDays, spanStart } from './periods.ts';

type Compared = { now: Disclosed; before?: Disclosed };

/** As stored for a day: everything in it may be shown. */
export type PeopleFigures = {
  participants: Record<StatsPeriod, Record<StatsSplit, [period: string, part: string, count: Disclosed][]>>;
  newcomers: Record<StatsPeriod, [period: string, newcomers: Disclosed, returning: Disclosed][]>;
  /** People by the week of their first contribution: their number, and how many contributed in each week since. */
  retention: { week: string; joined: Disclosed; back: Disclosed[] }[];
  places: [cell: number, count: Disclosed][];
  spans: Record<StatsSpan, Compared>;
  declines: Record<StatsSpan, Compared>;
};

const maxPlaces = 500;
export const retentionWeeks = 12;

/** The part of a participant's day by which figures are split. */
export const partColumn: Record<StatsSplit, RawBuilder<string>> = {
  none: sql`''`,
  type: sql`type`,
  source: sql`source`,
  late: sql`case when is_late = 1 then 'late' else 'on-time' end`,
};

/** Counts what was known at the end of yesterday; `today` is yyyy-mm-dd. */
export async function countPeople(
  db: Database,
  engine: Engine,
  projectId: number,
  today: string,
): Promise<PeopleFigures> {
  const theirs = sql`project_id = ${projectId} and day < ${today}`;
  const firsts = await rowsOf<{ first: string; count: number }>(
    db,
    sql`select first, count(*) as count from (select min(day) as first from participant_days where ${theirs}
      group by profile_id) f group by first order by first`,
  );
  const participants = {} as PeopleFigures['participants'];
  const newcomers = {} as PeopleFigures['newcomers'];
  for (const period of statsPeriods) {
    const since = earliestDay(period, today);
    const bySplit = {} as PeopleFigures['participants'][StatsPeriod];
    for (const split of statsSplits) {
      const counted = await rowsOf<{ period: string; part: string; count: number }>(
        db,
        sql`select period, part, count(*) as count from (select distinct ${periodColumn(engine, period)} as period,
          ${partColumn[split]} as part, profile_id from participant_days where ${theirs} and day >= ${since}) d
          group by period, part order by period, part`,
      );
      bySplit[split] = counted.map(({ period: of, part, count }) => [of, part, people(Number(count))]);
      if (split === 'none') newcomers[period] = newcomersOf(period, since, counted, firsts);
    }
    participants[period] = bySplit;
  }
  return {
    participants,
    newcomers,
    retention: await retentionOf(db, engine, projectId, today),
    places: await placesOf(db, projectId, today),
    ...(await spansOf(db, projectId, today)),
  };
}

const rowsOf = async <Row>(db: Database, query: RawBuilder<unknown>): Promise<Row[]> =>
  (await query.execute(db)).rows as Row[];

/** Newcomers are counted in the period of their first contribution, all others of a period are returning. */
function newcomersOf(
  period: StatsPeriod,
  since: string,
  counted: { period: string; count: number }[],
  firsts: { first: string; count: number }[],
): PeopleFigures['newcomers'][StatsPeriod] {
  const fresh = new Map<string, number>();
  for (const { first, count } of firsts) {
    const of = periodOf(period, first);
    // A period that begins before the days that are counted has some of its participants only.
    if (first >= since) fresh.set(of, (fresh.get(of) ?? 0) + Number(count));
  }
  return counted.map(({ period: of, count }) => {
    const come = fresh.get(of) ?? 0;
    return [of, people(come), people(Number(count) - come)];
  });
}

async function retentionOf(
  db: Database,
  engine: Engine,
  projectId: number,
  today: string,
): Promise<PeopleFigures['retention']> {
  const since = plusDays(periodOf('week', today), -7 * (retentionWeeks - 1));
  const week = periodColumn(engine, 'week');
  const rows = await rowsOf<{ joined: string; active: string; count: number }>(
    db,
    sql`with firsts as (select profile_id, ${week} as joined from (select profile_id, min(day) as day
        from participant_days where project_id = ${projectId} and day < ${today} group by profile_id) f
        where day >= ${since}),
      weeks as (select distinct profile_id, ${week} as active from participant_days
        where project_id = ${projectId} and day < ${today} and day >= ${since})
      select joined, active, count(*) as count from firsts join weeks on weeks.profile_id = firsts.profile_id
      group by joined, active order by joined, active`,
  );
  const counts = new Map(rows.map((row) => [`${row.joined} ${row.active}`, Number(row.count)]));
  const weeks = Array.from({ length: retentionWeeks }, (_, at) => plusDays(since, 7 * at)).filter(
    (week) => week < today,
  );
  // Every week, also those in which nobody began: their row must not tell.
  return weeks.map((joined) => {
    const back: Disclosed[] = [];
    for (let active = plusDays(joined, 7); active < today; active = plusDays(active, 7))
      back.push(people(counts.get(`${joined} ${active}`) ?? 0));
    return { week: joined, joined: people(counts.get(`${joined} ${joined}`) ?? 0), back };
  });
}

/** The cells with a group that may be shown; those with fewer people are not even named. */
async function placesOf(db: Database, projectId: number, today: string): Promise<PeopleFigures['places']> {
  const rows = await rowsOf<{ cell: number; count: number }>(
    db,
    sql`select cell, count(*) as count from (select distinct cell, profile_id from participant_days
      where project_id = ${projectId} and day < ${today} and cell >= 0) d
      group by cell order by count(*) desc, cell limit ${maxPlaces}`,
  );
  return rows
    .map(({ cell, count }): [number, Disclosed] => [Number(cell), people(Number(count))])
    .filter(([, count]) => count !== null)
    .sort(([one], [other]) => one - other);
}

/** People in the last days before today, and in as many days before those. */
async function spansOf(
  db: Database,
  projectId: number,
  today: string,
): Promise<Pick<PeopleFigures, 'spans' | 'declines'>> {
  const spans = {} as PeopleFigures['spans'];
  const declines = {} as PeopleFigures['declines'];
  const between = async (from: string, to: string): Promise<[Disclosed, Disclosed]> => {
    const days = sql`project_id = ${projectId} and day >= ${from} and day < ${to}`;
    const [row] = await rowsOf<{ some: number; declined: number }>(
      db,
      sql`select (select count(*) from (select distinct profile_id from participant_days where ${days}) d) as some,
        (select coalesce(sum(declines), 0) from declines where ${days}) as declined`,
    );
    return [people(Number(row?.some ?? 0)), people(Number(row?.declined ?? 0))];
  };
  for (const span of statsSpans) {
    const from = span === 'all' ? '0000' : spanStart(span, today);
    const [some, declined] = await between(from, today);
    const before = span === 'all' ? undefined : await between(plusDays(from, -Number(span)), from);
    spans[span] = { now: some, ...(before && { before: before[0] }) };
    declines[span] = { now: declined, ...(before && { before: before[1] }) };
  }
  return { spans, declines };
}
