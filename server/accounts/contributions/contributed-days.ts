/**
 * The days of what is credited to a person's profiles: from the roll-up in UTC, so that nothing reads all events of
 * somebody with many, and from the events in another zone.
 */
import { type RawBuilder, sql } from 'kysely';
import { doubtfulSeconds } from '../../../src/contract/api/event.ts';
import type { DailyShare } from '../../certificates/statement.ts';
import type { Database } from '../../db/store.ts';
import type { ContributionTables } from '../../db/unfinished-acts.ts';
import { dayLong } from '../../text/day.ts';
import { offsetsOf, utc } from '../../text/zone.ts';
import { creditedTo } from './contributed.ts';

/** Days are counted from 1970, in UTC or a person's zone. */
export type DayCount = { day: number; events: number; seconds: number };

type ParticipationKey = { project_id: number; profile_id: number };
type PartDay<Day> = ParticipationKey & { day: Day; events: number; seconds: number };

type CreditedDay = PartDay<number> & { isReported: boolean };

const creditedDay = (
  { project_id, profile_id, events, seconds, reported }: PartDay<unknown> & { reported: number },
  day: number,
): CreditedDay => ({
  ...{ project_id: Number(project_id), profile_id, day, isReported: reported === 1 },
  events: Number(events),
  seconds: Number(seconds),
});

const keyOf = ({ project_id, profile_id }: ParticipationKey) => `${project_id} ${profile_id}`;

/** Contributions and seconds of each day in UTC, the first day first. */
export async function daysOf(
  db: Database,
  profileIds: number[],
  tables: ContributionTables,
): Promise<DayCount[]> {
  const list = sql.join(profileIds);
  const { rows: parts } = await sql<ParticipationKey & { claimed_at: number | null }>`
    select project_id, profile_id, claimed_at from participation
    where profile_id in (${list})`.execute(db);
  const ofPart = Map.groupBy(await rolledDays(db, profileIds), keyOf);
  const days = new Map<number, DayCount>();
  const add = (day: number, events: number, seconds: number) => {
    const sum = days.get(day) ?? { day, events: 0, seconds: 0 };
    days.set(day, { day, events: sum.events + events, seconds: sum.seconds + seconds });
  };
  const uncounted: ParticipationKey[] = [];
  for (const part of parts) {
    const contributions = ofPart.get(keyOf(part)) ?? [];
    if (!tables.areSettled || part.claimed_at === null) uncounted.push(part);
    else for (const { day, events, seconds } of contributions) add(day, events, seconds);
  }
  if (uncounted.length > 0)
    for (const { day, events, seconds } of await countedDays(db, uncounted, tables))
      add(day, events, seconds);
  for (const { day, seconds } of await doubtfulOf(db, profileIds, tables)) add(day, 0, -seconds);
  return [...days.values()].sort((one, other) => one.day - other.day);
}

/** The days of the roll-up, without what is unclaimed. */
export async function rolledDays(db: Database, profileIds: number[]): Promise<CreditedDay[]> {
  const { rows } = await sql<PartDay<string> & { reported: number }>`
    select d.project_id, d.profile_id, d.day, case when d.source = 'api' then 1 else 0 end as reported,
      sum(d.events) as events, sum(d.duration) as seconds
    from participation q
    join participant_days d on d.project_id = q.project_id and d.profile_id = q.profile_id
    where q.profile_id in (${sql.join(profileIds)}) and q.claimed_at is not null
    group by 1, 2, 3, 4`.execute(db);
  return rows.map((row) => creditedDay(row, Date.parse(row.day) / dayLong));
}

/** Up to this many contributions of a person, a visit reads all of them. */
export const maxReadAtVisit = 20_000;

/** The days of a person in their zone, or in UTC if they have very many contributions. `days`: those in UTC. */
export async function daysIn(
  db: Database,
  profileIds: number[],
  tables: ContributionTables,
  days: DayCount[],
  zone: string,
): Promise<{ zone: string; days: DayCount[] }> {
  const total = days.reduce((sum, { events }) => sum + events, 0);
  const [first, last] = [days.at(0), days.at(-1)];
  if (zone === utc || !first || !last || total > maxReadAtVisit) return { zone: utc, days };
  const ofDay = dayIn(zone, first.day * dayLong, (last.day + 1) * dayLong);
  const { rows } =
    await sql<DayCount>`select ${ofDay} as day, count(*) as events, ${certainSeconds} as seconds
    ${creditedTo(profileIds, tables)} group by 1 order by 1`.execute(db);
  const counted = rows.map(({ day, events, seconds }) => ({
    day: Number(day),
    events: Number(events),
    seconds: Number(seconds),
  }));
  return { zone, days: counted };
}

/** The day of an event (`e`) in a zone, as an expression; `from` and `to`: between which the events are. */
export function dayIn(zone: string, from: number, to: number): RawBuilder<number> {
  const [first, ...later] = offsetsOf(zone, from, to);
  const cases = later
    .toReversed()
    .map(({ since, ahead }) => sql`when e.happened_at >= ${sql.lit(since)} then ${sql.lit(ahead)}`);
  const before = sql.lit(first?.ahead ?? 0);
  const offset = cases.length === 0 ? before : sql`case ${sql.join(cases, sql` `)} else ${before} end`;
  return sql`(e.happened_at + ${offset}) / ${sql.lit(dayLong)}`;
}

/** Whether the hours of a contribution (`e`) do not count, because the participant has not said that they are right. */
export const isDoubtful = sql`e.duration > ${sql.lit(doubtfulSeconds)} and e.confirmed_at is null`;

const certainSeconds = sql`coalesce(sum(case when ${isDoubtful} then 0 else e.duration end), 0)`;

/** Seconds that do not count, by project, day and who reported them. */
export async function doubtfulOf(
  db: Database,
  profileIds: number[],
  tables: ContributionTables,
): Promise<Omit<DailyShare, 'events'>[]> {
  const { rows } = await sql<Omit<DailyShare, 'events' | 'isReported'> & { reported: number }>`
    select e.project_id, e.happened_at / ${sql.lit(dayLong)} as day,
      case when e.source = 'api' then 1 else 0 end as reported, sum(e.duration) as seconds
    ${creditedTo(profileIds, tables)} and ${isDoubtful} group by 1, 2, 3`.execute(db);
  return rows.map(({ project_id, day, reported, seconds }) => ({
    project_id: Number(project_id),
    day: Number(day),
    isReported: reported === 1,
    seconds: Number(seconds),
  }));
}

/** The days of some participations, counted from the events. */
export async function countedDays(
  db: Database,
  parts: ParticipationKey[],
  tables: ContributionTables,
): Promise<CreditedDay[]> {
  const wanted = new Set(parts.map(keyOf));
  const profiles = [...new Set(parts.map(({ profile_id }) => profile_id))];
  const projects = [...new Set(parts.map(({ project_id }) => project_id))];
  const { rows } = await sql<PartDay<number> & { reported: number }>`
    select e.project_id, e.profile_id, e.happened_at / ${sql.lit(dayLong)} as day,
      case when e.source = 'api' then 1 else 0 end as reported, count(*) as events,
      coalesce(sum(e.duration), 0) as seconds ${creditedTo(profiles, tables)} and e.project_id in (${sql.join(projects)})
    group by 1, 2, 3, 4`.execute(db);
  return rows.filter((row) => wanted.has(keyOf(row))).map((row) => creditedDay(row, Number(row.day)));
}
