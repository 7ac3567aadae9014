/**
 * How each field of a project is asked for on our own pages. The fields themselves, with their limits, are in
 * `projectFields`: a field that has no row here does not compile, and one that has a row is in the form.
 */
import activities from '../../catalogue/activities.json' with { type: 'json' };
import audiences from '../../catalogue/audiences.json' with { type: 'json' };
import topics from '../../catalogue/topics.json' with { type: 'json' };
import type { ProjectInput } from '../api/project.ts';

/**
 * `picture`: a file to upload, or an address; `flag`: a box to tick; `list`: texts joined by commas; `names`: a box for
 * each of the row's `names`; `regions`: where the project takes place, in one of several ways.
 */
export type FormControl =
  | 'line'
  | 'paragraphs'
  | 'address'
  | 'email'
  | 'date'
  | 'flag'
  | 'list'
  | 'status'
  | 'type'
  | 'regions'
  | 'picture'
  | 'names'
  | 'translations';

export type FormField = {
  group: FormGroup;
  label: string;
  control: FormControl;
  /** For the control `names`: all that can be chosen. */
  names?: readonly string[];
  /**
   * Its page shows it among its facts, with its name of `project.facts` in src/ui/words. The values are translated by
   * the group of words that has the name of the field, if there is one.
   */
  isFact?: true;
  /** Help on the field, in one sentence or two. */
  help?: string;
  example?: string;
};

/** The parts of the form, in their order; the first has the required fields, and the others are folded. */
export const formGroups = [
  { name: 'project', title: 'The project' },
  { name: 'part', title: 'Taking part' },
  { name: 'languages', title: 'In other languages' },
  { name: 'place', title: 'Where it takes place' },
  { name: 'topics', title: 'What it is about' },
  { name: 'links', title: 'Picture and links' },
  { name: 'time', title: 'Status and dates' },
  { name: 'people', title: 'People and organisations' },
] as const;
export type FormGroup = (typeof formGroups)[number]['name'];

export type ProjectField = keyof ProjectInput;

/** The order of the rows is the order in the form; required fields come first. */
const rows = {
  name: {
    group: 'project',
    label: 'Name of the project',
    control: 'line',
    example: 'Garden Bird Count',
  },
  description: {
    group: 'project',
    label: 'Description',
    control: 'paragraphs',
    help: 'One to three paragraphs: what people do, and what comes of it. The first sentence is on the card.',
  },
  url: {
    group: 'project',
    label: 'Address of the project’s own page',
    control: 'address',
    help: 'The page where people begin. Its site may show the message that credits participants.',
    example: 'https://example.org/birds',
  },
  origin: {
    group: 'project',
    label: 'Organisation that registers the project',
    control: 'line',
    example: 'Society for Garden Birds',
  },
  contact_email: {
    group: 'project',
    label: 'Email address of the contact',
    control: 'email',
    help: 'Only our editors see it. Their questions go there.',
  },
  goal: {
    group: 'part',
    label: 'Goal',
    control: 'line',
    help: 'What it is for, in 64 characters or fewer.',
    example: 'Find out which birds winter in gardens',
  },
  task: {
    group: 'part',
    label: 'Task',
    control: 'line',
    help: 'What people do, in 64 characters or fewer.',
    example: 'Count birds at a feeder for an hour',
  },
  how_to_join: { group: 'part', label: 'How to join', control: 'paragraphs' },
  time_commitment: {
    group: 'part',
    label: 'Time it takes',
    control: 'line',
    example: 'One hour in January',
  },
  outdoors: { group: 'part', label: 'Takes place outdoors', control: 'flag' },
  indoors: { group: 'part', label: 'Takes place indoors', control: 'flag' },
  audience: { group: 'part', label: 'For whom', control: 'names', names: audiences },
  special_skills: { group: 'part', label: 'Skills that are needed', control: 'paragraphs' },
  gear: { group: 'part', label: 'Gear that is needed', control: 'paragraphs' },
  languages: {
    group: 'part',
    label: 'Languages',
    control: 'list',
    help: 'Codes or names, separated by commas.',
    example: 'en, Spanish',
  },
  translations: {
    group: 'languages',
    label: 'Translations',
    control: 'translations',
    help: 'Visitors read your project in their language where you give it, and searches find it in each.',
  },
  rsvp: {
    group: 'part',
    label: 'Where people sign up for an event',
    control: 'line',
    isFact: true,
    help: 'An email address or the address of a page.',
  },
  regions: { group: 'place', label: 'Area', control: 'regions' },
  region_label: {
    group: 'place',
    label: 'The area in a few words',
    control: 'line',
    help: 'Shown on the card. Without it, we write the countries and states that the area covers.',
    example: 'Coast of Wales',
  },
  UN_regions: {
    group: 'place',
    label: 'Regions of the United Nations',
    control: 'list',
    help: 'Names or three-digit codes, separated by commas; only if the project has been assigned to them.',
    example: 'Northern Europe, 019',
  },
  address: { group: 'place', label: 'Street address', control: 'line', isFact: true },
  city: { group: 'place', label: 'City', control: 'line' },
  state: { group: 'place', label: 'State or province', control: 'line' },
  zip: { group: 'place', label: 'Postal code', control: 'line', isFact: true },
  country: { group: 'place', label: 'Country', control: 'line' },
  topics: {
    group: 'topics',
    label: 'Topics',
    control: 'names',
    names: topics.map(({ name }) => name),
    help: 'Our editors may change them.',
  },
  activities: {
    group: 'topics',
    label: 'What people do',
    control: 'names',
    names: activities.map(({ name }) => name),
    help: 'Our editors may change them.',
  },
  tags: {
    group: 'topics',
    label: 'Further words',
    control: 'list',
    help: 'Words by which people may look for it, separated by commas.',
    example: 'ornithology, winter',
  },
  image: {
    group: 'links',
    label: 'Picture',
    control: 'picture',
    help: 'PNG, JPEG, WebP, GIF or AVIF, at most 10 MB. People see our own copy of it.',
  },
  image_credit: {
    group: 'links',
    label: 'Credit of the image',
    control: 'line',
    example: 'J. Doe, CC BY 4.0',
  },
  video_url: { group: 'links', label: 'Address of a video', control: 'address', isFact: true },
  blog_url: { group: 'links', label: 'Address of a blog', control: 'address', isFact: true },
  twitter_name: {
    group: 'links',
    label: 'Name on a microblog',
    control: 'line',
    isFact: true,
    example: '@gardenbirds@social.example',
  },
  facebook_page: { group: 'links', label: 'Page on a social network', control: 'address', isFact: true },
  status: { group: 'time', label: 'Status', control: 'status' },
  preregistration: {
    group: 'time',
    label: 'People can ask to be told when it starts',
    control: 'flag',
    help: 'For a project that is about to start: we mail them once.',
  },
  start_date: { group: 'time', label: 'First day', control: 'date', example: '2027-03-01' },
  project_duration: {
    group: 'time',
    label: 'How long it lasts',
    control: 'line',
    isFact: true,
    example: 'Three years',
  },
  project_type: { group: 'time', label: 'Kind', control: 'type' },
  presenting_org: { group: 'people', label: 'Organisation that presents the project', control: 'line' },
  contact_name: { group: 'people', label: 'Name of the contact', control: 'line' },
  contact_affiliation: { group: 'people', label: 'Organisation of the contact', control: 'line' },
  contact_phone: {
    group: 'people',
    label: 'Telephone of the contact',
    control: 'line',
    help: 'Only our editors see it.',
  },
  contact_address: {
    group: 'people',
    label: 'Postal address of the contact',
    control: 'line',
    help: 'Only our editors see it.',
  },
  public_email: {
    group: 'people',
    label: 'Public email address',
    control: 'email',
    help: 'Everyone sees it, on the page of the project and in other directories.',
  },
  public_contact_type: {
    group: 'people',
    label: 'What the public address is for',
    control: 'line',
    example: 'General enquiries',
  },
  external_id: {
    group: 'people',
    label: 'Id in another system',
    control: 'line',
    help: 'For your own records.',
  },
} as const satisfies Record<ProjectField, FormField>;

export const projectForm: Record<ProjectField, FormField> = rows;

export const projectFieldNames = Object.keys(projectForm) as ProjectField[];

/** The fields that a project's page shows among its facts. */
export type ProjectFact = {
  [Name in ProjectField]: (typeof rows)[Name] extends { isFact: true } ? Name : never;
}[ProjectField];
export const projectFacts = projectFieldNames.filter((name) => projectForm[name].isFact) as ProjectFact[];

/** The fields by which the form says where a project takes place; together they make `regions`. */
export const regionInputs = ['where', 'where_named', 'circle_at', 'circle_km', 'regions'] as const;
/** `same`: as it is stored. */
export const regionWays = ['online', 'anywhere', 'named', 'circle', 'drawn', 'same'] as const;
export type RegionWay = (typeof regionWays)[number];

/** The form as it was typed, by the names of its inputs; absent where nothing was. */
export type Typed = Partial<Record<string, string | string[]>>;

export type TypedForm = {
  typed: Typed;
  /** The fields that cannot be left empty. */
  required: ProjectField[];
  /** `message` follows the label of the field. */
  faults: { field: ProjectField; message: string }[];
  /** An outline is stored, and can be kept. */
  hasArea?: true;
  /** The places that were named, as they were understood. */
  understood?: string[];
  /** The language of the texts, where no language is given: searches take it so. */
  textLanguage?: string;
  /** Languages can be added to the translations; an editor only corrects those that are there. */
  mayAddLanguage?: true;
  /** The form takes a file; `path`: the picture that was uploaded before. */
  upload?: { path?: string };
};
