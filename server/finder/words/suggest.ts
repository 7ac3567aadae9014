/** "Did you mean": another spelling of a search, shown only where it finds something. */
import type { LexemeQuery } from './lexemes.ts';
import type { CachedLookup } from '../directory-cache.ts';
import { type Filters, narrowing } from '../filters.ts';
import { allWanted, type ExpandedWord } from './query-words.ts';
import type { WordExpander } from './expand-words.ts';
import type { FinderStore } from '../store.ts';
import type { Terms } from './term-store.ts';
import { isPlaceName } from '../../places/gazetteer.ts';
import { editDistance, keysAround } from '../../text/misspelling.ts';
import { words } from '../../text/words.ts';

/** At most this many spellings of a search are tried; words with fewer candidates keep their last one. */
const maxSpellings = 5;

// Two edits turn a word of four letters into a different word.
const maxEdits = (word: string) => (word.length <= 5 ? 1 : 2);

/** Spellings in which every one of these words may have been meant, the likeliest first; none if there is none. */
async function otherSpellings(terms: Terms, misspelt: string[]): Promise<Map<string, string>[]> {
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
const respelt = (q: string, replacing: Map<string, string>): string =>
  q.replace(token, (typed) => replacing.get(words(typed).join('')) ?? typed);

/** A spelling must find something in at least one of these. */
type Where = { narrowed: Filters[]; kept: CachedLookup };

export function suggestions(store: FinderStore, terms: Terms, { expand }: WordExpander) {
  const isFound = (filters: Filters, sought: ExpandedWord[], joined: 'all' | 'any') => {
    const words = allWanted(sought, 'anywhere');
    const query: LexemeQuery = joined === 'all' ? { all: words } : { any: words };
    return store.isFound({ all: [query, ...narrowing(filters)] }, filters);
  };

  /** A spelling of `q` that finds something: every word of it, or at least one where nothing was found. */
  return async (
    q: string,
    telling: string[],
    { narrowed, kept }: Where,
    isNothing: boolean,
  ): Promise<string | undefined> => {
    const finds = async (words: string[], joined: 'all' | 'any') => {
      const meant = await expand(words, kept);
      for (const each of narrowed) if (await isFound(each, meant, joined)) return true;
      return false;
    };
    const misspelt: string[] = [];
    const sought = await expand(telling, kept);
    for (const [at, word] of telling.entries())
      if (
        !isPlaceName(word) &&
        !(await store.isFound({ all: allWanted(sought.slice(at, at + 1), 'anywhere') }, {}))
      )
        misspelt.push(word);
    const spellings = await otherSpellings(terms, misspelt);
    for (const joined of isNothing ? (['all', 'any'] as const) : (['all'] as const))
      for (const spelling of spellings) {
        const meant = telling.map((word) => spelling.get(word) ?? word);
        if (await finds(meant, joined)) return respelt(q, spelling);
      }
    return undefined;
  };
}
