/** SQLite's writer as a thread of the service. */
import { workerData } from 'node:worker_threads';
import { answerQuestions } from '../../threads/answer-questions.ts';
import { openWriter, type WriterJobs } from './writer.ts';

/** Runs jobs until the service ends the thread. */
export function serveWriter(jobs: WriterJobs): void {
  answerQuestions(openWriter((workerData as { file: string }).file, jobs));
}
