/** A project as it is added and returned (specification, "Project" and operations 7 and 8). */
import { z } from 'zod';
import audiences from '../../catalogue/audiences.json' with { type: 'json' };
import { calendarDate } from '../fields/calendar-date.ts';
import { fault, field } from '../fields/field.ts';
import { finderResult, readerLanguage } from './finder.ts';
import { emailAddress, flag, fromJoined, id, list, longestJoined, oneOf, text } from '../fields/kinds.ts';
import { nameText } from '../fields/name-text.ts';
import { jsonpFields } from './jsonp.ts';
import { notes } from '../fields/notes.ts';
import { otherNamesOf } from '../ppsr/names.ts';
import { regions, unRegions } from '../fields/regions.ts';
import { byName } from '../fields/same-name.ts';
import { translations } from '../fields/translations.ts';
import { projectStatuses, statusOf } from '../fields/status-words.ts';
import { httpUrl, schemeNote } from '../fields/web-address.ts';
import { longestWebAddress } from '../fields/web-url.ts';

/** The state of a project in the review by editors. */
const projectStates = ['awaiting_review', 'published'] as const;
export type ProjectState = (typeof projectStates)[number];

/** A UN geographical region, by its three-digit M49 code. */
export type UnRegion = { code: string; name: string };

const short = (description: string) => text(description, 300).optional();
const long = (description: string) => text(description, 20_000).optional();

/** Some names of a list of `what`, such as audiences; case, white space and `&` for `and` do not count. */
function someOf(description: string, what: string, all: readonly string[]) {
  const named = byName(all, (name) => name);
  const mustBeListed = `must be among: ${all.join('; ')}`;
  const listed = { type: 'string', enum: [...all] };
  return field<string[]>(
    {
      longest: longestJoined(100, 100),
      tooLong: mustBeListed,
      read: (value) => {
        const values = typeof value === 'string' ? fromJoined(value) : value;
        if (!Array.isArray(values)) return fault(`must be an array of ${what}`);
        const names = new Set<string>();
        for (const entry of values as unknown[]) {
          if (entry === '') continue;
          const name = typeof entry === 'string' ? named(entry) : undefined;
          if (name === undefined) return fault(mustBeListed);
          names.add(name);
        }
        return [...names];
      },
    },
    description,
    { type: 'array', items: listed },
  );
}

/** It becomes a link: with any other scheme, it could run script on our pages. */
const rsvpExpected = 'must be an email address, or an address that starts with http:// or https://';
const rsvpWays = [emailAddress('by mail'), httpUrl('by a page')];
const rsvp = field<string>(
  {
    longest: longestWebAddress,
    tooLong: rsvpExpected,
    read: (value) =>
      rsvpWays.map((way) => way.safeParse(value)).find(({ success }) => success)?.data ?? fault(rsvpExpected),
  },
  'email address or URL for RSVP',
  { type: 'string', title: 'email address or address', pattern: '^\\S+$', maxLength: longestWebAddress },
);
notes.add(rsvp, { note: schemeNote });

// Letters of any script, and for some networks the server: @name@social.example. With a colon it could be a scheme.
const handleShape = /^@?[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_.-]{0,99}(@[\p{L}\p{M}\p{N}.-]{1,253})?$/u;

/** Clients make a link of it, so it must be a handle or an address that is safe in a link. */
const microblogExpected =
  'must be a handle such as @name, or an address that starts with http:// or https://';
const pageOfMicroblog = httpUrl('by a page');
const microblog = field<string>(
  {
    longest: longestWebAddress,
    tooLong: microblogExpected,
    read: (value) => {
      const handle = typeof value === 'string' && value.length <= 400 ? value.trim() : '';
      if (handleShape.test(handle)) return handle;
      return pageOfMicroblog.safeParse(value).data ?? fault(microblogExpected);
    },
  },
  "the project's handle on a microblogging site, or the address of its page there",
  { type: 'string', pattern: '^\\S+$', maxLength: longestWebAddress },
);

/** All fields, one row each, in the specification's order. */
export const projectFields = {
  name: nameText('name of the project', 300),
  description: text('one to three paragraphs', 20_000),
  url: httpUrl('primary web page of the project; without a scheme, http:// is added, with a warning'),
  origin: text('the organization adding the data', 120),
  contact_name: short('name of the contact'),
  contact_affiliation: short('affiliation of the contact'),
  contact_email: emailAddress('email address of the contact; shown to editors only'),
  contact_phone: short('telephone of the contact; shown to editors only'),
  contact_address: short('postal address of the contact; shown to editors only'),
  presenting_org: short('organization that presents the project'),
  rsvp: rsvp.optional(),
  address: short('street address of the project or event'),
  city: short('city'),
  state: short('state, province or administrative region'),
  zip: short('zip or postal code'),
  country: short('country'),
  video_url: httpUrl('introductory video').optional(),
  blog_url: httpUrl('blog').optional(),
  twitter_name: microblog.optional(),
  facebook_page: httpUrl("the project's page on a social network").optional(),
  status: oneOf(
    'the status of the project; a new project without it is `active`. Other words such as `in progress` or `finished` are read if they have only one meaning, with a warning',
    projectStatuses,
    statusOf,
  ).default('active'),
  preregistration: flag('use preregistration; for a new project, false if absent').default(false),
  goal: text('64 characters or fewer recommended; Unicode code points are counted', 120).optional(),
  task: text('64 characters or fewer recommended; Unicode code points are counted', 120).optional(),
  image: httpUrl('a logo or image').optional(),
  image_credit: short('credit of the image'),
  how_to_join: long('how to join'),
  special_skills: long('skills that are needed'),
  gear: long('gear that is needed'),
  outdoors: flag('participation takes place outdoors; for a new project, true if absent').default(true),
  indoors: flag('participation takes place indoors; for a new project, true if absent').default(true),
  time_commitment: short('time commitment, in plain language'),
  project_type: oneOf('the kind of project; for a new one, Project if absent', ['Project', 'Event']).default(
    'Project',
  ),
  audience: someOf('the audiences that the project is for', 'audiences', audiences).optional(),
  regions: regions.optional(),
  region_label: short('short plain-language description of the regions'),
  UN_regions: unRegions.optional(),
  topics: list(
    'topic names, as in /finder/metadata (case, white space and `&` for `and` do not count); an editor may change them',
    50,
  ).optional(),
  activities: list('activity names, as in /finder/metadata; an editor may change them', 50).optional(),
  tags: list('free tags', 100).optional(),
  start_date: calendarDate('the day on which the project started or will start').optional(),
  project_duration: short('how long the project lasts, in plain language'),
  languages: list('languages of the project, as codes such as `en` or as names', 20, 100).optional(),
  translations: translations.optional(),
  public_email: emailAddress(
    'email address that everybody may see: on the page of the project, and given to other directories',
  ).optional(),
  public_contact_type: short('what the public contact is for, such as `General enquiries`'),
  external_id: short('the id of the project in another system; it never selects a record here'),
};

export const projectInput = z.object(projectFields);

/** The fields of an update: each may be left out, and then does not change; none has a default. */
export const projectChange = z.object(
  Object.fromEntries(
    Object.entries(projectFields).map(([name, field]) => [
      name,
      (field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field).optional(),
    ]),
  ) as unknown as { [Name in keyof typeof projectFields]: z.ZodOptional<z.ZodType<ProjectInput[Name]>> },
);

/** The fields of a project after parsing: the form that the store holds. */
export type ProjectInput = z.output<typeof projectInput>;

/** Adds the PPSR names of a field to its description in the reference. */
function withOtherNames<T extends z.ZodType>(name: string, field: T): T {
  const others = otherNamesOf(name);
  const inner = (
    field instanceof z.ZodDefault || field instanceof z.ZodOptional ? field.unwrap() : field
  ) as T;
  if (others.length === 0) return field;
  return field.meta({ description: `${inner.description ?? ''}; in PPSR ${others.join(', ')}` });
}

export const projectAddInput = z.object({
  ...(Object.fromEntries(
    Object.entries(projectFields).map(([name, field]) => [name, withOtherNames<z.ZodType>(name, field)]),
  ) as unknown as typeof projectFields),
  service_id: id(
    'the id of a project that was added before, to update it. No other field is required then, and fields that are not sent do not change',
  ).optional(),
  ...jsonpFields,
});

export const projectAddReply = z.object({
  project_id: z.int().meta({ description: 'the Project ID Code' }),
  service_id: z.int().meta({ description: 'the same id; send it to update the project' }),
  state: z.enum(projectStates).meta({ description: 'whether the sent fields await review' }),
  url: z.string().meta({ description: 'the page of the project on this service, public once published' }),
});

const region = z.object({
  name: z.string().meta({ description: 'region_label, or the name of the place' }),
  osm_id: z.int().meta({ description: 'the id in OpenStreetMap; 0 if none is known' }),
  legal: z.string().meta({ description: 'terms of the geometry; empty if they are those of the service' }),
  geometry: z.record(z.string(), z.unknown()).meta({
    description: 'a GeoJSON Polygon, MultiPolygon, Point or MultiPoint; empty for online and anywhere',
    properties: {
      type: { enum: ['Polygon', 'MultiPolygon', 'Point', 'MultiPoint'] },
      coordinates: { type: 'array', items: {} },
    },
  }),
});

export const projectDetailInput = z.object({
  project_id: id('the Project ID Code'),
  lang: readerLanguage,
  ...jsonpFields,
});

/** The fields of a finder result that mean the same here, and those that do not fit on a card. */
export const projectDetail = finderResult.omit({ distance_km: true }).extend({
  regions: z.array(region).meta({ description: 'where the project takes place' }),
});
export type ProjectDetail = z.output<typeof projectDetail>;
