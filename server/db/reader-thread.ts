/** SQLite's reader thread, for searches: queries that take milliseconds do not block the event loop. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { answerQuestions } from '../threads/answer-questions.ts';

/** A query to the thread; the result is the rows. */
export type Query = { sql: string; parameters: SQLInputValue[] };

const database = new DatabaseSync((workerData as { file: string }).file, { readOnly: true });
database.exec('pragma busy_timeout = 5000; pragma mmap_size = 1073741824; pragma cache_size = -65536');

const statements = new Map<string, StatementSync>();
const prepared = (sql: string): StatementSync => {
  let statement = statements.get(sql);
  if (!statement) {
    if (statements.size > 500) statements.clear();
    statements.set(sql, (statement = database.prepare(sql)));
  }
  return statement;
};

answerQuestions(({ sql, parameters }: Query) => prepared(sql).all(...parameters));
