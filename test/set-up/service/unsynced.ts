/** Loaded into a service by `NODE_OPTIONS`: SQLite does not wait for the disk, so that a power loss loses data. */
import { DatabaseSync } from 'node:sqlite';

export const unsynced = { NODE_OPTIONS: `--import ${import.meta.url}` };

// The writer is a thread, whose program is another file than main.js.
if (process.argv[1]?.includes('/dist/server/') === true) {
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (sql) {
    exec.call(this, sql.replace('synchronous = full', 'synchronous = off'));
  };
}
