/**
 * Spelling correction by symmetric deletion (the idea of SymSpell): a misspelt word and the intended one share a key.
 * The keys are the word with any single letter deleted, for letters that are surplus, missing, wrong or swapped; and
 * its consonants, with similar sounds as one, for wrong vowels.
 */

const shortest = 4;
const longest = 30;
/** Letters. In a longer word, there are too many ways to delete two letters to look all of them up. */
const longestTwice = 16;

const mayBeMisspelt = (word: string) =>
  word.length >= shortest &&
  word.length <= longest &&
  /^\p{L}+$/u.test(word) &&
  !/[\ud800-\udfff]/.test(word);

function* withoutOne(word: string): Iterable<string> {
  for (let at = 0; at < word.length; at++) yield word.slice(0, at) + word.slice(at + 1);
}

function* consonants(word: string): Iterable<string> {
  const left = word
    .replace(/ph/g, 'f')
    .replace(/[cq]/g, 'k')
    .replace(/z/g, 's')
    .replace(/[aeiouy]/g, '')
    .replace(/(.)\1+/g, '$1');
  if (left.length >= 3) yield `~${left}`;
}

/** The keys of a word in the index; none for short words, numbers, and words that nobody types. */
export const keysOf = (word: string): string[] =>
  mayBeMisspelt(word) ? [...new Set([word, ...withoutOne(word), ...consonants(word)])] : [];

/** The keys to look up for a typed word: with up to two letters deleted. */
export function keysAround(word: string): string[] {
  const keys = keysOf(word);
  const shortened = word.length <= longestTwice ? keys.slice(1).filter((key) => !key.startsWith('~')) : [];
  return [...new Set([...keys, ...shortened.flatMap((key) => [...withoutOne(key)])])];
}

/** The Damerau-Levenshtein distance (optimal string alignment): letters too many, missing, wrong, or swapped. */
export function editDistance(one: string, other: string): number {
  let [before, above] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row++) {
    const line = [row];
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1];
      let least = Math.min(
        (above[at] ?? 0) + 1,
        (line[at - 1] ?? 0) + 1,
        (above[at - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1])
        least = Math.min(least, (before[at - 2] ?? 0) + 1);
      line.push(least);
    }
    [before, above] = [above, line];
  }
  return above[other.length] ?? 0;
}
