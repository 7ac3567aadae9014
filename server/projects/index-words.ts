/**
 * Writes the words that projects are found by. Both engines get the same stems from here, so that they find the
 * same; beside them stand the folded texts, for exact phrases, and every word there is, for corrections.
 */
import { sql } from 'kysely';
import type { Database, Engine } from '../db/store.ts';
import { chunks } from './chunks.ts';
import { textsOf, type ProjectTexts } from './project-text.ts';
import type { Project } from './read-project.ts';
import { slipsOf } from './slips.ts';
import { stemOf } from './stem.ts';
import { words } from './words.ts';

type Indexed = { id: number; project: Project };
type Stems = Record<keyof ProjectTexts, string[]>;

/** A text in which a phrase is looked for as ` words in a row `: no phrase reaches over a field's end. */
const phrases = (texts: string[][]): string => `| ${texts.map((each) => each.join(' ')).join(' | ')} |`;

const read = ({ id, project }: Indexed) => {
  const texts = Object.entries(textsOf(project)).map(
    ([kind, given]) => [kind, given.map((text) => words(text))] as const,
  );
  const stems = Object.fromEntries(
    texts.map(([kind, given]) => [kind, given.flat().map((word) => stemOf(word))]),
  ) as Stems;
  const all = texts.flatMap(([, given]) => given);
  return { id, stems, texts: phrases(all), terms: new Set(all.flat()) };
};

/** In place of what was known of these projects. Nobody else writes words until the transaction ends. */
export async function indexWords(trx: Database, engine: Engine, projects: Indexed[]): Promise<void> {
  // Two that count the same words in another order would wait for each other for ever.
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
    for (const { texts } of earlier)
      for (const term of new Set(texts.split(' '))) if (term !== '|' && term !== '') count(term, -1);
    const rows = some.map(read);
    for (const { terms } of rows) for (const term of terms) count(term, 1);
    await trx
      .insertInto('project_texts')
      .values(rows.map(({ id, texts }) => ({ project_id: id, texts })))
      .execute();
    await writeStems[engine](trx, rows, ids);
  }
  await writeTerms(trx, counted);
}

const writeStems = {
  sqlite: async (trx: Database, rows: { id: number; stems: Stems }[], ids: number[]) => {
    await sql`delete from project_words where rowid in (${sql.join(ids)})`.execute(trx);
    const values = rows.map(({ id, stems: { title, tags, organisation, place, body } }) => {
      const columns = [title, tags, organisation, place, body].map((stems) => stems.join(' '));
      return sql`(${sql.join([id, ...columns])})`;
    });
    await sql`insert into project_words (rowid, title, tags, organisation, place, body)
      values ${sql.join(values)}`.execute(trx);
  },
  postgres: async (trx: Database, rows: { id: number; stems: Stems }[], ids: number[]) => {
    await sql`delete from project_words where project_id in (${sql.join(ids)})`.execute(trx);
    const values = rows.map(({ id, stems }) => sql`(${id}::bigint, ${vectorOf(stems)}::tsvector)`);
    await sql`insert into project_words (project_id, words) values ${sql.join(values)}`.execute(trx);
  },
};

const weights = { title: 'A', tags: 'B', organisation: 'C', place: 'C', body: 'D' };
const lastPosition = 16_383;
const mostPositions = 255;

/** A tsvector as PostgreSQL writes it: `'bird':1A,5D 'count':2A`. Stems are letters and digits only. */
function vectorOf(stems: Stems): string {
  const places = new Map<string, string[]>();
  let position = 0;
  for (const [kind, weight] of Object.entries(weights))
    for (const stem of stems[kind as keyof Stems]) {
      position = Math.min(position + 1, lastPosition);
      const known = places.get(stem);
      if (!known) places.set(stem, [`${position}${weight}`]);
      else if (known.length < mostPositions) known.push(`${position}${weight}`);
    }
  return [...places].map(([stem, at]) => `'${stem}':${at.join(',')}`).join(' ');
}

/** How many projects have each word; of a new word also the misspellings that lead to it. */
async function writeTerms(trx: Database, counted: Map<string, number>): Promise<void> {
  const changes = [...counted].filter(([, by]) => by !== 0);
  for (const some of chunks(changes, 1000)) {
    const { rows } = await sql<{ term: string; projects: number }>`
      insert into search_terms (term, projects)
      values ${sql.join(some.map(([term, by]) => sql`(${sql.join([term, by])})`))}
      on conflict (term) do update set projects = search_terms.projects + excluded.projects
      returning term, projects`.execute(trx);
    // What has as many projects as were counted now was not there before.
    const isNew = (term: string, projects: number) => Number(projects) === counted.get(term);
    const slips = rows
      .filter(({ term, projects }) => isNew(term, projects))
      .flatMap(({ term }) => slipsOf(term).map((slip) => ({ slip, term })));
    for (const each of chunks(slips, 1000))
      await trx
        .insertInto('search_slips')
        .values(each)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
}
