/** The relevance of a project to the words of a search, from its stems: the same on both engines. Higher is better. */
import { textMark } from '../text/stem.ts';
import type { ExpandedWord } from './words/query-words.ts';

/** A word of the search, with its weight (inverse document frequency). */
export type Weighed = ExpandedWord & { weight: number };

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
/**
 * A project whose topic has the word as its name in another language. It counts little by itself, and much where the
 * project is written in that language: a visitor who asks so can read it.
 */
const nameWorth = { sameLanguage: 6, otherLanguage: 0.5 };

/** `coverage`: the share of the words' weight that the project has. */
export type Relevance = { score: number; coverage: number };

/** Scores projects for a search; the pieces that it looks for are made once, and not for each project. */
export function scorerFor(sought: Weighed[]): (text: Stemmed) => Relevance {
  const words = sought.map(({ stems, begins, name, weight }) => ({
    weight,
    name: name && {
      piece: ` ${name.stems} `,
      marks: name.languages.map((language) => ` ${textMark(language)}`),
    },
    wholes: stems.map((stem) => ` ${stem} `),
    prefixes: (begins ?? []).map((letters) => ` ${letters}`),
  }));
  const pairs = sought.slice(1).map((next, at) => adjacentPieces(sought[at] as Weighed, next));
  const wanted = sought.reduce((sum, { weight }) => sum + weight, 0);

  return (text) => {
    if (wanted === 0) return { score: 0, coverage: 0 };
    let [score, found, inTitle] = [0, 0, 0];
    for (const word of words) {
      let best = 0;
      for (const field of fields) {
        const { count, isWhole } = timesIn(text[field], word);
        if (count === 0) continue;
        const share = worth[field] * (1 + Math.log2(count) / 4) * (isWhole ? 1 : prefixMatchFactor);
        best = Math.max(best, share) + Math.min(best, share) / 4;
        if (field === 'title') inTitle += 1;
      }
      best += worthOfName(text, word.name);
      if (best > 0) found += word.weight;
      score += best * word.weight;
    }
    const titleShare = inTitle === 0 ? 0 : inTitle / Math.max(wordsIn(text.title), words.length);
    const together =
      pairs.length === 0
        ? 0
        : adjacentInTitleBonus * adjacentIn(text.title, pairs) +
          adjacentElsewhereBonus * Math.min(2, adjacentIn(text.tags, pairs) + adjacentIn(text.body, pairs));
    const coverage = found / wanted;
    // Coverage is squared: most of the words matter more than one word in a better field.
    return { coverage, score: coverage ** 2 * (score / wanted + titleShare * exactTitleBonus + together) };
  };
}

function worthOfName(
  { title, tags, body }: Stemmed,
  name: { piece: string; marks: string[] } | undefined,
): number {
  if (!name || !(tags.includes(name.piece) || body.includes(name.piece))) return 0;
  return name.marks.some((mark) => title.includes(mark)) ? nameWorth.sameLanguage : nameWorth.otherLanguage;
}

/** The number of stems: a field has one space more. */
function wordsIn(text: string): number {
  let spaces = 0;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) spaces++;
  return spaces - 1;
}

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

type WordPieces = { wholes: string[]; prefixes: string[] };

function timesIn(text: string, { wholes, prefixes }: WordPieces): { count: number; isWhole: boolean } {
  let count = 0;
  for (const whole of wholes) count += occurrences(text, whole);
  const isWhole = count > 0;
  if (!isWhole) for (const prefix of prefixes) count += occurrences(text, prefix);
  return { count: Math.min(count, maxOccurrences), isWhole };
}

/** All forms of two words of the search next to each other, as a text has them. */
const adjacentPieces = (one: Weighed, next: Weighed): string[] => {
  const ends = [...next.stems.map((stem) => `${stem} `), ...(next.begins ?? [])];
  return one.stems.flatMap((stem) => ends.map((end) => ` ${stem} ${end}`));
};

/** The number of adjacent word pairs of the search that are adjacent in the text, too, in the same order. */
const adjacentIn = (text: string, pairs: string[][]): number =>
  pairs.reduce((count, pieces) => count + (pieces.some((piece) => text.includes(piece)) ? 1 : 0), 0);
