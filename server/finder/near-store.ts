/** Areas and who has them, as a search by place asks for them. */
import { sql, type RawBuilder } from 'kysely';
import type { Engine, Store } from '../db/store.ts';

export type NearStore = ReturnType<typeof nearStore>;

/** An area that may cover a place; `isInside` when it does for certain. */
export type Candidate = { area: number; isInside: boolean };

/** As one parameter: statements with lists of every length would fill the engines' memory of statements. */
export const amongFor = (engine: Engine) => (column: RawBuilder<unknown>, numbers: number[]) =>
  engine === 'sqlite'
    ? sql`${column} in (select value from json_each(${JSON.stringify(numbers)}))`
    : sql`${column} = any(string_to_array(${numbers.join(',')}, ',')::bigint[])`;

const isShown = sql`exists (select 1 from projects p
  where p.project_id = a.project_id and p.state = 'published' and p.is_hidden = 0)`;

export function nearStore({ searching, engine }: Store) {
  const among = amongFor(engine);
  const all = async <Row>(query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(searching)).rows;

  return {
    /** For a `where`: `projectId` is that of a project with one of these areas. */
    hasArea: (projectId: RawBuilder<unknown>, areas: number[]) =>
      sql`exists (select 1 from project_areas a
        where a.project_id = ${projectId} and ${among(sql`a.area_id`, areas)})`,

    /** Areas with one of these cells, in the order of the cells, at most so many. */
    async inCells(cells: number[], most: number): Promise<Candidate[]> {
      const each = cells.map((cell) => sql`select area_id, is_inside from area_cells where cell = ${cell}`);
      const rows = await all(sql<{ area_id: number; is_inside: number }>`
        select area_id, is_inside from (${sql.join(each, sql` union all `)}) as found limit ${most}`);
      return rows.map(({ area_id, is_inside }) => ({ area: area_id, isInside: is_inside === 1 }));
    },

    /** Areas with a cell in one of these ranges, at most so many. */
    async inRanges(ranges: [from: number, to: number][], most: number): Promise<number[]> {
      const each = ranges.map(
        ([from, to]) => sql`select area_id from area_cells where cell between ${from} and ${to}`,
      );
      const rows = await all(sql<{ area_id: number }>`
        select area_id from (${sql.join(each, sql` union all `)}) as found limit ${most}`);
      return [...new Set(rows.map(({ area_id }) => area_id))];
    },

    async outlines(areas: number[]): Promise<{ area: number; bytes: Uint8Array }[]> {
      if (areas.length === 0) return [];
      const rows = await all(sql<{ area_id: number; outline: Uint8Array }>`
        select area_id, outline from areas where ${among(sql`area_id`, areas)}`);
      return rows.map(({ area_id, outline }) => ({ area: area_id, bytes: outline }));
    },

    /** The area of each of these projects that has one. */
    async areaOf(ids: number[]): Promise<Map<number, number>> {
      if (ids.length === 0) return new Map();
      const rows = await all(sql<{ project_id: number; area_id: number }>`
        select a.project_id, a.area_id from project_areas a where ${among(sql`a.project_id`, ids)}`);
      return new Map(rows.map(({ project_id, area_id }) => [project_id, area_id]));
    },

    /** How many projects have one of these areas, shown or not; counting ends at `most`. */
    async count(areas: number[], most: number): Promise<number> {
      if (areas.length === 0) return 0;
      const [row] = await all(sql<{ count: number }>`select count(*) as count from
        (select 1 from project_areas where ${among(sql`area_id`, areas)} limit ${most}) as counted`);
      return Number(row?.count ?? 0);
    },

    /** Shown projects with these areas by id, the first so many. `isCommon`: rather by going through all. */
    async withAreas(areas: number[], most: number, isCommon: boolean): Promise<number[]> {
      if (areas.length === 0) return [];
      // The sign keeps SQLite from gathering and sorting all that there are.
      const area = isCommon ? sql`+a.area_id` : sql`a.area_id`;
      const rows = await all(sql<{ project_id: number }>`
        select a.project_id from project_areas a where ${among(area, areas)} and ${isShown}
        order by a.project_id limit ${most}`);
      return rows.map(({ project_id }) => project_id);
    },

    /** Shown projects with these areas, each with its own, in no order; at most so many. */
    async areasOf(areas: number[], most: number): Promise<{ id: number; area: number }[]> {
      if (areas.length === 0) return [];
      const rows = await all(sql<{ project_id: number; area_id: number }>`
        select a.project_id, a.area_id from project_areas a
        where ${among(sql`a.area_id`, areas)} and ${isShown} limit ${most}`);
      return rows.map(({ project_id, area_id }) => ({ id: project_id, area: area_id }));
    },
  };
}
