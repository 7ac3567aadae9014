/** The prepared statements of a SQLite connection. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Above it, all are prepared again: lists of different lengths make ever new texts. */
const maxStatements = 500;

/** Returns a function that prepares each text once per connection. */
export function preparing(database: DatabaseSync): (sql: string) => StatementSync {
  const statements = new Map<string, StatementSync>();
  return (sql) => {
    let statement = statements.get(sql);
    if (!statement) {
      if (statements.size >= maxStatements) statements.clear();
      statements.set(sql, (statement = database.prepare(sql)));
    }
    return statement;
  };
}
