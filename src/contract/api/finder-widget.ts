/** The finder widget's request and reply: a search of the directory, or chosen projects, as cards. */
import { z } from 'zod';
import { fault, field } from '../fields/field.ts';
import { characters, id, largestId, oneOf, realNumber, text, wholeNumber } from '../fields/kinds.ts';
import { projectLanguages } from '../fields/project-languages.ts';

/** Projects that one reply may have. */
const widgetLimit = 24;

/** Sixteen digits and a comma each, and some white space. */
const longestIds = widgetLimit * 20;

const ids = field<number[], string>(
  {
    longest: longestIds,
    read: (value) => {
      if (typeof value !== 'string' && typeof value !== 'number')
        return fault('must be Project IDs, separated by commas');
      const numbers = String(value).split(',');
      const read = numbers.map((each) => (/^\s*[1-9]\d{0,15}\s*$/.test(each) ? Number(each) : NaN));
      if (read.length > widgetLimit) return fault(`must have at most ${widgetLimit} numbers`);
      const isRight = read.every((id) => id <= largestId);
      return isRight ? [...new Set(read)] : fault('must be Project IDs, separated by commas');
    },
  },
  'Project IDs, separated by commas: these projects in this order, and no search',
  { type: 'string', maxLength: longestIds },
);

export const widgetInput = z.object({
  widget: id('a saved widget: its own search, which the other fields do not change').optional(),
  projects: ids.optional(),
  q: z
    .string()
    .refine((words) => characters(words) <= 500, 'must be at most 500 characters')
    .meta({ description: 'search words', maxLength: 500 })
    .optional(),
  topic: text('topic name, as in /finder/metadata', 100).optional(),
  activity: text('activity name, as in /finder/metadata', 100).optional(),
  near: text('a place by its name, a US postcode, or degrees: `51.5, -0.12`', 200).optional(),
  region: text('a country or US state by its code, `KE` or `US-WA`, or a UN region', 100).optional(),
  organisation: text('the name of an organisation, in full', 200).optional(),
  audience: text('whom it is for, as in the field audience of projects', 100).optional(),
  programme: id('a programme, by its number').optional(),
  lat: realNumber('latitude in decimal degrees; lng must also be given', -90, 90).optional(),
  lng: realNumber('longitude in decimal degrees; lat must also be given', -180, 180).optional(),
  limit: wholeNumber('at most this many projects', 1, widgetLimit).optional(),
  cursor: text('the `next` of the previous reply', 100).optional(),
  language: oneOf('code of a language in which people can take part', projectLanguages).optional(),
  lang: text('languages of the widget: first parts of BCP 47 tags, joined by commas', 40).optional(),
  words: text('the version of the words that the page has kept', 40).optional(),
});

/** One project as the widget draws it. */
const widgetCard = z.object({
  id: z.int(),
  title: z.string(),
  url: z.string().meta({ description: "the project's page here" }),
  organisation: z.string(),
  description: z.string().meta({ description: 'its beginning' }),
  status: z.string(),
  place: z.string().optional(),
  from_home: z.literal(true).optional(),
  distance_km: z.number().optional(),
  image: z.string().optional().meta({ description: 'a WebP picture on this service, 640 pixels wide' }),
  image_credit: z.string().optional(),
  lang: z.string().optional().meta({ description: 'the language of title and description, if it is known' }),
});
export type WidgetCard = z.output<typeof widgetCard>;

export const widgetReply = z.object({
  results: z.array(widgetCard),
  total: z.int(),
  total_at_least: z.literal(true).optional(),
  next: z.string().optional().meta({ description: 'the cursor of the next page, if there is one' }),
  page: z.string().meta({ description: 'the same search on our own page' }),
  saved: z.record(z.string(), z.string()).optional().meta({
    description: 'the attributes (`data-…`) and custom properties (`--manyhands-…`) of the saved widget',
  }),
});
