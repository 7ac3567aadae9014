/** Records as other directories give them, put into our names: EU-Citizen.Science, BioCollect and SciStarter. */
import { characters } from '../../src/contract/fields.ts';
import { isBlank } from '../../src/contract/ppsr-forms.ts';
import type { FieldFault } from '../http/refusal.ts';
import * as values from './directory-values.ts';
import { matchUnRegions } from '../text/catalogue-names.ts';

type Fields = Record<string, unknown>;

/** The value of a name; a name that is never taken is told as left out. */
type Take = (name: string) => unknown;

type Directory = {
  name: string;
  /** A record with one of these names is of this directory. */
  marks: readonly string[];
  /** What says something of the record and nothing of the project. */
  ofRecord: readonly string[];
  read: (take: Take, note: values.Note) => Fields;
};

/** `notes` name what was left out or changed, by the record's own names. `directory` is absent for ours and PPSR's. */
export type Adapted = { entry: unknown; directory?: string; notes: FieldFault[] };

/** A record in our names or PPSR's stays as it is. */
export function adapted(record: unknown): Adapted {
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    return { entry: record, notes: [] };
  const isPpsr = ['projectName', 'ProjectName'].some((name) => Object.hasOwn(record, name));
  const directory = isPpsr
    ? undefined
    : directories.find(({ marks }) => marks.some((mark) => Object.hasOwn(record, mark)));
  const notes: FieldFault[] = [];
  const note: values.Note = (field, message) => notes.push({ field, message });
  if (!directory) return { entry: fitted(record as Fields, note), notes };
  const taken = new Set(directory.ofRecord);
  const take: Take = (name) => {
    taken.add(name);
    return Object.hasOwn(record, name) ? (record as Fields)[name] : undefined;
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

/** PPSR sets no limit to aims and tasks; an inventory is not sent back for them. A pin may have plain names. */
function fitted(record: Fields, note: values.Note): Fields {
  const entry = { ...record };
  const fit = (name: string, field: string, into: string) => {
    const given = entry[name];
    if (typeof given !== 'string' || characters(given) <= values.longest || !isBlank(entry[field])) return;
    const { short, body } = values.shortened(name, given, entry[into], note);
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

/** Topics and tags, where a directory's word may be either. */
function described(topics: string[], activities: string[], tags: string[]): Fields {
  const [topic, activity] = [values.topicsAmong(topics), values.activitiesAmong(activities)];
  return {
    topics: topic.known,
    activities: activity.known,
    tags: [...new Set([...tags, ...topic.others, ...activity.others])].slice(0, 100),
  };
}

/** The API's list at /api/projects/, whose words stand in objects. */
const euCitizenScience: Directory = {
  name: 'EU-Citizen.Science',
  marks: ['mainOrganisation', 'participationTask', 'howToParticipate', 'projectlocality'],
  ofRecord: [
    'dateCreated',
    'dateUpdated',
    'creator',
    'approved',
    'hidden',
    'featured',
    'followers',
    'totalAccesses',
    'likes',
  ],
  read: (take, note) => {
    const { short, body } = values.shortened('aim', take('aim'), take('description'), note);
    const drawn = values.regions('projectGeographicLocation', take('projectGeographicLocation'), note);
    const place = values.pin('latitude', take('latitude'), take('longitude'), note);
    return {
      name: values.plainText(take('name')),
      description: body ?? short,
      goal: short,
      url: take('url'),
      origin: 'EU-Citizen.Science',
      external_id: values.wordOf(take('id')),
      contact_name: values.wordOf(take('author')),
      contact_email: take('author_email'),
      presenting_org: values.wordOf(take('mainOrganisation')),
      country: values.wordOf(take('country')),
      status: values.status('status', take('status'), note),
      how_to_join: values.plainText(take('howToParticipate')),
      gear: values.plainText(take('equipment')),
      image: take('image1'),
      image_credit: values.wordOf(take('imageCredit1')),
      regions: drawn ?? place,
      region_label: values.wordOf(take('projectlocality')),
      ...described(values.wordsOf(take('topic')), values.wordsOf(take('participationTask')), [
        ...values.wordsOf(take('keywords')),
        ...values.wordsOf(take('hasTag')),
      ]),
    };
  },
};

/** `noCost` as `no cost`. */
const inWords = (code: string): string =>
  code.replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);

/** The Atlas of Living Australia's BioCollect, as its project search answers. */
const bioCollect: Directory = {
  name: 'BioCollect',
  marks: ['urlWeb', 'organisationName', 'isSciStarter', 'isMERIT', 'ecoScienceType'],
  ofRecord: [
    'organisationId',
    'isExternal',
    'isSciStarter',
    'isMERIT',
    'numberOfRecords',
    'containsActivity',
    'projectType',
  ],
  read: (take, note) => {
    const aim = values.shortened('aim', take('aim'), take('description'), note);
    const task = values.shortened('projectTask', take('projectTask'), take('projectHowToParticipate'), note);
    // The two are filled in either way round.
    const contacts = [values.wordOf(take('contactName')), values.wordOf(take('contactDetails'))];
    const id = values.wordOf(take('projectId'));
    const web = values.wordOf(take('urlWeb'));
    if (web === undefined && id !== undefined)
      note('urlWeb', 'is not given: the page at BioCollect stands for it');
    const image = [take('fullSizeImageUrl'), take('urlImage'), take('projectLogoImage')];
    return {
      name: values.plainText(take('name')),
      description: aim.body ?? aim.short,
      goal: aim.short,
      url: web ?? (id && `https://biocollect.ala.org.au/acsa/project/index/${encodeURIComponent(id)}`),
      origin: 'Atlas of Living Australia',
      external_id: id,
      contact_email: contacts.find((each) => each?.includes('@')),
      contact_name: contacts.find((each) => each !== undefined && !each.includes('@')),
      presenting_org: values.wordOf(take('organisationName')),
      status: values.status('status', take('status'), note),
      task: task.short,
      how_to_join: task.body,
      gear: values.plainText(take('projectEquipment')),
      image: image.find((each) => !isBlank(each)),
      image_credit: values.wordOf(take('projectLogoImageCredit')),
      regions: values.regions('coverage', take('coverage'), note),
      ...linksOf(take('links')),
      ...described(
        [...values.wordsOf(take('scienceType')), ...values.wordsOf(take('ecoScienceType'))],
        [],
        [...values.wordsOf(take('keywords')), ...values.wordsOf(take('tags')).map(inWords)],
      ),
    };
  },
};

const linkFields: Record<string, string> = {
  facebook: 'facebook_page',
  twitter: 'twitter_name',
  blog: 'blog_url',
  youtube: 'video_url',
  vimeo: 'video_url',
};

function linksOf(value: unknown): Fields {
  const links = Array.isArray(value) ? (value as unknown[]) : [];
  return Object.fromEntries(
    links.flatMap((link) => {
      const { role, url } = (link ?? {}) as Fields;
      const field = typeof role === 'string' ? linkFields[role.toLowerCase()] : undefined;
      return field === undefined ? [] : [[field, url]];
    }),
  );
}

/** SciStarter's exchange of projects, and what was made after it: our names, with words in `{ label }`. */
const sciStarter: Directory = {
  name: 'SciStarter',
  marks: ['guid', 'legacy_id', 'presenter', 'fields_of_science', 'united_nations_region'],
  ofRecord: ['created', 'updated', 'id'],
  read: (take, note) => {
    const goal = values.shortened('goal', take('goal'), take('description'), note);
    const task = values.shortened('task', take('task'), take('how_to_join'), note);
    const drawn = values.regions('regions', take('regions'), note);
    const [lat, lng] = pointOf(take('point'));
    const given = (name: string) => values.wordOf(take(name));
    const asGiven = [
      'contact_affiliation',
      'rsvp',
      'address',
      'city',
      'state',
      'zip',
      'country',
      'twitter_name',
    ]
      .concat([
        'contact_name',
        'contact_email',
        'contact_phone',
        'url',
        'video_url',
        'blog_url',
        'facebook_page',
      ])
      .concat([
        'image',
        'image_credit',
        'time_commitment',
        'project_type',
        'region_label',
        'preregistration',
      ]);
    const plain = ['special_skills', 'gear'].map((name) => [name, values.plainText(take(name))]);
    const audiences = values.wordsOf(take('audience'));
    return {
      ...Object.fromEntries([...asGiven.map((name) => [name, given(name)]), ...plain]),
      ...flagsOf(take),
      name: values.plainText(take('name')) ?? values.plainText(take('title')),
      description: goal.body ?? goal.short,
      goal: goal.short,
      task: task.short,
      how_to_join: task.body,
      origin: given('origin') ?? 'SciStarter',
      external_id: given('guid') ?? given('legacy_id') ?? given('id'),
      presenting_org: given('presenter') ?? given('presenting_org'),
      status: values.status('status', take('status'), note),
      audience: audiences,
      regions: drawn ?? values.pin('point', lat, lng, note),
      UN_regions: unRegionsOf(values.wordsOf(take('united_nations_region')), note),
      ...described(
        [...values.wordsOf(take('topics')), ...values.wordsOf(take('fields_of_science'))],
        values.wordsOf(take('activities')),
        [...values.wordsOf(take('tags')), ...values.wordsOf(take('search_terms'))],
      ),
    };
  },
};

/** Not as words: false is said, too. */
const flagsOf = (take: Take): Fields => ({ outdoors: take('outdoors'), indoors: take('indoors') });

/** Latitude first, or a GeoJSON point. */
function pointOf(value: unknown): [lat: unknown, lng: unknown] {
  const { coordinates } = (value ?? {}) as Fields;
  const [first, second] = (
    Array.isArray(coordinates) ? coordinates : Array.isArray(value) ? value : []
  ) as unknown[];
  return Array.isArray(coordinates) ? [second, first] : [first, second];
}

function unRegionsOf(words: string[], note: values.Note): unknown[] {
  const { found, fault } = matchUnRegions(words);
  if (fault !== undefined) note('united_nations_region', `${fault}; that is left out`);
  return found;
}

const directories: readonly Directory[] = [euCitizenScience, bioCollect, sciStarter];
