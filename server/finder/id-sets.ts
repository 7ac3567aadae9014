/**
 * The projects of each lexeme as a bit set, so that queries with several broad words are a few operations on numbers and
 * not reads of the index. Sets are kept until the directory changes, for lexemes that are asked for again. In a directory
 * of more projects the sets would be large, and the index is used alone.
 */
import type { CachedLookup } from './directory-cache.ts';
import type { LexemeQuery } from './words/lexemes.ts';

/** A set has at most 8 kB. */
const mostIds = 65_536;

/** A search asks for a lexeme a few times. */
const timesBefore = 6;

/** Bit n is of the project with the id n. */
type IdSet = Uint32Array;

type Index = {
  /** The ids of the projects with a lexeme, or with any that begins like it. */
  idsWith: (leaf: LexemeQuery) => Promise<number[]>;
  largestId: () => Promise<number>;
};

/** The set of a query; undefined if a lexeme of it was asked for seldom, or the directory is large. */
export async function setOf(
  query: LexemeQuery,
  index: Index,
  kept: CachedLookup,
): Promise<IdSet | undefined> {
  const largest = await kept('largest id', index.largestId);
  if (largest >= mostIds) return undefined;
  const leaves = [...new Set(leavesOf(query))];
  const asked = await Promise.all(leaves.map((leaf) => kept(`asked ${nameOf(leaf)}`, never)));
  const isWorthIt = asked.map((leaf) => leaf.times++ >= timesBefore).every(Boolean);
  if (!isWorthIt) return undefined;
  const words = Math.ceil((largest + 1) / 32);
  const sets = await Promise.all(
    leaves.map((leaf) => kept(`set ${nameOf(leaf)}`, async () => setFrom(await index.idsWith(leaf), words))),
  );
  const byLeaf = new Map(leaves.map((leaf, at) => [nameOf(leaf), sets[at] as IdSet]));
  return evaluated(query, byLeaf, words);
}

const never = async () => ({ times: 0 });

const nameOf = (leaf: LexemeQuery): string => JSON.stringify(leaf);

function leavesOf(query: LexemeQuery): LexemeQuery[] {
  if (typeof query === 'string' || 'begins' in query) return [query];
  return ('all' in query ? query.all : query.any).flatMap(leavesOf);
}

function setFrom(ids: number[], words: number): IdSet {
  const set = new Uint32Array(words);
  for (const id of ids) set[id >>> 5] = (set[id >>> 5] ?? 0) | (1 << (id & 31));
  return set;
}

function evaluated(query: LexemeQuery, byLeaf: Map<string, IdSet>, words: number): IdSet {
  if (typeof query === 'string' || 'begins' in query)
    return byLeaf.get(nameOf(query)) ?? new Uint32Array(words);
  const isAll = 'all' in query;
  const parts = (isAll ? query.all : query.any).map((part) => evaluated(part, byLeaf, words));
  const [first, ...others] = parts;
  if (!first) return new Uint32Array(words);
  const set = first.slice();
  for (const other of others)
    for (let at = 0; at < words; at++)
      set[at] = isAll ? (set[at] ?? 0) & (other[at] ?? 0) : (set[at] ?? 0) | (other[at] ?? 0);
  return set;
}

/** The number of ids of a set, counted up to a maximum. */
export function sizeOf(set: IdSet, max: number): number {
  let size = 0;
  for (let at = 0; at < set.length && size < max; at++) {
    let bits = set[at] ?? 0;
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    size += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return Math.min(size, max);
}

/** Adds the smallest ids above `behind` to a list, until it has `max`; `among` are in it already. */
export function firstOf(set: IdSet, max: number, behind = 0, among = new Set<number>()): Set<number> {
  for (let at = (behind + 1) >>> 5; at < set.length && among.size < max; at++)
    for (let bits = set[at] ?? 0; bits !== 0 && among.size < max; bits &= bits - 1) {
      const id = at * 32 + 31 - Math.clz32(bits & -bits);
      if (id > behind) among.add(id);
    }
  return among;
}
