/** Reads sent fields as a project: names as the catalogue writes them, regions parsed. */
import type { z } from 'zod';
import { characters } from '../../../src/contract/fields/kinds.ts';
import { notesOf } from '../../../src/contract/fields/notes.ts';
import { inOurNames, isContactByWebsite } from '../../../src/contract/ppsr/in-our-names.ts';
import { ppsrNames } from '../../../src/contract/ppsr/names.ts';
import { projectInput, type ProjectInput, type UnRegion } from '../../../src/contract/api/project.ts';
import type { FieldFault } from '../../http/refusal.ts';
import { isBlank } from '../../../src/contract/ppsr/forms.ts';
import { matchNames, matchUnRegions } from '../../text/catalogue-names.ts';
import { readRegions, type Regions } from '../../geometry/read-area.ts';
import { isExchanged } from '../../places/exchanged.ts';

type MatchedField = 'topics' | 'activities' | 'tags' | 'UN_regions' | 'regions';

/** A project as the store holds it. */
export type Project = Omit<ProjectInput, MatchedField> & {
  topics: string[];
  activities: string[];
  tags: string[];
  UN_regions: UnRegion[];
  regions?: Regions;
};

/** Some fields of a project. */
export type PartialProject = { [Field in keyof Project]?: Project[Field] | undefined };

type Faulty = { faults: FieldFault[] };
/** `notes`: corrections of fields. */
export type ProjectReading = { project: Project; notes: FieldFault[] } | Faulty;

/** The contact of a project that names no email address: `contact` in any case, `owner` if it names a page. */
export type Contacts = { contact?: string | undefined; owner?: string | undefined };

/**
 * Reads a complete entry, in our names or PPSR's, by the contract and by the catalogue; reports every fault at once.
 */
export function readProject(entry: unknown, contacts: Contacts = {}): ProjectReading {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    return { faults: [{ field: 'body', message: 'must be an object with the fields of a project' }] };
  const sent = withoutNull(entry);
  const { fields, sentAs, messageFor, unused } = inOurNames(sent);
  const left = [...unknownNames(sent), ...unused];
  const isOwners = contacts.contact === undefined && isContactByWebsite(sent);
  if (isBlank(fields['contact_email']))
    Object.assign(fields, without({ contact_email: isOwners ? contacts.owner : contacts.contact }));
  const reading = readAll(fields, projectInput, matched);
  const asSent = (field: string, message: string) => sentAs(field).map((name) => ({ field: name, message }));
  if (!('faults' in reading)) {
    const notes = [
      ...reading.notes.flatMap(({ field, message }) => asSent(field, message)),
      ...notesOf(projectInput.shape, fields).map(noteOf),
      ...(left.length === 0
        ? []
        : [{ field: left.join(', '), message: 'has no field here, and is left out' }]),
    ];
    const note = { field: 'contactPoint', message: 'names no email address; the owner is the contact' };
    return { ...reading, notes: isOwners ? [...notes, note] : notes };
  }
  return {
    faults: reading.faults.flatMap(({ field, message }) => asSent(field, messageFor(field, message))),
  };
}

/** Splits `url was read as …` into the field and the message. */
const noteOf = (sentence: string): FieldFault => {
  const end = sentence.indexOf(' ');
  return { field: sentence.slice(0, end), message: sentence.slice(end + 1) };
};

/** The names of an entry that no field reads. */
const unknownNames = (entry: object): string[] =>
  Object.entries(entry)
    .filter(([name, value]) => !isKnown(name) && !isBlank(value))
    .map(([name]) => name.slice(0, 100))
    .slice(0, 20);

const isKnown = (name: string): boolean =>
  Object.hasOwn(projectInput.shape, name) || ppsrNames.has(name) || name === 'id';

const withoutNull = (entry: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null));

/** Checks fields by the contract's `shape` and then by the catalogue. Faults of one do not hide those of the other. */
export function readAll<Input extends Partial<ProjectInput>, Answer extends object>(
  fields: Record<string, unknown>,
  shape: z.ZodType<Input>,
  match: (input: Input) => Answer | Faulty,
): Answer | Faulty {
  const read = shape.safeParse(fields);
  if (read.success) return match(read.data);
  const faults = read.error.issues.map(({ path, message }) => ({ field: path.join('.') || 'body', message }));
  return { faults: [...faults, ...matchFaults(fields)] };
}

/** Faults that the catalogue and the regions find in fields that the contract alone would accept. */
export function matchFaults(fields: Record<string, unknown>): FieldFault[] {
  const { shape } = projectInput;
  const part: Partial<ProjectInput> = {};
  for (const field of ['topics', 'activities', 'UN_regions', 'regions'] as const) {
    const read = shape[field].safeParse(fields[field] ?? undefined);
    if (read.success) Object.assign(part, { [field]: read.data });
  }
  const reading = matchedPart(part);
  return 'faults' in reading ? reading.faults : [];
}

/** Matches the names in a complete project, which the contract has read, with the catalogue. */
export function matched(input: ProjectInput): ProjectReading {
  const reading = matchedPart(input);
  if ('faults' in reading) return reading;
  const project = { topics: [], activities: [], UN_regions: [], tags: [], ...reading.part };
  return { project: project as unknown as Project, notes: reading.notes };
}

/** The same for some fields; fields that are not given are not in the result. */
export function matchedPart(
  input: Partial<ProjectInput>,
): { part: PartialProject; notes: FieldFault[] } | Faulty {
  const { topics, activities, UN_regions, regions, ...rest } = input;
  const matches = {
    ...(topics && { topics: matchNames('topic', topics) }),
    ...(activities && { activities: matchNames('activity', activities) }),
    ...(UN_regions && { UN_regions: matchUnRegions(UN_regions) }),
  };
  const area = regions === undefined ? undefined : readRegions(regions);
  const faults: FieldFault[] = [];
  for (const [field, { fault }] of Object.entries(matches)) if (fault) faults.push({ field, message: fault });
  if (area && 'fault' in area) faults.push({ field: 'regions', message: area.fault });
  if (faults.length > 0 || (area && 'fault' in area)) return { faults };
  const names = Object.fromEntries(Object.entries(matches).map(([field, match]) => [field, match.found]));
  const { regions: place } = area ?? {};
  const exchanged =
    place?.kind === 'area' && rest.country !== undefined && isExchanged(place.geometry, rest.country)
      ? [
          `is far from ${rest.country}, but in it if latitude and longitude change places: longitude comes first`,
        ]
      : [];
  const notes = [...(area?.warnings ?? []), ...exchanged].map((message) => ({ field: 'regions', message }));
  return { part: { ...without(rest), ...names, ...(area && { regions: area.regions }) }, notes };
}

const without = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

const recommended = 64;

/** Warnings about values that are accepted but not recommended, one sentence each. */
export const warningsOf = (
  { goal, task }: PartialProject,
  sentAs: (field: string) => string = (field) => field,
): string[] =>
  Object.entries({ goal, task })
    .filter(([, text]) => characters(text ?? '') > recommended)
    .map(
      ([field]) =>
        `${sentAs(field)} has more than the recommended ${recommended} characters and may be cut short in lists`,
    );
