/** "birds near Seattle", "Vögel in Bayern", "bats Scotland": the place in the words of a search. */
import { ownEntry } from '../../../src/contract/fields/own-entry.ts';
import { placeMeant, type NamedPlace } from '../../places/gazetteer.ts';
import { words as wordsOf } from '../../text/words.ts';
import { alsoWords } from '../../places/also-words.ts';

/**
 * `q`: the words without the place; `named`: those that name it; `before`: all that is in front of these. `isBare`: no
 * preposition says that it is a place.
 */
export type PlaceInWords = { q: string; near: NamedPlace; named: string; before: string; isBare?: true };

const english = /(?:^| )(?:near|around|close to) /giu;

/** The prepositions before a place. French `de` is joined to a name that begins with a vowel. */
const around = [
  english,
  /(?:^| )(?:nahe bei|nahe von|nahe|unweit von|rund um|um|in der nähe von|bei) /giu,
  /(?:^| )(?:(?:tout )?pr[eè]s|autour|proche|(?:aux )?(?:alentours|environs)|à côté) (?:de |du |des |d[’'])/giu,
  /(?:^| )(?:(?:cerca|alrededor|(?:en )?los alrededores) (?:de|del)|junto a) /giu,
  /(?:^| )(?:(?:perto|ao redor|em torno|à volta|(?:n?os )?arredores) (?:de|do|da|dos|das)|pr[oó]ximo (?:a|ao|à|de|do|da)) /giu,
  /(?:^| )(?:بالقرب من|قريبا من|قريبًا من|قرب|بجوار|بجانب|حول) /giu,
];

/** Prepositions that come before much else, too. */
const within = [
  /(?:^| )(?:in|within|across|throughout) (?:the )?/giu,
  /(?:^| )(?:in der|in den|im|auf) /giu,
  /(?:^| )(?:à|au|aux|en|dans) (?:la |le |les |l[’'])?/giu,
  /(?:^| )en (?:el |la |los |las )?/giu,
  /(?:^| )(?:em|no|na|nos|nas) /giu,
  /(?:^| )في /giu,
];

/** Longer ones name no place, and a search with more words in front of it is a text. */
const longestName = 100;
const longestWords = 400;

/** `près du Mans` names Le Mans: the article is a part of the name. */
const articles: Record<string, string> = { du: 'le', des: 'les', del: 'el' };

/** "cerca de mí" is nowhere in Michigan. */
const isMyself = / de m[ií]$/iu;

/** The search with other words in front of the place, or with the name of the place as it is spelt. */
export const respeltAround = ({ q, before, named }: PlaceInWords, rest: string, name = named): string =>
  `${rest}${before.slice(q.length)}${name}`.trim();

type Preposition = { at: number; text: string };

/** The prepositions of a search in their order. */
const prepositionsIn = (patterns: RegExp[], text: string): Preposition[] =>
  patterns
    .flatMap((pattern) => [...text.matchAll(pattern)].map((match) => ({ at: match.index, text: match[0] })))
    .filter(({ at }) => at <= longestWords)
    .sort((one, other) => one.at - other.at || other.text.length - one.text.length);

const spaced = (typed: string) => typed.trim().replace(/\s+/g, ' ');

function readAfter(
  patterns: RegExp[],
  typed: string,
  read: (name: string) => NamedPlace | undefined,
): PlaceInWords | undefined {
  const text = spaced(typed);
  if (isMyself.test(text)) return undefined;
  for (const preposition of prepositionsIn(patterns, text)) {
    const before = text.slice(0, preposition.at + preposition.text.length);
    const named = text.slice(before.length);
    if (named.length < 2 || named.length > longestName) continue;
    const article = ownEntry(articles, preposition.text.trim().toLowerCase().split(' ').at(-1) ?? '');
    const near = (article === undefined ? undefined : read(`${article} ${named}`)) ?? read(named);
    if (near) return { q: text.slice(0, preposition.at).trim(), near, named, before };
  }
  return undefined;
}

/** Inhabitants from which a place is meant where the words around it do not say that it is one. */
const manyPeople = 100_000;
/** Latin letters that are too few for a name: `or` is Oregon only behind `near`. */
const isShort = (name: string) => /^[a-z]{1,3}$/.test(name) && !/^(usa|uk|uae)$/.test(name);

/** A place that is meant for certain, although it could be any other word. */
function meantAlone(name: string): NamedPlace | undefined {
  const typed = wordsOf(name).join(' ');
  if (alsoWords.has(typed) || isShort(typed)) return undefined;
  return placeMeant(name, { people: manyPeople, typos: 0 });
}

/** Behind `in`, also a town by its own name. */
function meantWithin(name: string): NamedPlace | undefined {
  const typed = wordsOf(name).join(' ');
  const large = meantAlone(name);
  if (large || isShort(typed) || alsoWords.has(typed)) return large;
  const town = placeMeant(name);
  return town && typed.startsWith(wordsOf(town.name.split(',')[0] ?? '').join(' ')) ? town : undefined;
}

const mostWordsOfName = 4;

/** The longest name at the end of a search. */
function readAtEnd(typed: string): PlaceInWords | undefined {
  const parts = spaced(typed).split(' ');
  if (spaced(typed).length > longestWords) return undefined;
  for (let from = Math.max(0, parts.length - mostWordsOfName); from < parts.length; from++) {
    const named = parts.slice(from).join(' ');
    const near = meantAlone(named);
    const q = parts.slice(0, from).join(' ');
    if (near) return { q, near, named, before: q === '' ? '' : `${q} `, isBare: true };
  }
  return undefined;
}

/** For callers of the API, to whom the place is only reported: English prepositions, as it has always been. */
export const placeInEnglishWords = (q: string): PlaceInWords | undefined =>
  readAfter([english], q, (name) => placeMeant(name));

/** For our own pages, in each of their languages: an address that was shared means the same to everybody. */
export const placeInWords = (q: string): PlaceInWords | undefined =>
  readAfter(around, q, (name) => placeMeant(name)) ?? readAfter(within, q, meantWithin) ?? readAtEnd(q);

/** The same where the name is not spelt well. Its words must be unknown: `near wetlands` is not Latvia. */
export const placeMisspeltIn = (q: string): PlaceInWords | undefined => {
  const spelt = (name: string) => placeMeant(name, { people: manyPeople, typos: 2 });
  return readAfter([...around, ...within], q, spelt) ?? readLast(spaced(q), spelt);
};

function readLast(text: string, read: (name: string) => NamedPlace | undefined): PlaceInWords | undefined {
  const at = text.lastIndexOf(' ') + 1;
  const named = text.slice(at);
  const near = named.length > longestName ? undefined : read(named);
  return near && { q: text.slice(0, at).trim(), near, named, before: text.slice(0, at), isBare: true };
}
