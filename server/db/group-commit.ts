/** The turn's other requests have been read by then. */
const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Natural group commit: what arrives in one turn of the event loop goes together, and what arrives while that is
 * in flight goes as soon as it returns. No timer: a lone caller never waits, a crowd shares one commit.
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
