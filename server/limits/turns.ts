/**
 * The order of jobs in the stored queues: a virtual clock. Each job of a network, or of a project, has its turn a little
 * after the one before, so that a hundred jobs of one are not all before the next job of another. An idle queue does
 * its jobs at once, whatever their turns.
 */
import { LRUCache } from 'lru-cache';
import { requestNetwork } from '../log.ts';

/** Milliseconds between two turns of one cause: as long as one job may take. */
const pace = 10_000;

const last = new LRUCache<string, number>({ max: 10_000 });

/** The next turn of a cause, such as a network or a project. */
export function turnOf(cause: string, now: number): number {
  const turn = Math.max(now, (last.get(cause) ?? 0) + pace);
  last.set(cause, turn);
  return turn;
}

/** The next turn of the network whose request is being handled; without one, of the service itself. */
export const turnOfRequest = (now: number): number => turnOf(requestNetwork() ?? 'the service', now);
