/** Turns the words of a search into a query to the index. */
import type { ListName } from './list-names.ts';
import { beginning, lexeme, type LexemeScope, type LexemeQuery } from './lexemes.ts';

/**
 * The last word of a search may be the beginning of one. A single Latin letter has too many completions; in other
 * scripts it may be a word.
 */
export const mayBegin = (word: string): boolean => !/^[a-z0-9]$/.test(word);

/**
 * A word of a search: any of these stems or, with `begins`, all words with one of these prefixes. `begun`: the words
 * with the prefix, if they are few: an index reads a list of words only as far as needed, but all matches of a prefix
 * before it returns the first row. `name`: of a topic, an activity or an audience.
 */
export type ExpandedWord = { stems: string[]; begins?: string[]; begun?: string[]; name?: ListName };

/** One word of a search, wanted there. */
export const wanted = ({ stems, begins, begun, name }: ExpandedWord, place: LexemeScope): LexemeQuery => ({
  any: [
    ...[...stems, ...(begun ?? [])].map((stem) => lexeme.stem(stem, place)),
    ...(begins === undefined || begun ? [] : begins.map((letters) => beginning(letters, place))),
    ...(name === undefined || place === 'title' ? [] : [name.tag]),
  ],
});

/** All of the words, each wanted there. */
export const allWanted = (sought: ExpandedWord[], place: LexemeScope): LexemeQuery[] =>
  sought.map((word) => wanted(word, place));
