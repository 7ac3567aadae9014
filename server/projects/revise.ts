/** Changes stored projects, each in one transaction that no other change can interleave. */
import { memberName } from '../db/member-name.ts';
import { type Act, addActs } from './acts.ts';
import { managesProject } from './owners.ts';
import type { Transaction } from 'kysely';
import type { Tables } from '../db/schema.ts';
import { isPublished, isShown, isTurnedDown } from './visibility.ts';
import type { Store } from '../db/store.ts';
import type { Project } from './reading/read-project.ts';
import { dropWaitingImage, keptPicture, wantImages } from './images.ts';
import { registerUrls } from './register-urls.ts';
import { type Changes, changesBetween, isSame, type ChangeBase } from './changes.ts';
import { contentOf, indexAll } from './derived/derived.ts';
import { lockedRow, markAwaiting, markPublished, projectOf, type ProjectRow } from './rows.ts';
import {
  addFirst,
  firstVersion,
  addVersion,
  awaiting,
  type By,
  changesOf,
  decide,
  decidedVersion,
  type Decision,
  mustBeAsSeen,
  newest,
} from './versions.ts';

/** The state of a project at the moment of the change. */
export type ProjectBefore = ChangeBase & {
  /** Whether everybody sees it. */
  isShown: boolean;
  keyLineage: number | null;
  /** Whether the account that changes it manages it. */
  manages: boolean;
  /** Whether changes of published values await review. */
  awaits: boolean;
  /** Whether a new project was turned down, and not changed since. */
  isTurnedDown: boolean;
};

/** A project as it is read, without the right to change it. */
export type Looked = ChangeBase & { row: ProjectRow; isWaiting: boolean; version: number };

export type ChangeOutcome = {
  project: Project;
  pending: Changes;
  /** The decision on the version that awaited review, if it no longer does; `replaced` if absent. */
  decision?: Decision;
  corrected?: string[];
  publish?: boolean;
  /** The project awaits review again. */
  unpublish?: boolean;
  /** The entry in the history, besides the fields that changed. */
  act?: Act;
};

/** Applies the result of `change` to the project in its current state; if `change` throws, nothing changes. */
export async function revise<T extends ChangeOutcome>(
  trx: Transaction<Tables>,
  { engine }: Pick<Store, 'engine'>,
  { id, by, now }: { id: number; by: By; now: number },
  change: (before: ProjectBefore | undefined) => T,
): Promise<T> {
  const row = await lockedRow(trx, engine, id);
  await mustBeAsSeen(trx, id, by.seen);
  const waiting = row && (await awaiting(trx, id));
  const before = row && projectOf(row);
  const pending = changesOf(waiting);
  let version = row && (await newest(trx, id))?.version;
  const outcome = change(
    row &&
      before && {
        project: before,
        pending,
        corrected: JSON.parse(row.corrected) as string[],
        isPublished: isPublished(row),
        isTrusted: row.is_trusted === 1,
        isShown: isShown(row),
        keyLineage: row.key_lineage,
        manages: by.accountId !== undefined && (await managesProject(trx, id, by.accountId)),
        awaits: waiting !== undefined,
        isTurnedDown: isTurnedDown(row),
      },
  );
  if (!row || !before) return outcome;

  const add = async (changes: Changes, state: 'applied' | 'awaiting_review') => {
    if (version === undefined) await addFirst(trx, row);
    const last = version ?? firstVersion;
    await addVersion(trx, id, last, { changes, by, state }, now);
    version = last + 1;
  };
  const isPendingNew = !isSame(pending, outcome.pending);
  if (waiting && isPendingNew) await decide(trx, id, waiting, outcome.decision ?? { state: 'replaced' }, now);
  const changes = changesBetween(before, outcome.project);
  // Approved changes are already in the history, as the version that awaited review.
  if (Object.keys(changes).length > 0 && outcome.decision?.state !== 'applied') await add(changes, 'applied');
  if (isPendingNew && Object.keys(outcome.pending).length > 0) await add(outcome.pending, 'awaiting_review');
  if (outcome.decision?.state === 'rejected' && !isPublished(row))
    await turnDown(trx, row, outcome.decision, now);
  if (outcome.act) await addActs(trx, [{ accountId: by.accountId, ...outcome.act, id }], now);
  await save(trx, engine, row, changes, outcome, now);
  const review_since = reviewSince(row, by, changes, outcome, now);
  if (review_since !== undefined)
    await trx.updateTable('projects').set({ review_since }).where('project_id', '=', id).execute();
  return outcome;
}

/** Rejects a new project: the decision is on its newest version from its owner. */
async function turnDown(
  trx: Transaction<Tables>,
  row: ProjectRow,
  decision: Decision,
  now: number,
): Promise<void> {
  if (!(await newest(trx, row.project_id))) await addFirst(trx, row);
  const last = await newest(trx, row.project_id, 'by its owner');
  if (last) await decide(trx, row.project_id, last, decision, now);
}

/**
 * Since when the project awaits an editor, after a change of it; undefined if that stays. A further update keeps the
 * place in the queue. A new project that was rejected waits for its owner.
 */
function reviewSince(
  row: ProjectRow,
  by: By,
  changes: Changes,
  { pending, decision, publish = false, unpublish = false }: ChangeOutcome,
  now: number,
): number | null | undefined {
  if (unpublish) return undefined;
  if (publish || isPublished(row)) return Object.keys(pending).length > 0 ? (row.review_since ?? now) : null;
  if (decision?.state === 'rejected') return null;
  const isOwners = by.how !== 'correction' && Object.keys(changes).length > 0;
  return isOwners ? (row.review_since ?? now) : undefined;
}

async function save(
  trx: Transaction<Tables>,
  engine: Store['engine'],
  row: ProjectRow,
  changes: Changes,
  { project, corrected, publish, unpublish = false }: ChangeOutcome,
  now: number,
): Promise<void> {
  const id = row.project_id;
  // A project that awaits review again counts as changed now: otherwise an earlier refusal would keep it off the
  // editors' list.
  const isChanged = Object.keys(changes).length > 0 || unpublish;
  const isNew = publish === true && !isPublished(row);
  const isHidden = row.is_withheld === 1 || project.status === 'hidden';
  const content = {
    ...(isChanged && contentOf({ id, project, picture: keptPicture(row, project), isHidden }, now)),
    ...(corrected && { corrected: JSON.stringify(corrected) }),
  };
  if (Object.keys(content).length > 0)
    await trx.updateTable('projects').set(content).where('project_id', '=', id).execute();
  if (isNew) await markPublished(trx, id, now);
  if (unpublish) {
    await markAwaiting(trx, id, now);
    await dropWaitingImage(trx, id);
  }
  // The index has shown projects only, so it is written last.
  if (isNew || isChanged) await indexAll(trx, engine, [{ id, project }]);
  if (isNew || 'url' in changes) await registerUrls(trx, [id], now);
  await wantImages(trx, [{ id, project }], now, { again: isNew });
}

export function revisionsOf(store: Store) {
  const { db } = store;
  return {
    revise: <T extends ChangeOutcome>(
      id: number,
      by: By,
      now: number,
      change: (before: ProjectBefore | undefined) => T,
    ): Promise<T> => db.transaction().execute((trx) => revise(trx, store, { id, by, now }, change)),

    decidedVersion: (id: number): Promise<number> => decidedVersion(db, id),

    /** A project and what awaits review of it, as editors look at it. */
    async look(id: number): Promise<Looked | undefined> {
      const row = await db.selectFrom('projects').selectAll().where('project_id', '=', id).executeTakeFirst();
      if (!row) return undefined;
      const waiting = await awaiting(db, id);
      return {
        row,
        project: projectOf(row),
        pending: changesOf(waiting),
        corrected: JSON.parse(row.corrected) as string[],
        isPublished: isPublished(row),
        isTrusted: row.is_trusted === 1,
        isWaiting: row.review_since !== null,
        version: await decidedVersion(db, id),
      };
    },

    /** The newest versions, with the names of their authors. */
    versions: (id: number, max = 100) =>
      db
        .selectFrom('project_versions as v')
        .leftJoin('accounts as a', 'a.account_id', 'v.account_id')
        .select([
          'v.how',
          'v.state',
          'v.created_at',
          'v.account_id',
          'v.fields',
          'a.role',
          memberName('a').as('name'),
        ])
        .where('v.project_id', '=', id)
        .orderBy('v.version', 'desc')
        .limit(max)
        .execute(),

    /** The version that awaits review, or the last one from its owner if there was more than one. */
    lastSaid: async (id: number) => (await awaiting(db, id)) ?? (await newest(db, id, 'by its owner')),

    /** Everything that awaits an editor, oldest first: new projects, and changes of published ones. */
    awaitingReview: () =>
      db
        .selectFrom('projects as p')
        .leftJoin('project_versions as v', (join) =>
          join.onRef('v.project_id', '=', 'p.project_id').on('v.state', '=', 'awaiting_review'),
        )
        .select(['p.project_id', 'p.name', 'p.review_since', 'v.fields'])
        .where('p.review_since', 'is not', null)
        .orderBy('p.review_since')
        .orderBy('p.project_id')
        .limit(1000)
        .execute(),
  };
}
