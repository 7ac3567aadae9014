/**
 * The gazetteer: place names to points and regions, from the file that the build writes (scripts/places.ts). It is
 * opened when a place is first named; SQLite then reads a few pages for each look-up, so that neither the start nor the
 * memory of the service grows with it.
 */
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from 'node:sqlite';
import { outlineFromBytes, type Box, type Outline } from '../geometry/outline.ts';
import { editDistance, keysAround } from '../text/misspelling.ts';
import { words } from '../text/words.ts';
import { citiesFrom, postcodesFrom, statesFrom, townFrom } from './place-ids.ts';
import type { SamplePoint } from './sample-outline.ts';

/**
 * `region`: the code of a country or US state with an outline (`KE`, `US-WA`); otherwise the point says where it is.
 * `km`: of other states and provinces, the radius of the circle around their cities. `isPostcode`: of the United
 * States; other countries may have the same.
 */
export type NamedPlace = {
  name: string;
  region?: string;
  lat: number;
  lng: number;
  km?: number;
  isPostcode?: true;
};

/** A town with its inhabitants. */
export type Town = { name: string; lat: number; lng: number; weight: number };

type Row = {
  id: number;
  name: string;
  state: string;
  country: string;
  region: string;
  lat: number;
  lng: number;
  km: number;
  weight: number;
};

/** Places of one name that are offered. */
const maxChoices = 6;
/** A longer text names no place. */
const maxWords = 8;

const file = () => fileURLToPath(new URL('../places.db', import.meta.url));

let opened: ReturnType<typeof openGazetteer> | undefined;
const gazetteer = () => (opened ??= openGazetteer(new DatabaseSync(file(), { readOnly: true })));

/** The places that a text may name, the likeliest first; a misspelt name finds the place that was meant. */
export const placesNamed = (text: string): NamedPlace[] => gazetteer().named(text);

/**
 * Large places whose names begin with a text, the largest first: for somebody who has not typed all of it. A name that
 * is only begun is no misspelling of another.
 */
export const placesBegun = (text: string): NamedPlace[] => gazetteer().begun(text);

/**
 * How certain the name of a place must be in a longer search. `people`: inhabitants that it has at least, unless the
 * text names its state, too. `typos`: letters that may be wrong.
 */
type Certainty = { people: number; typos: 0 | 1 | 2 };

/** Inhabitants from which a place is meant wherever its name follows `near`: there is a village called Earth. */
const usual: Certainty = { people: 10_000, typos: 0 };

/** The place that a part of a longer search names for certain. */
export const placeMeant = (text: string, certainty = usual): NamedPlace | undefined =>
  gazetteer().meant(text, certainty);

/** The places of a name that is spelt well, the likeliest first. */
export const placesSpelt = (text: string): NamedPlace[] => gazetteer().spelt(text);

/** Whether a word is the name of a place that many know. */
export const isPlaceName = (word: string): boolean => placeMeant(word) !== undefined;

/** The towns in a box of degrees; it may reach beyond the date line. */
export const townsIn = (box: Box): Town[] => gazetteer().townsIn(box);

/** The largest towns in a box of degrees, the largest first; it may reach beyond the date line. */
export const largestTownsIn = (box: Box, max: number): Town[] => gazetteer().largestTownsIn(box, max);

/** The codes of countries and US states that have an outline. */
export const regionCodes = (): string[] => gazetteer().codes();

/** A country or US state: its coarse outline, and points inside of it. */
export type Region = { code: string; outline: Outline; inside: SamplePoint[] };

let regions: Region[] | undefined;

/** All regions, in alphabetical order of their codes; 3 MB that stay once they were needed. */
export const allRegions = (): Region[] =>
  (regions ??= gazetteer()
    .outlines()
    .map(({ code, outline, inside }) => ({
      code,
      outline: outlineFromBytes(outline),
      inside: JSON.parse(inside) as SamplePoint[],
    })));

const countryNames = new Intl.DisplayNames('en', { type: 'region' });
const countryName = (code: string): string => countryNames.of(code) ?? code;

/** The name of a country or US state. */
export function regionName(code: string): string | undefined {
  if (!/^[A-Z]{2}(-[A-Z]{2})?$/.test(code)) return undefined;
  return gazetteer().regionName(code);
}

/** Looks up rows by folded names. */
function nameFinder(database: DatabaseSync) {
  // A city comes before the province of its name where it has a tenth of its people: Porto is one, Quebec is none.
  const byName = database.prepare(
    `select p.* from names n join places p on p.id = n.place where n.name = ? order by p.weight * iif(p.id >= ${citiesFrom} and p.state = p.name, 2, 1) desc limit 400`,
  );
  const byMisspelling = database.prepare(
    'select distinct name from misspellings where deletes in (select value from json_each(?))',
  );
  const byBeginning = database.prepare(
    `select p.* from places p join (select place from beginnings where name >= ? and name < ?
      order by weight desc limit ${maxChoices}) b on p.id = b.place order by p.weight desc`,
  );

  /** A place that is only also called so must be larger than those that have the name. */
  const rowsOf = (name: string): Row[] => {
    const rows = byName.all(name) as Row[];
    const isNamed = (row: Row) => words(row.name).join(' ') === name;
    const heaviest = Math.max(-1, ...rows.filter(isNamed).map(({ weight }) => weight));
    return rows.filter((row) => isNamed(row) || row.weight > heaviest);
  };

  /** Whether a place lies in what the rest of the text names: a state, a country, or the code of one. */
  const liesIn = (place: Row, regions: Row[]): boolean =>
    regions.some(({ id, name, country }) =>
      id < statesFrom
        ? country === place.country && place.id >= statesFrom
        : id < citiesFrom && country === place.country && place.state === name && place.id >= citiesFrom,
    );

  /** The longest name first; the words after it say where the place is. */
  const exactly = (names: string[]): Row[] => {
    const whole = rowsOf(names.join(' '));
    if (whole.length > 0) return whole;
    for (let end = names.length - 1; end > 0; end--) {
      const places = rowsOf(names.slice(0, end).join(' '));
      const regions = places.length > 0 ? regionsOf(names.slice(end)) : [];
      const towns = places.filter((place) => liesIn(place, regions));
      if (towns.length > 0) return towns;
    }
    return [];
  };

  /** `Texas United States`: the state alone decides. */
  const regionsOf = (names: string[]): Row[] => {
    for (let end = names.length; end > 0; end--) {
      const rows = rowsOf(names.slice(0, end).join(' ')).filter(({ id }) => id < citiesFrom);
      if (rows.length > 0) return rows;
    }
    return [];
  };

  const misspelt = (names: string[], typos = 2): Row[] => {
    const typed = names.join('');
    const max = Math.min(typos, typed.length <= 5 ? 1 : 2);
    const near = (byMisspelling.all(JSON.stringify(keysAround(typed))) as { name: string }[])
      .map(({ name }) => ({ name, edits: editDistance(typed, name.replaceAll(' ', '')) }))
      .filter(({ edits }) => edits <= max)
      .map(({ name, edits }) => ({ rows: rowsOf(name), edits }));
    const least = Math.min(...near.map(({ edits }) => edits));
    return near
      .filter(({ edits }) => edits === least)
      .flatMap(({ rows }) => rows)
      .sort((one, other) => other.weight - one.weight);
  };

  const begun = (name: string): Row[] =>
    name.length < shortestBegun ? [] : (byBeginning.all(name, `${name}\u{10ffff}`) as Row[]);

  return { rowsOf, exactly, misspelt, begun };
}

function openGazetteer(database: DatabaseSync) {
  const { rowsOf, exactly, misspelt, begun } = nameFinder(database);
  const region = database.prepare('select name from regions where code = ?');
  const codes = database.prepare('select code from regions order by code');
  const all = database.prepare('select code, outline, inside from regions order by code');
  const largestTowns = largestTownFinder(database);

  const nameOf = (text: string): string[] => {
    const name = words(text);
    return name.length > maxWords ? [] : name;
  };

  return {
    spelt: (text: string): NamedPlace[] => distinct(exactly(nameOf(text))).slice(0, maxChoices),
    named(text: string): NamedPlace[] {
      const name = nameOf(text);
      if (name.length === 0) return [];
      const rows = exactly(name);
      const others = () => (begun(name.join(' ')).length > 0 ? [] : misspelt(name));
      return distinct(rows.length > 0 ? rows : others()).slice(0, maxChoices);
    },
    begun: (text: string): NamedPlace[] => distinct(begun(words(text).join(' '))).slice(0, maxChoices),
    meant(text: string, { people, typos }: Certainty): NamedPlace | undefined {
      const name = nameOf(text);
      if (name.length === 0 || name[0] === 'me') return undefined;
      const [likeliest] = exactly(name);
      if (likeliest) {
        const isWhole = rowsOf(name.join(' ')).length > 0;
        const isPostcode = likeliest.id >= postcodesFrom;
        return isWhole && !isPostcode && likeliest.weight < people ? undefined : distinct([likeliest])[0];
      }
      if (typos === 0 || name.join('').length < shortestMisspelt) return undefined;
      return distinct(misspelt(name, typos).filter(({ weight }) => weight >= people))[0];
    },
    townsIn: townFinder(database),
    largestTownsIn: (box: Box, max: number) => largestTowns(box, max),
    codes: () => codes.all().map((row) => String(row['code'])),
    outlines: () => all.all() as { code: string; outline: Uint8Array; inside: string }[],
    regionName: (code: string) => region.get(code)?.['name'] as string | undefined,
  };
}

// In the words of the index: SQLite uses a partial index only where it can see that its condition holds.
const townsOfBox = `select name, lat, lng, weight from places
  where id >= ${citiesFrom} and id < ${postcodesFrom} and weight >= ${townFrom}
    and lat between ? and ? and lng between ? and ?`;

function townFinder(database: DatabaseSync) {
  const towns = database.prepare(townsOfBox);
  return (box: Box): Town[] =>
    turnsOf(box).flatMap(({ south, north, west, east }) => towns.all(south, north, west, east) as Town[]);
}

function largestTownFinder(database: DatabaseSync) {
  const towns = database.prepare(`${townsOfBox} order by weight desc limit ?`);
  return (box: Box, max: number): Town[] =>
    turnsOf(box)
      .flatMap(({ south, north, west, east }) => towns.all(south, north, west, east, max) as Town[])
      .sort((one, other) => other.weight - one.weight)
      .slice(0, max);
}

/** The box in each turn of the globe that it reaches. */
const turnsOf = (box: Box): Box[] =>
  [-360, 0, 360]
    .map((turn) => ({ ...box, west: box.west + turn, east: box.east + turn }))
    .filter(({ west, east }) => west <= 180 && east >= -180);

/** Letters of the beginning of a name, and of a name that may be misspelt within a longer search. */
const shortestBegun = 2;
const shortestMisspelt = 5;

/** Places with the same full name are one choice. */
function distinct(rows: Row[]): NamedPlace[] {
  const choices = new Map<string, NamedPlace>();
  for (const row of rows) {
    const name = fullName(row);
    if (!choices.has(name))
      choices.set(name, {
        name,
        lat: row.lat,
        lng: row.lng,
        ...(row.region !== '' && { region: row.region }),
        ...(row.region === '' && row.km > 0 && { km: row.km }),
        ...(row.id >= postcodesFrom && { isPostcode: true }),
      });
  }
  return [...choices.values()];
}

function fullName({ id, name, state, country }: Row): string {
  if (id < statesFrom) return name;
  const parts = [name, ...(state !== '' && state !== name ? [state] : []), countryName(country)];
  return parts.join(', ');
}
