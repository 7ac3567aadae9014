/**
 * The status of the sweep line: the edges that a line from south to north meets, in order, while it moves east. Stored
 * in blocks, so that an insertion is cheap however many edges there are; each edge knows the next one below and above.
 */

const maxInBlock = 128;
const none = -1;

export class EdgeOrder {
  readonly #blocks: number[][] = [];
  readonly #home: (number[] | undefined)[];
  readonly #below: Int32Array;
  readonly #above: Int32Array;

  constructor(count: number) {
    this.#home = new Array<number[] | undefined>(count);
    this.#below = new Int32Array(count).fill(none);
    this.#above = new Int32Array(count).fill(none);
  }

  /** The edge below or above; -1 if there is none. */
  below = (edge: number): number => this.#below[edge] as number;
  above = (edge: number): number => this.#above[edge] as number;

  /** Inserts an edge. `isAbove(other)`: whether it belongs above that edge. */
  insert(edge: number, isAbove: (other: number) => boolean): void {
    const blocks = this.#blocks;
    const index = firstNot(blocks.length - 1, (at) => isAbove(lastOf(blocks[at] as number[])));
    const block = (blocks[index] ??= []);
    const at = firstNot(block.length, (place) => isAbove(block[place] as number));
    const before = at > 0 ? block[at - 1] : index > 0 ? lastOf(blocks[index - 1] as number[]) : none;
    this.#link(before ?? none, edge);
    this.#link(edge, at < block.length ? (block[at] as number) : none);
    block.splice(at, 0, edge);
    this.#home[edge] = block;
    if (block.length > maxInBlock) this.#halve(block, index);
  }

  remove(edge: number): void {
    const block = this.#home[edge];
    if (!block) return;
    this.#link(this.below(edge), this.above(edge));
    block.splice(block.indexOf(edge), 1);
    if (block.length === 0) this.#blocks.splice(this.#blocks.indexOf(block), 1);
    this.#home[edge] = undefined;
  }

  #link(lower: number, upper: number): void {
    if (lower !== none) this.#above[lower] = upper;
    if (upper !== none) this.#below[upper] = lower;
  }

  #halve(block: number[], index: number): void {
    const upper = block.splice(block.length >> 1);
    for (const edge of upper) this.#home[edge] = upper;
    this.#blocks.splice(index + 1, 0, upper);
  }
}

const lastOf = (block: number[]): number => block[block.length - 1] as number;

/** The first index below `end` for which `isSo` is false; `end` if it is true for all. */
function firstNot(end: number, isSo: (index: number) => boolean): number {
  let [low, high] = [0, Math.max(0, end)];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
