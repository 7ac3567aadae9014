/** The image that a project names, and the picture made from it after it was fetched (server/images). */
import { sql, type SqlBool, type Transaction } from 'kysely';
import { dayLong } from '../text/day.ts';
import type { Tables } from '../db/schema.ts';
import { openIn } from './visibility.ts';
import type { Store } from '../db/store.ts';
import { turnOfRequest } from '../limits/turns.ts';
import { chunks } from './chunks.ts';
import type { Project } from './reading/read-project.ts';
import { lockedRow, projectOf, type ProjectRow } from './rows.ts';
import { contentOf } from './derived/derived.ts';

type Imaged = { id: number; project: Project };

/**
 * Queues images to be fetched, in the transaction that makes them public. For a project that is not open nothing is
 * fetched: an editor requests a preview by hand (server/images/store.ts). An image that was fetched within a day is not
 * fetched again, however often its project is updated; with `again`, one that failed is, as for a publication.
 */
export async function wantImages(
  trx: Transaction<Tables>,
  projects: Imaged[],
  now: number,
  { again = false }: { again?: boolean } = {},
): Promise<void> {
  for (const some of chunks(projects)) {
    const open = await openOf(trx, some);
    await dropOutdated(trx, some);
    const named = some.flatMap(({ id, project: { image } }) =>
      image === undefined || !open.has(id)
        ? []
        : [{ project_id: id, url: image, tries: 0, next_at: now, turn: turnOfRequest(now) }],
    );
    if (named.length > 0) await want(trx, named, now, again);
  }
}

async function openOf(trx: Transaction<Tables>, projects: Imaged[]): Promise<Set<number>> {
  const ids = projects.map(({ id }) => id);
  const rows = await trx
    .selectFrom('projects')
    .select('project_id')
    .where('project_id', 'in', ids)
    .where(sql.raw<SqlBool>(openIn('projects')))
    .execute();
  return new Set(rows.map(({ project_id }) => project_id));
}

/** Deletes jobs for an address that the project no longer names. */
async function dropOutdated(trx: Transaction<Tables>, projects: Imaged[]): Promise<void> {
  const urls = new Map(projects.map(({ id, project }) => [id, project.image]));
  const jobs = await trx
    .selectFrom('image_jobs')
    .select(['project_id', 'url'])
    .where('project_id', 'in', [...urls.keys()])
    .execute();
  const outdated = jobs.filter(({ project_id, url }) => urls.get(project_id) !== url);
  if (outdated.length === 0) return;
  const ids = outdated.map(({ project_id }) => project_id);
  await trx.deleteFrom('image_jobs').where('project_id', 'in', ids).execute();
}

async function want(
  trx: Transaction<Tables>,
  rows: Pick<Tables['image_jobs'], 'project_id' | 'url' | 'tries' | 'next_at' | 'turn'>[],
  now: number,
  again: boolean,
): Promise<void> {
  const failed = again ? sql`or (image_jobs.fault is not null and image_jobs.next_at is null)` : sql``;
  await trx
    .insertInto('image_jobs')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('project_id')
        .doUpdateSet(({ ref }) => ({
          tries: 0,
          next_at: now,
          fault: null,
          done_at: null,
          turn: ref('excluded.turn'),
        }))
        .where(sql<boolean>`(image_jobs.done_at < ${now - dayLong} ${failed})`),
    )
    .execute();
}

/** Deletes waiting jobs of a project that is no longer open. */
export const dropWaitingImage = (trx: Transaction<Tables>, id: number) =>
  trx.deleteFrom('image_jobs').where('project_id', '=', id).where('next_at', 'is not', null).execute();

/** The picture that a project keeps when it is saved: a picture belongs to the address that it was fetched from. */
export const keptPicture = (row: Pick<ProjectRow, 'fields' | 'picture'>, { image }: Project): string =>
  projectOf(row).image === image ? row.picture : '';

export function picturesOf({ db, engine }: Store) {
  return {
    /** Sets or removes a project's picture, unless the project names another image by now. */
    showPicture: (id: number, image: string, picture: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const row = await lockedRow(trx, engine, id);
        const project = row && projectOf(row);
        if (!row || project?.image !== image || row.picture === picture) return;
        const content = contentOf({ id, project, picture }, row.updated_at);
        await trx.updateTable('projects').set(content).where('project_id', '=', id).execute();
      }),
  };
}
