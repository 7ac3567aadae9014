/**
 * A project as it was typed into the form: the fields that are kept, how they are read, and the form of a stored
 * project.
 */
import {
  projectFieldNames,
  projectForm,
  regionInputs,
  regionWays,
  type ProjectField,
  type RegionWay,
  type Typed,
  type TypedForm,
} from '../../../src/contract/pages/project-form.ts';
import { projectFields } from '../../../src/contract/api/project.ts';
import { longBody, type RequestFields, type UnreadBody } from '../../http/bodies/body.ts';
import type { SentForm } from '../../http/bodies/form-fields.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Project } from '../reading/read-project.ts';
import { readSent, type SentProject } from '../reading/read-sent.ts';
import { writtenLanguage } from '../derived/project-text.ts';
import { circleAround } from './circle.ts';
import { labelOf, namedRegions } from './named-regions.ts';

export type Fault = TypedForm['faults'][number];

const inputs = [...projectFieldNames, ...regionInputs];

/** The fields that a project cannot do without. */
export const requiredFields = projectFieldNames.filter(
  (name) => !projectFields[name].safeParse(undefined).success,
);

/** Reads the typed fields for the draft. A text area sends line ends as CR LF. */
export function typedIn({ fields, lists }: SentForm): Typed {
  const plain = (text: string) => text.replaceAll('\r\n', '\n');
  const typed: Typed = {};
  for (const name of inputs) {
    const value = fields[name] ?? '';
    if (lists[name]) typed[name] = lists[name].map(plain);
    else if (value.trim() !== '') typed[name] = plain(value);
  }
  const translations = translationsIn(fields, plain);
  if (translations !== undefined) typed.translations = translations;
  const image = fields['image_kept'];
  if (typed.image === undefined && image !== undefined && fields['image_off'] === undefined)
    typed.image = image;
  return typed;
}

/** The fields `translations.de.name` and the language that is added, as the JSON that the API takes. */
function translationsIn(fields: SentForm['fields'], plain: (text: string) => string): string | undefined {
  const languages: Record<string, Record<string, string>> = {};
  for (const [name, value = ''] of Object.entries(fields)) {
    const [, code, field] = /^translations\.([a-z]{2,3})\.(\w+)$/.exec(name) ?? [];
    if (code !== undefined && field !== undefined && value.trim() !== '')
      languages[code] = { ...languages[code], [field]: plain(value) };
  }
  const added = fields['translation_add'] ?? '';
  if (/^[a-z]{2,3}$/.test(added)) languages[added] ??= {};
  return Object.keys(languages).length === 0 ? undefined : JSON.stringify(languages);
}

export const textIn = (typed: Typed, name: string): string => {
  const value = typed[name];
  return typeof value === 'string' ? value : '';
};

export const wayIn = (typed: Typed): RegionWay | undefined =>
  regionWays.find((way) => way === typed['where']);

/** Long forms are read in a thread, as long bodies of the API are. */
export type ReadForm = (typed: Typed, ip: string, stored?: Project) => Promise<ReadTyped>;
export type ReadTyped = { project: Project } | { faults: Fault[] };
type ReadTypedApart = (
  body: UnreadBody & { contact: string | undefined },
  ip: string,
) => Promise<SentProject>;

/** Reads the form by the schema of the API. `stored`: the project that is changed, whose area may be kept. */
export function formReader(readApart: ReadTypedApart): ReadForm {
  return async (typed, ip, stored) => {
    const { entry, fault } = entryOf(typed, stored);
    const areaFaults: Fault[] = fault === undefined ? [] : [{ field: 'regions', message: fault }];
    try {
      const bytes = Buffer.from(JSON.stringify(entry));
      const unread = { bytes, type: 'application/json', query: {}, slug: '', onAlias: () => undefined };
      const sent =
        bytes.length > longBody ? await readApart({ ...unread, contact: undefined }, ip) : readSent(entry);
      if (areaFaults.length > 0 || sent.serviceId !== undefined) return { faults: areaFaults };
      return { project: sent.project };
    } catch (error) {
      if (!(error instanceof Refusal) || error.fields.length === 0) throw error;
      return { faults: [...areaFaults, ...faultsIn(error)] };
    }
  };
}

/** Faults inside of a list (`topics.0`) belong to the list. */
const faultsIn = ({ fields }: Refusal): Fault[] =>
  fields.flatMap(({ field, message }) => {
    const name = field.split('.')[0] as ProjectField;
    return Object.hasOwn(projectForm, name) ? [{ field: name, message }] : [];
  });

/** The fields of an entry, as a caller of the API would send them. */
function entryOf(typed: Typed, stored?: Project): { entry: RequestFields; fault?: string } {
  const entry: RequestFields = {};
  for (const name of projectFieldNames) {
    const value = typed[name];
    if (value === undefined || name === 'regions') continue;
    // A single box that is ticked is sent as a text, which could be taken for a list.
    const isNames = projectForm[name].control === 'names';
    entry[name] = isNames && typeof value === 'string' ? [value] : value;
  }
  const { regions, fault } = regionsOf(typed, stored);
  // A label that is left as it was stored belongs to the area before.
  const label = textIn(typed, 'region_label');
  if (regions !== undefined && wayIn(typed) === 'named' && (label === '' || label === stored?.region_label))
    entry['region_label'] = labelOf(textIn(typed, 'where_named'));
  return { entry: { ...entry, ...(regions !== undefined && { regions }) }, ...(fault && { fault }) };
}

/** One field of the form, as a caller of the API would send it; undefined where it is empty. */
export function valueIn(
  typed: Typed,
  field: ProjectField,
  stored?: Project,
): { value: unknown } | { fault: string } {
  const { entry, fault } = entryOf(typed, stored);
  return field === 'regions' && fault !== undefined ? { fault } : { value: entry[field] };
}

function regionsOf(typed: Typed, stored?: Project): { regions?: unknown; fault?: string } {
  const way = wayIn(typed);
  if (way === undefined) return {};
  if (way === 'online' || way === 'anywhere') return { regions: way };
  if (way === 'same') {
    if (stored?.regions?.kind !== 'area') return {};
    const { geometry, origin = {} } = stored.regions;
    return { regions: { type: 'Feature', properties: origin, geometry } };
  }
  if (way === 'drawn') {
    const drawn = textIn(typed, 'regions');
    return drawn === '' ? { fault: 'needs an outline: paste GeoJSON or WKT' } : { regions: drawn };
  }
  if (way === 'circle') return circleAround(textIn(typed, 'circle_at'), textIn(typed, 'circle_km').trim());
  const named = namedRegions(textIn(typed, 'where_named'));
  return 'fault' in named ? { fault: named.fault } : { regions: named.regions };
}

/** The places of the form with their full names, where it names them and all are known. */
function placesUnderstood(typed: Typed): Pick<TypedForm, 'understood'> {
  if (wayIn(typed) !== 'named') return {};
  const named = namedRegions(textIn(typed, 'where_named'));
  return 'names' in named ? { understood: named.names } : {};
}

/** The name of the language that the texts are in, where the form gives none. */
function textLanguageOf(typed: Typed): Pick<TypedForm, 'textLanguage'> {
  if (textIn(typed, 'languages').trim() !== '') return {};
  const [name, description] = [textIn(typed, 'name'), textIn(typed, 'description')];
  const language = description === '' ? undefined : writtenLanguage({ name, description });
  const called = language && new Intl.DisplayNames('en', { type: 'language' }).of(language);
  return called === undefined ? {} : { textLanguage: called };
}

/** An author's form has these besides the typed fields: the places and the language that were understood. */
export const understoodIn = (typed: Typed) => ({
  ...placesUnderstood(typed),
  ...textLanguageOf(typed),
  mayAddLanguage: true as const,
});

/** The form of a stored project. */
export function typedOf(project: Project): Typed {
  const typed: Typed = {};
  for (const name of projectFieldNames) {
    const value = name === 'regions' ? undefined : project[name];
    if (value === undefined) continue;
    if (name === 'translations') typed[name] = JSON.stringify(value);
    else if (name === 'UN_regions') typed[name] = project.UN_regions.map(({ code }) => code).join(', ');
    else if (Array.isArray(value))
      typed[name] = projectForm[name].control === 'list' ? value.join(', ') : (value as string[]);
    else typed[name] = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
  }
  const { regions } = project;
  if (regions) typed['where'] = regions.kind === 'area' ? 'same' : regions.kind;
  return typed;
}
