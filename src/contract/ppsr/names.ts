/** The names of our fields in the PPSR vocabularies: the one of 2013–15 and PPSR Core of 2020. */
import type { ProjectInput } from '../api/project.ts';
import * as form from './forms.ts';
import * as places from './places.ts';

type InputField = keyof ProjectInput;

export type OtherName = {
  /** The name as sent; after a dot, the member inside it. */
  name: string;
  field: InputField;
  /** The name whose value is read, if it is not `name`: some fields need several members of one object. */
  from?: string;
  /** Converts the vocabulary's form to ours; returns undefined if it does not contain the field. */
  read?: (value: unknown, sent: Record<string, unknown>) => unknown;
  /** It may contain words without an equivalent here, which are then reported as unused. */
  mayMiss?: true;
  /** The message for a value that is not in the vocabulary. */
  says?: string;
};

const pins = {
  field: 'regions',
  from: 'projectGeographicLocation',
  read: places.pins,
  says: places.mustBePin,
} as const;
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

/** If two names mean the same field, the first that is not blank counts; tags are merged. */
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
  { name: 'projectAim', field: 'goal', read: form.aim },
  { name: 'projectTask', field: 'task' },
  { name: 'projectHowToParticipate', field: 'how_to_join' },
  { name: 'projectEquipment', field: 'gear' },
  { name: 'projectStatus', ...status },
  { name: 'projectExternalId', field: 'external_id', read: (value) => form.first(form.identifier(value)) },
  { name: 'projectId', field: 'external_id', read: form.identifier },
  { name: 'projectStartDate', field: 'start_date', read: form.startDate, mayMiss: true },
  { name: 'projectDuration', field: 'project_duration', read: form.shortText, mayMiss: true },
  { name: 'language', field: 'languages', read: form.languages, mayMiss: true },
  {
    name: 'contactPoint.contactPointType',
    field: 'public_contact_type',
    read: form.shortText,
    mayMiss: true,
  },
  { name: 'projectLocality', field: 'region_label' },
  { name: 'projectCountry', field: 'country', read: form.first },
  { name: 'scientificProcessInvolved', field: 'activities', read: form.activities },
  { name: 'projectScienceType', field: 'topics', read: form.topics, mayMiss: true },
  {
    name: 'projectGeographicLocation.projectGeographicCoverage',
    field: 'regions',
    read: places.coverage,
  },
  { name: 'projectGeographicLocation.projectPinLatitude', ...pins },
  { name: 'projectGeographicLocation.projectPinLongitude', ...pins },
  { name: 'unRegions', field: 'UN_regions', read: form.unRegions },
  { name: 'keyword', field: 'tags', read: form.keywords },
  { name: 'hasTag', field: 'tags', read: form.keywords },
  { name: 'projectMedia', field: 'image', read: form.media('image'), mayMiss: true },
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

export const allNames = [...names2013, ...names2020];

/** The names of one of our fields in both vocabularies. */
export const otherNamesOf = (field: string): string[] => [
  ...new Set(allNames.filter((other) => other.field === field).map(({ name }) => name)),
];

/** Names about the record, such as its date, and not about the project. */
const ofTheRecord = ['projectDateCreated', 'projectLastUpdatedDate'];

/** Every name that is read at the top level of a document, or may be ignored there. */
export const ppsrNames: ReadonlySet<string> = new Set([
  ...allNames.flatMap(({ name }) => [name, name.split('.')[0] ?? name]),
  ...ofTheRecord,
]);

/** Names whose value is a list: an array in JSON, a repeated name in a form. */
export const ppsrLists = [
  ...['ProjectKeywords', 'keyword', 'hasTag', 'unRegions', 'projectMedia', 'projectExternalLinks'],
  ...['scientificProcessInvolved', 'projectScienceType', 'projectExternalId', 'projectCountry', 'language'],
];

/** The members of PPSR's class objects that are read, besides those with a row above. */
export const readMembers: Readonly<Record<string, readonly string[]>> = {
  projectGeographicLocation: [],
  projectParticipants: [],
  contactPoint: [
    ...['contactName', 'meansOfContact', 'contactDetails', 'name', 'email', 'phone', 'telephone', 'address'],
  ],
  projectMedia: ['projectMediaType', 'projectMediaFile', 'projectMediaCredit'],
  projectExternalLinks: ['url'],
};
