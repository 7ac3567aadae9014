/** SQLite's writer thread. */
import { serveWriter } from '../db/sqlite/writer-thread.ts';
import { writerJobs } from './writer-jobs.ts';

serveWriter(writerJobs);
