/**
 * How well a project answers the words of a search, worked out from its text: the same on both engines. Values in,
 * a number out; higher is better.
 */

/** A word that is looked for: its stems, what it may be the beginning of, and how much it tells. */
export type Weighed = { stems: string[]; begins?: string | undefined; weight: number };

/** The fields of a project as they are weighed. */
export const fields = ['title', 'tags', 'place', 'body'] as const;
export type Field = (typeof fields)[number];

/** A project's words by field, as stems. */
export type Stemmed = Record<Field, string[]>;

const worth: Record<Field, number> = { title: 8, tags: 4, place: 2.5, body: 1 };
/** A word that comes often says more, but soon no more than that. */
const often = 4;
/** Words side by side are meant together. */
const besideInTitle = 3;
const besideElsewhere = 1.5;
/** What is left of a title beside the search makes it another title. */
const wholeTitle = 6;
/** What only begins as the word does was perhaps not meant. */
const onlyBegun = 0.6;

/** What part of the words' weight a project has. */
export function coverageOf(text: Stemmed, sought: Weighed[]): number {
  let [found, wanted] = [0, 0];
  for (const word of sought) {
    wanted += word.weight;
    if (fields.some((field) => timesIn(text[field], word).count > 0)) found += word.weight;
  }
  return wanted === 0 ? 0 : found / wanted;
}

export function scoreOf(text: Stemmed, sought: Weighed[]): number {
  let score = 0;
  let found = 0;
  let wanted = 0;
  let inTitle = 0;
  for (const word of sought) {
    wanted += word.weight;
    let best = 0;
    for (const field of fields) {
      const { count, isWhole } = timesIn(text[field], word);
      if (count === 0) continue;
      const share = worth[field] * (1 + Math.log2(Math.min(count, often)) / 4) * (isWhole ? 1 : onlyBegun);
      best = Math.max(best, share) + Math.min(best, share) / 4;
      if (field === 'title') inTitle += 1;
    }
    if (best > 0) found += word.weight;
    score += best * word.weight;
  }
  if (wanted === 0) return 0;
  const titleShare = text.title.length === 0 ? 0 : inTitle / Math.max(text.title.length, sought.length);
  const together =
    sought.length < 2
      ? 0
      : besideInTitle * pairsIn(text.title, sought) +
        besideElsewhere * Math.min(2, pairsIn(text.tags, sought) + pairsIn(text.body, sought));
  // What has most of the words comes before what has one of them in a better place.
  const coverage = (found / wanted) ** 2;
  return coverage * (score / wanted + titleShare * wholeTitle + together);
}

const isWord = (stem: string, { stems }: Weighed) => stems.includes(stem);
const isBegun = (stem: string, { begins }: Weighed) => begins !== undefined && stem.startsWith(begins);

function timesIn(stems: string[], word: Weighed): { count: number; isWhole: boolean } {
  let whole = 0;
  let begun = 0;
  for (const stem of stems)
    if (isWord(stem, word)) whole++;
    else if (isBegun(stem, word)) begun++;
  return { count: whole > 0 ? whole : begun, isWhole: whole > 0 };
}

/** How many words of the search stand beside their neighbour in it, in its order. */
function pairsIn(stems: string[], sought: Weighed[]): number {
  let pairs = 0;
  for (let at = 0; at + 1 < sought.length; at++) {
    const [one, next] = [sought[at] as Weighed, sought[at + 1] as Weighed];
    const is = (stem: string | undefined, word: Weighed) =>
      stem !== undefined && (isWord(stem, word) || isBegun(stem, word));
    if (stems.some((stem, index) => is(stem, one) && is(stems[index + 1], next))) pairs++;
  }
  return pairs;
}
