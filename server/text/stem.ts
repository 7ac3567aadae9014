/**
 * The stem of an English word, by Porter's algorithm: `monitoring` and `monitored` have one. It is computed here and
 * not by the engines, since theirs differ: both index what this returns.
 */
import { LRUCache } from 'lru-cache';
import { stemmer } from 'stemmer';

const known = new LRUCache<string, string>({ max: 50_000 });

/** Returns a folded word's stem; what is no English word (digits, other scripts, two letters) is its own. */
export function stemOf(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word;
  let stem = known.get(word);
  if (stem === undefined) known.set(word, (stem = stemmer(word)));
  return stem;
}
