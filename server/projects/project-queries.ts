/** Reads of projects that change nothing. */
import { ownEntry } from '../../src/contract/fields/own-entry.ts';
import { cardIn, type StoredCard } from './derived/project-text.ts';
import { sql, type SqlBool } from 'kysely';
import { nameKey } from '../../src/contract/fields/same-name.ts';
import { isPublished, openIn } from './visibility.ts';
import type { Store } from '../db/store.ts';
import { projectOf, type ProjectRow } from './rows.ts';
import { changesOf } from './versions.ts';

/** The pattern (escaped by a backslash) of names that have some words; undefined where nothing of them is left. */
export function namePattern(words: string): string | undefined {
  const key = nameKey(words).replace(/[\\%_]/g, (letter) => `\\${letter}`);
  return key === '' ? undefined : `%${key}%`;
}

export function projectQueries({ db, searching }: Pick<Store, 'db' | 'searching'>) {
  return {
    row: (id: number): Promise<ProjectRow | undefined> =>
      db.selectFrom('projects').selectAll().where('project_id', '=', id).executeTakeFirst(),

    /** Projects in any state whose name has some words, by name: every name is read, on the thread for searches. */
    async named(words: string, most: number): Promise<{ project_id: number; name: string }[]> {
      const pattern = namePattern(words);
      if (pattern === undefined) return [];
      return searching
        .selectFrom('projects')
        .select(['project_id', 'name'])
        .where(sql<boolean>`name_key like ${pattern} escape '\\'`)
        .orderBy('name')
        .limit(most)
        .execute();
    },

    /** The name of an open project, hidden by its owner or not: its embeds need nothing more. `title`: for a reader of a language. */
    async openName(id: number, lang?: string): Promise<{ name: string; title: string } | undefined> {
      const row = await db
        .selectFrom('projects')
        .select([
          'name',
          sql<string | null>`case when card like '%"translations":{%' then card end`.as('card'),
        ])
        .where('project_id', '=', id)
        .where(sql.raw<SqlBool>(openIn('projects')))
        .executeTakeFirst();
      if (!row) return undefined;
      const card = row.card === null ? undefined : cardIn(JSON.parse(row.card) as StoredCard, lang);
      return { name: row.name, title: card?.title ?? row.name };
    },

    /** The names of projects for a reader of a language, of those that have a translation into it. */
    async titles(ids: number[], lang: string): Promise<Map<number, string>> {
      const rows = await db
        .selectFrom('projects')
        .select(['project_id', 'card'])
        .where('project_id', 'in', ids)
        .where(sql<boolean>`card like '%"translations":{%'`)
        .execute();
      return new Map(
        rows.flatMap(({ project_id: id, card }) => {
          const { translations } = JSON.parse(card) as StoredCard;
          const title = ownEntry(translations ?? {}, lang)?.title;
          return title === undefined ? [] : [[id, title] as const];
        }),
      );
    },

    /** The image that a project names while it awaits review. */
    async unpublishedImage(id: number): Promise<string | undefined> {
      const row = await db
        .selectFrom('projects')
        .select(['state', 'fields'])
        .where('project_id', '=', id)
        .executeTakeFirst();
      return row && !isPublished(row) ? projectOf(row).image : undefined;
    },

    /** The first project that an import named so, whatever it is called by now, or that an organization added so. */
    findBySource: async (origin: string, name: string): Promise<ProjectRow | undefined> => {
      const named = (columns: 'source' | 'import') =>
        db
          .selectFrom('projects')
          .selectAll()
          .where(columns === 'import' ? 'import_origin' : 'origin', '=', origin)
          .where(columns === 'import' ? 'import_name' : 'name', '=', name)
          .orderBy('project_id')
          .limit(1)
          .executeTakeFirst();
      return (await named('import')) ?? named('source');
    },

    /** The project of an id, if its history says that it had this origin and this name. */
    async findByFormerName(id: number, origin: string, name: string): Promise<ProjectRow | undefined> {
      const row = await db.selectFrom('projects').selectAll().where('project_id', '=', id).executeTakeFirst();
      const versions = await db
        .selectFrom('project_versions')
        .select('fields')
        .where('project_id', '=', id)
        .where('state', '=', 'applied')
        .execute();
      const had = [row, ...versions].map(changesOf);
      const isFormer =
        had.some((fields) => fields.name === name) && had.some((fields) => fields.origin === origin);
      return isFormer ? row : undefined;
    },
  };
}
