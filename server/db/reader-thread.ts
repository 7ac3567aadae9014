/** SQLite's second reading thread, for searches: what takes milliseconds there does not keep the event loop. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Question, Reply } from './reader-messages.ts';
import { sendable } from './writer-messages.ts';

const port = parentPort;
if (!port) throw new Error('the reader runs as a thread of the service');
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

const replyTo = ({ id, sql, parameters }: Question): Reply => {
  try {
    return { id, rows: prepared(sql).all(...parameters) };
  } catch (error) {
    return { id, error: sendable(error) };
  }
};

port.on('message', (questions: Question[]) => {
  for (const question of questions) port.postMessage(replyTo(question));
});
