/**
 * The figures of volunteers, which change once a day: an owner who could see them move at once could tell from a single
 * report of theirs which pseudonym is whose.
 */
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { EventType } from '../../src/contract/event-types.ts';
import { dayLong, dayOf } from '../day.ts';
import type { Tables } from '../db/schema.ts';
import { isAway, type Database } from '../db/store.ts';
import { isTakenAway, readUnfinished } from '../db/unfinished-acts.ts';
import { amongParticipants, isListed, withPerson } from './listed.ts';

type Row = Tables['volunteers'];
type CountedVolunteer = {
  profile_id: number;
  type: EventType;
  events: number;
  unvouched: number;
  duration: number;
  magnitude: number;
  first_at: number;
  last_at: number;
};

const rowsPerStatement = 500;

/** A participant who is listed, and since when their contributions count. */
type ListedProfile = { profile_id: number; since: number };

/** Everybody who is listed now: contributions count once they are claimed, or if they arrived after the person joined. */
async function listedOf(db: Database, projectId: number, now: number): Promise<ListedProfile[]> {
  const listed: ListedProfile[] = [];
  let last = 0;
  for (;;) {
    const parts = await db
      .selectFrom('participation')
      .select(['project_id', 'profile_id', 'claimed_at'])
      .where('project_id', '=', projectId)
      .where('profile_id', '>', last)
      .orderBy('profile_id')
      .limit(rowsPerStatement)
      .execute();
    const end = parts.at(-1);
    if (!end) return listed;
    last = end.profile_id;
    const { rows } = await sql<{ profile_id: number; joined_at: number | null }>`${amongParticipants(parts)}
      select v.profile_id, r.joined_at from v ${withPerson} where ${isListed(now)}`.execute(db);
    const joined = new Map(rows.map(({ profile_id, joined_at }) => [Number(profile_id), joined_at]));
    for (const { profile_id, claimed_at } of parts) {
      const joinedAt = joined.get(profile_id);
      if (joinedAt !== undefined && (claimed_at !== null || joinedAt !== null))
        listed.push({ profile_id, since: claimed_at === null ? Number(joinedAt) : 0 });
    }
  }
}

/** The figures as of the end of yesterday (UTC), of everybody who is listed now; only claimed contributions count. */
async function countedOf(db: Database, projectId: number, now: number): Promise<CountedVolunteer[]> {
  const today = Math.floor(now / dayLong) * dayLong;
  const acts = await readUnfinished(db, { projectId });
  const listed = await listedOf(db, projectId, now);
  const counted: CountedVolunteer[] = [];
  for (let at = 0; at < listed.length; at += rowsPerStatement) {
    const some = listed
      .slice(at, at + rowsPerStatement)
      .map(({ profile_id, since }) => sql`(${sql.lit(profile_id)}, ${sql.lit(since)})`);
    const { rows } = await sql<CountedVolunteer>`with listed (profile_id, since) as (values ${sql.join(some)})
      select e.profile_id, e.type, count(*) as events, sum(case when e.source = 'api' then 0 else 1 end) as unvouched,
        coalesce(sum(e.duration), 0) as duration, cast(coalesce(sum(e.magnitude), 0) as bigint) as magnitude,
        min(e.happened_at) as first_at, max(e.happened_at) as last_at
      from listed cross join events e
      where e.project_id = ${projectId} and e.profile_id = listed.profile_id and e.is_test = 0
        and e.arrived_at < ${today} and e.arrived_at >= listed.since and not ${isTakenAway('e', acts)}
      group by e.profile_id, e.type order by e.profile_id, e.type`.execute(db);
    counted.push(...rows);
  }
  return counted;
}

function rowsOf(projectId: number, counted: CountedVolunteer[]): Omit<Row, 'pseudonym'>[] {
  const byProfile = Map.groupBy(counted, ({ profile_id }) => profile_id);
  const sum = (some: CountedVolunteer[], of: (one: CountedVolunteer) => number) =>
    some.reduce((total, one) => total + Number(of(one)), 0);
  return [...byProfile].map(([profileId, some]) => ({
    project_id: projectId,
    profile_id: profileId,
    events: sum(some, (one) => one.events),
    unvouched: sum(some, (one) => one.unvouched),
    duration: sum(some, (one) => one.duration),
    magnitude: sum(some, (one) => one.magnitude),
    first_day: dayOf(Math.min(...some.map((one) => Number(one.first_at)))),
    last_day: dayOf(Math.max(...some.map((one) => Number(one.last_at)))),
    types: ` ${some.map(({ type }) => type).join(' ')} `,
  }));
}

// Crockford's base 32: no letter looks like a digit.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Eight characters, 40 bits: of 10,000 volunteers, no two have the same with a chance of 99.995 %. */
function newPseudonym(): string {
  const part = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return `${part()}-${part()}`;
}

/** Makes the figures of today if there are none yet, and returns their day with its totals. */
export async function figuresOfToday(db: Database, projectId: number, now: number) {
  const today = dayOf(now);
  const known = await dayOfFigures(db, projectId);
  if (known && known.day >= today) return known;
  const fresh = rowsOf(projectId, await countedOf(db, projectId, now));
  try {
    await db.transaction().execute(async (trx) => {
      if (await claimDay(trx, fresh, projectId, today)) await replace(trx, projectId, fresh);
    });
  } catch (error) {
    // A store that takes no writes still shows the figures of an earlier day.
    if (!isAway(error)) throw error;
  }
  return (await dayOfFigures(db, projectId)) ?? { day: today, volunteers: 0, events: 0, duration: 0 };
}

async function dayOfFigures(db: Database, projectId: number) {
  const row = await db
    .selectFrom('volunteer_days')
    .selectAll()
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return (
    row && {
      day: row.day,
      volunteers: Number(row.volunteers),
      events: Number(row.events),
      duration: row.duration,
    }
  );
}

/** If several processes count at the same time, one of them stores its figures. */
async function claimDay(
  trx: Database,
  fresh: Omit<Row, 'pseudonym'>[],
  projectId: number,
  day: string,
): Promise<boolean> {
  const events = fresh.reduce((total, row) => total + row.events, 0);
  const duration = fresh.reduce((total, row) => total + row.duration, 0);
  const { numAffectedRows } = await sql`
    insert into volunteer_days (project_id, day, volunteers, events, duration)
    values (${projectId}, ${day}, ${fresh.length}, ${events}, ${duration})
    on conflict (project_id) do update set day = excluded.day, volunteers = excluded.volunteers,
      events = excluded.events, duration = excluded.duration
    where volunteer_days.day < excluded.day`.execute(trx);
  return numAffectedRows === 1n;
}

/** Keeps the pseudonyms; the rows of people who are not listed any more are deleted. */
async function replace(trx: Database, projectId: number, fresh: Omit<Row, 'pseudonym'>[]): Promise<void> {
  const before = await trx
    .selectFrom('volunteers')
    .select(['profile_id', 'pseudonym'])
    .where('project_id', '=', projectId)
    .execute();
  const pseudonyms = new Map(before.map((row) => [Number(row.profile_id), row.pseudonym]));
  await trx.deleteFrom('volunteers').where('project_id', '=', projectId).execute();
  for (let at = 0; at < fresh.length; at += rowsPerStatement) {
    const some = fresh.slice(at, at + rowsPerStatement);
    const rows = some.map((row) => ({
      ...row,
      pseudonym: pseudonyms.get(Number(row.profile_id)) ?? newPseudonym(),
    }));
    await trx.insertInto('volunteers').values(rows).execute();
  }
}
