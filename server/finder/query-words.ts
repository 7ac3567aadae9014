/** From the words of a search to what the index is asked for. */
import { beginning, lexeme, type LexemeScope, type LexemeQuery } from '../db/lexemes.ts';

// They tell nothing in a search; in a phrase they count.
const empty = new Set(
  `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself
  it its itself they them their theirs themselves what which who whom this that these those am is are was were be
  been being have has had having do does did doing a an the and but if or because as until while of at by for with
  about against between into through during before after above below to from up down in out on off over under again
  further then once here there when where why how all any both each few more most other some such no nor not only
  own same so than too very s t can will just don should now`.split(/\s+/),
);

const mostWords = 20;

/** The words that tell something; none of them when a search says nothing, such as `the`. */
export const tellingWords = (words: string[]): string[] =>
  words.filter((word) => !empty.has(word)).slice(0, mostWords);

/** The last word of a search may be the beginning of one. One latin letter begins too much; in other scripts it may be a word. */
export const mayBegin = (word: string): boolean => !/^[a-z0-9]$/.test(word);

/**
 * A word of a search: any of these stems, or, where `begins` is given, what begins with it. `begun`: all that does,
 * where it is little: an index reads a few words one beside the other, but a beginning as a whole before anything.
 */
export type Sought = { stems: string[]; begins?: string; begun?: string[] };

/** One word of a search, wanted there. */
export const wanted = ({ stems, begins, begun }: Sought, place: LexemeScope): LexemeQuery => ({
  any: [
    ...[...stems, ...(begun ?? [])].map((stem) => lexeme.stem(stem, place)),
    ...(begins === undefined || begun ? [] : [beginning(begins, place)]),
  ],
});

/** All of the words, each wanted there. */
export const allWanted = (sought: Sought[], place: LexemeScope): LexemeQuery[] =>
  sought.map((word) => wanted(word, place));
