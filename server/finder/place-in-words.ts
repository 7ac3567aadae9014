/** "birds near Seattle": the place in the words of a search. */
import { ownEntry } from '../../src/contract/fields/own-entry.ts';
import { placeMeant, type NamedPlace } from '../places/gazetteer.ts';

/** `q`: the words without the place; `named`: those that name it. */
export type PlaceInWords = { q: string; near: NamedPlace; named: string };

const english = /(?:^| )(?:near|around|close to) /iu;

/** The prepositions before a place. French `de` is joined to a name that begins with a vowel. */
const ofAllLanguages = [
  english,
  /(?:^| )(?:nahe bei|nahe von|nahe|unweit von|rund um|um|in der nähe von|bei) /iu,
  /(?:^| )(?:(?:tout )?pr[eè]s|autour|proche|(?:aux )?(?:alentours|environs)|à côté) (?:de |du |des |d[’'])/iu,
  /(?:^| )(?:(?:cerca|alrededor|(?:en )?los alrededores) (?:de|del)|junto a) /iu,
  /(?:^| )(?:(?:perto|ao redor|em torno|à volta|(?:n?os )?arredores) (?:de|do|da|dos|das)|pr[oó]ximo (?:a|ao|à|de|do|da)) /iu,
  /(?:^| )(?:بالقرب من|قريبا من|قريبًا من|قرب|بجوار|بجانب|حول) /iu,
];

/** Longer ones name no place, and a search with more words in front of it is a text. */
const longestName = 100;
const longestWords = 400;

/** `près du Mans` names Le Mans: the article is a part of the name. */
const articles: Record<string, string> = { du: 'le', des: 'les', del: 'el' };

/** "cerca de mí" is nowhere in Michigan. */
const isMyself = / de m[ií]$/iu;

function readIn(patterns: RegExp[], typed: string): PlaceInWords | undefined {
  const text = typed.trim().replace(/\s+/g, ' ');
  const [first] = patterns
    .map((pattern) => pattern.exec(text))
    .filter((match) => match !== null)
    .sort((one, other) => one.index - other.index);
  if (!first || first.index > longestWords) return undefined;
  const [preposition] = first;
  const named = text.slice(first.index + preposition.length);
  if (named.length < 2 || named.length > longestName || isMyself.test(text)) return undefined;
  const article = ownEntry(articles, preposition.trim().toLowerCase().split(' ').at(-1) ?? '');
  const meant = (name: string): PlaceInWords | undefined => {
    const near = placeMeant(name);
    return near && { q: text.slice(0, first.index).trim(), near, named: name };
  };
  return (article === undefined ? undefined : meant(`${article} ${named}`)) ?? meant(named);
}

/** For callers of the API, to whom the place is only reported: English prepositions, as it has always been. */
export const placeInEnglishWords = (q: string): PlaceInWords | undefined => readIn([english], q);

/** For our own pages, in each of their languages: an address that was shared means the same to everybody. */
export const placeInWords = (q: string): PlaceInWords | undefined => readIn(ofAllLanguages, q);
