/** The second reading thread as seen from here: a handle for searches, which may take milliseconds each. */
import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import {
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely';
import type { Question, Reply } from './reader-messages.ts';
import type { Tables } from './schema.ts';
import { raise, sendable, type SentError } from './writer-messages.ts';

/** Reads only: what writes is refused by the connection. The file must be there. */
export function openReader(file: string): Kysely<Tables> {
  const reader = new Reader(file);
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new ReaderAdapter(),
      createDriver: () => ({
        init: async () => undefined,
        acquireConnection: async () => reader,
        beginTransaction: noTransaction,
        commitTransaction: noTransaction,
        rollbackTransaction: noTransaction,
        releaseConnection: async () => undefined,
        destroy: () => reader.close(),
      }),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

/** Questions need not wait for each other's answers, as they do in Kysely for one connection. */
class ReaderAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

const noTransaction = () => Promise.reject(new Error('a search has no transaction'));

type Waiting = { resolve: (result: QueryResult<never>) => void; reject: (error: Error) => void };

class Reader implements DatabaseConnection {
  readonly #file: string;
  /** Absent until the first search, and after it ended until the next. */
  #worker: Worker | undefined;
  #next = 0;
  #collected: Question[] = [];
  readonly #waiting = new Map<number, Waiting>();

  constructor(file: string) {
    this.#file = file;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./reader.js', import.meta.url), { workerData: { file: this.#file } });
    worker.on('message', ({ id, rows, error }: Reply) => {
      const caller = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) caller?.reject(raise(error));
      else caller?.resolve({ rows: rows as never[] });
    });
    const gone = { message: 'the reader thread ended', code: 'READER_GONE' };
    let why: SentError = gone;
    worker.on('error', (error) => (why = { ...sendable(error), code: gone.code }));
    worker.on('exit', () => {
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(raise(why));
      this.#waiting.clear();
    });
    return worker;
  }

  /** What one turn of the event loop asks for goes over together: each message wakes the other thread. */
  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return new Promise((resolve, reject) => {
      const question: Question = { id: this.#next++, sql, parameters: parameters as SQLInputValue[] };
      this.#waiting.set(question.id, { resolve, reject });
      this.#collected.push(question);
      if (this.#collected.length === 1) setImmediate(() => this.#send());
    });
  }

  #send(): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(this.#collected);
    this.#collected = [];
  }

  // eslint-disable-next-line require-yield -- Kysely asks for a generator; this one has nothing to give
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming is not used');
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }
}
