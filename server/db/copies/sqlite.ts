/** Copies a database of SQLite while other processes write to it. */
import { backup, DatabaseSync } from 'node:sqlite';
import { mustBeEqual, type RowCounts } from './row-counts.ts';
import { StoreFault } from '../store-fault.ts';

export async function copySqlite(
  file: string,
  to: string,
  isVerified: boolean,
): Promise<RowCounts | undefined> {
  const source = new DatabaseSync(file, { readOnly: true });
  try {
    // Within a read transaction SQLite's backup copies that moment. Without one, it begins again after each commit of
    // another process, and never ends on a busy service.
    source.exec('begin; select 1 from sqlite_schema limit 1');
    await backup(source, to);
    return check(source, to, isVerified);
  } finally {
    source.close();
  }
}

function check(source: DatabaseSync, path: string, isVerified: boolean): RowCounts | undefined {
  const copy = new DatabaseSync(path);
  try {
    // The copy is one file: with WAL as its mode it could not be read from a medium that cannot be written.
    copy.exec('pragma journal_mode = delete');
    const faults = copy.prepare(`pragma ${isVerified ? 'integrity_check' : 'quick_check'}(1)`).all();
    if (Object.values(faults[0] ?? {})[0] !== 'ok')
      throw new StoreFault(
        'The copy is damaged, so it was deleted: check the disk, and then the store itself.',
      );
    if (!isVerified) return undefined;
    const counts = countRows(copy);
    mustBeEqual(countRows(source), counts);
    return counts;
  } finally {
    copy.close();
  }
}

function countRows(db: DatabaseSync): RowCounts {
  const tables = db
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'")
    .all() as { name: string }[];
  return Object.fromEntries(
    tables.map(({ name }) => {
      const row = db.prepare(`select count(*) as count from "${name}"`).get() as { count: number };
      return [name, row.count];
    }),
  );
}
