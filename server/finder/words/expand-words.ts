/** Turns the words of a search into stems, and expands the prefix that is still being typed. */
import { beginningsOf, stemOf, stemsOf, textLanguages, type TextLanguage } from '../../text/stem.ts';
import type { CachedLookup } from '../directory-cache.ts';
import type { FinderStore } from '../store.ts';
import { lexeme } from './lexemes.ts';
import { listNamed } from './list-names.ts';
import { mayBegin, type ExpandedWord } from './query-words.ts';
import { tellingWords } from '../../text/stop-words.ts';
import { maxBeginnings, type Terms } from './term-store.ts';

export type WordExpander = ReturnType<typeof wordExpander>;

export function wordExpander(terms: Terms, store: FinderStore) {
  /** The languages that some project is written in, besides English: whoever searches finds the texts of each. */
  const languagesOf = (cache: CachedLookup): Promise<TextLanguage[]> =>
    cache('languages', async () => {
      const isUsed = await Promise.all(
        textLanguages.map(
          (language) => language !== 'en' && store.isFound({ all: [lexeme.language(language)] }, {}),
        ),
      );
      return textLanguages.filter((_, at) => isUsed[at]);
    });

  /** A word, or the several words of a name: as they stand next to each other in a text. */
  const withName = (words: string[], stems: string[]): ExpandedWord => {
    const name = listNamed(words);
    return name ? { stems, name } : { stems };
  };

  /**
   * The stems of a search's words. The last word may be unfinished, and longer than the stem it leads to (`monitori`,
   * stem `monitor`), so it also gets the stems of indexed words that it begins.
   */
  const expand = async (words: string[], cache: CachedLookup): Promise<ExpandedWord[]> => {
    const languages = await languagesOf(cache);
    const last = words.at(-1);
    const begins = last !== undefined && mayBegin(last) ? last : undefined;
    const further =
      begins === undefined ? undefined : await cache(`beginning ${begins}`, () => terms.beginning(begins));
    return words.map((word, index) => {
      const own = withName([word], stemsOf(word, languages));
      if (begins === undefined || index < words.length - 1) return own;
      const beginnings = beginningsOf(begins, languages);
      const isBegun = (stem: string) => beginnings.some((letters) => stem.startsWith(letters));
      const related = new Set(further?.flatMap((term) => stemsOf(term, languages)));
      const stems = [...new Set([...own.stems, ...[...related].filter((each) => !isBegun(each))])];
      const begun = [...related].filter((each) => isBegun(each) && !own.stems.includes(each));
      return {
        ...own,
        stems,
        begins: beginnings,
        ...(further && further.length < maxBeginnings && { begun }),
      };
    });
  };

  return {
    expand,

    /** The words of a search without its stop words; those of a name in a list are one. `whole`: all, in each language. */
    async expandQuery(words: string[], cache: CachedLookup) {
      const telling = tellingWords(words);
      const isName = words.length > 1 && listNamed(words) !== undefined;
      const [sought, languages] = await Promise.all([
        isName ? [withName(words, [words.join(' ')])] : expand(telling, cache),
        languagesOf(cache),
      ]);
      const stemmed = [undefined, ...languages].map((language) =>
        words.map((word) => stemOf(word, language)),
      );
      return { telling, sought, whole: stemmed };
    },
  };
}
