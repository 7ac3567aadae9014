/** A project's row, and how it is locked for a change. */
import { sql, type Selectable, type Transaction } from 'kysely';
import type { Tables } from '../db/schema.ts';
import { publishedIn } from './visibility.ts';
import type { Engine } from '../db/store.ts';
import { chunks } from './chunks.ts';
import type { Project } from './reading/read-project.ts';

export type ProjectRow = Selectable<Tables['projects']>;

/** The fields of a stored project. */
export const projectOf = (row: Pick<ProjectRow, 'fields'>): Project => JSON.parse(row.fields) as Project;

/** Locks a project's row until this transaction ends; SQLite has one writer anyway. */
export const lockedRow = (
  trx: Transaction<Tables>,
  engine: Engine,
  id: number,
): Promise<ProjectRow | undefined> =>
  trx
    .selectFrom('projects')
    .selectAll()
    .where('project_id', '=', id)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();

/**
 * Locks rows in id order, and before any other write, to prevent a deadlock with the transaction that updates the
 * search index.
 */
export async function lockRows(trx: Transaction<Tables>, engine: Engine, ids: number[]): Promise<void> {
  if (engine === 'sqlite') return;
  for (const some of chunks([...ids].sort((one, other) => one - other)))
    await trx
      .selectFrom('projects')
      .select('project_id')
      .where('project_id', 'in', some)
      .orderBy('project_id')
      .forUpdate()
      .execute();
}

/** Publishes a project and ends its review; if it was published before, its changes still await review. */
export async function markPublished(trx: Transaction<Tables>, id: number, now: number): Promise<void> {
  await trx
    .updateTable('projects')
    .set((of) => ({
      state: 'published',
      published_at: of.fn.coalesce('published_at', of.val(now)),
      review_since: sql<number | null>`case when ${sql.raw(publishedIn('projects'))} then review_since end`,
    }))
    .where('project_id', '=', id)
    .execute();
}

export async function markAwaiting(trx: Transaction<Tables>, id: number, now: number): Promise<void> {
  await trx
    .updateTable('projects')
    .set({ state: 'awaiting_review', review_since: now })
    .where('project_id', '=', id)
    .execute();
}
