/** The image that a project names, and the picture that stands for it once it was fetched (server/images). */
import { sql, type Transaction } from 'kysely';
import { dayLong } from '../day.ts';
import type { Tables } from '../db/schema.ts';
import type { Store } from '../db/store.ts';
import { chunks } from './chunks.ts';
import type { Project } from './read-project.ts';
import { lockedRow, projectOf, type ProjectRow } from './rows.ts';
import { contentOf } from './save.ts';

/**
 * Notes which images are to be fetched, in the transaction that makes them public. One that was fetched within a
 * day is not fetched again, however often its project is updated.
 */
export async function wantImages(
  trx: Transaction<Tables>,
  projects: { id: number; project: Project }[],
  now: number,
): Promise<void> {
  const named = projects.flatMap(({ id, project: { image } }) =>
    image === undefined ? [] : [{ project_id: id, url: image, tries: 0, next_at: now }],
  );
  const without = projects.filter(({ project }) => project.image === undefined).map(({ id }) => id);
  for (const ids of chunks(without))
    await trx.deleteFrom('image_jobs').where('project_id', 'in', ids).execute();
  for (const rows of chunks(named))
    await trx
      .insertInto('image_jobs')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('project_id')
          .doUpdateSet((of) => ({
            url: of.ref('excluded.url'),
            tries: 0,
            next_at: now,
            fault: null,
            done_at: null,
          }))
          .where(sql<boolean>`(image_jobs.url <> excluded.url or image_jobs.done_at < ${now - dayLong})`),
      )
      .execute();
}

/** What a project keeps of its picture when it is saved: a picture belongs to the address it was fetched from. */
export const keptPicture = (row: Pick<ProjectRow, 'fields' | 'picture'>, { image }: Project): string =>
  projectOf(row).image === image ? row.picture : '';

export function picturesOf({ db, engine }: Store, baseUrl: string) {
  return {
    /** Gives a project its picture, or takes it; not where it names another image by now. */
    showPicture: (id: number, image: string, picture: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const row = await lockedRow(trx, engine, id);
        const project = row && projectOf(row);
        if (!row || project?.image !== image || row.picture === picture) return;
        const content = contentOf({ id, project, picture }, baseUrl, row.updated_at);
        await trx.updateTable('projects').set(content).where('project_id', '=', id).execute();
      }),
  };
}
