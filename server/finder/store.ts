/** Finds the published projects that match a search. Hidden ones are never among them. */
import { sql, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { LexemeQuery } from './words/lexemes.ts';
import type { Engine, Store } from '../db/store.ts';
import { contains, index, isShown, matching, passing, type Filters } from './filters.ts';
import { amongFor } from './area-store.ts';
import type { CachedLookup } from './directory-cache.ts';
import { firstOf, setOf, sizeOf } from './id-sets.ts';
import type { Stemmed } from './score.ts';
import type { ExpandedWord } from './words/query-words.ts';

/** Projects whose titles and tags are kept; a few hundred bytes each. */
const maxHeads = 10_000;

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

  const stemsOf = async (ids: number[], headsOnly: boolean): Promise<CandidateProject[]> => {
    if (ids.length === 0) return [];
    const line = lines(sql`x.project_id || '|' || x.heads || '|' ${headsOnly ? sql`` : sql`|| x.rest`}`);
    const joined = await listed(sql`select ${line} as lines from project_stems x
      where ${amongFor(engine)(sql`x.project_id`, ids)}`);
    return joined.map(candidateIn);
  };
  /** The same without their `rest`: searches for different broad words have many of the same first projects. */
  const headsOf = async (ids: number[], kept: CachedLookup): Promise<CandidateProject[]> => {
    const known = await kept('heads', async () => new LRUCache<number, CandidateProject>({ max: maxHeads }));
    const found = ids.map((id) => known.get(id)).filter((one) => one !== undefined);
    if (found.length === ids.length) return found;
    const among = new Set(found.map(({ id }) => id));
    const others = await stemsOf(
      ids.filter((id) => !among.has(id)),
      true,
    );
    for (const one of others) known.set(one.id, one);
    return [...found, ...others];
  };
  const byIndex = {
    idsWith: async (leaf: LexemeQuery) =>
      (
        await listed(sql`select ${lines(sql`${id} || ''`)} as lines from ${from} where ${where(leaf, {})}`)
      ).map(Number),
    largestId: async () =>
      Number((await all(sql<{ id: number | null }>`select max(${id}) as id from ${from}`))[0]?.id ?? 0),
  };
  /** The projects of a query as a set, if it is a query to the index alone. */
  const setFor = async (query: LexemeQuery, { phrase, site, where, box }: Filters, kept?: CachedLookup) =>
    kept && !phrase && !site && !box && (where === undefined || where === 'anywhere')
      ? setOf(query, byIndex, kept)
      : undefined;

  return {
    /** The number of matching projects, counted up to one more than `maxCounted`. */
    async count(query: LexemeQuery, filters: Filters, kept?: CachedLookup): Promise<number> {
      const set = await setFor(query, filters, kept);
      if (set) return sizeOf(set, maxCounted(filters) + 1);
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
      kept?: CachedLookup,
    ): Promise<CandidateProject[]> {
      const sets = await Promise.all(queries.map((query) => setFor(query, filters, kept)));
      if (sets.every((set) => set !== undefined)) {
        const ids = new Set<number>();
        for (const set of sets) firstOf(set, max, 0, ids);
        return kept && headsDecide && ids.size >= max ? headsOf([...ids], kept) : stemsOf([...ids], false);
      }
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

    /** Ids of the first matching projects, by id. */
    async ids(
      query: LexemeQuery,
      filters: Filters,
      max: number,
      { behind = 0, kept }: { behind?: number; kept?: CachedLookup } = {},
    ): Promise<number[]> {
      const set = await setFor(query, filters, kept);
      if (set) return [...firstOf(set, max, behind)];
      const begin = behind > 0 ? sql` and ${id} > ${behind}` : sql``;
      const ids = await listed(sql`select ${lines(sql`project_id || ''`)} as lines
        from (select ${id} as project_id from ${from}
          where ${where(query, filters)}${begin} order by ${id} limit ${max}) f`);
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
