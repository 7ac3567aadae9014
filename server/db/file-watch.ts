/** Notices that the file of SQLite was replaced or deleted under a running service. */
import { stat } from 'node:fs/promises';
import { sqliteFile } from './sqlite.ts';

const everyMilliseconds = 1000;

/**
 * Calls `onReplaced` once if the path leads to another file, as after a backup was put back without stopping the
 * service: it would go on writing to the old file, which nobody can open any more. Returns the end of watching.
 */
export async function watchSqliteFile(dataDir: string, onReplaced: () => void): Promise<() => void> {
  const inode = () =>
    stat(sqliteFile(dataDir)).then(
      ({ ino }) => ino,
      () => undefined,
    );
  const opened = await inode();
  const timer = setInterval(() => {
    void inode().then((ino) => {
      if (ino === opened) return;
      clearInterval(timer);
      onReplaced();
    });
  }, everyMilliseconds).unref();
  return () => clearInterval(timer);
}
