/** From the words of a search to the query language of each engine. Words are letters and digits, quoted all the same. */

// PostgreSQL leaves these out of its index; left out of every search, they mean the same on both engines.
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

export type Joined = 'and' | 'or';

// One latin letter begins too much; in other scripts it may be a word.
const mayBegin = (word: string) => !/^[a-z0-9]$/.test(word);

/** FTS5. The last word may be the beginning of one; the word itself counts more. */
export const fts5Query = (words: string[], joined: Joined): string =>
  words
    .map((word, index) =>
      index === words.length - 1 && mayBegin(word) ? `("${word}" OR "${word}" *)` : `"${word}"`,
    )
    .join(joined === 'and' ? ' AND ' : ' OR ');

/** tsquery. */
export const tsQuery = (words: string[], joined: Joined): string =>
  words
    .map((word, index) =>
      index === words.length - 1 && mayBegin(word) ? `('${word}' | '${word}':*)` : `'${word}'`,
    )
    .join(joined === 'and' ? ' & ' : ' | ');
