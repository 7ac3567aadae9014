/** Single contributions that are credited to a person's profiles: the newest, one of them, and one page of them. */
import { type RawBuilder, sql } from 'kysely';
import type { EventType } from '../../../src/contract/api/event-types.ts';
import type { EventSource } from '../../../src/contract/api/event.ts';
import { dayLong } from '../../text/day.ts';
import { firstIdAt } from '../../db/ids.ts';
import { openIn } from '../../projects/visibility.ts';
import type { Database } from '../../db/store.ts';
import { contributionTables, type ContributionTables } from '../../db/unfinished-acts.ts';
import type { DayCount } from './contributed-days.ts';

export type Contributed = {
  project_id: number;
  event_id: number;
  name: string;
  is_open: number;
  type: EventType;
  source: EventSource;
  happened_at: number;
  duration: number | null;
  /** When the participant said that its hours are right. */
  confirmed_at: number | null;
  /** A GeoJSON point. */
  place: string | null;
};

/** Leaves out unclaimed contributions: they have a list of their own. */
const isClaimed = (joinedAt = sql`r.joined_at`) =>
  sql`(q.claimed_at is not null or e.arrived_at >= ${joinedAt})`;

/** The statement's tables of contributions (`e`) that are credited to these profiles, without unclaimed ones. */
export const creditedTo = (
  profileIds: number[],
  { events, joinedAt }: Pick<ContributionTables, 'events' | 'joinedAt'>,
) => sql`from ${events} e
  join participation q on q.project_id = e.project_id and q.profile_id = e.profile_id
  ${joinedAt ? sql`` : sql`join profiles r on r.profile_id = e.profile_id`}
  where e.profile_id in (${sql.join(profileIds)}) and ${isClaimed(joinedAt)}`;

/** Contributions, newest first: by when they happened. `days`: all days of the person. */
export async function contributionsOf(
  db: Database,
  profileIds: number[],
  tables: ContributionTables,
  days: DayCount[],
  { limit, offset }: { limit: number; offset: number },
): Promise<Contributed[]> {
  const range = tables.areSettled ? rangeOf(days, offset, limit) : undefined;
  if (range) {
    const rows = await described(
      db,
      sql`select *, count(*) over () as found from (${between(profileIds, range)}) every_one
        order by happened_at desc, event_id desc limit ${limit} offset ${offset - range.newer}`,
    );
    if (Number(rows[0]?.found) === range.events) return rows;
  }
  // Something was recorded or taken back between the two reads: read all of them.
  return described(
    db,
    sql`select e.*, 0 as found ${creditedTo(profileIds, tables)}
      order by e.happened_at desc, e.event_id desc limit ${limit} offset ${offset}`,
  );
}

/** One contribution of a person; undefined if it is not on a profile of theirs. */
export async function contributionWith(
  db: Database,
  profileIds: number[],
  projectId: number,
  eventId: number,
): Promise<Contributed | undefined> {
  if (profileIds.length === 0) return undefined;
  const tables = await contributionTables(db, profileIds);
  const [row] = await described(
    db,
    sql`select e.*, 0 as found ${creditedTo(profileIds, tables)} and e.project_id = ${projectId}
      and e.event_id = ${eventId}`,
  );
  return row;
}

/** The contribution that arrived last: one index look-up for each project. */
export async function newestOf(
  db: Database,
  profileIds: number[],
  tables: ContributionTables,
): Promise<Contributed | undefined> {
  if (!tables.areSettled)
    return (
      await described(
        db,
        sql`select e.*, 0 as found ${creditedTo(profileIds, tables)} order by e.event_id desc limit 1`,
      )
    )[0];
  const [newest] = await described(
    db,
    sql`select e.*, 0 as found from (
      select q.project_id, q.claimed_at, r.joined_at, (select max(x.event_id) from events x
        where x.profile_id = q.profile_id and x.project_id = q.project_id) as event_id
      from participation q join profiles r on r.profile_id = q.profile_id
      where q.profile_id in (${sql.join(profileIds)})) latest
    join events e on e.project_id = latest.project_id and e.event_id = latest.event_id
    where latest.claimed_at is not null or e.arrived_at >= latest.joined_at
    order by e.event_id desc limit 1`,
  );
  return newest;
}

/** Rows of events with their projects. */
async function described(
  db: Database,
  events: RawBuilder<unknown>,
): Promise<(Contributed & { found: number })[]> {
  const { rows } = await sql<Contributed & { found: number }>`
    select c.project_id, c.event_id, p.name, case when ${sql.raw(openIn('p'))} then 1 else 0 end as is_open, c.type, c.source,
      c.happened_at, c.duration, c.confirmed_at, c.place, c.found
    from (${events}) c join projects p on p.project_id = c.project_id
    order by c.happened_at desc, c.event_id desc`.execute(db);
  return rows;
}

type Range = { from: number; to: number; events: number; newer: number };

/** The days that a page of a list by date comes from, and the number of contributions that are newer. */
function rangeOf(days: DayCount[], offset: number, limit: number): Range | undefined {
  let newer = 0;
  let range: Range | undefined;
  for (const { day, events } of days.toReversed()) {
    if (range) Object.assign(range, { from: day, events: range.events + events });
    else if (newer + events > offset) range = { from: day, to: day, events, newer };
    else newer += events;
    if (range && range.newer + range.events >= offset + limit) break;
  }
  return range;
}

/**
 * All contributions of some days, without reading others. An event that is not late arrived within a day of its date,
 * and ids are ordered by arrival; late ones have an index of their own.
 */
export const between = (
  profileIds: number[],
  { from, to }: Pick<Range, 'from' | 'to'>,
) => sql`select e.* from participation q
    join profiles r on r.profile_id = q.profile_id ${theirEvents}
    and q.profile_id in (${sql.join(profileIds)})
    and x.event_id >= ${firstIdAt((from - 1) * dayLong)} and x.event_id < ${firstIdAt((to + 2) * dayLong)}
    and e.is_late = 0 and ${isDated(from, to)} and ${isClaimed()}
  union all select e.* ${creditedTo(profileIds, { events: sql`events` })} and e.is_late = 1 and ${isDated(from, to)}`;

/**
 * Joins the events of a participant (`q`) in one project. SQLite follows this order: it would otherwise read the
 * project's events, since it does not know that a person has few of them.
 */
export const theirEvents = sql`cross join (select profile_id, project_id, event_id from events
      where profile_id is not null) x
    cross join events e
    where x.profile_id = q.profile_id and x.project_id = q.project_id
    and e.project_id = x.project_id and e.event_id = x.event_id`;

const isDated = (from: number, to: number) =>
  sql`e.happened_at >= ${from * dayLong} and e.happened_at < ${(to + 1) * dayLong}`;
