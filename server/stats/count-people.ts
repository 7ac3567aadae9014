/**
 * The figures about people in Stats, from `participant_days`: distinct participants by period, newcomers, retention and
 * places, as numbers that may be shown.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Disclosed, DisclosedPeople } from '../../src/contract/api/disclosed.ts';
import { statsPeriods, statsSpans, statsSplits } from '../../src/contract/pages/stats-figures.ts';
import type { StatsPeriod, StatsSpan, StatsSplit } from '../../src/contract/pages/stats-figures.ts';
import type { Database, Engine } from '../db/store.ts';
import { lessWho } from '../db/who.ts';
import type { PeopleRounding } from './disclosure.ts';
import { periodOf, plusDays, spanStart } from './periods.ts';
import { dayKinds, nobody, tallyPeople, type PeopleTally, type PeriodTally } from './tally-people.ts';

/** A number of people in a span, and in the span before. */
export type ComparedPeople = { now: DisclosedPeople; before?: DisclosedPeople };

/** As stored for a day: everything in it may be shown. */
export type PeopleFigures = {
  participants: Record<
    StatsPeriod,
    Record<StatsSplit, [period: string, part: string, count: DisclosedPeople][]>
  >;
  newcomers: Record<StatsPeriod, [period: string, newcomers: DisclosedPeople, returning: DisclosedPeople][]>;
  /** People by the week of their first contribution: their number, and how many contributed in each week since. */
  retention: { week: string; joined: DisclosedPeople; back: DisclosedPeople[] }[];
  places: [cell: number, count: Disclosed][];
  spans: Record<StatsSpan, ComparedPeople>;
  declines: Record<StatsSpan, ComparedPeople>;
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

type CountOrder = { projectId: number; today: string; people: PeopleRounding };

/** Counts what was known at the end of yesterday; `today` is yyyy-mm-dd. */
export async function countPeople(
  db: Database,
  engine: Engine,
  { projectId, today, people }: CountOrder,
): Promise<PeopleFigures> {
  const retentionFrom = plusDays(periodOf('week', today), -7 * (retentionWeeks - 1));
  const tally = await tallyPeople(db, engine, { projectId, today, retentionFrom });
  const participants = {} as PeopleFigures['participants'];
  const newcomers = {} as PeopleFigures['newcomers'];
  const spans = {} as PeopleFigures['spans'];
  for (const period of statsPeriods) {
    const counted = [...tally.periods[period]].sort(([one], [other]) => (one < other ? -1 : 1));
    participants[period] = participantsOf(counted, people);
    newcomers[period] = counted.map(([of, { all, newcomers: come }]) => [
      of,
      people(come),
      people({ people: all.people - come.people, who: lessWho(all.who, come.who) }),
    ]);
  }
  for (const span of statsSpans) {
    const countFrom = (from: string) => people(tally.spans.get(from) ?? nobody);
    const from = span === 'all' ? '0000' : spanStart(span, today);
    spans[span] = {
      now: countFrom(from),
      ...(span !== 'all' && { before: countFrom(plusDays(from, -Number(span))) }),
    };
  }
  return {
    participants,
    newcomers,
    spans,
    retention: retentionOf(tally, retentionFrom, today, people),
    places: placesOf(tally, people),
    declines: await declinesOf(db, { projectId, today, people }),
  };
}

function participantsOf(
  counted: [string, PeriodTally][],
  people: PeopleRounding,
): PeopleFigures['participants'][StatsPeriod] {
  const bySplit = {} as PeopleFigures['participants'][StatsPeriod];
  for (const split of statsSplits)
    bySplit[split] = counted.flatMap(([period, { all, kinds }]) =>
      split === 'none'
        ? [[period, '', people(all)] as const]
        : dayKinds.flatMap((kind, at) => {
            const count = kinds[at] ?? nobody;
            return kind.split === split && count.people > 0
              ? [[period, kind.part, people(count)] as const]
              : [];
          }),
    ) as (typeof bySplit)[StatsSplit];
  return bySplit;
}

function retentionOf(
  { weeks: counts }: PeopleTally,
  from: string,
  today: string,
  people: PeopleRounding,
): PeopleFigures['retention'] {
  const weeks = Array.from({ length: retentionWeeks }, (_, at) => plusDays(from, 7 * at)).filter(
    (week) => week < today,
  );
  // Every week, also those in which nobody began: their row must not tell.
  return weeks.map((joined) => {
    const back: DisclosedPeople[] = [];
    for (let active = plusDays(joined, 7); active < today; active = plusDays(active, 7))
      back.push(people(counts.get(`${joined} ${active}`) ?? nobody));
    return { week: joined, joined: people(counts.get(`${joined} ${joined}`) ?? nobody), back };
  });
}

/** The squares with a group that may be shown, of which those with most people; others are not even named. */
const placesOf = ({ cells }: PeopleTally, people: PeopleRounding): PeopleFigures['places'] =>
  [...cells]
    .flatMap(([cell, count]) => {
      const shown = people(count);
      return shown === null ? [] : [{ cell, count: count.people, shown }];
    })
    .sort((one, other) => other.count - one.count || one.cell - other.cell)
    .slice(0, maxPlaces)
    .map(({ cell, shown }): [number, Disclosed] => [cell, shown])
    .sort(([one], [other]) => one - other);

/** People who declined in the last days before today, and in as many days before those. */
async function declinesOf(
  db: Database,
  { projectId, today, people }: CountOrder,
): Promise<PeopleFigures['declines']> {
  const declines = {} as PeopleFigures['declines'];
  const rows = await db
    .selectFrom('declines')
    .select(['day', 'declines'])
    .where('project_id', '=', projectId)
    .orderBy('day')
    .execute();
  const between = (from: string, to: string): DisclosedPeople => {
    const some = rows.filter(({ day }) => day >= from && day < to);
    return people({
      people: some.reduce((sum, row) => sum + Number(row.declines), 0),
      // Nobody is known who declined; the days stand for them.
      who: some.map((row) => `${row.day} ${row.declines}`).join(),
    });
  };
  for (const span of statsSpans) {
    const from = span === 'all' ? '0000' : spanStart(span, today);
    declines[span] = {
      now: between(from, today),
      ...(span !== 'all' && { before: between(plusDays(from, -Number(span)), from) }),
    };
  }
  return declines;
}
