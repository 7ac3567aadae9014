/**
 * Rebuilds the data that is derived from a project's fields (card, detail, words, tags) at the first start of a release
 * that derives it differently.
 */
import type { Database, Store } from '../../db/store.ts';
import { contentOf, updateStatistics, indexAll } from './derived.ts';
import { projectOf } from '../rows.ts';

/** Increment this when the same fields give different derived data. */
const derivation = 15;

const perTransaction = 500;

/**
 * The setting `derivation` is the number of the release that derived the data; `15 outdated` if a release before it has
 * saved projects since, and nothing if any release is to derive everything again.
 */
const outdatedBy = (newer: number) => `${newer} outdated`;

/** Has the next start, or the next call, derive everything again. */
export async function outdateDerived(db: Database): Promise<void> {
  await db.updateTable('settings').set({ value: '' }).where('name', '=', 'derivation').execute();
}

/** `onProgress` is called with the number of finished projects; it is not called if there is nothing to do. */
export async function rebuildDerived(
  { db, engine }: Store,
  onProgress: (done: number) => void,
): Promise<void> {
  const wanted = String(derivation);
  const settings = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'derivation')
    .executeTakeFirst();
  if (settings?.value === wanted) return;
  // A newer release derives differently, and may be running: its data stay, and its next start renews what this release
  // saves meanwhile.
  const stored = Number.parseInt(settings?.value ?? '', 10);
  if (stored > derivation) return setDerivation(db, outdatedBy(stored));
  for (let behind = 0, done = 0; ;) {
    // Read inside the transaction, so that a project that is saved meanwhile keeps its newest fields.
    const ids = await db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('projects')
        .select(['project_id', 'fields', 'picture', 'updated_at'])
        .where('project_id', '>', behind)
        .orderBy('project_id')
        .limit(perTransaction)
        .$if(engine === 'postgres', (query) => query.forUpdate())
        .execute();
      const projects = rows.map((row) => ({
        id: row.project_id,
        project: projectOf(row),
        picture: row.picture,
        row,
      }));
      for (const { row, ...saving } of projects)
        await trx
          .updateTable('projects')
          .set(contentOf(saving, row.updated_at))
          .where('project_id', '=', saving.id)
          .execute();
      if (projects.length > 0) await indexAll(trx, engine, projects);
      return rows.map(({ project_id }) => project_id);
    });
    behind = ids.at(-1) ?? behind;
    done += ids.length;
    if (ids.length > 0) onProgress(done);
    if (ids.length < perTransaction) break;
  }
  await updateStatistics(db, engine);
  await setDerivation(db, wanted);
}

async function setDerivation(db: Database, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: 'derivation', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
