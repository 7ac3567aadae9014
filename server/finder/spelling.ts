/** Other spellings of a search: each word that finds nothing is replaced by one that projects have. */
import { editDistance, keysAround } from '../text/misspelling.ts';
import { words } from '../text/words.ts';
import type { Terms } from './term-store.ts';

/** At most this many spellings of a search are tried; words with fewer candidates keep their last one. */
const maxSpellings = 5;

// Two edits turn a word of four letters into a different word.
const maxEdits = (word: string) => (word.length <= 5 ? 1 : 2);

/** Spellings in which every one of these words may have been meant, the likeliest first; none if there is none. */
export async function otherSpellings(terms: Terms, misspelt: string[]): Promise<Map<string, string>[]> {
  const meant = new Map<string, string[]>();
  for (const word of misspelt) {
    const near = (await terms.spelledLike(keysAround(word)))
      .map(({ term, projects }) => ({ term, projects, edits: editDistance(word, term) }))
      .filter(({ edits }) => edits > 0 && edits <= maxEdits(word))
      .sort((one, other) => one.edits - other.edits || rank(word, one) - rank(word, other));
    if (near.length > 0)
      meant.set(
        word,
        near.slice(0, maxSpellings).map(({ term }) => term),
      );
  }
  const max = Math.max(0, ...[...meant.values()].map(({ length }) => length));
  return Array.from(
    { length: max },
    (_, at) => new Map([...meant].map(([word, near]) => [word, near[Math.min(at, near.length - 1)] ?? word])),
  );
}

/** Smaller is likelier: people rarely miss the first letter, and rarely mean a rare word. */
const rank = (word: string, { term, projects }: { term: string; projects: number }): number =>
  (term[0] === word[0] ? 0 : 1) + 1 / (1 + projects);

const token = /[\p{L}\p{N}\p{M}]+/gu;

/** The search as it was typed, with some of its words replaced. */
export const respelt = (q: string, replacing: Map<string, string>): string =>
  q.replace(token, (typed) => replacing.get(words(typed).join('')) ?? typed);
