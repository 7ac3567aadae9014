/** Writes projects with everything they are found by: in bulk, inside the caller's transaction. */
import { sql } from 'kysely';
import type { Database, Engine } from '../db/store.ts';
import { chunks } from './chunks.ts';
import { indexWords } from './index-words.ts';
import { cardOf, detailOf, tagsOf } from './project-text.ts';
import type { Project } from './read-project.ts';
import { saveAreas } from './save-areas.ts';
import { siteAddress } from '../text/site-address.ts';

/** A project on its way into the store. `isHidden` absent: as it was. */
export type Saving = {
  id: number;
  project: Project;
  /** The picture of its image, or empty. */
  picture: string;
  isHidden?: boolean | undefined;
};

/** The columns that say what a project is, as opposed to where it stands. */
export const contentOf = ({ id, project, picture, isHidden }: Saving, now: number) => {
  const standing = { id, updatedAt: now, picture };
  return {
    name: project.name,
    origin: project.origin,
    url: project.url,
    site: siteAddress(project.url) ?? '',
    fields: JSON.stringify(project),
    card: JSON.stringify(cardOf(project, standing)),
    detail: JSON.stringify(detailOf(project, standing)),
    updated_at: now,
    picture,
    ...(isHidden !== undefined && { is_hidden: isHidden ? 1 : 0 }),
  };
};

/** What projects are found by, in place of the earlier. */
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
    await saveAreas(trx, engine, some);
  }
  await indexWords(trx, engine, projects);
}

/**
 * After many were written: PostgreSQL plans searches as though there were hardly any until it has counted them, which
 * it does by itself a minute later at the earliest.
 */
export async function countAnew(trx: Database, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return;
  const tables = 'projects, project_tags, project_areas, areas, area_cells';
  const ofWords = 'project_words, project_stems, project_texts, search_terms, search_slips';
  await sql.raw(`analyze ${tables}, ${ofWords}`).execute(trx);
}
