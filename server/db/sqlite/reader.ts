/** The client of the reader thread: a database handle for searches, which may take milliseconds each. */
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
import { idleMilliseconds, Thread } from '../../threads/thread.ts';
import type { ReaderQuery } from './reader-thread.ts';
import type { Tables } from '../schema.ts';
import { publishStatement } from '../statements.ts';

/** Read-only: the connection refuses writes. The file must exist. */
export function openReader(file: string): Kysely<Tables> {
  const reader = new ReaderConnection(file);
  return new Kysely<Tables>({
    log: publishStatement,
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

/** Queries need not wait for each other's results, as Kysely makes them on a single connection. */
class ReaderAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

const noTransaction = () => Promise.reject(new Error('a search has no transaction'));

class ReaderConnection implements DatabaseConnection {
  readonly #thread: Thread<ReaderQuery>;

  constructor(file: string) {
    this.#thread = new Thread(
      'reader',
      () => new Worker(new URL('./reader.js', import.meta.url), { workerData: { file } }),
      idleMilliseconds,
    );
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const rows = await this.#thread.askTogether<R[]>({ sql, parameters: parameters as SQLInputValue[] });
    return { rows };
  }

  streamQuery(): never {
    throw new Error('streaming is not used');
  }

  close = (): Promise<void> => this.#thread.end();
}
