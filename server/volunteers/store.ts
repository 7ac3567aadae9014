/** The volunteers of a project as its managers see them, and the groups that mailings go to. */
import { sql, type RawBuilder } from 'kysely';
import type { VolunteerFilter, VolunteerOrder } from '../../src/contract/volunteers-page.ts';
import type { Tables } from '../db/schema.ts';
import type { Database, Store } from '../db/store.ts';
import { lastDays } from './filter.ts';
import { figuresOfToday } from './figures.ts';
import { isListed, isMailed, withPerson } from './listed.ts';

export type VolunteerRow = Tables['volunteers'] & { name: string };
type Wanted = { projectId: number; day: string; filter: VolunteerFilter; q?: string };

const shownName = sql`case when c.shows_name = 1 then a.name else '' end`;

const orders: Record<VolunteerOrder, RawBuilder<unknown>> = {
  last: sql`v.last_day desc`,
  first: sql`v.first_day desc`,
  events: sql`v.events desc`,
  hours: sql`v.duration desc`,
  magnitude: sql`v.magnitude desc`,
  name: sql`lower(case when ${shownName} = '' then v.pseudonym else ${shownName} end)`,
};

const wildcards = /[\\%_]/g;

function chosen({ projectId, day, filter, q = '' }: Wanted, now: number): RawBuilder<unknown> {
  const { from, before } = lastDays(filter, day);
  const some = [
    sql`v.project_id = ${projectId} and ${isListed(now)}`,
    ...(filter.type ? [sql`v.types like ${`% ${filter.type} %`}`] : []),
    ...(from === undefined ? [] : [sql`v.last_day >= ${from}`]),
    ...(before === undefined ? [] : [sql`v.last_day < ${before}`]),
    ...(filter.least === '1' ? [] : [sql`v.events >= ${Number(filter.least)}`]),
  ];
  if (q !== '') {
    const like = `%${q.toLowerCase().replace(wildcards, (letter) => `\\${letter}`)}%`;
    some.push(
      sql`(lower(v.pseudonym) like ${like} escape '\\' or lower(${shownName}) like ${like} escape '\\')`,
    );
  }
  return sql.join(some, sql` and `);
}

export type VolunteerStore = ReturnType<typeof volunteerStore>;

/** Lists are read where long reads are: a project may have 200,000 volunteers, and SQLite's other reads wait. */
export function volunteerStore({ db, searching }: Pick<Store, 'db' | 'searching'>) {
  return {
    figuresOfToday: (projectId: number, now: number) => figuresOfToday(db, projectId, now),

    async count(wanted: Wanted, now: number): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from volunteers v ${withPerson} where ${chosen(wanted, now)}`.execute(
        searching,
      );
      return Number(rows[0]?.count ?? 0);
    },

    async list(
      wanted: Wanted,
      { order, limit, offset }: { order: VolunteerOrder; limit: number; offset: number },
      now: number,
    ): Promise<VolunteerRow[]> {
      const { rows } = await sql<VolunteerRow>`
        select v.*, ${shownName} as name from volunteers v ${withPerson} where ${chosen(wanted, now)}
        order by ${orders[order]}, v.pseudonym limit ${limit} offset ${offset}`.execute(searching);
      return rows;
    },

    group: (wanted: Wanted, now: number) => groupOf(searching, wanted, now),
  };
}

/** The accounts that get a mailing to this group, in order: each once, with however many addresses it contributes. */
export async function groupOf(db: Database, wanted: Wanted, now: number): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    select distinct r.account_id from volunteers v ${withPerson}
    where ${chosen(wanted, now)} and ${isMailed} order by r.account_id`.execute(db);
  return rows.map(({ account_id }) => Number(account_id));
}
