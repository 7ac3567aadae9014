/** Finds the published projects that match a search. Hidden ones are never among them. */
import { sql, type RawBuilder } from 'kysely';
import type { LexemeQuery } from './words/lexemes.ts';
import type { Engine, Store } from '../db/store.ts';
import { contains, index, isShown, matching, passing, type Filters } from './filters.ts';
import { amongFor } from '../db/among.ts';
import type { Stemmed } from './score.ts';
import type { ExpandedWord } from './words/query-words.ts';

export type FinderStore = ReturnType<typeof finderStore>;

/** A project that may be among the best, with its stems. */
export type CandidateProject = { id: number; text: Stemmed };

/** Results are counted up to this number; with a phrase to a smaller one, since each project's text is compared. */
export const maxCounted = ({ phrase }: Filters): number => (phrase ? 1000 : 10_000);

/**
 * Joins rows into one text, which is cheap to pass between threads; hundreds of rows are not. Stems have letters and
 * digits only.
 */
export const linesFor = (engine: Engine) => (line: RawBuilder<unknown>) =>
  engine === 'sqlite' ? sql`group_concat(${line}, char(10))` : sql`string_agg(${line}, chr(10))`;

/** Whether the stems of a project have a word, or a word that begins like it. */
const hasWordFor = (engine: Engine) => {
  const has = (piece: string) =>
    sql`(${contains(engine, sql`x.heads`, piece)} or ${contains(engine, sql`x.rest`, piece)})`;
  return ({ stems, begins, name }: ExpandedWord) => {
    const pieces = [
      ...[...stems, ...(name ? [name.stems] : [])].map((stem) => ` ${stem} `),
      ...(begins ?? []).map((letters) => ` ${letters}`),
    ];
    return sql`(${sql.join(pieces.map(has), sql` or `)})`;
  };
};

export function finderStore(store: Store) {
  const { directory, engine } = store;
  const all = async <Row>(query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(directory)).rows;
  const { from, id } = index[engine];
  const lines = linesFor(engine);
  const hasWord = hasWordFor(engine);
  const where = (query: LexemeQuery, filters: Filters) => matching(engine, query, filters);

  /** Selects those of the few projects with these areas that pass the filters. */
  const few = (areas: number[], filters: Filters, joined = sql``) => sql`project_areas a
    join projects p on p.project_id = a.project_id ${joined}
    where ${amongFor(engine)(sql`a.area_id`, areas)} and ${isShown} and ${passing(engine, filters, sql`a.project_id`)}`;
  const withStems = sql`join project_stems x on x.project_id = a.project_id`;

  const listed = async (query: RawBuilder<{ lines: string | null }>): Promise<string[]> =>
    (await all(query))[0]?.lines?.split('\n') ?? [];

  return {
    /** The number of matching projects, counted up to one more than `maxCounted`. */
    async count(query: LexemeQuery, filters: Filters): Promise<number> {
      const [row] = await all(sql<{ found: number }>`select count(*) as found from
        (select 1 from ${from} where ${where(query, filters)} limit ${maxCounted(filters) + 1}) f`);
      return Number(row?.found);
    },

    /**
     * The first projects of each query, those of earlier queries first, up to `max` in all. `headsDecide`: where
     * there are as many, they come without their `rest`.
     */
    async candidates(
      queries: LexemeQuery[],
      filters: Filters,
      { max, headsDecide }: { max: number; headsDecide: boolean },
    ): Promise<CandidateProject[]> {
      const rest = headsDecide
        ? sql`case when (select count(*) from best) < ${max} then x.rest else '' end`
        : sql`x.rest`;
      const tiers = queries.map(
        (query, tier) => sql`select * from (select ${id} as project_id, ${sql.raw(String(tier))} as tier
          from ${from} where ${where(query, filters)} limit ${max}) t`,
      );
      const inTurn = sql.join(tiers, sql` union all `);
      // SQLite reads one tier after the other, and stops after the last project that is needed.
      const best =
        engine === 'sqlite'
          ? sql`select distinct project_id from (${inTurn}) limit ${max}`
          : sql`select project_id from (${inTurn}) f group by project_id
              order by min(tier), project_id limit ${max}`;
      const line = lines(sql`x.project_id || '|' || x.heads || '|' || ${rest}`);
      const joined = await listed(sql`with best as materialized (${best}) select ${line} as lines
        from best b join project_stems x on x.project_id = b.project_id`);
      return joined.map(candidateIn);
    },

    /** Finds those of the few projects with these areas that have every word of one of these parts. */
    async ofFew(
      areas: number[],
      parts: ExpandedWord[][],
      filters: Filters,
    ): Promise<{ candidates: CandidateProject[]; areas: Map<number, number> }> {
      const each = parts.map((part) => sql`(${sql.join(part.map(hasWord), sql` and `)})`);
      const line = lines(sql`a.area_id || '|' || x.project_id || '|' || x.heads || '|' || x.rest`);
      const joined = await listed(sql`select ${line} as lines
        from ${few(areas, filters, withStems)} and (${sql.join(each, sql` or `)})`);
      const candidates = joined.map((text) => candidateIn(text.slice(text.indexOf('|') + 1)));
      return {
        candidates,
        areas: new Map(candidates.map(({ id }, at) => [id, Number.parseInt(joined[at] as string, 10)])),
      };
    },

    /** The few projects that have these areas, by id, each with its area. */
    async areasOfFew(areas: number[], filters: Filters): Promise<Map<number, number>> {
      const rows = await all(sql<{ project_id: number; area_id: number }>`
        select a.project_id, a.area_id from ${few(areas, filters)} order by a.project_id`);
      return new Map(rows.map(({ project_id, area_id }) => [project_id, area_id]));
    },

    /**
     * Ids of the first matching projects, by id; `total` as `count` counted them. PostgreSQL reads the words of one
     * project after the other for an order by the bare id, 3 µs each: good for the first of many. Behind a plus it
     * asks the index, and sorts what matches.
     */
    async ids(
      query: LexemeQuery,
      filters: Filters,
      { max, total, behind = 0 }: { max: number; total: number; behind?: number },
    ): Promise<number[]> {
      const begin = behind > 0 ? sql` and ${id} > ${behind}` : sql``;
      const order = engine === 'postgres' && total <= maxCounted(filters) ? sql`${id} + 0` : id;
      const ids = await listed(sql`select ${lines(sql`project_id || ''`)} as lines
        from (select ${id} as project_id from ${from}
          where ${where(query, filters)}${begin} order by ${order} limit ${max}) f`);
      return ids.map(Number);
    },

    async isFound(query: LexemeQuery, filters: Filters): Promise<boolean> {
      const rows = await all(sql`select 1 from ${from} where ${where(query, filters)} limit 1`);
      return rows.length > 0;
    },
  };
}

/** `id|title|tags|place|body`, of which the last two may be missing. */
function candidateIn(line: string): CandidateProject {
  const [id, title = '', tags = '', place = '', body = ''] = line.split('|');
  return { id: Number(id), text: { title, tags, place, body } };
}
