/** The values typed into the finder's form, and the search read from them. Forms send fields that nobody filled in. */
import { finderInput } from '../../src/contract/api/finder.ts';
import {
  finderFields,
  listFilterRows,
  type FinderAsked,
  type ListFilterName,
} from '../../src/contract/pages/finder.ts';
import type { FormFields } from '../http/bodies/form-fields.ts';
import type { FieldFault } from '../http/refusal.ts';
import { degreesIn } from '../places/degrees.ts';
import { placesBegun, placesNamed, regionName, type NamedPlace } from '../places/gazetteer.ts';
import type { FilterTag } from './filters.ts';
import { readBox } from './map/map-box.ts';
import { askedNames, type SearchFields, type More } from './read-query.ts';
import { placeInWords, type PlaceInWords } from './words/place-in-words.ts';

const longest = 2000;

/** Kilometres around a place: where nobody chose how far, where nothing is nearer, and all that can be chosen. */
const usualKm = 50;
export const farthestKm = 100;
export const distances = [10, 25, usualKm, farthestKm];

/**
 * A named place: the likeliest, the others of that name. `within`: the words of the search that named it, and the rest.
 */
export type PlaceRead = {
  place: NamedPlace;
  others: NamedPlace[];
  km: number;
  within?: PlaceInWords;
};

export type PageRead = {
  typed: FinderAsked;
  asked: SearchFields;
  more: More;
  named?: PlaceRead;
  /** Places whose names begin with what was typed. */
  begun: NamedPlace[];
  /** There are words that results can match better or worse. */
  hasWords: boolean;
  faults: FieldFault[];
};

/** Neither words nor a place nor a part of the map: many people ask for the same, so its results are cached. */
export const isPlain = ({ hasWords, named, asked, more }: PageRead): boolean =>
  !hasWords && !named && asked.lat === undefined && !more.box;

export function readPage(query: Partial<FormFields>): PageRead {
  const text = (name: string): string => (query[name] ?? '').trim().slice(0, longest);
  const typed = Object.fromEntries(finderFields.map((name) => [name, text(name)])) as FinderAsked;
  // Degrees that "Near me" left in the form: a place that is named later is meant instead of them.
  if (typed.near !== '') typed.lat = typed.lng = '';
  const fields: SearchFields = {};
  const faults: FieldFault[] = [];
  for (const name of askedNames) {
    if (typed[name] === '') continue;
    const read = finderInput.shape[name].safeParse(typed[name]);
    if (read.success) Object.assign(fields, { [name]: read.data });
    else faults.push({ field: name, message: read.error.issues[0]?.message ?? 'is not readable' });
  }
  const named = readPlace(typed, text('words') === 'yes' ? undefined : placeInWords(typed.q), faults);
  if (named?.within) fields.q = named.within.q;
  const hasWords = (fields.q ?? '') !== '' || typed.phrase !== '';
  const isByPlace = named !== undefined || fields.lat !== undefined;
  const chosen = typed.sort === 'newest' || (typed.sort === 'match' && hasWords) ? typed.sort : undefined;
  const sort = chosen ?? (hasWords || isByPlace ? undefined : 'newest');
  return {
    typed,
    asked: named && !named.place.region ? { ...fields, lat: named.place.lat, lng: named.place.lng } : fields,
    more: { ...moreOf(typed, named, faults), ...(sort && { sort }) },
    hasWords,
    ...(named && { named }),
    begun: typed.near === '' || named?.place.name === typed.near ? [] : placesBegun(typed.near),
    faults,
  };
}

/** A place that was typed as degrees, as a name, or within the words of the search. */
function readPlace(
  typed: FinderAsked,
  understood: PlaceInWords | undefined,
  faults: FieldFault[],
): PlaceRead | undefined {
  const { near, lat, lng } = typed;
  if (lat !== '' || lng !== '') return undefined;
  const km = distances.find((each) => String(each) === typed.km) ?? usualKm;
  if (near === '') {
    if (!understood) return undefined;
    const others = placesNamed(understood.named).filter(({ name }) => name !== understood.near.name);
    return { ...placeWithin(understood.near, others, km), within: understood };
  }
  const point = degreesIn(near);
  const [place, ...others] = point ? [{ name: `${point.lat}, ${point.lng}`, ...point }] : placesNamed(near);
  if (place) return placeWithin(place, others, km);
  faults.push({
    field: 'near',
    message: 'is not a place that we know: try the next larger town, the country, or a US postcode',
  });
  return undefined;
}

/** Projects stand beyond the last town of a state, too. */
const beyondTowns = 10;

const placeWithin = (place: NamedPlace, others: NamedPlace[], km: number): PlaceRead => ({
  place,
  others,
  km: place.km === undefined ? km : place.km + beyondTowns,
});

function moreOf(typed: FinderAsked, named: PlaceRead | undefined, faults: FieldFault[]): More {
  const tags: FilterTag[] = [];
  const oneOf = (field: 'in' | ListFilterName, isKnown: (value: string) => boolean) => {
    const value = typed[field];
    if (value === '') return;
    if (isKnown(value)) tags.push({ kind: field, name: value });
    else faults.push({ field, message: 'must be chosen from the list' });
  };
  oneOf('in', (code) => regionName(code) !== undefined);
  for (const [name, { values }] of listFilterRows) oneOf(name, (value) => values.includes(value));
  if (/^[1-9]\d{0,15}$/.test(typed.programme)) tags.push({ kind: 'programme', name: typed.programme });
  else if (typed.programme !== '')
    faults.push({ field: 'programme', message: 'must be chosen from the list' });
  if (typed.home !== '') tags.push({ kind: 'home', name: 'yes' });
  if (typed.ended === '') tags.push({ kind: 'open', name: 'yes' });
  const box = typed.box === '' ? undefined : readBox(typed.box);
  if (typed.box !== '' && !box) faults.push({ field: 'box', message: 'is not a part of the map' });
  return {
    ...(tags.length > 0 && { tags }),
    ...(box && { box }),
    ...(named?.place.region !== undefined && { region: named.place.region }),
    ...(named && !named.place.region && { km: named.km }),
    ...(named?.place.km !== undefined && { isArea: true }),
    isLocalFirst: true,
  };
}
