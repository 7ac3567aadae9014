/**
 * Fair queuing between networks. Handling requests costs the processor time of one thread, so a burst of one network
 * would make everybody else wait until its last request is handled. A network that has used up a turn of the event
 * loop waits for later turns, which the waiting networks share round robin; others are handled as they come.
 *
 * A turn of the event loop accepts one new connection (libuv). While connections arrive, turns are therefore kept
 * short: otherwise a new client would wait in the system's queue for as many long turns as there are others before it.
 */
import { type Networks, widestOf } from '../../limits/network.ts';

/** How long one turn handles requests of networks that have had one in it already. */
const turnMilliseconds = 5;
/**
 * Milliseconds of handling for each refused request, four times what refusing one costs: however many are refused, the
 * admitted ones have four fifths of the processor.
 */
const workPerRefusal = 0.08;
/** Waiting requests are handled at least this often, however many connections arrive. */
const maxPauseMilliseconds = 20;

type Waiting = { network: string; requests: (() => void)[] };

export class FairTurns {
  readonly #waiting = new Map<string, Waiting>();
  /** The same, the one whose turn is next first. */
  readonly #round: Waiting[] = [];
  #servedThisTurn = new Set<string>();
  #isTurn = false;
  #turnEnds = 0;
  #hasArrival = false;

  /** Calls `handle` now or, if its widest network has used up its turn, in a later one; those of a network in order. */
  run(networks: Networks, handle: () => void): void {
    const network = widestOf(networks);
    if (!this.#isTurn) this.#begin();
    const waiting = this.#waiting.get(network);
    if (waiting) waiting.requests.push(handle);
    else if (performance.now() < this.#turnEnds || !this.#servedThisTurn.has(network))
      this.#serve(network, handle);
    else this.#wait({ network, requests: [handle] });
  }

  /** Makes this turn longer. */
  refused(): void {
    if (!this.#isTurn) this.#begin();
    this.#turnEnds += workPerRefusal;
  }

  connectionArrived(): void {
    this.#hasArrival = true;
  }

  #begin(): void {
    this.#isTurn = true;
    this.#turnEnds = performance.now() + turnMilliseconds;
    // Not cleared: a cleared set keeps its items from being collected (docs/decisions/http.md).
    this.#servedThisTurn = new Set();
    this.#endTurn();
  }

  /** An immediate runs after the requests that have arrived so far, and before later ones. */
  #endTurn(): void {
    setImmediate(() => this.#next());
  }

  #serve(network: string, handle: () => void): void {
    this.#servedThisTurn.add(network);
    handle();
  }

  #wait(waiting: Waiting): void {
    this.#waiting.set(waiting.network, waiting);
    this.#round.push(waiting);
  }

  #next(): void {
    if (this.#waiting.size === 0) {
      this.#isTurn = false;
      return;
    }
    const isPaused = this.#hasArrival && performance.now() < this.#turnEnds + maxPauseMilliseconds;
    this.#hasArrival = false;
    if (isPaused) {
      this.#servedThisTurn = new Set();
      this.#endTurn();
      return;
    }
    this.#begin();
    for (let next; performance.now() < this.#turnEnds && (next = this.#round.shift());) {
      const handle = next.requests.shift();
      if (next.requests.length > 0) this.#round.push(next);
      else this.#waiting.delete(next.network);
      if (handle) this.#serve(next.network, handle);
    }
  }
}
