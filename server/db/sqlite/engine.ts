/**
 * The embedded engine: `node:sqlite`, a reading connection in this thread, a writing connection in another: the disk
 * must not hold up the service's event loop.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import {
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import { versionOf } from '../directory-version.ts';
import { preparing } from './prepared.ts';
import type { Tables } from '../schema.ts';
import { publishStatement } from '../statements.ts';
import { openReader } from './reader.ts';
import type { Store } from '../store.ts';
import { raise } from '../../threads/messages.ts';
import { Thread } from '../../threads/thread.ts';
import { openWriter, type Job, type WriterJobs } from './writer.ts';

/** The interface for this engine's hand-written statements. */
export type SqliteThread = {
  /** A statement on the reading connection, prepared once. */
  reading: (sql: string) => StatementSync;
  /** Runs several reads on one snapshot of the store, with a single read lock. */
  together: <Answer>(read: () => Answer) => Answer;
  /** Runs one job of the writer thread, in a transaction of its own; resolves after the commit. */
  write: <Item, Outcome>(job: string, batch: Item[]) => Promise<Outcome[]>;
  /** Writes `id` into the header of the file, after what is under way, with a checkpoint that brings it there. */
  mark: (id: number) => Promise<void>;
};

export const sqliteFile = (dataDir: string): string => join(dataDir, 'manyhands.db');

/** `jobs`: write in this thread, as a command does: it serves nobody, and a thread takes longer to start than it runs. */
export async function openSqlite(dataDir: string, jobs?: WriterJobs): Promise<Store> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = sqliteFile(dataDir);
  const writer = new Writer(jobs ? inThisThread(file, jobs) : writerThread(file));
  // The writer creates the file and sets WAL before the first read.
  await writer.run('open', undefined);
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec('pragma busy_timeout = 5000; pragma mmap_size = 268435456');
  const reading = preparing(reader);
  const [begin, end] = [reader.prepare('begin'), reader.prepare('commit')];
  const together = <Answer>(read: () => Answer): Answer => {
    begin.run();
    try {
      return read();
    } finally {
      end.run();
    }
  };
  const db = new Kysely<Tables>({
    log: publishStatement,
    dialect: {
      createAdapter: () => new ThreadAdapter(),
      createDriver: () => new ThreadDriver(writer, reading),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  const searching = openReader(file);
  const runAlone = (...statements: string[]) =>
    writer.alone(async () => {
      for (const text of statements) await writer.run('run', { sql: text, parameters: [] });
    });
  return {
    engine: 'sqlite',
    isDistributed: false,
    // One process uses a folder (lock.ts).
    alone: (_work, act) => act(),
    db,
    searching,
    directory: searching,
    directoryVersion: async () => Number(reading(versionOf).get()?.['value'] ?? 0),
    sqlite: {
      reading,
      together,
      write: (job, batch) => writer.alone(() => writer.runBatch(job, batch)),
      mark: (id) => runAlone(`pragma application_id = ${id}`, 'pragma wal_checkpoint(passive)'),
    },
    scrub: () => runAlone('pragma wal_checkpoint(truncate)'),
    close: async () => {
      await db.destroy();
      await searching.destroy();
      reader.close();
      await writer.close();
    },
  };
}

/**
 * Schema changes run in one transaction: an interrupted one leaves nothing, and of two processes the second waits.
 * Statements need not wait for each other, as Kysely makes them on a single connection: writes are queued in the
 * writer, and reads never wait for the disk.
 */
class ThreadAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
  override get supportsMultipleConnections() {
    return true;
  }
}

/** A `Thread`, or what takes its place: `worker` changes when a thread ended. */
type Jobs = Pick<Thread<Job>, 'ask' | 'end' | 'worker'>;

const writerThread = (file: string): Jobs =>
  new Thread('writer', () => new Worker(new URL('./writer.js', import.meta.url), { workerData: { file } }));

function inThisThread(file: string, jobs: WriterJobs): Jobs {
  const run = openWriter(file, jobs);
  return {
    ask: async <Answer>(job: Job) => run(job) as Answer,
    end: async () => undefined,
    worker: undefined,
  };
}

/** The client of the writer. Jobs run one after another; the others wait while a transaction is open. */
class Writer {
  readonly #thread: Jobs;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(thread: Jobs) {
    this.#thread = thread;
  }

  run<T>(job: string, args: unknown): Promise<T> {
    return this.#thread.ask({ job, args });
  }

  /** Changes when a thread ended: its open transaction ended with it. */
  get thread(): Worker | undefined {
    return this.#thread.worker;
  }

  async runBatch<T>(job: string, batch: unknown[]): Promise<T> {
    return JSON.parse(await this.#thread.ask<string>({ job, batch: JSON.stringify(batch) })) as T;
  }

  /** Runs `act` after everything before it has ended. */
  alone<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#tail.then(act);
    this.#tail = turn.catch(() => undefined);
    return turn;
  }

  /** Reserves the writer for a transaction; the returned function releases it. */
  take(): Promise<() => void> {
    return new Promise((resolve) => {
      void this.alone(() => new Promise<void>((release) => resolve(release)));
    });
  }

  async close(): Promise<void> {
    await this.alone(() => this.run('close', undefined));
    await this.#thread.end();
  }
}

class ThreadDriver implements Driver {
  readonly #writer: Writer;
  readonly #reading: (sql: string) => StatementSync;
  constructor(writer: Writer, reading: (sql: string) => StatementSync) {
    this.#writer = writer;
    this.#reading = reading;
  }
  async init() {}
  async acquireConnection() {
    return new ThreadConnection(this.#writer, this.#reading);
  }
  beginTransaction = (connection: DatabaseConnection) => (connection as ThreadConnection).begin();
  commitTransaction = (connection: DatabaseConnection) => (connection as ThreadConnection).end('commit');
  rollbackTransaction = (connection: DatabaseConnection) => (connection as ThreadConnection).end('rollback');
  async releaseConnection() {}
  async destroy() {}
}

class ThreadConnection implements DatabaseConnection {
  readonly #writer: Writer;
  readonly #reading: (sql: string) => StatementSync;
  #giveBack: (() => void) | undefined;
  /** The thread that has this connection's transaction. */
  #thread: Worker | undefined;
  constructor(writer: Writer, reading: (sql: string) => StatementSync) {
    this.#writer = writer;
    this.#reading = reading;
  }

  async begin(): Promise<void> {
    this.#giveBack = await this.#writer.take();
    await this.#writer.run('begin', undefined).catch((error: unknown) => {
      this.#giveBack?.();
      this.#giveBack = undefined;
      throw error;
    });
    this.#thread = this.#writer.thread;
  }

  #inTransaction<T>(job: string, args?: unknown): Promise<T> {
    if (this.#writer.thread === this.#thread) return this.#writer.run(job, args);
    throw raise({ message: 'the writer thread ended in a transaction', code: 'WRITER_GONE' });
  }

  /** Releases the writer unless a commit failed: its rollback comes next, and must not end another's transaction. */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    let isOver = how === 'rollback';
    try {
      await this.#inTransaction(how);
      isOver = true;
    } finally {
      if (isOver) {
        this.#giveBack?.();
        this.#giveBack = undefined;
      }
    }
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const args = { sql, parameters: parameters as SQLInputValue[] };
    if (this.#giveBack) return this.#inTransaction('run', args);
    if (/^\s*(select|with|pragma)\b/i.test(sql))
      return { rows: this.#reading(sql).all(...args.parameters) as R[] };
    return this.#writer.alone(() => this.#writer.run('run', args));
  }

  streamQuery(): never {
    throw new Error('streaming is not used');
  }
}
