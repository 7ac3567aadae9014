/** Projects in the database, with everything by which they are found. */
import { sql, type Transaction } from 'kysely';
import type { Tables } from '../db/schema.ts';
import type { Database, Store } from '../db/store.ts';
import { actsOf, addActs } from './acts.ts';
import { hashedPermission, permission } from './hashed-permission.ts';
import { chunks } from './chunks.ts';
import { ownersOf } from './owners.ts';
import { projectQueries } from './project-queries.ts';
import { dropWaitingImage, picturesOf, wantImages } from './images.ts';
import type { Project } from './reading/read-project.ts';
import { registerUrls } from './register-urls.ts';
import { revise, revisionsOf } from './revise.ts';
import { differing, withChanges } from './changes.ts';
import { changedByOwner, type DecidedBy, mustBeAsSeen } from './versions.ts';
import { lockedRow, lockRows, markPublished, projectOf, type ProjectRow } from './rows.ts';
import { contentOf, updateStatistics, indexAll } from './derived/derived.ts';

export type ProjectStore = ReturnType<typeof projectStore>;

/** A project that is not stored yet; `id` only if it is given from outside. */
export type NewProject = {
  id?: number | undefined;
  project: Project;
  accountId: number;
  lineage: number | null;
  publish: boolean;
  /** An import makes it. */
  isImported?: true;
};

/**
 * The new state of a stored project, except for fields that an editor corrected, or its owner by hand. `publish`: publish it if it is not
 * published yet.
 */
export type Change = { id: number; project: Project; accountId: number; publish: boolean };

/** Projects. This many writes at once change how searches are best planned. */
const manyWrites = 100;

export function projectStore(store: Store) {
  const { db } = store;

  /** Adds and changes projects in one transaction, with `also`. Returns the ids of the added ones, in order. */
  const saveAll = (
    added: NewProject[],
    changed: Change[],
    now: number,
    also?: (trx: Database, ids: number[]) => Promise<void>,
  ): Promise<number[]> =>
    db.transaction().execute(async (trx) => {
      const ids = await takeIds(
        trx,
        added.map(({ id }) => id),
      );
      await lockRows(
        trx,
        store.engine,
        changed.map(({ id }) => id),
      );
      const news = added.map((entry, index) => ({ ...entry, id: ids[index] as number }));
      for (const some of chunks(news)) {
        const managers = some.map(({ id, accountId }) => ({ project_id: id, account_id: accountId }));
        await trx
          .insertInto('projects')
          .values(some.map((entry) => rowOf(entry, now)))
          .execute();
        await trx.insertInto('project_managers').values(managers).execute();
        await addActs(
          trx,
          some.map(({ id, accountId, publish }) =>
            publish ? { id, act: 'approved' as const } : { id, accountId, act: 'sent' as const },
          ),
          now,
        );
      }
      await indexAll(trx, store.engine, news);
      await registerUrls(trx, ids, now);
      await wantImages(trx, news, now);
      for (const change of changed) await applyImported(trx, change, now);
      await also?.(trx, ids);
      if (added.length + changed.length >= manyWrites) await updateStatistics(trx, store.engine);
      return ids;
    });

  const applyImported = async (
    trx: Transaction<Tables>,
    { id, accountId, publish, ...imported }: Change,
    now: number,
  ) => {
    const ofOwner = await changedByOwner(trx, id);
    await noteSource(trx, id, imported.project);
    return revise(trx, store, { id, by: { how: 'import', accountId }, now }, (before) => {
      if (!before) return { project: imported.project, pending: {} };
      const copies = [...before.corrected, ...ofOwner].map((field) => [
        field,
        before.project[field as keyof Project] ?? null,
      ]);
      const project = withChanges(imported.project, Object.fromEntries(copies) as object);
      return { project, pending: differing(project, before.pending), publish };
    });
  };

  return {
    ...decisionStore(store),
    ...projectQueries(store),

    ...ownersOf(store),
    ...revisionsOf(store),
    ...picturesOf(store),
    ...actsOf(store),
    ...hashedPermission(store),

    saveAll,
    /** `also`: a write of the same transaction. */
    add: async (
      added: NewProject,
      now: number,
      also?: (trx: Database, id: number) => Promise<void>,
    ): Promise<number> =>
      (await saveAll([added], [], now, async (trx, [id = 0]) => also?.(trx, id)))[0] as number,
  };
}

/** Notes how the first import of a project named it: the next one finds it so after a correction. */
async function noteSource(trx: Database, id: number, { origin, name }: Project): Promise<void> {
  await trx
    .updateTable('projects')
    .set({ import_origin: origin, import_name: name })
    .where('project_id', '=', id)
    .where('import_name', 'is', null)
    .execute();
}

/** Indexes a project again after its visibility changed: the index has shown projects only. */
async function reindex(
  trx: Transaction<Tables>,
  engine: Store['engine'],
  id: number,
): Promise<Project | undefined> {
  const row = await lockedRow(trx, engine, id);
  if (!row) return undefined;
  const project = projectOf(row);
  await indexAll(trx, engine, [{ id, project }]);
  return project;
}

/** Stores the decisions of editors and operators about a project. */
function decisionStore(store: Store) {
  const { db, engine } = store;
  return {
    /**
     * Publishes a project, and registers the origin of its address if that is allowed. Returns the project as it was
     * before.
     */
    publish: (
      id: number,
      now: number,
      { accountId, seen }: DecidedBy = {},
    ): Promise<ProjectRow | undefined> =>
      db.transaction().execute(async (trx) => {
        const before = await lockedRow(trx, engine, id);
        await mustBeAsSeen(trx, id, seen);
        await markPublished(trx, id, now);
        await addActs(trx, [{ id, act: 'approved', accountId }], now);
        const project = await reindex(trx, engine, id);
        await registerUrls(trx, [id], now);
        if (project) await wantImages(trx, [{ id, project }], now, { again: true });
        return before;
      }),

    /**
     * Withholds a project, or ends that; returns whether it is hidden now, which its owner may have set. `why`: the
     * reason, which its managers read in its history.
     */
    withhold: (
      id: number,
      isWithheld: boolean,
      now: number,
      { accountId, seen, why }: DecidedBy & { why?: string | undefined } = {},
    ): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const row = await lockedRow(trx, engine, id);
        await mustBeAsSeen(trx, id, seen);
        const isHidden = isWithheld || (row !== undefined && projectOf(row).status === 'hidden');
        await trx
          .updateTable('projects')
          .set({ is_withheld: isWithheld ? 1 : 0, is_hidden: isHidden ? 1 : 0 })
          .where('project_id', '=', id)
          .execute();
        if (row && (row.is_withheld === 1) !== isWithheld)
          await addActs(trx, [{ id, act: isWithheld ? 'withheld' : 'shown', accountId, note: why }], now);
        const project = await reindex(trx, engine, id);
        if (isWithheld) await dropWaitingImage(trx, id);
        else if (project) await wantImages(trx, [{ id, project }], now);
        return isHidden;
      }),

    /** Makes updates publish at once, or ends that. */
    trust: permission(store, 'is_trusted', ['trusted', 'untrusted']),

    /** Counts all hours of contributions of one person that overlap, or ends that. */
    letOverlap: permission(store, 'may_overlap', ['overlaps_counted', 'overlaps_once']),
  };
}

const rowOf = (entry: NewProject & { id: number }, now: number) => ({
  ...contentOf({ ...entry, picture: '' }, now),
  project_id: entry.id,
  state: entry.publish ? ('published' as const) : ('awaiting_review' as const),
  is_hidden: entry.project.status === 'hidden' ? 1 : 0,
  is_withheld: 0,
  is_trusted: 0,
  corrected: '[]',
  key_lineage: entry.lineage,
  may_send_hashed: 0,
  created_at: now,
  published_at: entry.publish ? now : null,
  review_since: entry.publish ? null : now,
  is_imported: entry.isImported ? 1 : 0,
  import_origin: entry.isImported ? entry.project.origin : null,
  import_name: entry.isImported ? entry.project.name : null,
});

/** Returns ids in order; a given one is kept, and the counter continues above it. */
async function takeIds(trx: Transaction<Tables>, wishes: (number | undefined)[]): Promise<number[]> {
  if (wishes.length === 0) return [];
  const beyond = wishes.reduce<number>((max, id) => Math.max(max, (id ?? 0) + 1), 1);
  const count = wishes.filter((id) => id === undefined).length;
  // The row stays locked until the end of the transaction, so that two additions cannot get the same id.
  const { rows } = await sql<{ value: number }>`
    insert into counters (name, value) values ('project', ${beyond + count})
    on conflict (name) do update set
      value = case when counters.value < ${beyond} then ${beyond} else counters.value end + ${count}
    returning value`.execute(trx);
  let next = Number(rows[0]?.value) - count;
  return wishes.map((id) => id ?? next++);
}
