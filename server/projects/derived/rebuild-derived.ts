/**
 * Rebuilds the data that is derived from a project's fields at the first start of a release that derives it differently:
 * before the service listens what its pages read (card, detail, tags, areas), and while it runs the search index, in which
 * projects are found by what an earlier release wrote until their turn comes.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import type { Database, Engine, Store } from '../../db/store.ts';
import { contentOf, indexTags, updateStatistics } from './derived.ts';
import { indexWords } from './index-words.ts';
import { projectOf, type ProjectRow } from '../rows.ts';

type Derived = Pick<ProjectRow, 'project_id' | 'fields' | 'picture' | 'updated_at'>;

/**
 * The setting of a kind of derived data is the number of the release that derived them; `15 outdated` if a release before
 * it has saved projects since, and nothing if any release is to derive everything again.
 */
type Derivation = {
  setting: 'derivation' | 'indexing';
  version: number;
  /** Projects in one transaction. */
  atOnce: number;
  derive: (trx: Database, engine: Engine, rows: Derived[]) => Promise<void>;
};

const read = (rows: Derived[]) => rows.map((row) => ({ id: row.project_id, project: projectOf(row), row }));

/** Increment these when the same fields give different data: what pages read, and the words of the index. */
const derivation = 19;
const indexing = 2;

/** The data that pages read. */
const content: Derivation = {
  setting: 'derivation',
  version: derivation,
  atOnce: 500,
  async derive(trx, engine, rows) {
    const projects = read(rows);
    for (const { id, project, row } of projects)
      await trx
        .updateTable('projects')
        .set(contentOf({ id, project, picture: row.picture }, row.updated_at))
        .where('project_id', '=', id)
        .execute();
    await indexTags(trx, engine, projects);
  },
};

/** The words by which projects are found. Few at once: meanwhile nobody else writes to SQLite. */
const index: Derivation = {
  setting: 'indexing',
  version: indexing,
  atOnce: 20,
  derive: (trx, engine, rows) => indexWords(trx, engine, read(rows)),
};

const outdatedBy = (newer: number) => `${newer} outdated`;

/** Has the next start, or the next call, derive everything again. */
export async function outdateDerived(db: Database): Promise<void> {
  const settings = [content.setting, index.setting];
  await db.updateTable('settings').set({ value: '' }).where('name', 'in', settings).execute();
}

/** `onProgress` is called with the number of finished projects; it is not called if there is nothing to do. */
type OnProgress = (done: number) => void;

async function rebuild(
  { db, engine }: Store,
  { setting, version, atOnce, derive }: Derivation,
  onProgress: OnProgress,
  isStopped = () => false,
): Promise<void> {
  const keep = (value: string) => keepSetting(db, setting, value);
  const settings = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', setting)
    .executeTakeFirst();
  if (settings?.value === String(version)) return;
  // A newer release derives differently, and may be running: its data stay, and its next start renews what this release
  // saves meanwhile.
  const stored = Number.parseInt(settings?.value ?? '', 10);
  if (stored > version) return keep(outdatedBy(stored));
  for (let behind = 0, done = 0; !isStopped(); await nextTurn()) {
    // Read inside the transaction, so that a project that is saved meanwhile keeps its newest fields.
    const ids = await db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('projects')
        .select(['project_id', 'fields', 'picture', 'updated_at'])
        .where('project_id', '>', behind)
        .orderBy('project_id')
        .limit(atOnce)
        .$if(engine === 'postgres', (query) => query.forUpdate())
        .execute();
      if (rows.length > 0) await derive(trx, engine, rows);
      return rows.map(({ project_id }) => project_id);
    });
    behind = ids.at(-1) ?? behind;
    done += ids.length;
    if (ids.length > 0) onProgress(done);
    if (ids.length === atOnce) continue;
    await updateStatistics(db, engine);
    return keep(String(version));
  }
}

/** Derives the data that pages read; to be awaited before they are served. */
export async function rebuildContent(store: Store, onProgress: OnProgress): Promise<void> {
  let isOutdated = false;
  await rebuild(store, content, (done) => {
    isOutdated = true;
    onProgress(done);
  });
  // A release that derived the content may have indexed it, too, and may not know the other setting.
  if (isOutdated) await keepSetting(store.db, index.setting, '');
}

/** Everything: for a store that was copied. */
export async function rebuildDerived(store: Store, onProgress: OnProgress): Promise<void> {
  await rebuild(store, content, onProgress);
  await rebuild(store, index, onProgress);
}

/** Renews the search index in one process, while all serve. What it had done when it was stopped is done again. */
export function indexRenewal(store: Store, log: Pick<Log, 'info' | 'error'>) {
  let isStopped = false;
  const renew = async () => {
    let renewed = 0;
    await rebuild(
      store,
      index,
      (done) => (renewed = done),
      () => isStopped,
    );
    if (renewed > 0) log.info({ projects: renewed }, 'the search index was renewed');
  };
  return {
    start: () =>
      void store
        .alone('indexing', renew)
        .catch((err: unknown) =>
          log.error({ err }, 'the search index was not renewed; the next start tries again'),
        ),
    stop: () => {
      isStopped = true;
    },
  };
}

async function keepSetting(db: Database, name: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
