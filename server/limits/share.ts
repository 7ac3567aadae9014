/** The share of all clients' resources that one network may hold, so that no network keeps the others out. */
import { type Link, LinkedList } from './linked-list.ts';
import type { Network } from './network.ts';

const networkShare = 1 / 8;
/** The share of the widest IPv6 networks: more, because they may contain many households, but never all. */
const widestShare = 1 / 2;

/** The share of a network of this weight (network.ts), at least 1. */
export const shareOf = (total: number, weight: number): number =>
  Math.max(1, Math.ceil(total * Math.min(networkShare * weight, widestShare)));

/** Lists by network, each removed when it is empty. */
export class ByNetwork<Item> {
  readonly #lists = new Map<string, LinkedList<Item>>();

  /** Undefined if the network has no item. */
  get(name: string): LinkedList<Item> | undefined {
    return this.#lists.get(name);
  }

  /** Adds an item to the lists of its networks; returns its places there, for `remove`. */
  add(networks: readonly Network[], item: Item): Link<Item>[] {
    return networks.map(({ name }) => this.#listOf(name).add(item));
  }

  /** Adds an item again, at the end. */
  append(networks: readonly Network[], links: readonly Link<Item>[]): void {
    for (const [at, { name }] of networks.entries()) {
      const link = links[at];
      if (link && !link.list) this.#listOf(name).append(link);
    }
  }

  /** Does nothing the second time. */
  remove(networks: readonly Network[], links: readonly Link<Item>[]): void {
    for (const link of links) link.remove();
    for (const { name } of networks) if (this.#lists.get(name)?.size === 0) this.#lists.delete(name);
  }

  #listOf(name: string): LinkedList<Item> {
    let list = this.#lists.get(name);
    if (!list) this.#lists.set(name, (list = new LinkedList()));
    return list;
  }
}
