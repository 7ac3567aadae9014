/** Search and metadata (specification, operations 5 and 6). */
import { z } from 'zod';
import { characters, id, oneOf, realNumber, text, wholeNumber } from '../fields/kinds.ts';
import { projectLanguages } from '../fields/project-languages.ts';
import { jsonpFields } from './jsonp.ts';
import { ppsrResult } from '../ppsr/result.ts';
import { projectStatuses } from '../fields/status-words.ts';

/** Results that one reply may have. */
export const finderLimit = 5000;

/** A caller that names none gets each project as it was written. */
export const readerLanguage = text(
  'language of the reader, such as de: texts that are translated into it are in it, and the others as they were written',
  8,
).optional();

export const finderInput = z.object({
  format: oneOf(
    'output format; `ppsr` uses the names of PPSR Core and has everything that is stored of a project except its contact, so that another installation can add it as it is',
    ['json', 'ppsr'],
  ),
  // Only q may be empty: it then means all projects.
  q: z
    .string()
    .refine((words) => characters(words) <= 500, 'must be at most 500 characters')
    .meta({ description: 'broad search term', maxLength: 500 })
    .optional(),
  phrase: text('words that are next to each other in one text of a project, in this order', 500).optional(),
  topic: text('topic name, as in /finder/metadata', 100).optional(),
  activity: text('activity name, as in /finder/metadata', 100).optional(),
  url: text("address of a project's own site, or of its page here", 2000).optional(),
  lat: realNumber('latitude in decimal degrees; lng must also be given', -90, 90).optional(),
  lng: realNumber('longitude in decimal degrees; lat must also be given', -180, 180).optional(),
  UN: text('name or code of a UN geographical region that a project lists itself', 100).optional(),
  limit: wholeNumber(
    'at most this many results; with `format=ppsr` fewer if outlines are long: see `next`',
    1,
    finderLimit,
  ).optional(),
  cursor: text('the `next` of the previous reply', 100).optional(),
  language: oneOf('code of a language in which people can take part', projectLanguages).optional(),
  programme: id('number of a programme: projects whose contributions count for its award').optional(),
  lang: readerLanguage,
  ...jsonpFields,
});

/** One result: the fields of the project detail that fit on a card. */
export const finderResult = z.object({
  id: z.int().meta({ description: 'the Project ID Code' }),
  title: z.string().meta({ description: 'name of the project' }),
  description: z.string().meta({ description: 'what it is about, as plain text' }),
  url: z.string().meta({ description: "the project's page here" }),
  website: z.string().optional().meta({ description: "the project's own site" }),
  origin: z.string().meta({ description: 'the organization that added the project' }),
  status: z.string().meta({ description: 'the status of the project', enum: [...projectStatuses] }),
  image: z.string().optional().meta({
    description: 'a WebP picture on this service, at most 1280 pixels wide, once the given image was fetched',
  }),
  image_credit: z.string().optional().meta({ description: 'the author of the picture' }),
  activities: z.array(z.string()).meta({ description: 'activity names, as in /finder/metadata' }),
  topics: z.array(z.string()).meta({ description: 'topic names, as in /finder/metadata' }),
  tags: z.array(z.string()).meta({ description: 'free tags' }),
  UN_regions: z
    .array(z.object({ code: z.string().meta({ description: 'three digits of M49' }), name: z.string() }))
    .meta({ description: 'the UN geographical regions that the project lists' }),
  programmes: z
    .array(z.object({ id: z.int(), name: z.string(), url: z.string() }))
    .optional()
    .meta({ description: 'the programmes that it counts for, each with its page here' }),
  updated: z.string().meta({ description: 'the time of its last change', format: 'date-time' }),
  distance_km: z.number().optional().meta({
    description:
      'with lat and lng: 0 if the region covers the point, or is a point at most 50 metres away; absent for anywhere and online',
  }),
});
export type FinderResult = z.output<typeof finderResult>;

/** A place that the words of a search name: reported, never applied. The caller may send it as lat and lng. */
const understood = z.object({
  q: z.string().meta({ description: 'the words without the place' }),
  near: z.object({
    name: z.string().meta({ description: 'the place, with its state and country' }),
    lat: z.number().meta({ description: 'latitude of its middle' }),
    lng: z.number().meta({ description: 'longitude of its middle' }),
  }),
});

/** The fields of a reply around the results. */
const around = {
  total: z.int().meta({
    description: 'the number of results on all pages, counted up to 10,000, or up to 1,000 for a phrase',
  }),
  total_at_least: z.literal(true).optional().meta({
    description:
      'there are more results than were counted; or, around a point with too many regions to examine, there may be more',
  }),
  next: z.string().optional().meta({ description: 'the cursor of the next page, if there is one' }),
  suggestion: z.string().optional().meta({
    description: 'another spelling of q that has results, if a word of q has none',
  }),
  understood: understood.optional().meta({
    description:
      'where q names a place after `near`, as in `birds near Seattle`: the search that may have been meant. The results are those of q as it was sent',
  }),
};

/** The input of the search's metadata: no field except the callback. */
export const metadataInput = z.object(jsonpFields);

export const finderReply = z.object({
  results: z.array(finderResult).meta({ description: 'best match or nearest first' }),
  ...around,
});

export const ppsrReply = z.object({
  results: z.array(ppsrResult).meta({ description: 'the results in the names of PPSR Core' }),
  ...around,
});

const described = z.array(z.object({ name: z.string(), description: z.string() }));
export const metadataReply = z.object({
  topics: described.meta({ description: 'every topic that a project may have' }),
  activities: described.meta({ description: 'every activity that a project may have' }),
});
