/** SQLite's reader thread, for searches: queries that take milliseconds do not block the event loop. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { answerQuestions } from '../../threads/answer-questions.ts';
import { preparing } from './prepared.ts';

/** A query to the thread; the result is the rows. */
export type ReaderQuery = { sql: string; parameters: SQLInputValue[] };

const database = new DatabaseSync((workerData as { file: string }).file, { readOnly: true });
database.exec('pragma busy_timeout = 5000; pragma mmap_size = 1073741824; pragma cache_size = -65536');

const prepared = preparing(database);

answerQuestions(({ sql, parameters }: ReaderQuery) => prepared(sql).all(...parameters));
