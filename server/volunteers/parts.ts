/**
 * The people of a project's list, divided by which of some groups they are in, or the members of a programme, who are one
 * group. Those who get no mail count as well: with four invented people, a manager would learn from the size whether a
 * fifth, real one wants it.
 */
import { sql, type RawBuilder } from 'kysely';
import type { VolunteerFilter } from '../../src/contract/pages/volunteers.ts';
import type { Database } from '../db/store.ts';
import { lastDays } from './filter.ts';
import { getsMailOfProgramme, isListed, withPerson } from './listed.ts';

type ByFilters = { projectId: number; day: string; filters: VolunteerFilter[] };
/** Groups of a project, by their filters as of the day of its figures, or everybody in a programme. */
export type DividedBy = ByFilters | { programmeId: number };

/** `sizes`: of all parts; people in no group are in none. `size`: how many people the first group has. */
export type GroupParts = { sizes: number[]; size: number };

/** The conditions of a filter on the row of a volunteer, `v`. */
export function fitsFilter(filter: VolunteerFilter, day: string): RawBuilder<unknown>[] {
  const { from, before } = lastDays(filter, day);
  return [
    ...(filter.type ? [sql`v.types like ${`% ${filter.type} %`}`] : []),
    ...(from === undefined ? [] : [sql`v.last_day >= ${from}`]),
    ...(before === undefined ? [] : [sql`v.last_day < ${before}`]),
    ...(filter.least === '1' ? [] : [sql`v.events >= ${Number(filter.least)}`]),
  ];
}

/**
 * Each account once, with however many addresses it contributes, and `places`: the sum of 2^n over the groups that one of
 * its addresses is in. All groups are read in one pass, in the order of the profiles, in which their other rows are, too:
 * SQLite takes five times as long in the order of another index.
 */
function divided(by: DividedBy, now: number): RawBuilder<unknown> {
  if ('programmeId' in by)
    return sql`people as (select m.account_id, 1 as places, case when ${getsMailOfProgramme} then 1 else 0 end as is_mailed
      from programme_members m join accounts a on a.account_id = m.account_id where m.programme_id = ${by.programmeId})`;
  const { projectId, day, filters } = by;
  const groups = filters.map(
    (filter) => sql`(${sql.join([sql`1 = 1`, ...fitsFilter(filter, day)], sql` and `)})`,
  );
  const places = groups.map((group, n) => sql`max(case when ${group} then ${sql.lit(2 ** n)} else 0 end)`);
  return sql`v as materialized (select v.project_id, v.profile_id, v.types, v.last_day, v.events from volunteers v
      where v.project_id = ${projectId} and (${sql.join(groups, sql` or `)}) order by v.profile_id),
    people as (select r.account_id, ${sql.join(places, sql` + `)} as places, min(coalesce(c.is_mailed, 1)) as is_mailed from v ${withPerson}
      where ${isListed(now)} group by r.account_id)`;
}

export async function groupParts(db: Database, by: DividedBy, now: number): Promise<GroupParts> {
  const { rows } = await sql<{ places: number; count: number }>`with ${divided(by, now)}
    select places, count(*) as count from people group by places`.execute(db);
  return partsOf(rows);
}

/** Also the accounts of the first group that get mail, in order. */
export async function groupMembers(
  db: Database,
  by: DividedBy,
  now: number,
): Promise<GroupParts & { members: number[] }> {
  // People of the other groups are only counted: their rows would take longer to bring here than to find.
  const { rows } = await sql<{ member: number; places: number; count: number }>`with ${divided(by, now)}
    select places, case when places % 2 = 1 and is_mailed = 1 then account_id else 0 end as member, count(*) as count
    from people group by 1, 2 order by 2`.execute(db);
  return {
    ...partsOf(rows),
    members: rows.map(({ member }) => Number(member)).filter((member) => member !== 0),
  };
}

const isFirst = (places: number): boolean => Number(places) % 2 === 1;

function partsOf(rows: { places: number; count: number }[]): GroupParts {
  const sizes = new Map<number, number>();
  let size = 0;
  for (const row of rows) {
    const [places, count] = [Number(row.places), Number(row.count)];
    sizes.set(places, (sizes.get(places) ?? 0) + count);
    if (isFirst(places)) size += count;
  }
  return { sizes: [...sizes.values()], size };
}
