/** Outcomes: an owner tells what came of contributions, and those who contributed read it. */
import { z } from 'zod';
import { longestSentence, outcomeKinds } from './outcome-kinds.ts';
import { calendarDate } from '../fields/calendar-date.ts';
import { fault, field } from '../fields/field.ts';
import { id, ids, list, oneOf } from '../fields/kinds.ts';
import { nameText } from '../fields/name-text.ts';
import { parsed, isLanguageCode } from '../fields/translations.ts';
import { httpUrl } from '../fields/web-address.ts';
import { longestWebAddress } from '../fields/web-url.ts';

/** Contributions that one outcome may name. */
export const maxNamed = 10_000;
const maxLanguages = 20;

const sentence = nameText('what came of the contributions, in one sentence without a link', longestSentence);

/** A sentence in further languages, by the code of each; empty ones are left out. */
const translations = field<Record<string, string>>(
  {
    longest: 20_000,
    read: (value) => {
      const said = parsed(value === '' ? '{}' : value);
      if (typeof said !== 'object' || said === null || Array.isArray(said))
        return fault('must be an object with languages, such as {"de": "…"}');
      const entries = Object.entries(said).filter(([, text]) => text !== '');
      if (entries.length > maxLanguages) return fault(`must have at most ${maxLanguages} languages`);
      const read: Record<string, string> = {};
      for (const [code, text] of entries) {
        if (!isLanguageCode(code)) return fault('has a name that is not the code of a language');
        const { data, error } = sentence.safeParse(text);
        if (data === undefined)
          return fault(`has ${code}, which ${error?.issues[0]?.message ?? 'is not text'}`);
        read[code] = data;
      }
      return read;
    },
  },
  'the sentence in further languages of the project, by the code of each',
  { type: 'object', additionalProperties: { type: 'string', maxLength: longestSentence } },
);

const doi = /^(?:doi:\s*|https?:\/\/(?:dx\.)?doi\.org\/)?(10\.\d{4,9}\/\S+)$/i;
const address = httpUrl('an address');

const link = field<string>(
  {
    longest: longestWebAddress,
    read: (value) => {
      const text = typeof value === 'string' ? value.trim() : '';
      const [, name] = doi.exec(text) ?? [];
      const { data, error } = address.safeParse(name === undefined ? text : `https://doi.org/${name}`);
      return data ?? fault(`${error?.issues[0]?.message ?? 'must be an address'}, or a DOI like 10.1000/182`);
    },
  },
  'where to read more: an address or a DOI',
  { type: 'string', maxLength: longestWebAddress },
);

export const outcomeInput = z.object({
  project_id: id('the Project ID Code of the Tools tab'),
  kind: oneOf('what came of them', outcomeKinds),
  sentence,
  translations: translations.optional(),
  link: link.optional(),
  from: calendarDate('the first day of the contributions that it is about, in UTC').optional(),
  to: calendarDate('the last day').optional(),
  event_ids: ids('in place of from and to: the event_id of each contribution', maxNamed).optional(),
  idempotency_keys: list(
    'in place of from and to: the idempotency key of each contribution of the last year',
    maxNamed,
    128,
  ).optional(),
});

export const outcomeReply = z.object({
  outcome_id: z.int(),
  state: z.enum(['shown', 'waiting', 'refused']).meta({
    description: 'waiting: an editor looks at the first one of a project',
  }),
  duplicate: z.literal(true).optional().meta({ description: 'the same was told before' }),
});
