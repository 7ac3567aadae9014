/**
 * Loaded into a service by `NODE_OPTIONS`: while the file of `FULL_WHILE` exists, the database of SQLite may not grow, as
 * on a full disk: SQLite itself then refuses to write.
 */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Settings of a service whose store is full while there is this file. */
export const fullWhile = (file: string) => ({
  NODE_OPTIONS: `--import ${import.meta.url}`,
  FULL_WHILE: file,
});

const file = process.env['FULL_WHILE'];
if (file !== undefined) {
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (sql) {
    // Below the number of pages that there are, the limit is that number; 0 only reads it.
    if (sql === 'begin immediate')
      exec.call(this, `pragma max_page_count = ${existsSync(file) ? 1 : 4_294_967_294}`);
    exec.call(this, sql);
  };
}
