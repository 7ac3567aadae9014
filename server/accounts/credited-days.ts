/** The days on which a person contributed, from the roll-up: nothing reads all events of somebody with many. */
import { sql } from 'kysely';
import { dayLong } from '../day.ts';
import type { Database } from '../db/store.ts';
import type { ContributionTables } from '../db/unfinished-acts.ts';
import { creditedTo } from './contributed.ts';

/** Days are counted from 1970, in UTC. */
export type DayCount = { day: number; events: number; seconds: number };

type ParticipationKey = { project_id: number; profile_id: number };
type PartDay<Day> = ParticipationKey & { day: Day; events: number; seconds: number };

const keyOf = ({ project_id, profile_id }: ParticipationKey) => `${project_id} ${profile_id}`;

/** Contributions and seconds of each day, the first day first. */
export async function daysOf(
  db: Database,
  profileIds: number[],
  tables: ContributionTables,
): Promise<DayCount[]> {
  const list = sql.join(profileIds);
  const { rows: parts } = await sql<
    ParticipationKey & { events: number; duration: number; claimed_at: number | null }
  >`
    select project_id, profile_id, events, duration, claimed_at from participation
    where profile_id in (${list})`.execute(db);
  const { rows: rolled } = await sql<PartDay<string>>`
    select d.project_id, d.profile_id, d.day, sum(d.events) as events, sum(d.duration) as seconds
    from participation q
    join participant_days d on d.project_id = q.project_id and d.profile_id = q.profile_id
    where q.profile_id in (${list}) and q.claimed_at is not null
    group by d.project_id, d.profile_id, d.day`.execute(db);
  const ofPart = Map.groupBy(rolled, keyOf);
  const days = new Map<number, DayCount>();
  const add = (day: number, events: number, seconds: number) => {
    const sum = days.get(day) ?? { day, events: 0, seconds: 0 };
    days.set(day, { day, events: sum.events + events, seconds: sum.seconds + seconds });
  };
  const uncounted: ParticipationKey[] = [];
  for (const part of parts) {
    const found = ofPart.get(keyOf(part)) ?? [];
    const total = (what: 'events' | 'seconds') => found.reduce((sum, row) => sum + Number(row[what]), 0);
    // Some are unclaimed, or a release before recorded some of it and nothing has mended it yet (events/mend-days.ts).
    const isWhole =
      tables.areSettled &&
      part.claimed_at !== null &&
      total('events') === Number(part.events) &&
      Math.abs(total('seconds') - part.duration) <= 1;
    if (!isWhole) uncounted.push(part);
    else for (const { day, events, seconds } of found) add(dayNumber(day), Number(events), Number(seconds));
  }
  if (uncounted.length > 0)
    for (const { day, events, seconds } of await countedDays(db, uncounted, tables))
      add(day, events, seconds);
  return [...days.values()].sort((one, other) => one.day - other.day);
}

const dayNumber = (day: string) => Date.parse(day) / dayLong;

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
