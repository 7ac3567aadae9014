/** Converts records of other directories to our names. */
import { characters } from '../../../src/contract/fields/kinds.ts';
import { isBlank } from '../../../src/contract/ppsr/forms.ts';
import type { FieldFault } from '../../http/refusal.ts';
import * as values from './values.ts';
import { bioCollect } from './biocollect.ts';
import { citizenScienceGov } from './citizenscience-gov.ts';
import { citizenScienceNl } from './citizen-science-nl.ts';
import { euCitizenScience } from './eu-citizen-science.ts';
import { jrcInventory } from './jrc-inventory.ts';
import { sciStarter } from './scistarter.ts';
import type { SourceDirectory, RecordFields, Take } from './directory.ts';

/**
 * `notes` name values that were left out or changed, by the record's own names. `directory` is absent for records in
 * our names or PPSR's.
 */
export type Adapted = { entry: unknown; directory?: string; notes: FieldFault[] };

/** Converts a record of another directory; a record in our names or PPSR's stays as it is. */
export function adapted(record: unknown): Adapted {
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    return { entry: record, notes: [] };
  const directory = directoryOf(Object.keys(record));
  const notes: FieldFault[] = [];
  const note: values.Note = (field, message) => notes.push({ field, message });
  if (!directory) return { entry: fitted(record as RecordFields, note), notes };
  const taken = new Set(directory.ofRecord);
  const take: Take = (name) => {
    taken.add(name);
    return Object.hasOwn(record, name) ? (record as RecordFields)[name] : undefined;
  };
  const fields = directory.read(take, note);
  const entry = Object.fromEntries(Object.entries(fields).filter(([, value]) => !isBlank(value)));
  const left = Object.entries(record).filter(([name, value]) => !taken.has(name) && !isBlank(value));
  if (left.length > 0) note(leftNames(left.map(([name]) => name)), notKept);
  return { entry, directory: directory.name, notes };
}

const notKept = 'has no field here, and is left out';

const leftNames = (names: string[]): string =>
  names
    .slice(0, 20)
    .map((name) => name.slice(0, 100))
    .join(', ');

/**
 * Shortens the aim and the task, for which PPSR has no limit: an import cannot ask the sender. A pin may have plain
 * names.
 */
function fitted(record: RecordFields, note: values.Note): RecordFields {
  const entry = { ...record };
  const fit = (name: string, field: string, into: string) => {
    const value = entry[name];
    if (typeof value !== 'string' || characters(value) <= values.longest || !isBlank(entry[field])) return;
    const { short, body } = values.shortened(name, value, entry[into], note);
    Object.assign(entry, { [field]: short, [into]: body });
  };
  fit('projectAim', 'goal', 'projectDescription');
  fit('projectTask', 'task', 'projectHowToParticipate');
  const [lat, lng] = [latitudes, longitudes].map((names) => names.find((name) => Object.hasOwn(entry, name)));
  if (lat !== undefined && lng !== undefined && isBlank(entry['regions'])) {
    const place = values.pin(lat, entry[lat], entry[lng], note);
    Object.assign(entry, { [lat]: undefined, [lng]: undefined }, place !== undefined && { regions: place });
  }
  return entry;
}

const latitudes = ['latitude', 'lat', 'Latitude', 'Lat'];
const longitudes = ['longitude', 'lng', 'lon', 'Longitude', 'Lng', 'Lon'];

const directories: readonly SourceDirectory[] = [
  ...[euCitizenScience, bioCollect, sciStarter],
  ...[citizenScienceGov, citizenScienceNl, jrcInventory],
];

const directoryOf = (names: string[]): SourceDirectory | undefined =>
  names.includes('projectName') || names.includes('ProjectName')
    ? undefined
    : directories.find(({ marks }) => marks.some((mark) => names.includes(mark)));

export const isOfDirectory = (names: string[]): boolean => directoryOf(names) !== undefined;
