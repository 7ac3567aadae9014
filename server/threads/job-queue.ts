/** Jobs for one thread. They run one at a time, so that ending a slow one ends no other. */
import { FairQueue } from '../limits/fair-queue.ts';
import type { Networks } from '../limits/network.ts';
import type { Refusal } from '../http/refusal.ts';
import type { Thread } from './thread.ts';

export type Bounds = {
  /** Jobs that wait or run. */
  max: number;
  /** The jobs in words, for refusals, such as "long bodies". */
  what: string;
  /** Milliseconds for one job; after that its thread is ended, and the next job starts another. */
  longest: number;
  /** The refusal for a job that takes longer. */
  tooLong: () => Refusal;
};

export class JobQueue<Job> {
  readonly #thread: Thread<Job>;
  readonly #bounds: Bounds;
  readonly #queue: FairQueue;

  constructor(thread: Thread<Job>, bounds: Bounds) {
    this.#thread = thread;
    this.#bounds = bounds;
    this.#queue = new FairQueue({ workers: 1, places: bounds.max, what: bounds.what });
  }

  /** Returns the thread's answer. Throws a refusal when too many jobs wait, and `…_GONE` when the thread crashed. */
  run<Answer>(job: Job, networks: Networks): Promise<Answer> {
    return this.#queue.run(networks, () => this.#inTime<Answer>(job));
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
