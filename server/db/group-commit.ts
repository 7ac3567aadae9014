import { channel } from 'node:diagnostics_channel';

/** Publishes a `Commit` for each batch, to whoever measures; without subscribers it costs nothing. */
export const commits = channel('manyhands:commit');

/** `fault`: the error of a batch of which nothing was stored because the store did not take it. */
export type Commit = { size: number; fault: unknown; milliseconds: number };

/** Resolves when the other requests of this event-loop turn have been read. */
const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Group commit without a timer: items that arrive in one event-loop turn share a transaction; items that arrive while
 * one is in flight form the next batch. A single caller never waits, and many callers share one commit.
 */
export function groupCommit<Item, Outcome>(
  run: (items: Item[]) => Promise<(Outcome | Error)[]>,
  max = 1000,
): (item: Item) => Promise<Outcome> {
  type Waiting = { item: Item; resolve: (outcome: Outcome) => void; reject: (error: unknown) => void };
  let collected: Waiting[] = [];
  let isRunning = false;

  const runAll = async () => {
    isRunning = true;
    do {
      await endOfTurn();
      const batch = collected.slice(0, max);
      collected = collected.slice(max);
      const startedAt = performance.now();
      const publish = (fault: unknown) => {
        if (commits.hasSubscribers)
          commits.publish({ size: batch.length, fault, milliseconds: performance.now() - startedAt });
      };
      try {
        const outcomes = await run(batch.map(({ item }) => item));
        publish(faultOf(outcomes));
        batch.forEach(({ resolve, reject }, index) => {
          const outcome = outcomes[index] as Outcome | Error;
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        });
      } catch (error) {
        publish(error);
        for (const { reject } of batch) reject(error);
      }
    } while (collected.length > 0);
    isRunning = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      collected.push({ item, resolve, reject });
      if (!isRunning) void runAll();
    });
}

/**
 * Counts of rows that many requests raise: those that come while a commit is in flight are added up, and each row is
 * written once. `write` gets the rows in the order of their names, so that two batches cannot deadlock.
 */
export function summedCommit<Row>(
  nameOf: (row: Row) => string,
  write: (sums: (Row & { count: number })[]) => Promise<void>,
): (row: Row) => Promise<void> {
  return groupCommit(async (rows: Row[]) => {
    const sums = [...Map.groupBy(rows, nameOf)].sort(([one], [other]) => (one < other ? -1 : 1));
    await write(sums.map(([, all]) => ({ ...(all.at(-1) as Row), count: all.length })));
    return rows.map(() => undefined);
  });
}

/** The same with batches of their own for each key, so that those of one key do not wait for another's. */
export function groupCommitBy<Key, Item, Outcome>(
  keyOf: (item: Item) => Key,
  run: (items: Item[]) => Promise<(Outcome | Error)[]>,
): (item: Item) => Promise<Outcome> {
  const lanes = new Map<Key, { add: (item: Item) => Promise<Outcome>; waiting: number }>();
  return async (item) => {
    const key = keyOf(item);
    const lane = lanes.get(key) ?? { add: groupCommit(run), waiting: 0 };
    lanes.set(key, lane);
    lane.waiting += 1;
    try {
      return await lane.add(item);
    } finally {
      lane.waiting -= 1;
      // Anybody can send any key.
      if (lane.waiting === 0) lanes.delete(key);
    }
  };
}

/** If some rows were stored, the others failed by their own fault; if none was, the first error names the cause. */
const faultOf = (outcomes: unknown[]): unknown =>
  outcomes.every((outcome) => outcome instanceof Error) ? outcomes[0] : undefined;
