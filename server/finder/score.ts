/**
 * How well a project answers the words of a search, worked out from its stems: the same on both engines. Values in,
 * a number out; higher is better.
 */

/** A word that is looked for: its stems, what it may be the beginning of, and how much it tells. */
export type Weighed = { stems: string[]; begins?: string | undefined; weight: number };

/** The fields of a project as they are weighed. */
const fields = ['title', 'tags', 'place', 'body'] as const;

/** A project's stems by field, with a space before, between and after. */
export type Stemmed = Record<(typeof fields)[number], string>;

const worth: Record<(typeof fields)[number], number> = { title: 8, tags: 4, place: 0.9, body: 1 };
/** A word that comes often says more, but soon no more than that. */
const often = 4;
/** Words side by side are meant together. */
const besideInTitle = 3;
const besideElsewhere = 1.5;
/** What is left of a title beside the search makes it another title. */
const wholeTitle = 6;
/** What only begins as the word does was perhaps not meant. */
const onlyBegun = 0.6;

/** `coverage`: what part of the words' weight the project has. */
export function scoreOf(text: Stemmed, sought: Weighed[]): { score: number; coverage: number } {
  let [score, found, wanted, inTitle] = [0, 0, 0, 0];
  for (const word of sought) {
    wanted += word.weight;
    let best = 0;
    for (const field of fields) {
      const { count, isWhole } = timesIn(text[field], word);
      if (count === 0) continue;
      const share = worth[field] * (1 + Math.log2(count) / 4) * (isWhole ? 1 : onlyBegun);
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
      : besideInTitle * pairsIn(text.title, sought) +
        besideElsewhere * Math.min(2, pairsIn(text.tags, sought) + pairsIn(text.body, sought));
  const coverage = found / wanted;
  // What has most of the words comes before what has one of them in a better place.
  return { coverage, score: coverage ** 2 * (score / wanted + titleShare * wholeTitle + together) };
}

const wordsIn = (text: string): number => text.split(' ').length - 2;

/** How often a piece is in a text, up to `often` times; neighbours may share a space. */
function occurrences(text: string, piece: string): number {
  let count = 0;
  for (
    let at = text.indexOf(piece);
    at >= 0 && count < often;
    at = text.indexOf(piece, at + piece.length - 1)
  )
    count++;
  return count;
}

function timesIn(text: string, { stems, begins }: Weighed): { count: number; isWhole: boolean } {
  let count = 0;
  for (const stem of stems) count += occurrences(text, ` ${stem} `);
  if (count > 0 || begins === undefined) return { count: Math.min(count, often), isWhole: true };
  return { count: occurrences(text, ` ${begins}`), isWhole: false };
}

/** How many words of the search stand beside their neighbour in it, in its order. */
function pairsIn(text: string, sought: Weighed[]): number {
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
