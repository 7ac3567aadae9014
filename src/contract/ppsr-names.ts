/** The names that the PPSR vocabularies have for our fields: the one of 2013–15 and PPSR Core of 2020. */
import type { ProjectInput } from './project.ts';
import * as form from './ppsr-forms.ts';
import * as places from './ppsr-places.ts';

type Field = keyof ProjectInput;

export type OtherName = {
  /** As it is sent; behind a dot stands what is inside it. */
  name: string;
  field: Field;
  /** The name whose value is read, where that is not `name`: some fields need several members of one object. */
  from?: string;
  /** From the form of the vocabulary to ours; undefined where it says nothing of the field. */
  read?: (value: unknown, sent: Record<string, unknown>) => unknown;
  /** It may hold words that have no place here: then it is told that nothing took them. */
  mayMiss?: true;
  /** What is wrong with a value that is not of the vocabulary. */
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
  { name: 'projectAim', field: 'goal', read: form.aim },
  { name: 'projectTask', field: 'task' },
  { name: 'projectHowToParticipate', field: 'how_to_join' },
  { name: 'projectEquipment', field: 'gear' },
  { name: 'projectStatus', ...status },
  { name: 'projectExternalId', field: 'external_id', read: (value) => form.first(form.identifier(value)) },
  { name: 'projectId', field: 'external_id', read: form.identifier },
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

/** The names of a field of ours in both vocabularies. */
export const otherNamesOf = (field: string): string[] => [
  ...new Set(allNames.filter((other) => other.field === field).map(({ name }) => name)),
];

/** What says when the record was made where it comes from, and nothing of the project. */
const ofTheRecord = ['projectDateCreated', 'projectLastUpdatedDate'];

/** Every name that is read at the top of a document, or needs not be. */
export const ppsrNames: ReadonlySet<string> = new Set([
  ...allNames.flatMap(({ name }) => [name, name.split('.')[0] ?? name]),
  ...ofTheRecord,
]);

/** Names whose value is a list, in JSON as an array and in a form as a repeated name. */
export const ppsrLists = [
  ...['ProjectKeywords', 'keyword', 'hasTag', 'unRegions', 'projectMedia', 'projectExternalLinks'],
  ...['scientificProcessInvolved', 'projectScienceType', 'projectExternalId', 'projectCountry'],
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
