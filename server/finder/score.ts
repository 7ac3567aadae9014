/** The relevance of a project to the words of a search, from its stems: the same on both engines. Higher is better. */

/** A word of the search: its stems, the prefix that it may be, and its weight (inverse document frequency). */
export type Weighed = { stems: string[]; begins?: string | undefined; weight: number };

/** The fields of a project that are scored. */
const fields = ['title', 'tags', 'place', 'body'] as const;

/** A project's stems by field, with a space before, between and after. */
export type Stemmed = Record<(typeof fields)[number], string>;

const worth: Record<(typeof fields)[number], number> = { title: 8, tags: 4, place: 0.9, body: 1 };
/** Term frequency counts up to this many occurrences in a field. */
const maxOccurrences = 4;
/** Bonuses for words that are adjacent in the search and in the project. */
const adjacentInTitleBonus = 3;
const adjacentElsewhereBonus = 1.5;
/** Bonus when the query is the whole title; it shrinks with each title word that the query lacks. */
const exactTitleBonus = 6;
/** A prefix match counts less than a whole word. */
const prefixMatchFactor = 0.6;

/** `coverage`: the share of the words' weight that the project has. */
export function scoreOf(text: Stemmed, sought: Weighed[]): { score: number; coverage: number } {
  let [score, found, wanted, inTitle] = [0, 0, 0, 0];
  for (const word of sought) {
    wanted += word.weight;
    let best = 0;
    for (const field of fields) {
      const { count, isWhole } = timesIn(text[field], word);
      if (count === 0) continue;
      const share = worth[field] * (1 + Math.log2(count) / 4) * (isWhole ? 1 : prefixMatchFactor);
      best = Math.max(best, share) + Math.min(best, share) / 4;
      if (field === 'title') inTitle += 1;
    }
    if (best > 0) found += word.weight;
    score += best * word.weight;
  }
  if (wanted === 0) return { score: 0, coverage: 0 };
  const titleShare = inTitle === 0 ? 0 : inTitle / Math.max(wordsIn(text.title), sought.length);
  const together =
    sought.length < 2
      ? 0
      : adjacentInTitleBonus * adjacentPairsIn(text.title, sought) +
        adjacentElsewhereBonus *
          Math.min(2, adjacentPairsIn(text.tags, sought) + adjacentPairsIn(text.body, sought));
  const coverage = found / wanted;
  // Coverage is squared: most of the words matter more than one word in a better field.
  return { coverage, score: coverage ** 2 * (score / wanted + titleShare * exactTitleBonus + together) };
}

const wordsIn = (text: string): number => text.split(' ').length - 2;

/** Occurrences of a piece in a text, up to `maxOccurrences`; neighbours may share a space. */
function occurrences(text: string, piece: string): number {
  let count = 0;
  for (
    let at = text.indexOf(piece);
    at >= 0 && count < maxOccurrences;
    at = text.indexOf(piece, at + piece.length - 1)
  )
    count++;
  return count;
}

function timesIn(text: string, { stems, begins }: Weighed): { count: number; isWhole: boolean } {
  let count = 0;
  for (const stem of stems) count += occurrences(text, ` ${stem} `);
  if (count > 0 || begins === undefined) return { count: Math.min(count, maxOccurrences), isWhole: true };
  return { count: occurrences(text, ` ${begins}`), isWhole: false };
}

/** The number of adjacent word pairs of the search that are adjacent in the text, too, in the same order. */
function adjacentPairsIn(text: string, sought: Weighed[]): number {
  let pairs = 0;
  for (let at = 0; at + 1 < sought.length; at++) {
    const [one, next] = [sought[at] as Weighed, sought[at + 1] as Weighed];
    const ends = [
      ...next.stems.map((stem) => `${stem} `),
      ...(next.begins === undefined ? [] : [next.begins]),
    ];
    if (one.stems.some((stem) => ends.some((end) => text.includes(` ${stem} ${end}`)))) pairs++;
  }
  return pairs;
}
