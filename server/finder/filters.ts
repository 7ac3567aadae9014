/** The filters of a search. Every filter combines with every other. */
import { sql, type RawBuilder } from 'kysely';
import type { ListFilterName } from '../../src/contract/pages/finder.ts';
import { lexeme, written, type LexemeQuery } from './words/lexemes.ts';
import { shownIn } from '../projects/visibility.ts';
import type { Engine } from '../db/store.ts';
import type { Box } from '../geometry/outline.ts';
import { amongFor } from '../db/among.ts';
import { allWanted, type ExpandedWord } from './words/query-words.ts';

/** The folded words of a phrase, and the stems by which its projects are ranked. */
export type Phrase = { words: string[]; sought: ExpandedWord[] };

/** A web address in its one form, and the project whose page here it is. */
type AddressFilter = { address: string; projectId?: number | undefined };

/** As server/projects/derived/tags.ts writes them. */
export type FilterTag = { kind: 'in' | 'open' | 'home' | 'by' | 'programme' | ListFilterName; name: string };

/** Absent ones do not narrow. */
export type Filters = {
  topic?: string | undefined;
  activity?: string | undefined;
  /** The code of a UN region that a project lists itself. */
  un?: string | undefined;
  phrase?: Phrase | undefined;
  site?: AddressFilter | undefined;
  /** Further tags, of which a project must have every one. */
  tags?: FilterTag[] | undefined;
  /** Projects with one of these areas, or those that can be done anywhere. */
  where?: Areas | 'anywhere' | undefined;
  /** The part of the map that the middle of a project's area is in. */
  box?: Box | undefined;
};

/** `isFew`: few enough projects have one of these areas that each of them can be looked at. */
type Areas = { areas: number[]; isFew: boolean };

/** Whether a search is about one place: hardly anybody else asks for its areas. */
export const isAboutAreas = ({ where, box }: Filters): boolean =>
  box !== undefined || (where !== undefined && where !== 'anywhere');

/** The areas, where few projects have them. */
export const fewAreas = ({ where }: Filters): number[] | undefined =>
  where !== undefined && where !== 'anywhere' && where.isFew ? where.areas : undefined;

/** The condition that a project is visible to everybody. `p` is the project. */
export const isShown = sql.raw(shownIn('p'));

/** The conditions of a query to the index, besides the words of the search. */
export const narrowing = ({ topic, activity, un, phrase, tags = [], where }: Filters): LexemeQuery[] => [
  ...(topic === undefined ? [] : [lexeme.tag('topic', topic)]),
  ...(activity === undefined ? [] : [lexeme.tag('activity', activity)]),
  ...(un === undefined ? [] : [lexeme.tag('un', un)]),
  ...tags.map(({ kind, name }) => lexeme.tag(kind, name)),
  ...(phrase === undefined ? [] : pairsOf(phrase)),
  ...(where === 'anywhere' ? [anywhere] : []),
];

const anywhere: LexemeQuery = { any: ['online', 'anywhere'].map((name) => lexeme.tag('where', name)) };

/** Its pairs and its words: a pair shares its lexeme with others, of which one may be in thousands of projects. */
const pairsOf = ({ words, sought }: Phrase): LexemeQuery[] => [
  ...words.slice(1).map((word, at) => lexeme.pair(words[at] as string, word)),
  ...allWanted(sought, 'anywhere'),
];

/** The index under the name `i`, and the column that says which project it is. */
export const index: Record<Engine, { from: RawBuilder<unknown>; id: RawBuilder<unknown> }> = {
  sqlite: { from: sql`project_words i`, id: sql`i.rowid` },
  postgres: { from: sql`project_words i`, id: sql`i.project_id` },
};

/** As a condition on the index: a query, and the checks that need the texts and the addresses themselves. */
export function matching(
  engine: Engine,
  query: LexemeQuery,
  { phrase, site, where, box }: Filters,
): RawBuilder<unknown> {
  const { id } = index[engine];
  const matches =
    engine === 'sqlite'
      ? sql`project_words match ${written.sqlite(query)}`
      : sql`i.words @@ ${written.postgres(query)}::tsquery`;
  return sql`${matches}${says(engine, phrase, id)}${isAt(site, id)}${isIn(engine, where, id)}${isInBox(engine, box, id)}`;
}

/** As a condition on a project that was not found through the index. */
export const passing = (
  engine: Engine,
  { topic, activity, un, phrase, site, tags = [], box }: Filters,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`true${has('topic', topic, id)}${has('activity', activity, id)}${has('un', un, id)}
    ${sql.join(
      tags.map(({ kind, name }) => has(kind, name, id)),
      sql``,
    )}${says(engine, phrase, id)}${isAt(site, id)}${isInBox(engine, box, id)}`;

const has = (kind: string, name: string | undefined, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  name === undefined
    ? sql``
    : sql` and exists (select 1 from project_tags t
        where t.kind = ${kind} and t.name = ${name} and t.project_id = ${id})`;

/** Whether a piece is in a text. */
export const contains = (engine: Engine, text: RawBuilder<unknown>, piece: string): RawBuilder<unknown> =>
  engine === 'sqlite' ? sql`instr(${text}, ${piece}) > 0` : sql`position(${piece} in ${text}) > 0`;

// The index stores stems, and knows only that two of them are next to each other: each project that it finds is
// compared with the phrase as it was typed.
function says(engine: Engine, phrase: Phrase | undefined, id: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!phrase) return sql``;
  const isThere = contains(engine, sql`x.texts`, ` ${phrase.words.join(' ')} `);
  return sql` and exists (select 1 from project_texts x where x.project_id = ${id} and ${isThere})`;
}

const isAt = (site: AddressFilter | undefined, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  site === undefined
    ? sql``
    : sql` and ${id} in (select project_id from projects where site = ${site.address}
        union select ${site.projectId ?? 0})`;

const isIn = (engine: Engine, where: Filters['where'], id: RawBuilder<unknown>): RawBuilder<unknown> =>
  where === undefined || where === 'anywhere'
    ? sql``
    : sql` and ${id} in (select a.project_id from project_areas a
        where ${amongFor(engine)(sql`a.area_id`, where.areas)})`;

/**
 * Without its eastern and northern edge, so that parts next to each other share no project. The plus has SQLite query
 * the index once, and not again for each project of the box. PostgreSQL needs the bare column: behind a plus it reads
 * the words of every project, instead of those in the box.
 */
function isInBox(engine: Engine, box: Box | undefined, id: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!box) return sql``;
  const { west, south, east, north } = box;
  const across =
    west < east ? sql`m.lng >= ${west} and m.lng < ${east}` : sql`(m.lng >= ${west} or m.lng < ${east})`;
  const project = engine === 'sqlite' ? sql`+${id}` : id;
  return sql` and ${project} in (select a.project_id from area_middles m join project_areas a on a.area_id = m.area_id
    where m.lat >= ${south} and m.lat < ${north} and ${across})`;
}
