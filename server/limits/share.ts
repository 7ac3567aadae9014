/** The share of all clients' resources that one network may hold, so that no network keeps the others out. */
import type { Network } from './network.ts';

const networkShare = 1 / 8;
/** The share of the widest IPv6 networks: more, because they may contain many households, but never all. */
const widestShare = 1 / 2;

/** The share of a network of this weight (network.ts), at least 1. */
export const shareOf = (total: number, weight: number): number =>
  Math.max(1, Math.ceil(total * Math.min(networkShare * weight, widestShare)));

/** Sets by network, oldest item first, each removed when it is empty. */
export class ByNetwork<Item> {
  readonly #sets = new Map<string, Set<Item>>();

  /** Undefined if the network has no item. */
  get(name: string): Set<Item> | undefined {
    return this.#sets.get(name);
  }

  add(networks: readonly Network[], item: Item): void {
    for (const { name } of networks) {
      const set = this.#sets.get(name);
      if (set) set.add(item);
      else this.#sets.set(name, new Set([item]));
    }
  }

  /** Does nothing the second time. */
  remove(networks: readonly Network[], item: Item): void {
    for (const { name } of networks) {
      const set = this.#sets.get(name);
      if (set?.delete(item) && set.size === 0) this.#sets.delete(name);
    }
  }
}
