/** The single contributions that are credited to a person's profiles: the newest, one page of them, and their days. */
import { sql } from 'kysely';
import type { EventType } from '../../src/contract/event-types.ts';
import type { EventSource } from '../../src/contract/event.ts';
import type { DailyShare } from '../certificates/statement.ts';
import { dayLong } from '../day.ts';
import { openIn } from '../db/standing.ts';
import type { Database } from '../db/store.ts';

export type Contributed = {
  project_id: number;
  name: string;
  is_open: number;
  type: EventType;
  source: EventSource;
  happened_at: number;
  duration: number | null;
  /** A GeoJSON point. */
  place: string | null;
};

export type DayCount = { day: number; events: number; seconds: number };

/** Leaves out unclaimed contributions: they have a list of their own. */
const creditedTo = (profileIds: number[]) => sql`from events e
  join participation q on q.project_id = e.project_id and q.profile_id = e.profile_id
  join profiles r on r.profile_id = e.profile_id
  where e.profile_id in (${sql.join(profileIds)}) and (q.claimed_at is not null or e.arrived_at >= r.joined_at)`;

type Asked = { order: 'arrival' | 'date'; limit: number; offset: number };

/** Contributions, newest first: by when they were credited, or by when they happened. */
export async function contributionsOf(
  db: Database,
  profileIds: number[],
  { order, limit, offset }: Asked,
): Promise<Contributed[]> {
  const by = sql.raw(order === 'date' ? 'happened_at desc, event_id desc' : 'event_id desc');
  const { rows } = await sql<Contributed>`
    select c.project_id, p.name, case when ${sql.raw(openIn('p'))} then 1 else 0 end as is_open, c.type, c.source,
      c.happened_at, c.duration, c.place
    from (select e.* ${creditedTo(profileIds)} order by ${by} limit ${limit} offset ${offset}) c
    join projects p on p.project_id = c.project_id order by ${by}`.execute(db);
  return rows;
}

/** Contributions and seconds of each day, the first day first; days are counted from 1970, in UTC. */
export async function daysOf(db: Database, profileIds: number[]): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select e.happened_at / ${sql.lit(dayLong)} as day, count(*) as events,
    coalesce(sum(e.duration), 0) as seconds ${creditedTo(profileIds)} group by 1 order by 1`.execute(db);
  return rows.map(({ day, events, seconds }) => ({
    day: Number(day),
    events: Number(events),
    seconds: Number(seconds),
  }));
}

/** The contributions of each day from one moment to another, by project. */
export async function sharesOf(
  db: Database,
  profileIds: number[],
  from: number,
  to: number,
): Promise<DailyShare[]> {
  const { rows } = await sql<Omit<DailyShare, 'isReported'> & { reported: number }>`
    select e.project_id, e.happened_at / ${sql.lit(dayLong)} as day,
      case when e.source = 'api' then 1 else 0 end as reported, count(*) as events,
      coalesce(sum(e.duration), 0) as seconds ${creditedTo(profileIds)}
    and e.happened_at >= ${from} and e.happened_at < ${to} group by 1, 2, 3`.execute(db);
  return rows.map(({ reported, ...row }) => ({
    project_id: Number(row.project_id),
    day: Number(row.day),
    events: Number(row.events),
    seconds: Number(row.seconds),
    isReported: reported === 1,
  }));
}
