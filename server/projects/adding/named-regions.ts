/** The area of countries, states or towns that are typed by their names, as GeoJSON. */
import { isBeyondPole, type Outline } from '../../geometry/outline.ts';
import type { Position, Ring } from '../../geometry/area.ts';
import { ringAround } from './circle.ts';
import { allRegions, placesNamed, placesSpelt, type NamedPlace } from '../../places/gazetteer.ts';

/** `names`: the places that were understood, with their full names. */
export type NamedRegions = { regions: object; names: string[] } | { fault: string };

/** Looking up a misspelt name takes some milliseconds. */
const maxNames = 30;
const longestLine = 200;

/** One place on each line, or several separated by semicolons or commas: `Texas, United States` is one. */
export function namedRegions(text: string): NamedRegions {
  const lines = text
    .split(/[\n;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) return { fault: 'needs the name of a country, state or town' };
  if (lines.some((line) => line.length > longestLine))
    return { fault: `must have one name on each line, of at most ${longestLine} characters` };
  if (lines.length > maxNames) return tooMany;
  const places: NamedPlace[] = [];
  for (const line of lines) {
    const onLine = placesOn(line);
    if ('unknown' in onLine) return { fault: unknown(onLine.unknown) };
    places.push(...onLine.places);
    if (places.length > maxNames) return tooMany;
  }
  return joined(places);
}

/** The radius of a town that stands with states. */
const townKm = 10;

const tooMany = { fault: `must have at most ${maxNames} places; paste an outline for more` };

/** The names of a label must be right: what is spelt in another way is no place, and the fault says which may be meant. */
function placesOn(line: string): { places: NamedPlace[] } | { unknown: string } {
  const [whole] = placesSpelt(line);
  if (whole) return { places: [whole] };
  const places: NamedPlace[] = [];
  for (const part of line.split(',', maxNames).map((each) => each.trim())) {
    if (part === '') continue;
    const [place] = placesSpelt(part);
    if (!place) return { unknown: part };
    places.push(place);
  }
  return { places };
}

function unknown(part: string): string {
  const [meant] = placesNamed(part);
  return `has “${part}”, which is no place that we know${meant ? `: did you mean ${meant.name}?` : ''}`;
}

/** In characters: the label of an area is a short text of the contract. */
const longestLabel = 300;

/** The places as they were typed, in one line. */
export const labelOf = (text: string): string =>
  text
    .split(/[\n;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ')
    .slice(0, longestLabel);

function joined(places: NamedPlace[]): NamedRegions {
  const names = [...new Set(places.map(({ name }) => name))];
  const codes = new Set(places.flatMap(({ region }) => region ?? []));
  if (codes.size === 0 && places.every(({ km }) => km === undefined)) {
    const coordinates = places.map(({ lng, lat }): Position => [lng, lat]);
    return { regions: { type: 'MultiPoint', coordinates }, names };
  }
  // A state is part of its country.
  const wanted = [...codes].filter((code) => !code.includes('-') || !codes.has(code.slice(0, 2)));
  const outlines = allRegions().filter(({ code }) => wanted.includes(code));
  const circles = places
    .filter(({ region }) => region === undefined)
    .map(({ km = townKm, ...center }) => [ringAround(center, km)]);
  const coordinates = [...outlines.flatMap(({ outline }) => polygonsIn(outline)), ...circles];
  if (coordinates.some((rings) => rings.some((ring) => ring.some(([, lat]) => isBeyondPole(lat)))))
    return { fault: 'has a place around a pole, whose outline has to be pasted' };
  return { regions: { type: 'MultiPolygon', coordinates }, names };
}

const polygonsIn = ({ polygons }: Outline): Ring[][] =>
  polygons.map((rings) =>
    rings.map(({ numbers }) =>
      Array.from({ length: numbers.length / 2 }, (_, at): Position => [
        within(numbers[2 * at] as number),
        numbers[2 * at + 1] as number,
      ]),
    ),
  );

/** Outlines without jumps continue beyond the antimeridian. */
const within = (longitude: number): number =>
  longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude;
