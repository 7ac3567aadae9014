/**
 * What a misspelt word has in common with the one that was meant. A word with one letter left out, at any place,
 * covers letters that are too many, missing, wrong or swapped; its consonants alone, those that sound alike as one,
 * cover vowels that are.
 */

const shortest = 4;
const longest = 30;
/** Two letters left out of a longer word are too many combinations to look up. */
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

/** What leads to a word of the index; nothing leads to short words, numbers, and what nobody types. */
export const slipsOf = (word: string): string[] =>
  mayBeMisspelt(word) ? [...new Set([word, ...withoutOne(word), ...consonants(word)])] : [];

/** Where to look for what a word was meant to be: up to two letters too many, and what leads to others. */
export function slipsSought(word: string): string[] {
  const slips = slipsOf(word);
  const twice = word.length <= longestTwice ? slips.slice(1) : [];
  return [
    ...new Set([...slips, ...twice.flatMap((slip) => (slip.startsWith('~') ? [] : [...withoutOne(slip)]))]),
  ];
}

/** Letters that are too many, missing, wrong or swapped with their neighbour. */
export function slipsBetween(one: string, other: string): number {
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
