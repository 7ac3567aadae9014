/**
 * The figures of volunteers, which change once a day: an owner who could see them move at once could tell from a single
 * report of theirs which pseudonym is whose.
 */
import { randomInt } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { EventType } from '../../src/contract/api/event-types.ts';
import { dayLong, dayOf } from '../text/day.ts';
import type { Tables } from '../db/schema.ts';
import { isAway, type Database, type Store } from '../db/store.ts';
import { isTakenAway, readUnfinished } from '../db/unfinished-acts.ts';
import { amongParticipants, isListed, withPerson } from './listed.ts';

/** A row without what is kept from the day before. */
type FreshFigures = Omit<Tables['volunteers'], 'pseudonym' | 'sort_name'>;
type ClaimedPart = Pick<Tables['participation'], 'project_id' | 'profile_id' | 'claimed_at'>;
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

/** The listed ones of some participants: contributions count once they are claimed, or if they arrived after the person joined. */
async function listedOf(db: Database, parts: ClaimedPart[], now: number): Promise<ListedProfile[]> {
  const { rows } = await sql<{ profile_id: number; joined_at: number | null }>`${amongParticipants(parts)}
    select v.profile_id, r.joined_at from v ${withPerson} where ${isListed(now)}`.execute(db);
  const joined = new Map(rows.map(({ profile_id, joined_at }) => [Number(profile_id), joined_at]));
  return parts.flatMap(({ profile_id, claimed_at }) => {
    const joinedAt = joined.get(profile_id);
    const isCounted = joinedAt !== undefined && (claimed_at !== null || joinedAt !== null);
    return isCounted ? [{ profile_id, since: claimed_at === null ? Number(joinedAt) : 0 }] : [];
  });
}

/** The figures as of the end of yesterday (UTC); only claimed contributions count. */
async function countedOf(
  db: Database,
  projectId: number,
  listed: ListedProfile[],
  now: number,
): Promise<CountedVolunteer[]> {
  if (listed.length === 0) return [];
  const today = Math.floor(now / dayLong) * dayLong;
  const acts = await readUnfinished(db, { projectId });
  const some = listed.map(({ profile_id, since }) => sql`(${sql.lit(profile_id)}, ${sql.lit(since)})`);
  const { rows } = await sql<CountedVolunteer>`with listed (profile_id, since) as (values ${sql.join(some)})
    select e.profile_id, e.type, count(*) as events, sum(case when e.source = 'api' then 0 else 1 end) as unvouched,
      coalesce(sum(e.duration), 0) as duration, cast(coalesce(sum(e.magnitude), 0) as bigint) as magnitude,
      min(e.happened_at) as first_at, max(e.happened_at) as last_at
    from listed cross join events e
    where e.project_id = ${projectId} and e.profile_id = listed.profile_id and e.is_test = 0
      and e.arrived_at < ${today} and e.arrived_at >= listed.since and not ${isTakenAway('e', acts)}
    group by e.profile_id, e.type order by e.profile_id, e.type`.execute(db);
  return rows;
}

function rowsOf(projectId: number, counted: CountedVolunteer[]): FreshFigures[] {
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

/** With more volunteers, a page shows the figures of the day before while those of today are counted. */
const maxCountedOnPage = 2_000;

export type FiguresOfToday = (projectId: number, now: number) => Promise<DayOfFigures>;
type DayOfFigures = { day: string; volunteers: number; events: number; duration: number };

/** Makes the figures of today if there are none yet, and returns those that are there, with their day and totals. */
export function figuresOfToday(store: Pick<Store, 'db' | 'searching'>): FiguresOfToday {
  const underWay = new Map<number, Promise<void>>();

  const countOnce = (projectId: number, now: number): Promise<void> => {
    const counting =
      underWay.get(projectId) ?? recount(store, projectId, now).finally(() => underWay.delete(projectId));
    underWay.set(projectId, counting);
    return counting;
  };

  return async (projectId, now) => {
    const today = dayOf(now);
    const known = await dayOfFigures(store.db, projectId);
    if (known && known.day >= today) return known;
    // A store that takes no writes still shows the figures of an earlier day.
    const counted = countOnce(projectId, now).catch((error: unknown) => {
      if (!isAway(error)) throw error;
    });
    if (known && known.volunteers > maxCountedOnPage) {
      // The next page counts again if this failed.
      counted.catch(() => undefined);
      return known;
    }
    await counted;
    return (await dayOfFigures(store.db, projectId)) ?? { day: today, volunteers: 0, events: 0, duration: 0 };
  };
}

/**
 * Counts a part of the participants after the other, each stored in a transaction of its own, between which others
 * write: 200,000 in one took 11 s. A row is that of one day or of the next; two processes that count at the same time
 * write the same.
 */
async function recount({ db, searching }: Pick<Store, 'db' | 'searching'>, projectId: number, now: number) {
  const total = { volunteers: 0, events: 0, duration: 0 };
  let last = 0;
  for (;;) {
    const parts = await searching
      .selectFrom('participation')
      .select(['project_id', 'profile_id', 'claimed_at'])
      .where('project_id', '=', projectId)
      .where('profile_id', '>', last)
      .orderBy('profile_id')
      .limit(rowsPerStatement)
      .execute();
    const end = parts.at(-1)?.profile_id ?? Number.MAX_SAFE_INTEGER;
    const listed = parts.length === 0 ? [] : await listedOf(searching, parts, now);
    const fresh = rowsOf(projectId, await countedOf(searching, projectId, listed, now));
    await replace(db, { projectId, after: last, upTo: end, fresh });
    total.volunteers += fresh.length;
    total.events += fresh.reduce((sum, row) => sum + row.events, 0);
    total.duration += fresh.reduce((sum, row) => sum + row.duration, 0);
    if (parts.length === 0) break;
    last = end;
  }
  await storeDay(db, projectId, { ...total, day: dayOf(now) });
}

async function dayOfFigures(db: Database, projectId: number): Promise<DayOfFigures | undefined> {
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

const storeDay = (db: Database, projectId: number, { day, volunteers, events, duration }: DayOfFigures) =>
  sql`insert into volunteer_days (project_id, day, volunteers, events, duration)
    values (${projectId}, ${day}, ${volunteers}, ${events}, ${duration})
    on conflict (project_id) do update set day = excluded.day, volunteers = excluded.volunteers,
      events = excluded.events, duration = excluded.duration
    where volunteer_days.day < excluded.day`.execute(db);

/** Which participants: those after one id, up to another one. */
type CountedRange = { projectId: number; after: number; upTo: number; fresh: FreshFigures[] };

/** Keeps the pseudonyms; the rows of people who are not listed any more are deleted. */
async function replace(db: Database, { projectId, after, upTo, fresh }: CountedRange): Promise<void> {
  const profiles = fresh.map(({ profile_id }) => profile_id);
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('volunteers')
      .where('project_id', '=', projectId)
      .where('profile_id', '>', after)
      .where('profile_id', '<=', upTo)
      .$if(profiles.length > 0, (gone) => gone.where('profile_id', 'not in', profiles))
      .execute();
    if (fresh.length === 0) return;
    const rows = fresh.map((row) => ({ ...row, pseudonym: newPseudonym(), sort_name: '' }));
    await trx
      .insertInto('volunteers')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'profile_id']).doUpdateSet((set) => ({
          events: set.ref('excluded.events'),
          unvouched: set.ref('excluded.unvouched'),
          duration: set.ref('excluded.duration'),
          magnitude: set.ref('excluded.magnitude'),
          first_day: set.ref('excluded.first_day'),
          last_day: set.ref('excluded.last_day'),
          types: set.ref('excluded.types'),
        })),
      )
      .execute();
    await nameRows(trx, sql`project_id = ${projectId} and profile_id > ${after} and profile_id <= ${upTo}`);
  });
}

/**
 * Notes the name that each person shows, or their pseudonym, for the order and the search of long lists. `rows`: a
 * condition on the columns of `volunteers`.
 */
export const nameRows = (db: Database, rows: RawBuilder<unknown>) =>
  sql`update volunteers set sort_name = (select lower(case when c.shows_name = 1 and a.name <> '' then a.name
      else v.pseudonym end) from volunteers v ${withPerson}
      where v.project_id = volunteers.project_id and v.profile_id = volunteers.profile_id)
    where ${rows}`.execute(db);
