/** Turns the words of a search into stems, and expands the prefix that is still being typed. */
import { stemOf } from '../../text/stem.ts';
import type { CachedLookup } from '../directory-cache.ts';
import { mayBegin, type ExpandedWord } from './query-words.ts';
import { maxBeginnings, type Terms } from './term-store.ts';

export type WordExpander = ReturnType<typeof wordExpander>;

export function wordExpander(terms: Terms) {
  /**
   * The stems of a search's words. The last word may be unfinished, and longer than the stem it leads to (`monitori`,
   * stem `monitor`), so it also gets the stems of indexed words that it begins.
   */
  return async (words: string[], cache: CachedLookup): Promise<ExpandedWord[]> => {
    const last = words.at(-1);
    const begins = last !== undefined && mayBegin(last) ? last : undefined;
    const further =
      begins === undefined ? undefined : await cache(`beginning ${begins}`, () => terms.beginning(begins));
    return words.map((word, index) => {
      const stem = stemOf(word);
      if (begins === undefined || index < words.length - 1) return { stems: [stem] };
      const related = new Set(further?.map((term) => stemOf(term)));
      const isBegun = (each: string) => each.startsWith(begins);
      const stems = [...new Set([stem, ...[...related].filter((each) => !isBegun(each))])];
      const begun = [...related].filter((each) => isBegun(each) && each !== stem);
      return { stems, begins, ...(further && further.length < maxBeginnings && { begun }) };
    });
  };
}
