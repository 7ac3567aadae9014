/**
 * The limit on concurrent requests, by additive increase and multiplicative decrease (AIMD, as in TCP): it falls while
 * replies take too long, and rises while they do not. Requests above it are refused at once, so that under more load
 * than the service can carry, those admitted are still answered quickly, and none waits until its client has given up.
 */
import { channel } from 'node:diagnostics_channel';

/** Publishes an `Admission` when the limit changes or a request is refused before any work. */
export const admissions = channel('manyhands:admission');
export type Admission = { limit: number } | { refused: string };

export const publishRefused = (code: string): void => {
  if (admissions.hasSubscribers) admissions.publish({ refused: code } satisfies Admission);
};

/** Enough for full speed: contributions that wait for one commit form the next batch. */
const leastLimit = 128;
/** Milliseconds that half of the replies may take. Longer, and they wait for one another. */
const target = 100;
/** A short burst is no overload: at this pace, the limit needs two seconds from 2,000 to 250. */
const decrease = 0.9;
/** The part of the largest limit that is added each time: from the least to the largest in two seconds. */
const increase = 1 / 20;

/** How many requests were quicker than the target, and how many were not: replies, and requests without one so far. */
export type Pace = { quick: number; slow: number };

/**
 * The next limit. A few requests that are slow for a reason of their own do not lower it: while fewer than the least
 * limit are open, refusing some would not help the others.
 */
function nextLimit(limit: number, max: number, { quick, slow }: Pace, open: number): number {
  if (slow > quick && open > leastLimit)
    return Math.max(Math.min(leastLimit, max), Math.floor(limit * decrease));
  return Math.min(max, Math.ceil(limit + max * increase));
}

export class AdaptiveLimit {
  readonly #max: number;
  #limit: number;
  #pace: Pace = { quick: 0, slow: 0 };

  constructor(max: number) {
    this.#max = max;
    this.#limit = max;
  }

  get current(): number {
    return this.#limit;
  }

  /** Notes how long a request took that never waited for its client. */
  took(milliseconds: number): void {
    this.#pace[milliseconds > target ? 'slow' : 'quick'] += 1;
  }

  /** Notes how long a request has taken so far: where no reply comes at all, only this shows it. */
  isStillOpen(milliseconds: number): void {
    if (milliseconds > target) this.#pace.slow += 1;
  }

  /** Adjusts the limit to what was noted since the last time, `open` requests being under way. */
  adjust(open: number): void {
    const limit = nextLimit(this.#limit, this.#max, this.#pace, open);
    this.#pace = { quick: 0, slow: 0 };
    if (limit === this.#limit) return;
    this.#limit = limit;
    if (admissions.hasSubscribers) admissions.publish({ limit } satisfies Admission);
  }
}
