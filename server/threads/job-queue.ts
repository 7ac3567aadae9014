/**
 * A bounded queue of jobs for one thread. Jobs run one at a time, so that ending a slow one ends no other. Each network
 * has a share of the places, so that none keeps the others out.
 */
import type { Network } from '../limits/network.ts';
import { Refusal } from '../http/refusal.ts';
import { ByNetwork, shareOf } from '../limits/share.ts';
import type { Thread } from './thread.ts';

export type Bounds = {
  /** Jobs that wait or run. */
  max: number;
  /** Milliseconds for one job; after that its thread is ended, and the next job starts another. */
  longest: number;
  /** The refusal for a job that takes longer. */
  tooLong: () => Refusal;
};

const retryAfter = 5;

export class JobQueue<Job> {
  readonly #thread: Thread<Job>;
  readonly #bounds: Bounds;
  readonly #byNetwork = new ByNetwork<Job>();
  #count = 0;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(thread: Thread<Job>, bounds: Bounds) {
    this.#thread = thread;
    this.#bounds = bounds;
  }

  /** Returns the thread's answer. Throws a refusal when too many jobs wait, and `…_GONE` when the thread crashed. */
  async run<Answer>(job: Job, networks: readonly Network[]): Promise<Answer> {
    const { max } = this.#bounds;
    for (const { name, weight } of networks)
      if ((this.#byNetwork.get(name)?.size ?? 0) >= shareOf(max, weight))
        throw new Refusal(
          'too_many',
          `There are more than ${shareOf(max, weight)} long bodies from this ${weight > 1 ? 'network' : 'address'} being read; wait for their replies.`,
          { retryAfter },
        );
    if (this.#count >= max)
      throw new Refusal('busy', 'The service has too many long bodies to read; try again in a few seconds.', {
        retryAfter,
      });
    this.#count++;
    const links = this.#byNetwork.add(networks, job);
    try {
      const turn = this.#tail.then(() => this.#inTime<Answer>(job));
      this.#tail = turn.catch(() => undefined);
      return await turn;
    } finally {
      this.#count--;
      this.#byNetwork.remove(networks, links);
    }
  }

  async #inTime<Answer>(job: Job): Promise<Answer> {
    const { longest, tooLong } = this.#bounds;
    let isTooLong = false;
    const timer = setTimeout(() => {
      isTooLong = true;
      void this.#thread.end();
    }, longest);
    try {
      return await this.#thread.ask<Answer>(job);
    } catch (error) {
      throw isTooLong ? tooLong() : error;
    } finally {
      clearTimeout(timer);
    }
  }
}
