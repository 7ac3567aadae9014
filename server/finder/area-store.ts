/** Areas and who has them, as a search by place asks for them. */
import { sql, type RawBuilder } from 'kysely';
import type { Engine, Store } from '../db/store.ts';

export type NearStore = ReturnType<typeof nearStore>;

/** An area that may cover a place; `isInside` when it does for certain. */
export type CandidateArea = { area: number; isInside: boolean };

/** As one parameter: statements with lists of every length would fill the engines' memory of statements. */
export const amongFor = (engine: Engine) => (column: RawBuilder<unknown>, numbers: number[]) =>
  engine === 'sqlite'
    ? sql`${column} in (select value from json_each(${JSON.stringify(numbers)}))`
    : sql`${column} = any(string_to_array(${numbers.join(',')}, ',')::bigint[])`;

/** The same for pairs: a table `r` of them, in their order. */
const pairsFor = (engine: Engine) => (pairs: [number, number][]) => {
  if (engine === 'sqlite')
    return sql`(select value ->> 0 as first, value ->> 1 as last from json_each(${JSON.stringify(pairs)})) r`;
  const [firsts, lasts] = [0, 1].map(
    (at) => sql`string_to_array(${pairs.map((pair) => pair[at]).join(',')}, ',')::bigint[]`,
  );
  return sql`unnest(${firsts}, ${lasts}) as r(first, last)`;
};

/** So many projects can be looked at one by one. */
const mostFew = 1000;

/** About as many cells of one area lie in the ranges of a search, at the most. */
const perArea = 4;

export function nearStore({ searching, engine }: Store) {
  const among = amongFor(engine);
  const pairsFrom = pairsFor(engine);
  const all = async <Row>(query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(searching)).rows;

  return {
    /** Areas with one of these cells, in the order of the cells, at most so many. */
    async inCells(cells: number[], most: number): Promise<CandidateArea[]> {
      const rows = await all(sql<{ area_id: number; is_inside: number }>`select c.area_id, c.is_inside
        from ${pairsFrom(cells.map((cell) => [cell, cell]))} cross join area_cells c
        where c.cell = r.first limit ${most}`);
      return rows.map(({ area_id, is_inside }) => ({ area: area_id, isInside: is_inside === 1 }));
    },

    /** Areas with a cell in one of these ranges, each once; fewer than there are when `most` is reached. */
    async inRanges(ranges: [from: number, to: number][], most: number): Promise<number[]> {
      const rows = await all(sql<{ area_id: number }>`select distinct area_id from
        (select c.area_id from ${pairsFrom(ranges)} cross join area_cells c
          where c.cell between r.first and r.last limit ${most * perArea}) as found
        limit ${most}`);
      return rows.map(({ area_id }) => area_id);
    },

    async outlines(areas: number[]): Promise<{ area: number; bytes: Uint8Array }[]> {
      if (areas.length === 0) return [];
      const rows = await all(sql<{ area_id: number; outline: Uint8Array }>`
        select area_id, outline from areas where ${among(sql`area_id`, areas)}`);
      return rows.map(({ area_id, outline }) => ({ area: area_id, bytes: outline }));
    },

    /** Whether so few projects have these areas that each of them can be looked at. */
    async isFew(areas: number[]): Promise<boolean> {
      if (areas.length === 0) return true;
      const [row] = await all(sql<{ count: number }>`select count(*) as count from
        (select 1 from project_areas a where ${among(sql`a.area_id`, areas)} limit ${mostFew + 1}) f`);
      return Number(row?.count) <= mostFew;
    },

    /** The area of each of these projects that has one. */
    async areaOf(ids: number[]): Promise<Map<number, number>> {
      if (ids.length === 0) return new Map();
      const rows = await all(sql<{ project_id: number; area_id: number }>`
        select a.project_id, a.area_id from project_areas a where ${among(sql`a.project_id`, ids)}`);
      return new Map(rows.map(({ project_id, area_id }) => [project_id, area_id]));
    },
  };
}
