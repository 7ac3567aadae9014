/**
 * Runs clean-up code after each test file. Workers run many files (`isolate: false`), and a shared module is evaluated
 * once in a worker: an `afterAll` of its own would run after the worker's first file only.
 */
type End = () => unknown;

const ends = new Set<End>();

// If vitest is killed, the worker would otherwise continue, with everything that it started.
process.once('disconnect', () => process.exit());

/** Runs `end` after the current test file. */
export const afterFile = (end: End): void => void ends.add(end);

/** Ends everything of a file; the first failure is thrown after all have ended. */
export const endFile = async (): Promise<void> => {
  const now = [...ends];
  ends.clear();
  const ended = await Promise.allSettled(now.map(async (end) => end()));
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
};
