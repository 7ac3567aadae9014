/**
 * Workers of Citus that hang: they keep their connections and answer nothing. PostgreSQL cannot give up a statement on
 * such a worker: its backend waits for the worker even to cancel (Citus' ShutdownConnection cannot be interrupted), and
 * keeps its locks. So this process gives up its own connection, and sends such a worker nothing more until it responds:
 * otherwise it would use up the connections of the coordinator.
 */
import { LRUCache } from 'lru-cache';
import { setTimeout as sleep } from 'node:timers/promises';
import { gaveUp, type PostgresConnections } from './connections.ts';
import { distributedTables } from './distribution.ts';

export type Workers = ReturnType<typeof watchWorkers>;

/** Milliseconds in which the coordinator must reach a worker. */
const probePatience = { statement_timeout: '2000', 'citus.node_connection_timeout': '2000' };
/** Milliseconds for all of it: Citus may ask over a connection that it has kept, and cannot give that up either. */
const probeLimit = 2500;
/** Milliseconds between two looks at a worker that hangs. */
const probeInterval = 500;
/** Milliseconds after which a statement on contributions is suspected to wait for a worker that hangs. */
const patience = 1000;
/** Connections of this process that transactions on one worker may hold. */
const perWorker = 6;
/** Statements on contributions, besides recording, that may be given up before all others are refused. */
const mostGivenUp = 8;

/** Milliseconds for which the place of a project is known: its shard may move. */
const placeKnownFor = 10_000;
const placesKnown = 10_000;
const placeOf = `select nodename || ':' || nodeport as worker from pg_dist_shard_placement
  where shardid = get_shard_id_for_distribution_column('events', $1::bigint) limit 1`;

const primaries = `select nodename as host, nodeport as port from pg_dist_node
  where isactive and shouldhaveshards and noderole = 'primary' order by 1, 2`;

const tables = new Set(distributedTables);
const isOnContributions = (text: string) =>
  text === 'commit' || text.split(/\W+/).some((word) => tables.has(word));

/** The codes of what took too long: given up here, or cancelled by PostgreSQL. */
const tooLong = new Set<unknown>([gaveUp, '57014']);

const hangs = (worker: string) =>
  Object.assign(new Error(`the worker ${worker} does not respond`), { code: 'CONNECTION_HANGS' });

type ProbeConnections = Pick<PostgresConnections, 'query' | 'transaction' | 'end'>;

/** Looks whether the coordinator reaches its workers, named as `host:port`. */
function probing({ query, transaction }: ProbeConnections) {
  const isReached = (worker: string): Promise<boolean> => {
    const [, host, port] = /^(.*):(\d+)$/.exec(worker) ?? [];
    return transaction(
      async (ask) => {
        const { rows } = await ask<{ is: boolean }>('select citus_check_connection_to_node($1, $2) as is', [
          host,
          Number(port),
        ]);
        return rows[0]?.is === true;
      },
      probePatience,
      probeLimit,
    ).catch(() => false);
  };
  /** The workers that it does not reach; none if the coordinator itself is away. */
  const away = async (): Promise<string[]> => {
    const { rows } = await query<{ host: string; port: number }>(primaries).catch(() => ({ rows: [] }));
    const workers = rows.map(({ host, port }) => `${host}:${port}`);
    const reached = await Promise.all(workers.map(isReached));
    return workers.filter((_, index) => !reached[index]);
  };
  return { isReached, away };
}

/** The workers that hang, until the coordinator reaches them again; then `onNone` is called. */
function hangingOnes(isReached: (worker: string) => Promise<boolean>, onNone: () => void) {
  const hanging = new Set<string>();
  let isWatching = false;
  const watch = async (): Promise<void> => {
    isWatching = true;
    while (hanging.size > 0) {
      for (const worker of hanging) if (await isReached(worker)) hanging.delete(worker);
      if (hanging.size > 0) await sleep(probeInterval, undefined, { ref: false });
    }
    onNone();
    isWatching = false;
  };
  return {
    hanging: hanging as ReadonlySet<string>,
    add: (...workers: string[]) => {
      for (const worker of workers) hanging.add(worker);
      if (!isWatching) void watch();
    },
    clear: () => hanging.clear(),
  };
}

/** `connections`: a few of its own, so that probes wait for no other statement. */
export function watchWorkers(connections: ProbeConnections) {
  const { isReached, away } = probing(connections);
  const places = new LRUCache<number, string>({ max: placesKnown, ttl: placeKnownFor });
  const turns = new Map<string, Turns>();
  let givenUp = 0;
  const { hanging, add, clear } = hangingOnes(isReached, () => (givenUp = 0));

  const workerOf = async (projectId: number): Promise<string> => {
    const known = places.get(projectId);
    if (known !== undefined) return known;
    const { rows } = await connections.query<{ worker: string }>(placeOf, [projectId]);
    const worker = rows[0]?.worker ?? '';
    places.set(projectId, worker);
    return worker;
  };

  return {
    away,

    /** Whether a worker hangs: transactions that wait for it keep their locks. */
    isAnyHanging: () => hanging.size > 0,

    /** Runs a transaction on a project's contributions; refuses where its worker hangs, and notices that it does. */
    async at<Answer>(projectId: number, act: () => Promise<Answer>): Promise<Answer> {
      const worker = await workerOf(projectId);
      const those = turns.get(worker) ?? new Turns(perWorker);
      turns.set(worker, those);
      await those.take();
      try {
        if (hanging.has(worker)) throw hangs(worker);
        return await act();
      } catch (error) {
        if (tooLong.has((error as { code?: unknown }).code)) add(worker);
        throw error;
      } finally {
        those.giveBack();
      }
    },

    /** Gives up a statement on contributions if it takes long because a worker hangs. Returns how to end the watch. */
    watch(text: string, giveUp: () => void): (() => void) | undefined {
      if (!isOnContributions(text)) return undefined;
      const [worker] = hanging;
      if (worker !== undefined && givenUp >= mostGivenUp && text !== 'commit') throw hangs(worker);
      let isOver = false;
      const look = async (): Promise<void> => {
        // While a worker is known to hang, a statement that takes long waits for it.
        const found = hanging.size > 0 ? [...hanging] : await away();
        if (isOver) return;
        if (found.length === 0) {
          timer = setTimeout(() => void look(), patience);
          return;
        }
        givenUp += 1;
        add(...found);
        giveUp();
      };
      let timer = setTimeout(() => void look(), patience);
      return () => {
        isOver = true;
        clearTimeout(timer);
      };
    },

    end: (): Promise<void> => {
      clear();
      return connections.end();
    },
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
