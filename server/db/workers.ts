/**
 * Workers of Citus that hang: they keep their connections and answer nothing. PostgreSQL cannot give up a statement on
 * such a worker: its backend waits for the worker even to cancel (Citus' ShutdownConnection cannot be interrupted), and
 * keeps its locks. So this process gives up its own connection, and sends such a worker nothing more until it responds:
 * otherwise it would use up the connections of the coordinator.
 */
import { LRUCache } from 'lru-cache';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresConnections } from './connections.ts';
import { isOnContributions, projectOfStatement } from './statement-project.ts';
import { tookTooLong, type WorkerProbes, workerProbes } from './worker-probes.ts';

export type Workers = ReturnType<typeof watchWorkers>;

/** Milliseconds between two looks at a worker that hangs. */
const probeInterval = 500;
/** Milliseconds after which a statement on contributions is suspected to wait for a worker that hangs. */
const patience = 1000;
/** Connections of this process that transactions on one worker may hold. */
const perWorker = 6;
/** Statements on contributions, besides recording, that may be given up before others that may wait are refused. */
const maxGivenUp = 8;

/** Milliseconds for which the place of a project is known: its shard may move. */
const placeKnownFor = 10_000;
const placesKnown = 10_000;
const placeOf = `select nodename || ':' || nodeport as worker from pg_dist_shard_placement
  where shardid = get_shard_id_for_distribution_column('events', $1::bigint) limit 1`;

const hangs = (worker: string | undefined) =>
  Object.assign(new Error(`the worker ${worker} does not respond`), { code: 'CONNECTION_HANGS' });

/**
 * The workers that hang, until the coordinator reaches them again, they end, or their shards are elsewhere.
 * `onReplaced`: another worker took the place of one; `onNone`: none hangs any more.
 */
function hangingOnes(
  { primaries, state }: WorkerProbes,
  { onReplaced, onNone }: { onReplaced: () => void; onNone: () => void },
) {
  /** Those for which somebody waited too long, and of these, those that a probe found hanging. */
  const suspected = new Set<string>();
  const hanging = new Set<string>();
  let isWatching = false;

  const look = async (worker: string, workers: string[] | undefined): Promise<void> => {
    const isReplaced = workers?.includes(worker) === false;
    const found = isReplaced ? 'refused' : await state(worker);
    if (isReplaced) onReplaced();
    if (found === 'hangs') hanging.add(worker);
    if (found === 'hangs' || found === 'unknown') return;
    suspected.delete(worker);
    hanging.delete(worker);
  };
  const watch = async (): Promise<void> => {
    isWatching = true;
    while (suspected.size > 0) {
      const workers = await primaries();
      await Promise.all([...suspected].map((worker) => look(worker, workers)));
      if (suspected.size > 0) await sleep(probeInterval, undefined, { ref: false });
    }
    onNone();
    isWatching = false;
  };
  const suspect = (worker: string): void => {
    suspected.add(worker);
    if (!isWatching) void watch();
  };
  return {
    suspected: suspected as ReadonlySet<string>,
    hanging: hanging as ReadonlySet<string>,
    suspect,
    add: (...workers: string[]) => {
      for (const worker of workers) {
        hanging.add(worker);
        suspect(worker);
      }
    },
    clear: () => {
      suspected.clear();
      hanging.clear();
    },
  };
}

/** The worker of each project. `finding`: connections of its own, so that recording waits for no probe. */
function projectPlaces({ query }: Pick<PostgresConnections, 'query'>) {
  const places = new LRUCache<number, string>({ max: placesKnown, ttl: placeKnownFor });
  return {
    async workerOf(projectId: number): Promise<string> {
      const known = places.get(projectId);
      if (known !== undefined) return known;
      const { rows } = await query<{ worker: string }>(placeOf, [projectId]);
      const worker = rows[0]?.worker ?? '';
      places.set(projectId, worker);
      return worker;
    },

    forget: () => places.clear(),
  };
}

/** `probing`: a few connections of its own, so that probes wait for no other statement; `finding`: see above. */
export function watchWorkers(
  probing: Pick<PostgresConnections, 'transaction' | 'end'>,
  finding: Pick<PostgresConnections, 'query' | 'end'>,
) {
  const probes = workerProbes(probing);
  const { workerOf, forget } = projectPlaces(finding);
  const turns = new Map<string, Turns>();
  let givenUp = 0;
  const hangingWorkers = hangingOnes(probes, { onReplaced: forget, onNone: () => (givenUp = 0) });
  const { suspected, hanging, suspect } = hangingWorkers;

  /** Whether a statement may wait for a worker that hangs: not if it is about a project on another one. */
  const mayWait = async (text: string, values: readonly unknown[]): Promise<boolean> => {
    const projectId = projectOfStatement(text, values);
    if (projectId === undefined) return true;
    return workerOf(projectId).then(
      (worker) => hanging.has(worker),
      () => true,
    );
  };
  /** Whether a statement that has taken long waits for a worker that hangs. */
  const isWaiting = async (text: string, values: readonly unknown[]): Promise<boolean> => {
    if (hanging.size === 0) hangingWorkers.add(...(await probes.hanging()));
    return hanging.size > 0 && mayWait(text, values);
  };
  const watchOne = (text: string, values: readonly unknown[], giveUp: () => void) =>
    untilEnded(
      () => isWaiting(text, values),
      () => {
        givenUp += 1;
        giveUp();
      },
    );

  return {
    /** The workers that the coordinator does not reach; after this many milliseconds, those that are known to hang. */
    away: (within: number): Promise<string[]> =>
      Promise.race([probes.away(), sleep(within, undefined, { ref: false }).then(() => [...hanging])]),

    /** Whether a worker may hang: transactions that wait for it keep their locks. */
    isAnyHanging: () => suspected.size > 0,

    /** Runs a transaction on a project's contributions; refuses where its worker hangs, and notices that it does. */
    async at<Answer>(projectId: number, act: () => Promise<Answer>): Promise<Answer> {
      const worker = await workerOf(projectId);
      const those = turns.get(worker) ?? new Turns(perWorker);
      turns.set(worker, those);
      await those.take();
      try {
        if (suspected.has(worker)) throw hangs(worker);
        return await act();
      } catch (error) {
        if (tookTooLong(error)) suspect(worker);
        throw error;
      } finally {
        those.giveBack();
      }
    },

    /**
     * Gives up a statement on contributions if it takes long because a worker hangs, and refuses one that may wait where
     * many were given up. Returns how to end the watch.
     */
    watch(
      text: string,
      values: readonly unknown[],
      giveUp: () => void,
    ): (() => void) | undefined | Promise<() => void> {
      if (!isOnContributions(text)) return undefined;
      const isFull = hanging.size > 0 && givenUp >= maxGivenUp && text !== 'commit';
      if (!isFull) return watchOne(text, values, giveUp);
      return mayWait(text, values).then((isRefused) => {
        const [worker] = hanging;
        if (isRefused && worker !== undefined) throw hangs(worker);
        return watchOne(text, values, giveUp);
      });
    },

    end: async (): Promise<void> => {
      hangingWorkers.clear();
      await probing.end();
      await finding.end();
    },
  };
}

/** Looks again and again whether a statement waits, and then gives it up. Returns how to end that. */
function untilEnded(isWaiting: () => Promise<boolean>, giveUp: () => void): () => void {
  let isOver = false;
  const look = async (): Promise<void> => {
    const waits = await isWaiting();
    if (isOver) return;
    if (waits) giveUp();
    else timer = setTimeout(() => void look(), patience);
  };
  let timer = setTimeout(() => void look(), patience);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** A number of turns, for which others wait in order. */
class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async take(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  giveBack(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
