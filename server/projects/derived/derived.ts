/** Writes projects with their derived data and search index: in bulk, inside the caller's transaction. */
import { sql, type Transaction } from 'kysely';
import { nameKey } from '../../../src/contract/fields/same-name.ts';
import type { Tables } from '../../db/schema.ts';
import type { Database, Engine } from '../../db/store.ts';
import { chunks } from '../chunks.ts';
import { glanceOf } from './glance.ts';
import { indexWords } from './index-words.ts';
import { programmeTags } from './programme-tags.ts';
import { cardOf, detailOf } from './project-text.ts';
import { lockRows, projectOf } from '../rows.ts';
import type { Project } from '../reading/read-project.ts';
import { saveAreas } from './save-areas.ts';
import { tagsOf } from './tags.ts';
import { siteAddress } from '../../text/site-address.ts';

/** A project to be stored. If `isHidden` is absent, it stays as it was. */
export type Saving = {
  id: number;
  project: Project;
  /** The name of the picture made from its image, or empty. */
  picture: string;
  isHidden?: boolean | undefined;
};

/** The columns with a project's content, as opposed to its state. */
export const contentOf = ({ id, project, picture, isHidden }: Saving, now: number) => {
  const standing = { id, updatedAt: now, picture };
  return {
    name: project.name,
    name_key: nameKey(project.name),
    origin: project.origin,
    url: project.url,
    site: siteAddress(project.url) ?? '',
    fields: JSON.stringify(project),
    card: JSON.stringify(cardOf(project, standing)),
    detail: JSON.stringify(detailOf(project, standing)),
    glance: JSON.stringify(glanceOf(project)),
    updated_at: now,
    picture,
    ...(isHidden !== undefined && { is_hidden: isHidden ? 1 : 0 }),
  };
};

/** Replaces the tags and the areas of projects. */
export async function indexTags(
  trx: Database,
  engine: Engine,
  projects: { id: number; project: Project }[],
): Promise<void> {
  for (const some of chunks(projects)) {
    const ids = some.map(({ id }) => id);
    await trx.deleteFrom('project_tags').where('project_id', 'in', ids).execute();
    const ofProgrammes = await programmeTags(trx, ids);
    const tags = some.flatMap(({ id, project }) =>
      [...tagsOf(project), ...(ofProgrammes.get(id) ?? [])].map((tag) => ({ ...tag, project_id: id })),
    );
    for (const rows of chunks(tags, 1000)) await trx.insertInto('project_tags').values(rows).execute();
    await saveAreas(trx, engine, some);
  }
}

/** Replaces all index entries of projects. */
export async function indexAll(...of: Parameters<typeof indexTags>): Promise<void> {
  await indexTags(...of);
  await indexWords(...of);
}

/** Indexes stored projects again, after something else than their fields has changed. */
export async function indexAgain(trx: Transaction<Tables>, engine: Engine, ids: number[]): Promise<void> {
  await lockRows(trx, engine, ids);
  for (const some of chunks(ids)) {
    const rows = await trx.selectFrom('projects').selectAll().where('project_id', 'in', some).execute();
    await indexAll(
      trx,
      engine,
      rows.map((row) => ({ id: row.project_id, project: projectOf(row) })),
    );
  }
}

/**
 * Updates PostgreSQL's statistics after many writes. PostgreSQL does so itself a minute later at the earliest, and
 * until then plans searches as if there were hardly any projects.
 */
export async function updateStatistics(trx: Database, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return;
  const tables = 'projects, project_tags, project_areas, areas, area_cells, area_middles';
  const ofWords = 'project_words, project_stems, project_texts, search_terms, search_slips';
  await sql.raw(`analyze ${tables}, ${ofWords}`).execute(trx);
}
