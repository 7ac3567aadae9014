/** The volunteers of a project as its managers see them. */
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { VolunteerFilter, VolunteerOrder } from '../../src/contract/pages/volunteers.ts';
import type { Tables } from '../db/schema.ts';
import type { Store } from '../db/store.ts';
import { figuresOfToday } from './figures.ts';
import { isListed, withPerson } from './listed.ts';
import { fitsFilter } from './parts.ts';

export type VolunteerRow = Selectable<Tables['volunteers']> & { name: string };
export type Wanted = { projectId: number; day: string; filter: VolunteerFilter; q?: string };
type ListPart = { order: VolunteerOrder; limit: number; offset: number };

const shownName = sql`case when c.shows_name = 1 then a.name else '' end`;

/** Each has an index that also has the project and the pseudonym. */
const orders: Record<VolunteerOrder, { column: string; isDown: boolean }> = {
  last: { column: 'last_day', isDown: true },
  first: { column: 'first_day', isDown: true },
  events: { column: 'events', isDown: true },
  hours: { column: 'duration', isDown: true },
  magnitude: { column: 'magnitude', isDown: true },
  name: { column: 'sort_name', isDown: false },
};

const orderBy = (order: VolunteerOrder): RawBuilder<unknown> => {
  const { column, isDown } = orders[order];
  return sql`${sql.ref(`v.${column}`)} ${sql.raw(isDown ? 'desc' : 'asc')}, v.pseudonym`;
};

const wildcards = /[\\%_]/g;

const likeOf = (q: string): string => `%${q.toLowerCase().replace(wildcards, (letter) => `\\${letter}`)}%`;

/** The conditions on the row of a volunteer alone. */
function fits({ projectId, day, filter, q = '' }: Wanted): RawBuilder<unknown> {
  const like = likeOf(q);
  const some = [
    sql`v.project_id = ${projectId}`,
    ...fitsFilter(filter, day),
    ...(q === ''
      ? []
      : [sql`(lower(v.pseudonym) like ${like} escape '\\' or v.sort_name like ${like} escape '\\')`]),
  ];
  return sql.join(some, sql` and `);
}

/** The conditions that are queried at each look: people who ended it are gone at once, and hidden names are not found. */
const isShown = ({ q = '' }: Wanted, now: number): RawBuilder<unknown> =>
  q === ''
    ? isListed(now)
    : sql`${isListed(now)} and (lower(v.pseudonym) like ${likeOf(q)} escape '\\'
        or lower(${shownName}) like ${likeOf(q)} escape '\\')`;

/** Up to this many rows, each is checked for a count; above it, the day's figures decide how many pages there are. */
const maxChecked = 2_000;
const rowsPerRead = 2_000;

export type VolunteerStore = ReturnType<typeof volunteerStore>;

/** Lists are read where long reads are: a project may have 200,000 volunteers, and SQLite's other reads wait. */
export function volunteerStore({ db, searching }: Pick<Store, 'db' | 'searching'>) {
  const rowsWithin = async (
    those: RawBuilder<unknown>,
    wanted: Wanted,
    order: VolunteerOrder,
    now: number,
  ): Promise<VolunteerRow[]> => {
    const { rows } = await sql<VolunteerRow>`with v as materialized (${those})
      select v.*, ${shownName} as name from v ${withPerson} where ${isShown(wanted, now)}
      order by ${orderBy(order)}`.execute(searching);
    return rows;
  };

  return {
    figuresOfToday: figuresOfToday({ db, searching }),

    /**
     * How many fit. In a long list, somebody who left since the day's figures still counts, which tells nobody that they
     * left; their row is missing on its page.
     */
    async count(wanted: Wanted, now: number): Promise<{ count: number; isChecked: boolean }> {
      const counted = async (from: RawBuilder<unknown>) => {
        const { rows } = await sql<{ count: number }>`select count(*) as count from ${from}`.execute(
          searching,
        );
        return Number(rows[0]?.count ?? 0);
      };
      const count = await counted(sql`volunteers v where ${fits(wanted)}`);
      if (count > maxChecked) return { count, isChecked: false };
      const checked = sql`volunteers v ${withPerson} where ${fits(wanted)} and ${isShown(wanted, now)}`;
      return { count: await counted(checked), isChecked: true };
    },

    /** `isChecked`: as it was counted; then the limit is of people who are shown. */
    async list(
      wanted: Wanted,
      { order, limit, offset, isChecked }: ListPart & { isChecked: boolean },
      now: number,
    ): Promise<VolunteerRow[]> {
      const page = sql`order by ${orderBy(order)} limit ${limit} offset ${offset}`;
      if (!isChecked)
        return rowsWithin(
          sql`select v.* from volunteers v where ${fits(wanted)} ${page}`,
          wanted,
          order,
          now,
        );
      const { rows } =
        await sql<VolunteerRow>`select v.*, ${shownName} as name from volunteers v ${withPerson}
        where ${fits(wanted)} and ${isShown(wanted, now)} ${page}`.execute(searching);
      return rows;
    },

    /** All of them, read in parts: each part begins after the last row of the one before, by the index of its order. */
    async *all(wanted: Wanted, order: VolunteerOrder, now: number): AsyncGenerator<VolunteerRow[]> {
      const { column, isDown } = orders[order];
      const key = sql.ref(`v.${column}`);
      type Last = Pick<VolunteerRow, 'pseudonym'> & { at: string | number; profile_id: number };
      let last: Last | undefined;
      for (;;) {
        const after = last
          ? sql` and ${key} ${sql.raw(isDown ? '<=' : '>=')} ${last.at}
              and (${key} ${sql.raw(isDown ? '<' : '>')} ${last.at} or (${key} = ${last.at}
              and (v.pseudonym > ${last.pseudonym} or (v.pseudonym = ${last.pseudonym}
              and v.profile_id > ${last.profile_id}))))`
          : sql``;
        const some = sql`select v.* from volunteers v where ${fits(wanted)}${after}
          order by ${orderBy(order)}, v.profile_id limit ${rowsPerRead}`;
        const { rows } = await sql<Last>`select v.profile_id, v.pseudonym, ${key} as at from (${some}) v
          order by ${orderBy(order)}, v.profile_id`.execute(searching);
        const end = rows.at(-1);
        if (!end) return;
        const part = await rowsWithin(some, wanted, order, now);
        yield part;
        if (rows.length < rowsPerRead) return;
        last = end;
      }
    },
  };
}
