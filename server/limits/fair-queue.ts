/**
 * A bounded queue in memory in which nobody keeps others out: each network has a share of the places, and the networks
 * that wait take turns (round robin). Work is added with the networks that cause it: there is no queue without a share.
 */
import { Refusal } from '../http/refusal.ts';
import { type Networks, widestOf } from './network.ts';
import { shareOf } from './share.ts';

type QueueBounds = {
  /** Work under way at the same time. */
  workers: number;
  /** Work under way and waiting. As many as `workers`: nothing waits. */
  places: number;
  /** The name of the work, for refusals. */
  what: string;
  /** The end of a refusal: its reader should do this. */
  advice?: string;
};

const retryAfter = 5;

export class FairQueue {
  readonly #bounds: QueueBounds;
  /** Places taken, by network. */
  readonly #taken = new Map<string, number>();
  /** By widest network, the one whose turn is next first: a Map iterates in the order of insertion. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #places = 0;
  #underWay = 0;

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
  }

  /** Does `work` in its turn. Refuses while its networks, or all together, have their places taken. */
  async run<Answer>(networks: Networks, work: () => Promise<Answer>): Promise<Answer> {
    const refusal = this.#refusalFor(networks);
    if (refusal) throw refusal;
    this.#take(networks, 1);
    await this.#turn(widestOf(networks));
    try {
      return await work();
    } finally {
      this.#take(networks, -1);
      this.#next();
    }
  }

  #refusalFor(networks: Networks): Refusal | undefined {
    const { places, what, advice = 'try again in a few seconds' } = this.#bounds;
    for (const { name, weight } of networks) {
      const share = shareOf(places, weight);
      if ((this.#taken.get(name) ?? 0) >= share)
        return new Refusal(
          'too_many',
          `There are ${share} ${what} from this ${weight > 1 ? 'network' : 'address'} under way, which is the most; ${advice}.`,
          { retryAfter },
        );
    }
    return this.#places < places
      ? undefined
      : new Refusal('busy', `The service has too many ${what} under way; ${advice}.`, {
          retryAfter,
        });
  }

  #take(networks: Networks, by: 1 | -1): void {
    this.#places += by;
    for (const { name } of networks) {
      const taken = (this.#taken.get(name) ?? 0) + by;
      if (taken > 0) this.#taken.set(name, taken);
      else this.#taken.delete(name);
    }
  }

  #turn(network: string): Promise<void> {
    if (this.#underWay < this.#bounds.workers) {
      this.#underWay += 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const theirs = this.#waiting.get(network);
      if (theirs) theirs.push(resolve);
      else this.#waiting.set(network, [resolve]);
    });
  }

  /** Hands the place of finished work to the network whose turn it is; that network then comes last. */
  #next(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#underWay -= 1;
      return;
    }
    const [network, [begin, ...later]] = first;
    this.#waiting.delete(network);
    if (later.length > 0) this.#waiting.set(network, later);
    begin?.();
  }
}
