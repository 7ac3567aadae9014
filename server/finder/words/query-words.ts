/** Turns the words of a search into a query to the index. */
import { beginning, lexeme, type LexemeScope, type LexemeQuery } from './lexemes.ts';

// Stop words: ignored in a search, kept in an exact phrase.
const stopWords = new Set(
  `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself
  it its itself they them their theirs themselves what which who whom this that these those am is are was were be
  been being have has had having do does did doing a an the and but if or because as until while of at by for with
  about against between into through during before after above below to from up down in out on off over under again
  further then once here there when where why how all any both each few more most other some such no nor not only
  own same so than too very s t can will just don should now`.split(/\s+/),
);

const maxWords = 20;

/** The words of a search without its stop words; empty for a search such as `the`. */
export const tellingWords = (words: string[]): string[] =>
  words.filter((word) => !stopWords.has(word)).slice(0, maxWords);

/**
 * The last word of a search may be the beginning of one. A single Latin letter has too many completions; in other
 * scripts it may be a word.
 */
export const mayBegin = (word: string): boolean => !/^[a-z0-9]$/.test(word);

/**
 * A word of a search: any of these stems or, with `begins`, all words with this prefix. `begun`: the words with the
 * prefix, if they are few: an index reads a list of words only as far as needed, but all matches of a prefix before it
 * returns the first row.
 */
export type ExpandedWord = { stems: string[]; begins?: string; begun?: string[] };

/** One word of a search, wanted there. */
export const wanted = ({ stems, begins, begun }: ExpandedWord, place: LexemeScope): LexemeQuery => ({
  any: [
    ...[...stems, ...(begun ?? [])].map((stem) => lexeme.stem(stem, place)),
    ...(begins === undefined || begun ? [] : [beginning(begins, place)]),
  ],
});

/** All of the words, each wanted there. */
export const allWanted = (sought: ExpandedWord[], place: LexemeScope): LexemeQuery[] =>
  sought.map((word) => wanted(word, place));
