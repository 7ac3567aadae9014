/** Writes projects with everything they are found by: in bulk, inside the caller's transaction. */
import { sql } from 'kysely';
import type { Database, Engine } from '../db/store.ts';
import { cardOf, detailOf, tagsOf, wordsOf } from './project-text.ts';
import type { Project } from './read-project.ts';

/** A project on its way into the store. `isHidden` absent: as it was. */
export type Saving = { id: number; project: Project; isHidden?: boolean | undefined };

/** The columns that say what a project is, as opposed to where it stands. */
export const contentOf = ({ id, project, isHidden }: Saving, baseUrl: string, now: number) => {
  const standing = { id, baseUrl, updatedAt: now };
  return {
    name: project.name,
    origin: project.origin,
    url: project.url,
    fields: JSON.stringify(project),
    card: JSON.stringify(cardOf(project, standing)),
    detail: JSON.stringify(detailOf(project, standing)),
    updated_at: now,
    ...(isHidden !== undefined && { is_hidden: isHidden ? 1 : 0 }),
  };
};

/** Rows per statement: well below what either engine allows of parameters. */
const most = 100;

export function* chunks<T>(rows: T[], size = most): Iterable<T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}

/** Tags and words of projects, in place of the earlier ones. */
export async function indexAll(
  trx: Database,
  engine: Engine,
  projects: { id: number; project: Project }[],
): Promise<void> {
  for (const some of chunks(projects)) {
    const ids = some.map(({ id }) => id);
    await trx.deleteFrom('project_tags').where('project_id', 'in', ids).execute();
    const tags = some.flatMap(({ id, project }) =>
      tagsOf(project).map((tag) => ({ ...tag, project_id: id })),
    );
    for (const rows of chunks(tags, 1000)) await trx.insertInto('project_tags').values(rows).execute();
    await writeWords[engine](trx, some, ids);
  }
}

const writeWords = {
  sqlite: async (trx: Database, projects: { id: number; project: Project }[], ids: number[]) => {
    await sql`delete from project_words where rowid in (${sql.join(ids)})`.execute(trx);
    const rows = projects.map(({ id, project }) => {
      const { title, tags, organisation, place, body } = wordsOf(project);
      return sql`(${sql.join([id, title, tags, organisation, place, body])})`;
    });
    await sql`insert into project_words (rowid, title, tags, organisation, place, body)
      values ${sql.join(rows)}`.execute(trx);
  },
  postgres: async (trx: Database, projects: { id: number; project: Project }[], ids: number[]) => {
    await sql`delete from project_words where project_id in (${sql.join(ids)})`.execute(trx);
    const rows = projects.map(({ id, project }) => {
      const { title, tags, organisation, place, body } = wordsOf(project);
      return sql`(${id}::bigint, setweight(to_tsvector('english', ${title}), 'A')
        || setweight(to_tsvector('english', ${tags}), 'B')
        || setweight(to_tsvector('english', ${`${organisation} ${place}`}), 'C')
        || setweight(to_tsvector('english', ${body}), 'D'))`;
    });
    await sql`insert into project_words (project_id, words) values ${sql.join(rows)}`.execute(trx);
  },
};
