/** The texts of a project in further languages. */
import { fault, field } from './field.ts';
import { holdsLink } from './foreign-link.ts';
import { characters } from './kinds.ts';
import { ownEntry } from './own-entry.ts';
import {
  translatedFields,
  type TranslatedField,
  type Translation,
  type Translations,
} from './translated-fields.ts';

const maxLanguages = 20;
/** Characters of all languages together: every save splits them into words, and nobody else is served meanwhile. */
const maxCharacters = 100_000;
const expected = 'must be an object with languages, such as {"de": {"name": "…"}}';

/** The code of a language that has a name, such as `de`. */
export const isLanguageCode = (code: string): boolean =>
  /^[a-z]{2,3}$/.test(code) &&
  new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code) !== undefined;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text without white space around it, or what is wrong with it. */
function readText(name: TranslatedField, value: unknown): { text: string } | { wrong: string } {
  if (typeof value !== 'string') return { wrong: 'must be text' };
  const text = value.toWellFormed().trim();
  const max = translatedFields[name];
  if (characters(text) > max) return { wrong: `must be at most ${max} characters` };
  return name === 'name' && holdsLink(text) ? { wrong: 'must be a name without a link' } : { text };
}

function readLanguage(code: string, said: unknown): { texts: Translation } | { wrong: string } {
  if (!isLanguageCode(code))
    return { wrong: `has ${code.slice(0, 20)}, which is not the code of a language` };
  if (!isObject(said)) return { wrong: expected };
  const texts: Translation = {};
  for (const [name, value] of Object.entries(said)) {
    if (ownEntry(translatedFields, name) === undefined)
      return {
        wrong: `has ${code}.${name.slice(0, 50)}, but only ${Object.keys(translatedFields).join(', ')} are translated`,
      };
    if (value === null || value === '') continue;
    const read = readText(name as TranslatedField, value);
    if ('wrong' in read) return { wrong: `has ${code}.${name}, which ${read.wrong}` };
    if (read.text !== '') texts[name as TranslatedField] = read.text;
  }
  return { texts };
}

/** JSON in a form. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}

export const translations = field<Translations>(
  {
    longest: 2_000_000,
    read: (value) => {
      const said = parsed(value === '' ? '{}' : value);
      if (!isObject(said)) return fault(expected);
      if (Object.keys(said).length > maxLanguages)
        return fault(`must have at most ${maxLanguages} languages`);
      const read: Translations = {};
      for (const [code, texts] of Object.entries(said)) {
        const one = readLanguage(code, texts);
        if ('wrong' in one) return fault(one.wrong);
        if (Object.keys(one.texts).length > 0) read[code] = one.texts;
      }
      const all = Object.values(read).flatMap((texts) => Object.values(texts));
      return all.reduce((sum, text) => sum + characters(text), 0) > maxCharacters
        ? fault(`must have at most ${maxCharacters} characters in all languages together`)
        : read;
    },
  },
  `texts in further languages, by the code of each: ${Object.keys(translatedFields).join(', ')}. Sent anew, they take the place of all before; {} removes them`,
  {
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(translatedFields).map(([name, maxLength]) => [name, { type: 'string', maxLength }]),
      ),
    },
    examples: [{ de: { name: 'Gartenvögel zählen' } }],
  },
);
