/**
 * A doubly linked list, oldest item first. Adding and removing take constant time and, unlike those of a Set, hash
 * nothing and copy no table: each request is added to several lists and removed from them again.
 */

/** The place of an item in a list. */
export class Link<Item> {
  readonly item: Item;
  /** Undefined once the item was removed. */
  list: LinkedList<Item> | undefined;
  before: Link<Item> | undefined;
  after: Link<Item> | undefined;

  constructor(item: Item) {
    this.item = item;
  }

  /** Does nothing the second time. */
  remove(): void {
    this.list?.remove(this);
  }
}

export class LinkedList<Item> implements Iterable<Item> {
  size = 0;
  #first: Link<Item> | undefined;
  #last: Link<Item> | undefined;

  add(item: Item): Link<Item> {
    const link = new Link(item);
    this.append(link);
    return link;
  }

  /** Adds an item again at the end, or for the first time; its link must not be in a list. */
  append(link: Link<Item>): void {
    link.list = this;
    link.before = this.#last;
    if (this.#last) this.#last.after = link;
    else this.#first = link;
    this.#last = link;
    this.size += 1;
  }

  remove(link: Link<Item>): void {
    if (link.list !== this) return;
    const { before, after } = link;
    if (before) before.after = after;
    else this.#first = after;
    if (after) after.before = before;
    else this.#last = before;
    link.list = link.before = link.after = undefined;
    this.size -= 1;
  }

  /** Items may be removed meanwhile, if only the one that was returned last. */
  *[Symbol.iterator](): Iterator<Item> {
    for (let link = this.#first, next: Link<Item> | undefined; link; link = next) {
      next = link.after;
      yield link.item;
    }
  }
}
