/** Search and metadata (specification, operations 5 and 6). */
import { z } from 'zod';
import { field, fault, oneOf, text, wholeNumber } from './fields.ts';

/** The most results that one reply carries. */
export const finderLimit = 5000;

const callbackShape = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/;

/** A JSONP callback: dotted identifiers of at most 64 characters, since it is written into a script. */
export const callbackName = field(
  (value) =>
    typeof value === 'string' && value.length <= 64 && callbackShape.test(value)
      ? value
      : fault('must be a JavaScript name of at most 64 characters'),
  'JSONP callback name',
);

/** A filter that were ignored would answer more than was asked for. */
const notYet = field<never>(
  () => fault('cannot be used on this service yet; leave it out'),
  'not available yet',
).optional();

export const finderInput = z.object({
  format: oneOf('output format', ['json']),
  // q alone may be empty: it means all projects.
  q: z
    .string()
    .max(500, 'must be at most 500 characters')
    .optional()
    .meta({ description: 'broad search term' }),
  phrase: text('words that stand side by side in one text of a project, in this order', 500).optional(),
  topic: text('topic name, as in /finder/metadata', 100).optional(),
  activity: text('activity name, as in /finder/metadata', 100).optional(),
  url: text("address of a project's own site, or of its page here", 2000).optional(),
  lat: notYet,
  lng: notYet,
  UN: text('name or code of a UN geographical region that a project lists itself', 100).optional(),
  limit: wholeNumber('at most this many results', 1, finderLimit).optional(),
  cursor: text('the `next` of the reply before', 100).optional(),
  jsonp: callbackName.optional(),
});

/** One result: the fields of project detail that fit a card. */
export const finderResult = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  url: z.string().meta({ description: "the project's page here" }),
  website: z.string().optional().meta({ description: "the project's own site" }),
  origin: z.string(),
  status: z.string(),
  image: z.string().optional(),
  activities: z.array(z.string()),
  topics: z.array(z.string()),
  tags: z.array(z.string()),
  UN_regions: z.array(z.object({ code: z.string(), name: z.string() })),
  updated: z.string(),
});
export type FinderResult = z.output<typeof finderResult>;

export const finderReply = z.object({
  results: z.array(finderResult),
  total: z.int(),
  next: z.string().optional(),
});

const described = z.array(z.object({ name: z.string(), description: z.string() }));
export const metadataReply = z.object({ topics: described, activities: described });
