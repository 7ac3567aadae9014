/**
 * Sends refusals at a pace that leaves most of the event loop's processor time to the admitted requests. Refusing costs
 * about a third of recording a contribution, so with ten times the load, refusals sent at once would take nearly all of
 * the time: a client that waits for its refusal sends nothing else meanwhile.
 */
import { performance } from 'node:perf_hooks';

/** The part of the processor time for refusals while there is other work, and milliseconds that one takes. */
const share = 0.2;
const cost = 0.02;
/** Milliseconds of processor time that refusals may save up, so that a burst is refused at once. */
const maxCredit = 10;
/** Beyond this number, a refusal is sent at once and ends its connection, so that those waiting take little memory. */
const maxWaiting = 10_000;

const processorTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

export class PacedRefusals {
  #waiting: (() => void)[] = [];
  #credit = maxCredit;
  #processorTime = processorTime();
  #utilization = performance.eventLoopUtilization();
  #isScheduled = false;

  get isFull(): boolean {
    return this.#waiting.length >= maxWaiting;
  }

  /** Calls `send` now or, while refusals have used up their share, later; in order. */
  add(send: () => void): void {
    if (this.#waiting.length === 0 && this.#credit >= cost) {
      this.#credit -= cost;
      send();
      return;
    }
    this.#waiting.push(send);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setTimeout(() => this.#release(), 1);
  }

  #release(): void {
    this.#isScheduled = false;
    this.#earn();
    const count = Math.min(this.#waiting.length, Math.floor(this.#credit / cost));
    this.#credit -= count * cost;
    for (const send of this.#waiting.splice(0, count)) send();
    if (this.#waiting.length > 0) this.#schedule();
  }

  /** A share of the time for which the thread has worked, and all the time for which it had nothing to do. */
  #earn(): void {
    const now = processorTime();
    const utilization = performance.eventLoopUtilization();
    const worked = now - this.#processorTime;
    const idle = utilization.idle - this.#utilization.idle;
    this.#credit = Math.min(maxCredit, this.#credit + worked * share + idle);
    this.#processorTime = now;
    this.#utilization = utilization;
  }
}
