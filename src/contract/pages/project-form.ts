/**
 * How each field of a project is asked for on our own pages. The fields themselves, with their limits, are in
 * `projectFields`: a field that has no row here does not compile, and one that has a row is in the form. Its label, help
 * and example are in the group `form` of src/ui/words.
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
  control: FormControl;
  /** For the control `names`: all that can be chosen. */
  names?: readonly string[];
  /**
   * Its page shows it among its facts, with its name of `project.facts` in src/ui/words. The values are translated by
   * the group of words that has the name of the field, if there is one.
   */
  isFact?: true;
};

/** The parts of the form, in their order; the first has the required fields, and the others are folded. */
export const formGroups = [
  'project',
  'part',
  'languages',
  'place',
  'topics',
  'links',
  'time',
  'people',
] as const;
export type FormGroup = (typeof formGroups)[number];

export type ProjectField = keyof ProjectInput;

/** The order of the rows is the order in the form; required fields come first. */
const rows = {
  name: { group: 'project', control: 'line' },
  description: { group: 'project', control: 'paragraphs' },
  url: { group: 'project', control: 'address' },
  origin: { group: 'project', control: 'line' },
  contact_email: { group: 'project', control: 'email' },
  goal: { group: 'part', control: 'line' },
  task: { group: 'part', control: 'line' },
  how_to_join: { group: 'part', control: 'paragraphs' },
  time_commitment: { group: 'part', control: 'line' },
  outdoors: { group: 'part', control: 'flag' },
  indoors: { group: 'part', control: 'flag' },
  audience: { group: 'part', control: 'names', names: audiences },
  special_skills: { group: 'part', control: 'paragraphs' },
  gear: { group: 'part', control: 'paragraphs' },
  languages: { group: 'part', control: 'list' },
  translations: { group: 'languages', control: 'translations' },
  rsvp: { group: 'part', control: 'line', isFact: true },
  regions: { group: 'place', control: 'regions' },
  region_label: { group: 'place', control: 'line' },
  UN_regions: { group: 'place', control: 'list' },
  address: { group: 'place', control: 'line', isFact: true },
  city: { group: 'place', control: 'line' },
  state: { group: 'place', control: 'line' },
  zip: { group: 'place', control: 'line', isFact: true },
  country: { group: 'place', control: 'line' },
  topics: {
    group: 'topics',
    control: 'names',
    names: topics.map(({ name }) => name),
  },
  activities: {
    group: 'topics',
    control: 'names',
    names: activities.map(({ name }) => name),
  },
  tags: { group: 'topics', control: 'list' },
  image: { group: 'links', control: 'picture' },
  image_credit: { group: 'links', control: 'line' },
  video_url: { group: 'links', control: 'address', isFact: true },
  blog_url: { group: 'links', control: 'address', isFact: true },
  twitter_name: { group: 'links', control: 'line', isFact: true },
  facebook_page: { group: 'links', control: 'address', isFact: true },
  status: { group: 'time', control: 'status' },
  preregistration: { group: 'time', control: 'flag' },
  start_date: { group: 'time', control: 'date' },
  project_duration: { group: 'time', control: 'line', isFact: true },
  project_type: { group: 'time', control: 'type' },
  presenting_org: { group: 'people', control: 'line' },
  contact_name: { group: 'people', control: 'line' },
  contact_affiliation: { group: 'people', control: 'line' },
  contact_phone: { group: 'people', control: 'line' },
  contact_address: { group: 'people', control: 'line' },
  public_email: { group: 'people', control: 'email' },
  public_contact_type: { group: 'people', control: 'line' },
  external_id: { group: 'people', control: 'line' },
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
