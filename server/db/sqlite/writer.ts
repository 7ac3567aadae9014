/** SQLite's writer: one connection, one job at a time, each answered after its commit. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { preparing } from './prepared.ts';

/** A job for the writer. `batch` is JSON text: one text is cheaper to transfer than many objects. */
export type Job = { job: string; args?: unknown; batch?: string };

/** The writer's connection with its compiled statements. */
export type WritingConnection = { prepare: (sql: string) => StatementSync; exec: (sql: string) => void };

/** A frequent job that a feature wrote by hand; it runs in a transaction of its own. */
type WriterJob = (db: WritingConnection, args: never) => unknown;

export type WriterJobs = Record<string, WriterJob>;

const ioError = 10;

/** Opens the file, and makes it where there is none. The returned function runs a job; it returns when the disk has it. */
export function openWriter(file: string, jobs: WriterJobs): (job: Job) => unknown {
  const database = new DatabaseSync(file);
  // busy_timeout comes first: another process may be creating the same store.
  database.exec(`pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = full;
    pragma secure_delete = on; pragma mmap_size = 268435456; pragma wal_autocheckpoint = 4000`);
  const db: WritingConnection = { exec: (sql) => database.exec(sql), prepare: preparing(database) };

  const run = ({ sql, parameters }: { sql: string; parameters: SQLInputValue[] }) => {
    const statement = db.prepare(sql);
    if (statement.columns().length > 0) return { rows: statement.all(...parameters) };
    const { changes } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  };

  const inTransaction = (job: WriterJob, args: unknown) => {
    database.exec('begin immediate');
    try {
      const value = job(db, args as never);
      database.exec('commit');
      return value;
    } catch (error) {
      // If the disk or the memory fails, SQLite ends the transaction itself, whatever error a job's rollback then
      // reports.
      if (!database.isTransaction) throw Object.assign(error as Error, { errcode: ioError });
      database.exec('rollback');
      throw error;
    }
  };

  const act = (job: string, args: unknown): unknown => {
    if (job === 'open') return undefined;
    if (job === 'run') return run(args as Parameters<typeof run>[0]);
    if (job === 'begin') return database.exec('begin immediate');
    if (job === 'commit') return database.exec('commit');
    if (job === 'rollback') return database.isTransaction ? database.exec('rollback') : undefined;
    if (job === 'close') return database.close();
    const named = jobs[job];
    if (named) return inTransaction(named, args);
    throw new Error(`the writer has no job ${job}`);
  };

  return ({ job, args, batch }) =>
    batch === undefined ? act(job, args) : JSON.stringify(act(job, JSON.parse(batch) as unknown));
}
