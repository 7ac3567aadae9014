/**
 * The names that the PPSR vocabularies have for our fields: the one of 2013–15 and PPSR Core of 2020. They are
 * put into our names before anything is checked; ours win where both are given.
 */
import type { ProjectInput } from './project.ts';
import * as form from './ppsr-forms.ts';

type Field = keyof ProjectInput;
type Sent = Record<string, unknown>;

export type OtherName = {
  /** As it is sent; behind a dot stands what is inside it. */
  name: string;
  field: Field;
  /** From the form of the vocabulary to ours; undefined where it says nothing of the field. */
  read?: (value: unknown) => unknown;
  /** What is wrong with a value that is not of the vocabulary. */
  says?: string;
};

const status = { field: 'status', read: form.status, says: form.mustBeStatus } as const;

export const names2013: OtherName[] = [
  { name: 'ProjectName', field: 'name' },
  { name: 'ProjectDescription', field: 'description' },
  { name: 'ProjectUrl', field: 'url' },
  { name: 'ProjectURL', field: 'url' },
  { name: 'ProjectDataProvider', field: 'origin' },
  { name: 'ProjectContactName', field: 'contact_name' },
  { name: 'ProjectContactEmail', field: 'contact_email' },
  { name: 'ProjectStatus', ...status },
  { name: 'ProjectKeywords', field: 'tags', read: form.keywords },
  { name: 'ProjectTwitter', field: 'twitter_name' },
  { name: 'ProjectFacebook', field: 'facebook_page' },
  { name: 'ProjectGUID', field: 'external_id', read: form.identifier },
];

/** Of two names for one field the first that says something counts; tags are put together. */
export const names2020: OtherName[] = [
  { name: 'projectName', field: 'name' },
  { name: 'projectDescription', field: 'description' },
  { name: 'projectUrl', field: 'url' },
  { name: 'projectOriginalRepository', field: 'origin', read: form.first },
  { name: 'projectResponsiblePartyName', field: 'origin', read: form.first },
  { name: 'projectResponsiblePartyContactEmail', field: 'contact_email', read: form.first },
  { name: 'contactPoint', field: 'contact_email', read: form.contact('email') },
  { name: 'contactPoint', field: 'contact_name', read: form.contact('name') },
  { name: 'contactPoint', field: 'contact_phone', read: form.contact('phone') },
  { name: 'contactPoint', field: 'contact_address', read: form.contact('address') },
  { name: 'projectAim', field: 'goal' },
  { name: 'projectTask', field: 'task' },
  { name: 'projectHowToParticipate', field: 'how_to_join' },
  { name: 'projectEquipment', field: 'gear' },
  { name: 'projectStatus', ...status },
  {
    name: 'projectGeographicLocation.projectGeographicCoverage',
    field: 'regions',
    read: form.coverage,
  },
  { name: 'unRegions', field: 'UN_regions', read: form.unRegions },
  { name: 'keyword', field: 'tags', read: form.keywords },
  { name: 'hasTag', field: 'tags', read: form.keywords },
  { name: 'projectMedia', field: 'image', read: form.media('image') },
  { name: 'projectMedia', field: 'image_credit', read: form.media('credit') },
  { name: 'projectMedia', field: 'video_url', read: form.media('video') },
  {
    name: 'projectParticipants.projectParticipantAge',
    field: 'audience',
    read: form.audiences,
    says: form.mustBeAge,
  },
  { name: 'projectExternalLinks', field: 'facebook_page', read: form.link('facebook') },
  { name: 'projectExternalLinks', field: 'twitter_name', read: form.link('microblog') },
  { name: 'projectExternalLinks', field: 'video_url', read: form.link('video') },
  { name: 'projectExternalLinks', field: 'blog_url', read: form.link('blog') },
];

const allNames = [...names2013, ...names2020];

/** The names of a field of ours in both vocabularies. */
export const otherNamesOf = (field: string): string[] => [
  ...new Set(allNames.filter((other) => other.field === field).map(({ name }) => name)),
];

/** Every name that is read at the top of a document. */
export const ppsrNames: ReadonlySet<string> = new Set(
  allNames.flatMap(({ name }) => [name, name.split('.')[0] ?? name]),
);

/** Names whose value is a list, in JSON as an array and in a form as a repeated name. */
export const ppsrLists = [
  ...['ProjectKeywords', 'keyword', 'hasTag', 'unRegions', 'projectMedia', 'projectExternalLinks'],
];

export type InOurNames = {
  fields: Sent;
  /** The names under which a field was sent; its own where it was sent so, or not at all. */
  sentAs: (field: string) => string[];
  /** The message for a fault of a field, in the words of the vocabulary that it was sent in. */
  told: (field: string, message: string) => string;
};

/** A longer list is read by nobody: our field refuses it, whatever it holds. */
const mostEntries = 300;

/** What was sent, in our names; what is neither ours nor PPSR's stays as it is. */
export function inOurNames(sent: Sent): InOurNames {
  const fields: Sent = Object.assign(Object.create(null), sent) as Sent;
  const said = new Map<string, OtherName[]>();
  const given = new Map<string, unknown>();
  for (const other of allNames) {
    const { name, field, read } = other;
    if (sent[field] !== undefined) continue;
    if (read && !given.has(name)) given.set(name, valueAt(sent, name));
    const found = read ? given.get(name) : (sent[name] ?? undefined);
    const isTooLong = Array.isArray(found) && found.length > mostEntries;
    const value = read && !isTooLong && found !== undefined ? read(found) : found;
    if (value === undefined) continue;
    const earlier = said.get(field);
    if (earlier && field !== 'tags') continue;
    fields[field] = earlier ? joined(fields[field], value) : value;
    said.set(field, [...(earlier ?? []), other]);
  }
  return {
    fields,
    sentAs: (field) => said.get(field)?.map(({ name }) => name) ?? [field],
    told: (field, message) => said.get(field)?.[0]?.says ?? message,
  };
}

const joined = (one: unknown, other: unknown) =>
  Array.isArray(one) && Array.isArray(other) ? [...(one as unknown[]), ...(other as unknown[])] : one;

/** The value of a name; of a list of objects, what stands inside each. */
function valueAt(sent: Sent, name: string): unknown {
  const [top = name, inner] = name.split('.');
  // A form has no objects: there the whole name may stand, or JSON.
  if (inner === undefined || sent[name] !== undefined) return form.parsed(sent[name] ?? undefined);
  const outer = form.listed(sent[top]);
  if (outer.length > mostEntries) return outer;
  const found = outer
    .map((each) => (typeof each === 'object' && each !== null ? (each as Sent)[inner] : undefined))
    .filter((each) => each !== undefined && each !== null);
  return found.length > 1 ? found.flat() : found[0];
}
