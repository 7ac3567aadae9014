/**
 * Writes the search index of projects: lexemes that are the same on both engines, for projects that are shown; the
 * folded texts, for exact phrases and ranking; and every word, for spelling correction.
 */
import { sql, type SqlBool } from 'kysely';
import { lexeme } from '../../finder/words/lexemes.ts';
import { shownIn } from '../visibility.ts';
import type { Database, Engine } from '../../db/store.ts';
import { chunks } from '../chunks.ts';
import { type ProjectTexts, textsOf, writtenLanguage } from './project-text.ts';
import type { Project } from '../reading/read-project.ts';
import { programmeTags } from './programme-tags.ts';
import { type Tag, tagsOf } from './tags.ts';
import { keysOf } from '../../text/misspelling.ts';
import { stemOf, textLanguages, type TextLanguage } from '../../text/stem.ts';
import { words } from '../../text/words.ts';

type Indexed = { id: number; project: Project };

/** The texts of each field as words, and as their stems. */
type Texts = Record<keyof ProjectTexts, { words: string[]; stems: string[] }[]>;

/** The text in which a phrase is searched as ` words in a row `: no phrase matches across the end of a field. */
const phrases = (fields: Texts): string => {
  const each = Object.values(fields).map((texts) => texts.map((text) => text.words.join(' ')).join(' | '));
  return `|| ${each.join(' || ')} ||`;
};

const englishFields: ReadonlySet<string> = new Set<keyof ProjectTexts>(['lists', 'place', 'audience']);

function fieldsOf(texts: ProjectTexts, language: TextLanguage | undefined): Texts {
  const read = ([field, written]: [string, string[]]) => {
    const each = written.map((text) => words(text));
    const stem = (word: string) => stemOf(word, englishFields.has(field) ? 'en' : language);
    return [field, each.map((all) => ({ words: all, stems: all.map(stem) }))];
  };
  return Object.fromEntries(Object.entries(texts).map(read)) as Texts;
}

const stemmedIn = (code: string | undefined) => textLanguages.find((one) => one === code);

/** The texts of its translations, with the languages that have a stemmer. */
const translationsOf = ({ translations = {} }: Project) =>
  Object.entries(translations).map(([code, { name = '', ...texts }]) => {
    const language = stemmedIn(code);
    const { title, body } = fieldsOf({ ...noTexts, title: [name], body: Object.values(texts) }, language);
    return { title, body, language };
  });

const noTexts: ProjectTexts = {
  ...{ title: [], tags: [], lists: [], organisation: [] },
  ...{ place: [], body: [], audience: [] },
};

const wordsIn = (texts: string): string[] =>
  texts.split(' ').filter((word) => !word.startsWith('|') && word !== '');

const read = ({ id, project, more }: Indexed & { more: Tag[] }) => {
  const written = textsOf(project);
  const translated = translationsOf(project);
  const languages = [stemmedIn(writtenLanguage(project)), ...translated.map(({ language }) => language)];
  const own = fieldsOf(written, languages[0]);
  const fields = {
    ...own,
    title: [...own.title, ...translated.flatMap(({ title }) => title)],
    body: [...own.body, ...translated.flatMap(({ body }) => body)],
  };
  const texts = phrases(fields);
  return {
    id,
    texts,
    stems: stemsOf(fields),
    terms: new Set(wordsIn(texts)),
    lexemes: [
      ...lexemesOf(project, fields, more),
      ...new Set(languages.flatMap((one) => (one === undefined || one === 'en' ? [] : lexeme.language(one)))),
    ],
  };
};

/** Words of a text that count for ranking; after them, only stems that are new in the text are added, once each. */
const maxWeighed = 400;

/**
 * The stems for ranking: those of title and tags, and those of places and texts. They include every stem of the
 * project, so they also show whether it matches.
 */
function stemsOf({ title, tags, lists, organisation, place, body, audience }: Texts): {
  heads: string;
  rest: string;
} {
  const stems = (...some: Texts['title'][]) => {
    const stemmed = some.flat().flatMap((text) => text.stems);
    const weighed = stemmed.slice(0, maxWeighed);
    const further = new Set(stemmed.slice(maxWeighed));
    for (const stem of weighed) further.delete(stem);
    return ` ${[...weighed, ...further].join(' ')} `;
  };
  return {
    heads: `${stems(title)}|${stems(tags, lists)}`,
    rest: `${stems(organisation, place)}|${stems(body, audience)}`,
  };
}

/** Words. If a word occurs in too many titles, the short titles are searched first. */
const fewWords = 5;

function lexemesOf(project: Project, fields: Texts, more: Tag[]): string[] {
  const stems = (...some: Texts['title'][]) => some.flat().flatMap((text) => text.stems);
  const [title, tags] = [stems(fields.title), stems(fields.tags, fields.lists)];
  const lexemes = new Set([lexeme.shown, ...fields.title.map((one) => lexeme.wholeTitle(one.stems))]);
  if (fields.title.some((one) => one.stems.length <= fewWords)) lexemes.add(lexeme.shortTitle);
  for (const { kind, name } of [...tagsOf(project), ...more])
    if (kind !== 'tag') lexemes.add(lexeme.tag(kind, name));
  for (const stem of title) lexemes.add(lexeme.stem(stem, 'title'));
  for (const stem of [...title, ...tags]) lexemes.add(lexeme.stem(stem, 'tags'));
  for (const text of Object.values(fields).flat()) {
    for (const stem of text.stems) lexemes.add(lexeme.stem(stem, 'anywhere'));
    for (const [at, next] of text.words.slice(1).entries())
      lexemes.add(lexeme.pair(text.words[at] as string, next));
  }
  return [...lexemes];
}

/** Replaces the index entries of these projects. Other transactions cannot write words until this one ends. */
export async function indexWords(trx: Database, engine: Engine, projects: Indexed[]): Promise<void> {
  // Two transactions that count the same words in different orders would deadlock, so this row is locked first.
  await sql`insert into counters (name, value) values ('words', 1)
    on conflict (name) do update set value = counters.value + 1`.execute(trx);
  const counted = new Map<string, number>();
  const count = (term: string, by: number) => counted.set(term, (counted.get(term) ?? 0) + by);
  for (const some of chunks(projects)) {
    const ids = some.map(({ id }) => id);
    const earlier = await trx
      .deleteFrom('project_texts')
      .where('project_id', 'in', ids)
      .returning('texts')
      .execute();
    for (const { texts } of earlier) for (const term of new Set(wordsIn(texts))) count(term, -1);
    const ofProgrammes = await programmeTags(trx, ids);
    const rows = some.map((one) => read({ ...one, more: ofProgrammes.get(one.id) ?? [] }));
    for (const { terms } of rows) for (const term of terms) count(term, 1);
    await trx
      .insertInto('project_texts')
      .values(rows.map(({ id, texts }) => ({ project_id: id, texts })))
      .execute();
    await trx.deleteFrom('project_stems').where('project_id', 'in', ids).execute();
    await trx
      .insertInto('project_stems')
      .values(rows.map(({ id, stems }) => ({ project_id: id, ...stems })))
      .execute();
    const shown = await shownOf(trx, ids);
    await writeLexemes[engine](
      trx,
      rows.filter(({ id }) => shown.has(id)),
      ids,
    );
  }
  await writeTerms(trx, counted);
}

/** The projects that are shown. The others are not in the index, so no search result needs a further check. */
async function shownOf(trx: Database, ids: number[]): Promise<Set<number>> {
  const rows = await trx
    .selectFrom('projects')
    .select('project_id')
    .where('project_id', 'in', ids)
    .where(sql.raw<SqlBool>(shownIn('projects')))
    .execute();
  return new Set(rows.map(({ project_id }) => project_id));
}

type Lexemes = { id: number; lexemes: string[] };

const writeLexemes: Record<Engine, (trx: Database, rows: Lexemes[], ids: number[]) => Promise<void>> = {
  sqlite: async (trx, rows, ids) => {
    await sql`delete from project_words where rowid in (${sql.join(ids)})`.execute(trx);
    if (rows.length === 0) return;
    const values = rows.map(({ id, lexemes }) => sql`(${sql.join([id, lexemes.join(' ')])})`);
    await sql`insert into project_words (rowid, lexemes) values ${sql.join(values)}`.execute(trx);
  },
  postgres: async (trx, rows, ids) => {
    await sql`delete from project_words where project_id in (${sql.join(ids)})`.execute(trx);
    if (rows.length === 0) return;
    const values = rows.map(
      ({ id, lexemes }) =>
        sql`(${id}::bigint, array_to_tsvector(string_to_array(${lexemes.join(' ')}, ' ')))`,
    );
    await sql`insert into project_words (project_id, words) values ${sql.join(values)}`.execute(trx);
  },
};

/** Updates the number of projects per word; for a new word, also adds its correction keys. */
async function writeTerms(trx: Database, counted: Map<string, number>): Promise<void> {
  const changes = [...counted].filter(([, by]) => by !== 0);
  for (const some of chunks(changes, 1000)) {
    const { rows } = await sql<{ term: string; projects: number }>`
      insert into search_terms (term, projects)
      values ${sql.join(some.map(([term, by]) => sql`(${sql.join([term, by])})`))}
      on conflict (term) do update set projects = search_terms.projects + excluded.projects
      returning term, projects`.execute(trx);
    // A word with as many projects as were just counted was not there before.
    const isNew = (term: string, projects: number) => Number(projects) === counted.get(term);
    const misspellings = rows
      .filter(({ term, projects }) => isNew(term, projects))
      .flatMap(({ term }) => keysOf(term).map((key) => ({ slip: key, term })));
    for (const each of chunks(misspellings, 1000))
      await trx
        .insertInto('search_slips')
        .values(each)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
}
