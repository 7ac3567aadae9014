/** The areas of projects, and the queries of a search by place. */
import { sql, type RawBuilder } from 'kysely';
import { amongFor } from '../db/among.ts';
import type { Engine, Store } from '../db/store.ts';

export type AreaStore = ReturnType<typeof areaStore>;

/** An area that may cover a place; with `isInside` it certainly does. */
export type CandidateArea = { area: number; isInside: boolean };

/** Passes pairs of numbers in one parameter for each side, as a table `r` in their order. */
const pairsFor = (engine: Engine) => (pairs: [number, number][]) => {
  if (engine === 'sqlite')
    return sql`(select value ->> 0 as first, value ->> 1 as last from json_each(${JSON.stringify(pairs)})) r`;
  const [firsts, lasts] = [0, 1].map(
    (at) => sql`string_to_array(${pairs.map((pair) => pair[at]).join(',')}, ',')::bigint[]`,
  );
  return sql`unnest(${firsts}, ${lasts}) as r(first, last)`;
};

/** Up to this many projects are examined one by one. */
const maxExaminedSingly = 1000;

/** The number of cells of one area that may lie in the ranges of a search, estimated high. */
const perArea = 4;

export function areaStore({ directory, engine }: Store) {
  const among = amongFor(engine);
  const pairsFrom = pairsFor(engine);
  const all = async <Row>(query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(directory)).rows;

  return {
    /** Returns at most `max` areas with one of these cells, in the order of the cells. */
    async inCells(cells: number[], max: number): Promise<CandidateArea[]> {
      const rows = await all(sql<{ area_id: number; is_inside: number }>`select c.area_id, c.is_inside
        from ${pairsFrom(cells.map((cell) => [cell, cell]))} cross join area_cells c
        where c.cell = r.first limit ${max}`);
      return rows.map(({ area_id, is_inside }) => ({ area: area_id, isInside: is_inside === 1 }));
    },

    /** Returns at most `max` areas with a cell in one of these ranges, each once. */
    async inRanges(ranges: [from: number, to: number][], max: number): Promise<number[]> {
      const rows = await all(sql<{ area_id: number }>`select distinct area_id from
        (select c.area_id from ${pairsFrom(ranges)} cross join area_cells c
          where c.cell between r.first and r.last limit ${max * perArea}) as found
        limit ${max}`);
      return rows.map(({ area_id }) => area_id);
    },

    async outlines(areas: number[]): Promise<{ area: number; bytes: Uint8Array }[]> {
      if (areas.length === 0) return [];
      const rows = await all(sql<{ area_id: number; outline: Uint8Array }>`
        select area_id, outline from areas where ${among(sql`area_id`, areas)}`);
      return rows.map(({ area_id, outline }) => ({ area: area_id, bytes: outline }));
    },

    /** Returns whether the projects with these areas are few enough to examine each. */
    async isFew(areas: number[]): Promise<boolean> {
      if (areas.length === 0) return true;
      const [row] = await all(sql<{ count: number }>`select count(*) as count from
        (select 1 from project_areas a where ${among(sql`a.area_id`, areas)} limit ${maxExaminedSingly + 1}) f`);
      return Number(row?.count) <= maxExaminedSingly;
    },

    /** Returns the area of each of these projects, by project; projects without an area are absent. */
    async areaOf(ids: number[]): Promise<Map<number, number>> {
      if (ids.length === 0) return new Map();
      const rows = await all(sql<{ project_id: number; area_id: number }>`
        select a.project_id, a.area_id from project_areas a where ${among(sql`a.project_id`, ids)}`);
      return new Map(rows.map(({ project_id, area_id }) => [project_id, area_id]));
    },
  };
}
