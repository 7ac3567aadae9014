/** "Did you mean": another spelling of a search, shown only where it finds something. */
import type { LexemeQuery } from '../db/lexemes.ts';
import type { CachedLookup } from './directory-cache.ts';
import { narrowing, type Filters } from './filters.ts';
import { allWanted, type ExpandedWord } from './query-words.ts';
import type { WordExpander } from './expand-words.ts';
import { otherSpellings, respelt } from './spelling.ts';
import type { FinderStore } from './store.ts';
import type { Terms } from './term-store.ts';

/** A spelling must find something in at least one of these. */
type Where = { narrowed: Filters[]; kept: CachedLookup };

export function suggestions(store: FinderStore, terms: Terms, expandWords: WordExpander) {
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
      const meant = await expandWords(words, kept);
      for (const each of narrowed) if (await isFound(each, meant, joined)) return true;
      return false;
    };
    const misspelt: string[] = [];
    const sought = await expandWords(telling, kept);
    for (const [at, word] of telling.entries())
      if (!(await store.isFound({ all: allWanted(sought.slice(at, at + 1), 'anywhere') }, {})))
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
