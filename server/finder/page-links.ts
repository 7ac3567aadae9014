/** Addresses of the finder's page: each chip, choice and suggestion is a link to another search. */
import unRegions from '../../src/catalogue/un-regions.json' with { type: 'json' };
import {
  listFilterNames,
  type FinderAsked,
  type FinderField,
  type FinderPage,
} from '../../src/contract/pages/finder.ts';
import { type NamedPlace, regionName } from '../places/gazetteer.ts';
import { distances, type PageRead, type PlaceRead } from './read-page.ts';

export const addressOf = (query: Record<string, string>): string => {
  const pairs = Object.entries(query).filter(([, value]) => value !== '');
  return pairs.length === 0 ? '/finder' : `/finder?${new URLSearchParams(pairs)}`;
};

/** The filters of a search, each with the address of the search without it. */
export function activeOf({ typed, named }: PageRead, choices: FinderPage['choices']): FinderPage['active'] {
  const { phrase, topic, activity, url, lat, lng, UN } = typed;
  const chip = (text: string, ...names: [FinderField, ...FinderField[]]) => {
    const without = Object.fromEntries(names.map((name) => [name, '']));
    return names.some((name) => typed[name] !== '')
      ? [{ name: names[0], text, without: addressOf({ ...typed, ...without }) }]
      : [];
  };
  const region = unRegions.find(({ code }) => code === UN)?.name ?? UN;
  return [
    ...chip(topic, 'topic'),
    ...chip(activity, 'activity'),
    ...chip(region, 'UN'),
    ...chip(regionName(typed.in) ?? typed.in, 'in'),
    ...placeChip(typed, named),
    ...chip(`${lat || '?'}, ${lng || '?'}`, 'lat', 'lng'),
    ...chip(`“${phrase}”`, 'phrase'),
    ...chip(url, 'url'),
    ...listFilterNames.flatMap((name) => chip(typed[name], name)),
    ...chip(
      choices.programme.find(({ value }) => value === typed.programme)?.text ?? typed.programme,
      'programme',
    ),
    ...chip('', 'box'),
    ...chip('', 'home'),
    ...chip('', 'ended'),
  ];
}

function placeChip(typed: FinderAsked, named: PlaceRead | undefined): FinderPage['active'] {
  if (!named) return [];
  const { place, km, within } = named;
  return [
    {
      name: 'near',
      text: place.region
        ? place.name
        : isPoint(place)
          ? `${shortOf(place.name)}\n${km}`
          : shortOf(place.name),
      without: addressOf({ ...typed, near: '', km: '', ...(within && { q: within.q }) }),
    },
  ];
}

/** Neither a country nor a state. */
const isPoint = ({ region, km }: NamedPlace): boolean => region === undefined && km === undefined;

/** Shortens `Seattle, Washington, United States` to Seattle; coordinates stay as they are. */
const shortOf = (name: string): string => (/^-?[\d.]+, /.test(name) ? name : (name.split(',')[0] ?? name));

/** The place as the page names it, with the other places of that name. */
export function placeOf({ typed, named }: PageRead): FinderPage['place'] {
  if (!named) return undefined;
  const { place, others, km, within } = named;
  return {
    name: place.name,
    ...(isPoint(place) && { km }),
    others: others.map(({ name }) => ({
      text: name,
      path: addressOf({ ...typed, near: name, ...(within && { q: within.q }) }),
    })),
    ...(place.isPostcode && { isPostcode: true as const }),
    ...(within && { asWords: addressOf({ ...typed, words: 'yes' }) }),
  };
}

/** Places whose names begin with what was typed, each with the search around it. */
export const begunOf = ({ typed, begun }: PageRead): FinderPage['begun'] =>
  begun.map(({ name }) => ({ text: name, path: addressOf({ ...typed, near: name }) }));

/** Distances around a named point. */
export function distancesOf({ typed, named }: PageRead): FinderPage['distances'] {
  if (!named || !isPoint(named.place)) return [];
  return distances.map((km) => ({
    km,
    path: addressOf({ ...typed, km: String(km) }),
    isCurrent: km === named.km,
  }));
}

/**
 * The usual order is by distance for a search by place, and by how well they match for one by words. All others are the
 * newest first, without a choice.
 */
export function sortsOf({ typed, named, hasWords }: PageRead): FinderPage['sorts'] {
  const isByPlace = named !== undefined || typed.lat !== '';
  if (!isByPlace && !hasWords) return [];
  const usual = named && !isPoint(named.place) ? 'there' : isByPlace ? 'nearest' : 'best';
  const offered = [
    { order: usual, sort: '' },
    ...(isByPlace && hasWords ? [{ order: 'best', sort: 'match' } as const] : []),
    { order: 'newest', sort: 'newest' },
  ] as const;
  const current = offered.find(({ sort }) => sort === typed.sort) ?? offered[0];
  return offered.map(({ order, sort }) => ({
    order,
    path: addressOf({ ...typed, sort }),
    isCurrent: sort === current?.sort,
  }));
}
