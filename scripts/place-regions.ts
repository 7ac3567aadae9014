/** Countries, US states and the first-level divisions of other countries, as the gazetteer has them. */
import type { DatabaseSync } from 'node:sqlite';
import { outlineBytes, outlineOf } from '../server/geometry/outline.ts';
import type { Area } from '../server/geometry/area.ts';
import { statesFrom } from '../server/places/place-ids.ts';
import { coarse, pointsInside } from '../server/places/sample-outline.ts';
import { arcsOf, outlinesIn, readTopology, simplifiedArc } from './place-borders.ts';
import type { Names } from './place-names.ts';
import { packageFile, placesFile, rowsIn } from './place-files.ts';

/** The languages in which countries are understood. */
const languages =
  'en de fr es pt it nl pl cs sv da nb fi hu ro el tr ru uk ar he fa hi bn zh ja ko vi th id sw'.split(' ');

/** Further names that people type. */
const alsoCalled: Record<string, string[]> = {
  US: ['USA', 'US', 'U.S.', 'U.S.A.', 'United States of America', 'America'],
  GB: ['UK', 'U.K.', 'Great Britain', 'Britain'],
  AE: ['UAE'],
  CD: ['DRC'],
  CZ: ['Czech Republic'],
};

/** By code of GeoNames (`DE.04`, `DE`): the name of a state or province, and the ids in the gazetteer. */
export type Regions = { states: Map<string, { name: string; id: number }>; countries: Map<string, number> };

/** ISO 3166-1 numbers, as CLDR knows them: `840` is an alias of `US`. */
const countryWithNumber = (number: string | number) => {
  const code = new Intl.Locale(`und-${String(number).padStart(3, '0')}`).region ?? '';
  return /^[A-Z]{2}$/.test(code) ? code : undefined;
};

/** Countries have the ids from 1, states and provinces those from 1000. */
export function addRegions(database: DatabaseSync, names: Names): Regions {
  const insert = database.prepare(
    'insert into places (id, name, state, country, region, lat, lng, weight) values (?, ?, ?, ?, ?, 0, 0, ?)',
  );
  const insertOutline = database.prepare(
    'insert or ignore into regions (code, name, outline, inside) values (?, ?, ?, ?)',
  );
  const inEnglish = new Intl.DisplayNames('en', { type: 'region' });
  const divisions = rowsIn(placesFile('divisions.tsv')).map(([code = '', name = '']) => ({ code, name }));
  const countries = [...new Set(divisions.map(({ code }) => code.slice(0, 2)))].sort();
  for (const [at, code] of countries.entries()) {
    const name = inEnglish.of(code) ?? code;
    insert.run(at + 1, name, '', code, code, countryWeight);
    for (const text of [
      ...languages.map((language) => new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? ''),
      ...(alsoCalled[code] ?? []),
    ])
      names.addExactly(at + 1, text, true);
  }
  const further = new Map(
    rowsIn(placesFile('division-names.tsv')).map(([code = '', also = '']) => [code, also.split(',')]),
  );
  const states: Regions['states'] = new Map();
  for (const [at, { code, name }] of divisions.entries()) {
    const id = statesFrom + at;
    const country = code.slice(0, 2);
    states.set(code, { name, id });
    insert.run(id, name, name, country, country === 'US' ? code.replace('.', '-') : '', 0);
    names.add(id, [name, ...(further.get(code) ?? [])], true);
    if (country === 'US') names.addExactly(id, code.slice(3));
  }
  // Only those of the United States: Uruguay has a Florida, too.
  const ofStates = [...states].filter(([code]) => code.startsWith('US.'));
  const byName = new Map(ofStates.map(([code, { name }]) => [name, code.replace('.', '-')]));
  for (const { id, name, area } of outlines(packageFile('world-atlas', 'countries-50m.json'), 'countries')) {
    const code = id === undefined ? undefined : countryWithNumber(id);
    if (code) insertOutline.run(code, inEnglish.of(code) ?? name, ...drawn(area));
  }
  for (const { name, area } of outlines(placesFile('us-states.json'), 'states')) {
    const code = byName.get(name);
    if (code !== undefined) insertOutline.run(code, name, ...drawn(area));
  }
  return { states, countries: new Map(countries.map((code, at) => [code, at + 1])) };
}

/** The largest polygons of a country or state are kept; smaller islands are left out. */
const maxPolygons = 60;

/** An outline, and points inside of it. */
function drawn(area: Area): [Uint8Array, string] {
  const outline = coarse(outlineOf(area), Infinity, maxPolygons);
  return [outlineBytes(outline), JSON.stringify(pointsInside(outline, 4, 4))];
}

/** A country comes before any city of its name. */
const countryWeight = 2_000_000_000;

function outlines(file: string, object: string) {
  const topology = readTopology(file);
  return outlinesIn(topology, object, arcsOf(topology).map(simplifiedArc));
}
