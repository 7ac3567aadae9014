/** Published projects as the finder asks for them. Hidden ones are never among them. */
import { sql, type RawBuilder } from 'kysely';
import type { FinderResult } from '../../src/contract/finder.ts';
import type { Store } from '../db/store.ts';
import { isShown, matching, type Filters } from './filters.ts';
import { fts5Query, tsQuery, type Joined, type Sought } from './search-text.ts';

export type FinderStore = ReturnType<typeof finderStore>;

/** A very common word is ranked among this many projects only: ranking is what takes time. */
const mostRanked = 20_000;

export function finderStore({ searching, engine }: Store) {
  const all = async <Row>(query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(searching)).rows;

  // Titles weigh most: the same weights on both engines. bm25 is smaller where the match is better.
  const hits = (sought: Sought[], joined: Joined) =>
    engine === 'sqlite'
      ? sql`select rowid as project_id, bm25(project_words, 10.0, 4.0, 2.0, 2.0, 1.0) as distance
          from project_words where project_words match ${fts5Query(sought, joined)} limit ${mostRanked}`
      : sql`select project_id, -ts_rank('{0.1, 0.2, 0.4, 1.0}', words, ${tsQuery(sought, joined)}::tsquery)
          as distance from project_words where words @@ ${tsQuery(sought, joined)}::tsquery
          limit ${mostRanked}`;

  return {
    /** Ids of the projects with these words, the best match first. */
    async ranked(filters: Filters, sought: Sought[], joined: Joined): Promise<number[]> {
      const rows = await all(sql<{ project_id: number }>`
        with hits as materialized (${hits(sought, joined)})
        select p.project_id from hits join projects p on p.project_id = hits.project_id
        where ${matching(engine, filters)} order by hits.distance, p.project_id`);
      return rows.map(({ project_id }) => project_id);
    },

    /** Whether a project has these words; sooner known than which. */
    async isFound(filters: Filters, sought: Sought[], joined: Joined): Promise<boolean> {
      const has =
        engine === 'sqlite'
          ? sql`project_words w cross join projects p on p.project_id = w.rowid
              where w.project_words match ${fts5Query(sought, joined)}`
          : sql`project_words w join projects p on p.project_id = w.project_id
              where w.words @@ ${tsQuery(sought, joined)}::tsquery`;
      const rows = await all(sql`select p.project_id from ${has} and ${matching(engine, filters)} limit 1`);
      return rows.length > 0;
    },

    /** Cards in the order of these ids; one that is no longer there is left out. */
    async cards(ids: number[]): Promise<FinderResult[]> {
      if (ids.length === 0) return [];
      const rows = await all(sql<{ project_id: number; card: string }>`
        select p.project_id, p.card from projects p where ${isShown} and p.project_id in (${sql.join(ids)})`);
      const cards = new Map(rows.map(({ project_id, card }) => [project_id, card]));
      return ids.flatMap((id) => cardOf(cards.get(id)));
    },

    /** Cards of all that match, by id, from behind an id on. */
    async inOrder(filters: Filters, behind: number, limit: number): Promise<FinderResult[]> {
      const rows = await all(sql<{ card: string }>`
        select p.card from projects p where p.project_id > ${behind} and ${matching(engine, filters)}
        order by p.project_id limit ${limit}`);
      return rows.flatMap(({ card }) => cardOf(card));
    },

    async count(filters: Filters): Promise<number> {
      const [row] = await all(sql<{ count: number }>`
        select count(*) as count from projects p where ${matching(engine, filters)}`);
      return Number(row?.count ?? 0);
    },

    /** How many projects have each topic, the most first. */
    async topics(): Promise<{ name: string; projects: number }[]> {
      const rows = await all(sql<{ name: string; projects: number }>`
        select t.name, count(*) as projects from project_tags t join projects p on p.project_id = t.project_id
        where t.kind = 'topic' and ${isShown} group by t.name order by projects desc, t.name`);
      return rows.map(({ name, projects }) => ({ name, projects: Number(projects) }));
    },

    async newest(limit: number): Promise<FinderResult[]> {
      const rows = await all(sql<{ card: string }>`
        select p.card from projects p where ${isShown}
        order by p.published_at desc, p.project_id desc limit ${limit}`);
      return rows.flatMap(({ card }) => cardOf(card));
    },
  };
}

const cardOf = (card: string | undefined): FinderResult[] =>
  card === undefined ? [] : [JSON.parse(card) as FinderResult];
