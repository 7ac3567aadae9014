/** Converts records of the US federal catalogue (CitizenScience.gov). */
import activityList from '../../../src/catalogue/activities.json' with { type: 'json' };
import topicList from '../../../src/catalogue/topics.json' with { type: 'json' };
import { calendarDateOf } from '../../../src/contract/fields/calendar-date.ts';
import { ownEntry } from '../../../src/contract/fields/own-entry.ts';
import * as values from './values.ts';
import { described, type SourceDirectory } from './directory.ts';

/** `Classification or tagging` is `classification_tagging` in the catalogue. */
const codeOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\b(?:and|or)\b/g, ' ')
    .split(/[^a-z]+/)
    .join('_');

const named = new Map([...topicList, ...activityList].map(({ name }) => [codeOf(name), name]));
/** Codes whose words differ from ours. */
const others: Readonly<Record<string, string>> = {
  ocean_water: 'Ocean/water and marine',
  insects: 'Pollinators/insects',
  download_sw: 'Distributed computing',
};
const ages: Readonly<Record<string, string>> = {
  elementary_school_children: 'Elementary school (6 - 10 years)',
  middle_school_children: 'Middle school (11 - 13 years)',
  teens: 'High school (14 - 17 years)',
  families: 'Families',
  general_public: 'Adults',
  seniors: 'Adults',
};

const inWords = (code: string): string =>
  named.get(code) ?? ownEntry(others, code) ?? code.replaceAll('_', ' ');

/** Records in the form of the catalogue's table. */
export const citizenScienceGov: SourceDirectory = {
  name: 'CitizenScience.gov',
  marks: ['cartodb_id', 'gov_contact_email', 'participation_tasks'],
  ofRecord: [
    ...['cartodb_id', 'cartodb_id_0', 'cartodb_georef_status', 'approved', 'created_at', 'updated_at'],
    ...['scistarter', 'recruiting', 'gov_contact', 'gov_contact_email', 'gov_contact_affiliation'],
  ],
  read: (take, note) => {
    const wordIn = (name: string) => values.wordOf(take(name));
    const id = wordIn('cartodb_id');
    const began = wordIn('start_date');
    const day = calendarDateOf(began);
    const [status, affiliation] = [wordIn('status'), wordIn('affiliation')];
    const address = [wordIn('street_address_2'), wordIn('street_address')].filter(
      (line) => line !== undefined,
    );
    return {
      name: values.plainText(take('project_name')),
      description: values.plainText(take('project_description')),
      url: wordIn('project_url'),
      origin: 'CitizenScience.gov',
      external_id: id,
      contact_name: wordIn('project_contact'),
      contact_email: wordIn('email'),
      contact_phone: wordIn('phone'),
      contact_affiliation: affiliation,
      presenting_org: wordIn('agency_sponsor_other') ?? affiliation,
      address: address.join(', '),
      city: wordIn('city'),
      state: wordIn('state'),
      zip: wordIn('zip'),
      // Not read for others, where a pending project may be one that awaits review.
      status: status === 'pending' ? 'starting' : values.status('status', status, note),
      start_date: day,
      ...(day === undefined && began !== undefined && { project_duration: `Since ${began}` }),
      how_to_join: values.plainText(take('participation_tasks_other')),
      special_skills: values.plainText(take('types_volunteers')),
      audience: values.wordsOf(take('participant_age')).flatMap((code) => ownEntry(ages, code) ?? []),
      region_label: wordIn('geographic_scope'),
      regions: pointOf(take('the_geom'), note),
      ...described(
        values.wordsOf(take('project_topic')).map(inWords),
        values.wordsOf(take('participation_tasks')).map(inWords),
        values.wordsOf(take('keywords')),
      ),
    };
  },
};

/** A point in PostGIS's extended well-known binary: byte order, type, reference system, longitude, latitude. */
const pointShape = /^0101000020E6100000([\dA-F]{32})$/i;

function pointOf(value: unknown, note: values.Note): unknown {
  const [, coordinates] = pointShape.exec(values.wordOf(value) ?? '') ?? [];
  if (coordinates === undefined) return undefined;
  const bytes = Buffer.from(coordinates, 'hex');
  return values.pin('the_geom', bytes.readDoubleLE(8), bytes.readDoubleLE(0), note);
}
