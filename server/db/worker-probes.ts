/** Looks whether the coordinator of Citus reaches its workers, which are named as `host:port`. */
import { gaveUp, type PostgresConnections, type PostgresQuery } from './connections.ts';

/**
 * `refused`: it has ended, so statements on it fail by themselves; `unknown`: the coordinator itself is away, or so slow
 * that nothing can be said about the worker.
 */
export type WorkerState = 'reached' | 'refused' | 'hangs' | 'unknown';

/** Milliseconds in which the coordinator must reach a worker. */
const probePatience = { statement_timeout: '2000', 'citus.node_connection_timeout': '2000' };
/**
 * Milliseconds for the beginning, and for all the rest: Citus may ask over a connection that it has kept, and cannot give
 * that up either.
 */
const probeLimit = 2500;
/** Milliseconds: a worker that refuses does so at once. */
const refusesWithin = 1000;

const primaryWorkers = `select nodename as host, nodeport as port from pg_dist_node
  where isactive and shouldhaveshards and noderole = 'primary' order by 1, 2`;

/** The codes of statements that took too long: given up here, or cancelled by PostgreSQL. */
const tooLong = new Set<unknown>([gaveUp, '57014']);

export const tookTooLong = (error: unknown): boolean =>
  tooLong.has((error as { code?: unknown } | undefined)?.code);

export type WorkerProbes = ReturnType<typeof workerProbes>;

export function workerProbes({ transaction }: Pick<PostgresConnections, 'transaction'>) {
  /** Undefined where the coordinator does not answer in time. The end of the transaction may take longer. */
  const ask = async <Answer>(
    read: (query: PostgresQuery) => Promise<Answer>,
  ): Promise<Answer | undefined> => {
    let answer: Answer | undefined;
    const act = async (query: PostgresQuery) => void (answer = await read(query));
    await transaction(act, probePatience, probeLimit).catch(() => undefined);
    return answer;
  };

  const check = async (query: PostgresQuery, worker: string): Promise<WorkerState> => {
    const [, host, port] = /^(.*):(\d+)$/.exec(worker) ?? [];
    const began = performance.now();
    try {
      const { rows } = await query<{ is: boolean }>('select citus_check_connection_to_node($1, $2) as is', [
        host,
        Number(port),
      ]);
      if (rows[0]?.is === true) return 'reached';
      return performance.now() - began < refusesWithin ? 'refused' : 'hangs';
    } catch (error) {
      return tookTooLong(error) ? 'hangs' : 'unknown';
    }
  };

  /** The workers that have shards; undefined if the coordinator does not answer. */
  const primaries = shared(() =>
    ask(async (query) => {
      const { rows } = await query<{ host: string; port: number }>(primaryWorkers);
      return rows.map(({ host, port }) => `${host}:${port}`);
    }),
  );
  const state = shared(
    async (worker: string): Promise<WorkerState> => (await ask((query) => check(query, worker))) ?? 'unknown',
  );
  const states = shared(async (): Promise<(readonly [worker: string, state: WorkerState])[]> => {
    const workers = (await primaries()) ?? [];
    return Promise.all(workers.map(async (worker) => [worker, await state(worker)] as const));
  });
  const those =
    (...wanted: WorkerState[]) =>
    async (): Promise<string[]> =>
      (await states()).flatMap(([worker, found]) => (wanted.includes(found) ? [worker] : []));

  return { primaries, state, hanging: those('hangs'), away: those('hangs', 'refused') };
}

/** Calls with the same argument at the same time get one answer: otherwise probes would wait for each other. */
function shared<Args extends string[], Answer>(
  act: (...given: Args) => Promise<Answer>,
): (...given: Args) => Promise<Answer> {
  const underWay = new Map<string, Promise<Answer>>();
  return (...given) => {
    const key = given.join();
    const pending = underWay.get(key) ?? act(...given).finally(() => underWay.delete(key));
    underWay.set(key, pending);
    return pending;
  };
}
