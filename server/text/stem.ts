/**
 * The stem of an English word, by Porter's algorithm: `monitoring` and `monitored` have the same. It is computed here
 * because the engines' own stemmers differ: both index this result.
 */
import { LRUCache } from 'lru-cache';
import { stemmer } from 'stemmer';

const known = new LRUCache<string, string>({ max: 50_000 });

/** Returns a folded word's stem; a word that is not English (digits, other scripts, two letters) is its own stem. */
export function stemOf(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word;
  let stem = known.get(word);
  if (stem === undefined) known.set(word, (stem = stemmer(word)));
  return stem;
}
