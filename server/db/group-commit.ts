/** Resolves when the other requests of this event-loop turn have been read. */
const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Group commit without a timer: items that arrive in one event-loop turn share a transaction; items that arrive while
 * one is in flight form the next batch. A single caller never waits, and many callers share one commit.
 */
export function grouped<Item, Outcome>(
  run: (items: Item[]) => Promise<(Outcome | Error)[]>,
  most = 1000,
): (item: Item) => Promise<Outcome> {
  type Waiting = { item: Item; resolve: (outcome: Outcome) => void; reject: (error: unknown) => void };
  let collected: Waiting[] = [];
  let isRunning = false;

  const runAll = async () => {
    isRunning = true;
    do {
      await endOfTurn();
      const batch = collected.slice(0, most);
      collected = collected.slice(most);
      try {
        const outcomes = await run(batch.map(({ item }) => item));
        batch.forEach(({ resolve, reject }, index) => {
          const outcome = outcomes[index] as Outcome | Error;
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        });
      } catch (error) {
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
