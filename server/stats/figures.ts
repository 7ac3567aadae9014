/** The figures of a project's Stats for a choice of period, split and span: from roll-ups only, never from events. */
import { sql, type RawBuilder } from 'kysely';
import type { DisclosedPeople } from '../../src/contract/api/disclosed.ts';
import type {
  Figure,
  FigureCell,
  FigureName,
  FigureSet,
  StatsChoice,
} from '../../src/contract/pages/stats-figures.ts';
import { dayOf } from '../text/day.ts';
import type { Database, Store } from '../db/store.ts';
import { boundsOf } from '../geometry/ten-km-cells.ts';
import { drawPlaces } from '../places/draw-places.ts';
import { type ComparedPeople, partColumn, retentionWeeks, type PeopleFigures } from './count-people.ts';
import { contributed, hiddenGroup } from './disclosure.ts';
import type { PeopleFiguresStore } from './people-figures.ts';
import { spanSums, type SpanSums } from './span-sums.ts';
import { earliestDay, firstDayOf, periodColumn, periodsBetween, plusDays, spanStart } from './periods.ts';

export type FigureStore = ReturnType<typeof figureStore>;

type Row = FigureCell[];
type FigureSums = { period: string; part: string; events: number; duration: number; magnitude: number };

const figure = (name: FigureName, columns: string[], rows: Row[]): Figure => ({ name, columns, rows });

export function figureStore(
  { db, engine }: Pick<Store, 'db' | 'engine'>,
  counted: Pick<PeopleFiguresStore, 'ofProject'>,
) {
  const { firstDay, sumsBetween } = spanSums(db);
  const rowsOf = async <Found>(query: RawBuilder<unknown>): Promise<Found[]> =>
    (await query.execute(db)).rows as Found[];

  /** The first day of the figures over time: that of a whole period. */
  const startOf = async (projectId: number, { span, period }: StatsChoice, today: string) => {
    const earliest = earliestDay(period, today);
    const first = span === 'all' ? await firstDay(projectId) : spanStart(span, today);
    const start = firstDayOf(period, first ?? today);
    return start < earliest ? earliest : start;
  };

  return {
    async ofProject(projectId: number, choice: StatsChoice, now: number): Promise<FigureSet> {
      const today = dayOf(now);
      const from = await startOf(projectId, choice, today);
      const days = sql`project_id = ${projectId} and day >= ${from} and day <= ${today}`;
      const spanFrom = choice.span === 'all' ? '0000' : spanStart(choice.span, today);
      // At the same time: PostgreSQL reads them on several connections.
      const [sums, hours, inSpan, before, known, notes] = await Promise.all([
        // First by day: on PostgreSQL, the name of a week takes longer to make than to add up a day.
        rowsOf<FigureSums>(
          sql`select ${periodColumn(engine, choice.period)} as period, part, sum(events) as events,
            sum(duration) as duration, sum(magnitude) as magnitude from (
              select day, ${partColumn[choice.by]} as part, sum(events) as events, sum(duration) as duration,
              sum(magnitude) as magnitude from daily where ${days} and is_test = 0 group by 1, 2) d
            group by 1, 2 order by 1, 2`,
        ),
        rowsOf<{ hour: number; events: number }>(
          sql`select hour, sum(events) as events from hourly where ${days} group by hour`,
        ),
        sumsBetween(projectId, spanFrom, today),
        choice.span === 'all'
          ? undefined
          : sumsBetween(projectId, plusDays(spanFrom, -Number(choice.span)), spanFrom),
        counted.ofProject(projectId, now),
        notesOf(db, projectId),
      ]);
      const periods = periodsBetween(choice.period, from, today);
      const places = known?.figures.places ?? [];
      return {
        choice,
        from,
        to: today,
        notes,
        ...(known && { peopleUpTo: plusDays(known.day, -1) }),
        ...(places.length > 0 && { map: drawPlaces(places.map(([cell, n]) => [boundsOf(cell), n])) }),
        figures: [
          ...overTime(periods, sums),
          figure('hours-of-day', ['hour', 'contributions'], byHour(hours)),
          comparison(inSpan, before, known?.figures.spans[choice.span]),
          funnel(inSpan, before, known?.figures.declines[choice.span]),
          ...(known
            ? ofPeople(
                periods.filter((period) => period < known.day),
                sums,
                choice,
                known.figures,
              )
            : []),
        ],
      };
    },
  };
}

const notesOf = (db: Database, projectId: number) =>
  db
    .selectFrom('stats_notes')
    .select(['note_id as id', 'day', 'text'])
    .where('project_id', '=', projectId)
    .orderBy('day')
    .orderBy('note_id')
    .execute();

/** The periods and parts that have contributions. */
const contributionsIn = (sums: FigureSums[]) => ({
  periods: new Set(sums.map(({ period }) => period)),
  parts: [...new Set(sums.map(({ part }) => part))].filter((part) => part !== '').sort(),
  cells: new Set(sums.map(({ period, part }) => `${period} ${part}`)),
});

/** Contributions, hours and magnitude: a row for each period, a column for each part and one for their sum. */
function overTime(periods: string[], sums: FigureSums[]): Figure[] {
  const { parts } = contributionsIn(sums);
  const byDay = new Map<string, FigureSums>();
  const totals = new Map<string, Record<'events' | 'duration' | 'magnitude', number>>();
  for (const row of sums) {
    byDay.set(`${row.period} ${row.part}`, row);
    const total = totals.get(row.period) ?? { events: 0, duration: 0, magnitude: 0 };
    for (const name of ['events', 'duration', 'magnitude'] as const) total[name] += Number(row[name]);
    totals.set(row.period, total);
  }
  const kinds = [
    ['contributions', 'events', 1],
    ['hours', 'duration', 3600],
    ['magnitude', 'magnitude', 1],
  ] as const;
  return kinds.map(([name, column, unit]) =>
    figure(
      name,
      ['period', ...parts, 'total'],
      periods.map((period) => [
        period,
        ...parts.map((part) => contributed(Number(byDay.get(`${period} ${part}`)?.[column] ?? 0) / unit)),
        contributed((totals.get(period)?.[column] ?? 0) / unit),
      ]),
    ),
  );
}

function byHour(hours: { hour: number; events: number }[]): Row[] {
  const counts = new Map(hours.map(({ hour, events }) => [Number(hour), Number(events)]));
  return Array.from({ length: 24 }, (_, hour) => [
    `${String(hour).padStart(2, '0')}:00`,
    contributed(counts.get(hour) ?? 0),
  ]);
}

function comparison(now: SpanSums, before: SpanSums | undefined, some: ComparedPeople | undefined): Figure {
  const rows: Row[] = (['events', 'hours', 'magnitude'] as const).map((name) => [
    name === 'events' ? 'contributions' : name,
    now[name],
    ...(before ? [before[name]] : []),
  ]);
  if (some) rows.push(['participants', some.now, ...(some.before === undefined ? [] : [some.before])]);
  return figure('comparison', ['measure', 'now', ...(before ? ['before'] : [])], rows);
}

function funnel(now: SpanSums, before: SpanSums | undefined, declines: ComparedPeople | undefined): Figure {
  const rows: Row[] = [
    ['shown', now.shown, ...(before ? [before.shown] : [])],
    ['credited', now.embedded, ...(before ? [before.embedded] : [])],
  ];
  if (declines)
    rows.push(['declined', declines.now, ...(declines.before === undefined ? [] : [declines.before])]);
  return figure('funnel', ['step', 'now', ...(before ? ['before'] : [])], rows);
}

/**
 * The columns of a split are those of its contributions, and people are 0 only where there were no contributions: both
 * stay the same when somebody leaves.
 */
function ofPeople(
  periods: string[],
  sums: FigureSums[],
  { period, by }: StatsChoice,
  known: PeopleFigures,
): Figure[] {
  const { periods: busy, parts, cells } = contributionsIn(sums);
  const counts = new Map(known.participants[period][by].map(([of, part, count]) => [`${of} ${part}`, count]));
  const totals = new Map(known.participants[period].none.map(([of, , count]) => [of, count]));
  const come = new Map(known.newcomers[period].map(([of, ...both]) => [of, both]));
  const countOf = (has: boolean, count: DisclosedPeople | undefined): DisclosedPeople =>
    has ? (count ?? hiddenGroup) : contributed(0);
  const weeks = Array.from({ length: retentionWeeks - 1 }, (_, week) => `week ${week + 1}`);
  return [
    figure(
      'participants',
      ['period', ...parts, 'total'],
      periods.map((of) => [
        of,
        ...parts.map((part) => countOf(cells.has(`${of} ${part}`), counts.get(`${of} ${part}`))),
        countOf(busy.has(of), totals.get(of)),
      ]),
    ),
    figure(
      'new-and-returning',
      ['period', 'new', 'returning'],
      periods.map((of) => [of, ...[0, 1].map((at) => countOf(busy.has(of), come.get(of)?.[at]))]),
    ),
    figure(
      'retention',
      ['week', 'joined', ...weeks],
      known.retention.map(({ week, joined, back }) => [
        week,
        joined,
        ...weeks.map((_, after) => (after < back.length ? (back[after] ?? hiddenGroup) : '')),
      ]),
    ),
    figure(
      'places',
      ['south', 'west', 'north', 'east', 'participants'],
      known.places.map(([cell, count]) => {
        const { south, west, north, east } = boundsOf(cell);
        return [...[south, west, north, east].map(String), count];
      }),
    ),
  ];
}
