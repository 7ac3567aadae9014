/**
 * Loaded into a service by `NODE_OPTIONS`: work that is looked for every few seconds is looked for twenty times as often,
 * so that a test does not wait for it.
 */
import { isMainThread } from 'node:worker_threads';

/** Settings of a service whose queues are frequent. */
export const frequentQueues = { NODE_OPTIONS: `--import ${import.meta.url}` };

const times = 20;
/** Milliseconds: the periods of queues. */
const [shortest, longest] = [1000, 5000];

if (isMainThread && process.argv[1]?.endsWith('/server/main.js') === true) {
  const { setInterval } = globalThis;
  globalThis.setInterval = ((act: () => void, period: number) =>
    setInterval(
      act,
      period >= shortest && period <= longest ? period / times : period,
    )) as typeof setInterval;
}
