/** The published projects as a whole: their cards, how many there are, and which are new. Hidden ones are never among them. */
import { sql, type RawBuilder } from 'kysely';
import type { FinderResult } from '../../src/contract/api/finder.ts';
import type { Glance } from '../../src/contract/pages/finder.ts';
import { lexeme, type LexemeQuery } from './words/lexemes.ts';
import type { Store } from '../db/store.ts';
import { cardIn, glanceIn, type StoredCard, type StoredGlance } from '../projects/derived/project-text.ts';
import { withAddresses } from '../text/our-addresses.ts';
import { amongFor } from '../db/among.ts';
import { index, isShown, matching, passing, type Filters } from './filters.ts';

type CardProgrammes = NonNullable<FinderResult['programmes']>;
export type ListedProgrammes = { all: CardProgrammes; of: Map<number, CardProgrammes> };

export type Directory = ReturnType<typeof directoryOf>;

/** `baseUrl`: of this installation, for the addresses in cards. */
export function directoryOf(store: Store, baseUrl: string) {
  const { directory, engine } = store;
  const all = async <Row>(query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(directory)).rows;

  const countOf = async (query: LexemeQuery): Promise<number> => {
    const { from } = index[engine];
    const [row] = await all(
      sql<{ found: number }>`select count(*) as found from ${from} where ${matching(engine, query, {})}`,
    );
    return Number(row?.found);
  };

  return {
    version: store.directoryVersion,

    count: (): Promise<number> => countOf(lexeme.shown),

    /** Cards in the order of these ids, for a reader of a language; one that is no longer there is left out. */
    async cards(ids: number[], lang: string | undefined): Promise<FinderResult[]> {
      if (ids.length === 0) return [];
      const rows = await all(sql<{ project_id: number; card: string }>`
        select p.project_id, p.card from projects p where ${isShown} and p.project_id in (${sql.join(ids)})`);
      const cards = new Map(rows.map(({ project_id, card }) => [project_id, card]));
      return ids.flatMap((each) => cardOf(cards.get(each), lang, baseUrl));
    },

    /** The open programmes that list projects, by name, and those that list each project. */
    async programmes(): Promise<ListedProgrammes> {
      const rows = await all(sql<{ programme_id: number; name: string; project_id: number }>`
        select l.programme_id, g.name, l.project_id from programmes g
        join programme_projects l on l.programme_id = g.programme_id
        where g.state = 'open' and l.state = 'listed' order by g.name, g.programme_id`);
      const ofRow = ({ programme_id: id, name }: (typeof rows)[number]) => ({
        id: Number(id),
        name,
        url: `${baseUrl}/programme/${id}`,
      });
      const byId = new Map(rows.map((row) => [Number(row.programme_id), ofRow(row)]));
      const byProject = Map.groupBy(rows, (row) => Number(row.project_id));
      return {
        all: [...byId.values()],
        of: new Map([...byProject].map(([id, some]) => [id, some.map(ofRow)])),
      };
    },

    /** The further text of our own cards for a reader of a language, by id. */
    async glances(ids: number[], lang: string | undefined): Promise<Map<number, Glance>> {
      if (ids.length === 0) return new Map();
      const rows = await all(sql<{ project_id: number; glance: string }>`
        select p.project_id, p.glance from projects p where p.project_id in (${sql.join(ids)})`);
      return new Map(
        rows.map(({ project_id, glance }) => [
          project_id,
          glanceIn(JSON.parse(glance) as StoredGlance, lang),
        ]),
      );
    },

    /** These projects, those published last first. */
    async newestFirst(ids: number[]): Promise<number[]> {
      const rows = await all(sql<{ project_id: number }>`select p.project_id from projects p
        where ${amongFor(engine)(sql`p.project_id`, ids)} order by p.published_at desc, p.project_id desc`);
      return rows.map(({ project_id }) => project_id);
    },

    /** How many of these projects have each tag of these kinds. */
    async tagCounts(
      ids: number[],
      kinds: string[],
    ): Promise<{ kind: string; name: string; projects: number }[]> {
      if (ids.length === 0) return [];
      const rows = await all(sql<{ kind: string; name: string; projects: number }>`
        select t.kind, t.name, count(*) as projects from project_tags t
        where ${amongFor(engine)(sql`t.project_id`, ids)} and t.kind in (${sql.join(kinds)})
        group by t.kind, t.name`);
      return rows.map((row) => ({ ...row, projects: Number(row.projects) }));
    },

    /** How many projects have each of these topics, the most first; topics that none has are left out. */
    async topics(names: string[]): Promise<{ name: string; projects: number }[]> {
      const counts = await Promise.all(names.map((name) => countOf(lexeme.tag('topic', name))));
      return names
        .map((name, at) => ({ name, projects: counts[at] ?? 0 }))
        .filter(({ projects }) => projects > 0)
        .sort((one, other) => other.projects - one.projects || (one.name < other.name ? -1 : 1));
    },

    /** Those of these regions that a project has as a tag. One look-up for each, however many projects there are. */
    async listed(kind: 'un' | 'in', codes: string[]): Promise<string[]> {
      const query =
        engine === 'sqlite'
          ? sql`(select value as code from json_each(${JSON.stringify(codes)}))`
          : sql`(select unnest(string_to_array(${codes.join(',')}, ',')) as code)`;
      const rows = await all(sql<{ code: string }>`select c.code from ${query} c
        where exists (select 1 from project_tags t join projects p on p.project_id = t.project_id
          where t.kind = ${kind} and t.name = c.code and ${isShown})`);
      return rows.map(({ code }) => code);
    },

    /** Ids of the projects that were published last, of those that pass the filters. */
    async newest(max: number, filters: Filters = {}): Promise<number[]> {
      const passes = passing(engine, filters, sql`p.project_id`);
      const rows = await all(sql<{ project_id: number }>`select p.project_id from projects p
        where ${isShown} and ${passes}
        order by p.published_at desc, p.project_id desc limit ${max}`);
      return rows.map(({ project_id }) => project_id);
    },
  };
}

const cardOf = (card: string | undefined, lang: string | undefined, baseUrl: string): FinderResult[] =>
  card === undefined ? [] : [withAddresses(cardIn(JSON.parse(card) as StoredCard, lang), baseUrl)];
