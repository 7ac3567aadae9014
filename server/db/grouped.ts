/**
 * Natural group commit: what arrives in one turn of the event loop goes together when nothing is in flight, and
 * what arrives meanwhile goes as soon as that returns. No timer: a lone caller never waits, a crowd shares one commit.
 */
export function grouped<Item, Outcome>(
  run: (items: Item[]) => Promise<(Outcome | Error)[]>,
  most = 1000,
): (item: Item) => Promise<Outcome> {
  type Waiting = { item: Item; resolve: (outcome: Outcome) => void; reject: (error: unknown) => void };
  let collected: Waiting[] = [];
  let isInFlight = false;

  const flush = async () => {
    while (collected.length > 0) {
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
    }
    isInFlight = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      collected.push({ item, resolve, reject });
      if (isInFlight) return;
      isInFlight = true;
      setImmediate(() => void flush());
    });
}
