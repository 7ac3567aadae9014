/**
 * The days of what is credited to a person's profiles: from the roll-up in UTC, so that nothing reads all events of
 * somebody with many, and from the events in another zone and for certificates.
 */
import { type RawBuilder, sql } from 'kysely';
import { doubtfulSeconds } from '../../../src/contract/api/event.ts';
import type { DailyShare } from '../../certificates/statement.ts';
import type { Database } from '../../db/store.ts';
import { contributionTables, type ContributionTables } from '../../db/unfinished-acts.ts';
import { dayLong } from '../../text/day.ts';
import { offsetsOf, utc } from '../../text/zone.ts';
import { between, creditedTo } from './contributed.ts';
import { type Unions, unions, withOverlaps, withReaches } from './overlaps.ts';

/** Days are counted from 1970, in UTC or a person's zone. */
export type DayCount = { day: number; events: number; seconds: number };

type ParticipationKey = { project_id: number; profile_id: number };
type ShareRow = Omit<DailyShare, 'isReported' | 'overlapping'> & Unions & { reported: number };
type PartDay<Day> = ParticipationKey & { day: Day; events: number; seconds: number };

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
async function rolledDays(
  db: Database,
  profileIds: number[],
): Promise<(PartDay<number> & { isReported: boolean })[]> {
  const { rows } = await sql<PartDay<string> & { reported: number }>`
    select d.project_id, d.profile_id, d.day, case when d.source = 'api' then 1 else 0 end as reported,
      sum(d.events) as events, sum(d.duration) as seconds
    from participation q
    join participant_days d on d.project_id = q.project_id and d.profile_id = q.profile_id
    where q.profile_id in (${sql.join(profileIds)}) and q.claimed_at is not null
    group by 1, 2, 3, 4`.execute(db);
  return rows.map(({ day, events, seconds, reported, ...part }) => ({
    ...part,
    day: Date.parse(day) / dayLong,
    events: Number(events),
    seconds: Number(seconds),
    isReported: reported === 1,
  }));
}

/** Up to this many contributions of a person, a visit reads all of them. */
const maxReadAtVisit = 20_000;

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
function dayIn(zone: string, from: number, to: number): RawBuilder<number> {
  const [first, ...later] = offsetsOf(zone, from, to);
  const cases = later
    .toReversed()
    .map(({ since, ahead }) => sql`when e.happened_at >= ${sql.lit(since)} then ${sql.lit(ahead)}`);
  const before = sql.lit(first?.ahead ?? 0);
  const offset = cases.length === 0 ? before : sql`case ${sql.join(cases, sql` `)} else ${before} end`;
  return sql`(e.happened_at + ${offset}) / ${sql.lit(dayLong)}`;
}

/** Whether the hours of a contribution (`e`) do not count, because the participant has not said that they are right. */
const isDoubtful = sql`e.duration > ${sql.lit(doubtfulSeconds)} and e.confirmed_at is null`;

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

/** The same counted from the events. */
async function countedDays(
  db: Database,
  parts: ParticipationKey[],
  tables: ContributionTables,
): Promise<DayCount[]> {
  const wanted = new Set(parts.map(keyOf));
  const profiles = [...new Set(parts.map(({ profile_id }) => profile_id))];
  const projects = [...new Set(parts.map(({ project_id }) => project_id))];
  const { rows } = await sql<PartDay<number>>`
    select e.project_id, e.profile_id, e.happened_at / ${sql.lit(dayLong)} as day, count(*) as events,
      coalesce(sum(e.duration), 0) as seconds ${creditedTo(profiles, tables)} and e.project_id in (${sql.join(projects)})
    group by 1, 2, 3`.execute(db);
  return rows
    .filter((row) => wanted.has(keyOf(row)))
    .map(({ day, events, seconds }) => ({
      day: Number(day),
      events: Number(events),
      seconds: Number(seconds),
    }));
}

/** Up to this many contributions are added up at once: so long do searches of others wait on SQLite. */
const maxAtOnce = 50_000;
type Period = { from: number; to: number };

/** A period in parts of about `maxAtOnce` contributions, as statements' tables (`e`) with a day more on both sides. */
async function partsOf(
  db: Database,
  profileIds: number[],
  { from, to }: Period,
): Promise<(Period & { events: RawBuilder<unknown> })[]> {
  const tables = await contributionTables(db, profileIds);
  const { events, first, last } = await db
    .selectFrom('participation')
    .select(({ fn }) => [
      fn.sum('events').as('events'),
      fn.min('first_at').as('first'),
      fn.max('last_at').as('last'),
    ])
    .where('profile_id', 'in', profileIds)
    .executeTakeFirstOrThrow();
  const parts = Math.ceil(Number(events) / maxAtOnce);
  if (parts < 2 || !tables.areSettled)
    return [
      {
        ...{ from, to },
        events: sql`${creditedTo(profileIds, tables)}
          and e.happened_at >= ${from - dayLong} and e.happened_at < ${to + dayLong}`,
      },
    ];
  const [start, end] = [Math.max(from, Number(first)), Math.min(to, Number(last) + 1)];
  const length = Math.max(dayLong, Math.ceil((Number(last) - Number(first)) / parts));
  return Array.from({ length: Math.max(0, Math.ceil((end - start) / length)) }, (_, n) => {
    const part = { from: start + n * length, to: Math.min(end, start + (n + 1) * length) };
    const days = { from: Math.floor(part.from / dayLong) - 1, to: Math.floor(part.to / dayLong) + 1 };
    return { ...part, events: sql`from (${between(profileIds, days)}) e` };
  });
}

/** The contributions of each day of a zone from one moment to another, by project. */
export async function sharesOf(
  db: Database,
  profileIds: number[],
  { zone, ...period }: Period & { zone: string },
): Promise<DailyShare[]> {
  if (profileIds.length === 0) return [];
  const rows: ShareRow[] = [];
  for (const { from, to, events } of await partsOf(db, profileIds, period)) {
    const credited = sql`select e.project_id, ${dayIn(zone, period.from, period.to)} as day, e.happened_at, e.arrived_at,
      case when e.source = 'api' then 1 else 0 end as reported,
      case when ${isDoubtful} then 0 else coalesce(e.duration, 0) end as seconds ${events}`;
    const part =
      await sql<ShareRow>`select project_id, day, reported, count(*) as events, sum(seconds) as seconds,
      ${unions} from ${withReaches(credited)} e where happened_at >= ${from} and happened_at < ${to}
      group by 1, 2, 3`.execute(db);
    rows.push(...part.rows);
  }
  const shares = withOverlaps(
    rows.map(({ project_id, day, reported, events, ...sums }) => ({
      ...sums,
      project_id: Number(project_id),
      day: Number(day),
      events: Number(events),
      isReported: reported === 1,
    })),
  );
  const overlapping = shares.filter((share) => share.overlapping !== undefined);
  if (overlapping.length === 0) return shares;
  const may = await mayOverlap(db, profileIds, [...new Set(overlapping.map(({ project_id }) => project_id))]);
  return shares.map(({ overlapping = 0, ...share }) =>
    overlapping === 0 || may.has(share.project_id)
      ? share
      : { ...share, seconds: share.seconds - overlapping, overlapping },
  );
}

/** `isExact`: no hours that overlap are among them. */
export type SharesSince = { shares: DailyShare[]; isExact: boolean };

/** The contributions since a moment by the days of UTC; those of tomorrow in UTC are of today in other zones. */
export const exactSharesSince = async (
  db: Database,
  profileIds: number[],
  from = 0,
): Promise<SharesSince> => ({
  shares: await sharesOf(db, profileIds, { zone: utc, from, to: Date.now() + dayLong }),
  isExact: true,
});

/**
 * The same for a visit, which must not read all contributions of somebody with very many: whole days of the roll-up
 * then, with hours that overlap.
 */
export async function sharesSince(db: Database, profileIds: number[], from = 0): Promise<SharesSince> {
  if (profileIds.length === 0) return { shares: [], isExact: true };
  const tables = await contributionTables(db, profileIds);
  const parts = await db
    .selectFrom('participation')
    .select(['events', 'claimed_at'])
    .where('profile_id', 'in', profileIds)
    .execute();
  const total = parts.reduce((sum, { events }) => sum + events, 0);
  const isRolledUp = tables.areSettled && parts.every(({ claimed_at }) => claimed_at !== null);
  if (total <= maxReadAtVisit || !isRolledUp) return exactSharesSince(db, profileIds, from);
  const doubtful = await doubtfulOf(db, profileIds, tables);
  const all = [
    ...(await rolledDays(db, profileIds)),
    ...doubtful.map((share) => ({ ...share, events: 0, seconds: -share.seconds })),
  ];
  return { shares: all.filter(({ day }) => (day + 1) * dayLong > from), isExact: false };
}

/** The projects, of these, whose contributions may overlap: as their managers said, and all for a group of people. */
async function mayOverlap(db: Database, profileIds: number[], projectIds: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('projects as p')
    .select('p.project_id')
    .where('p.project_id', 'in', projectIds)
    .where((is) =>
      is.or([
        is('p.may_overlap', '=', 1),
        is.exists(
          is
            .selectFrom('groups as g')
            .innerJoin('profiles as r', 'r.account_id', 'g.account_id')
            .select('g.group_id')
            .where('r.profile_id', 'in', profileIds),
        ),
      ]),
    )
    .execute();
  return new Set(rows.map(({ project_id }) => project_id));
}
