/**
 * The kinds of fields on the wire: strict in meaning, lenient in form. Forms send everything as text, JSON clients send
 * numbers and booleans; both mean the same. A message names what to do, and never repeats the input.
 */
import type { z } from 'zod';
import { fault, field } from './field.ts';
import { notes } from './notes.ts';
import { byName } from './same-name.ts';

/** Ids are whole numbers below 2^53, the largest that JSON and JavaScript carry exactly. */
export const largestId = Number.MAX_SAFE_INTEGER;

/** Characters. A double needs at most 24; white space around it is allowed. */
const longestNumber = 40;
// JavaScript would also parse 0x1f and Infinity, which are mistakes here.
const decimal = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s*$/i;

const numberIn = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && decimal.test(value) ? Number(value) : NaN;

/** A whole number in a range; `"12"` and `12` are the same. */
export const wholeNumber = (description: string, least = -largestId, max = largestId) =>
  field(
    {
      longest: longestNumber,
      read: (value) => {
        const number = numberIn(value);
        if (!Number.isSafeInteger(number)) return fault('must be a whole number');
        return number < least || number > max ? fault(`must be between ${least} and ${max}`) : number;
      },
    },
    description,
    { type: 'integer', minimum: least, maximum: max },
  );

/** A number that identifies something: positive and below 2^53. */
export const id = (description: string) =>
  field(
    {
      longest: longestNumber,
      read: (value) => {
        const number = numberIn(value);
        return Number.isSafeInteger(number) && number > 0 ? number : fault('must be a positive whole number');
      },
    },
    description,
    { type: 'integer', minimum: 1, maximum: largestId },
  );

/** A finite number in a range. */
export const realNumber = (description: string, least: number, max: number) =>
  field(
    {
      longest: longestNumber,
      read: (value) => {
        const number = numberIn(value);
        if (!Number.isFinite(number)) return fault('must be a number');
        return number < least || number > max ? fault(`must be between ${least} and ${max}`) : number;
      },
    },
    description,
    { type: 'number', minimum: least, maximum: max },
  );

/** The text of a word from a form or JSON. Objects and arrays are not words, and may not even convert to text. */
export const wordOf = (value: unknown): string =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : '';

/** Characters; no word of a fixed list is longer. */
const longestWord = 200;

const flags = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
  ['yes', true],
  ['no', false],
]);

/** true/false, "true"/"false", 1/0, "yes"/"no". */
export const flag = (description: string) =>
  field(
    {
      longest: longestWord,
      tooLong: 'must be true or false',
      read: (value) => flags.get(wordOf(value).toLowerCase()) ?? fault('must be true or false'),
    },
    description,
    { type: 'boolean' },
  );

// Text is stored as given, except for characters that cannot be stored: a NUL byte (PostgreSQL refuses it) and half a
// surrogate pair (it has no UTF-8 form).
const unstorable = /\0/;

/** Unicode code points: what people call characters, except for letters that consist of several. */
export function characters(value: string): number {
  let count = 0;
  // The second half of a surrogate pair is not counted: the first half was.
  for (let at = 0; at < value.length; at++) if ((value.charCodeAt(at) & 0xfc00) !== 0xdc00) count++;
  return count;
}

/** JSON clients send a number for some texts, such as a postcode. One beyond these has lost digits on the way. */
const asText = (value: unknown): unknown =>
  typeof value === 'number' && Math.abs(value) <= largestId ? String(value) : value;

/** Text of at most `max` characters, or a number in JSON; white space around it is removed. */
export const text = (description: string, max: number) =>
  field(
    {
      longest: 2 * max,
      tooLong: `must be at most ${max} characters`,
      read: (sent) => {
        const value = asText(sent);
        if (typeof value !== 'string') return fault('must be text');
        if (characters(value) > max) return fault(`must be at most ${max} characters`);
        if (unstorable.test(value) || !value.isWellFormed())
          return fault('contains a character that is not text');
        return value.trim() === '' ? fault('must not be empty') : value.trim();
      },
    },
    description,
    { type: 'string', maxLength: max, pattern: '\\S' },
  );

/** One value of a fixed list, in any spelling of its name; `inOtherWords` reads other words that mean one of them. */
export function oneOf<const T extends string>(
  description: string,
  values: readonly T[],
  inOtherWords?: (word: string) => T | undefined,
): z.ZodType<T, T> {
  const named = byName(values, (name) => name);
  const mustBe = `must be one of: ${values.join(', ')}`;
  const schema = field<T>(
    {
      longest: longestWord,
      tooLong: mustBe,
      read: (value) => {
        const word = wordOf(value);
        return named(word) ?? inOtherWords?.(word) ?? fault(mustBe);
      },
    },
    description,
    { type: 'string', enum: values },
  );
  const note = (value: unknown) => {
    const word = wordOf(value);
    const meant = named(word) === undefined ? inOtherWords?.(word) : undefined;
    return meant && `was read as ${meant}`;
  };
  notes.add(schema, { note });
  return schema;
}

/** Characters: in JSON, a character may be written as two escapes of six characters each, plus quotes and comma. */
export const longestJoined = (entries: number, longest: number) => entries * (12 * longest + 4);

/** An array of texts, or one comma-joined text, or the JSON of an array; empty entries and repetitions are dropped. */
export const list = (description: string, max = 100, longest = 200) =>
  field<string[]>(
    {
      longest: longestJoined(max, longest),
      tooLong: `must have at most ${max} entries of at most ${longest} characters`,
      read: (sent) => {
        const value = asText(sent);
        const values = typeof value === 'string' ? fromJoined(value) : value;
        if (!Array.isArray(values)) return fault('must be an array of texts, or one text joined by commas');
        if (values.length > max) return fault(`must have at most ${max} entries`);
        const names = new Set<string>();
        for (const entry of values.map(asText)) {
          if (typeof entry !== 'string') return fault('must contain texts only');
          if (entry.length > 2 * longest || characters(entry) > longest)
            return fault(`must have entries of at most ${longest} characters`);
          if (!entry.isWellFormed() || unstorable.test(entry)) return fault('must contain texts only');
          const name = entry.trim();
          if (name !== '') names.add(name);
        }
        return [...names];
      },
    },
    description,
    { type: 'array', maxItems: max, items: { type: 'string', maxLength: longest } },
  );

/** Numbers that identify things: an array, or one text joined by commas. Repetitions are dropped. */
export const ids = (description: string, max: number) =>
  field<number[]>(
    {
      longest: longestJoined(max, longestNumber),
      tooLong: `must have at most ${max} entries`,
      read: (sent) => {
        const value = asText(sent);
        const values = typeof value === 'string' ? fromJoined(value) : value;
        if (!Array.isArray(values)) return fault('must be an array of numbers, or numbers joined by commas');
        if (values.length > max) return fault(`must have at most ${max} entries`);
        const numbers = values.map(numberIn);
        return numbers.every((number) => Number.isSafeInteger(number) && number > 0)
          ? [...new Set(numbers)]
          : fault('must contain positive whole numbers only');
      },
    },
    description,
    { type: 'array', maxItems: max, items: { type: 'integer', minimum: 1, maximum: largestId } },
  );

/** The entries of a text: joined by commas, or the JSON of an array. */
export function fromJoined(value: string): unknown {
  if (!value.trimStart().startsWith('[')) return value.split(',');
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}

const addressShape =
  /^[^\s@<>()",;:\\[\]\0]{1,64}@[^\s@<>()",;:\\[\]\0]+\.[^\s@<>()",;:\\[\]\0.]+$|^[a-z0-9._+-]+@localhost$/i;

/** An email address as typed; its trimmed, lower-cased form is hashed (see profile.ts). */
export const emailAddress = (description: string) =>
  field(
    {
      // Room for white space around it.
      longest: 1000,
      tooLong: 'must be an email address',
      read: (value) => {
        if (typeof value !== 'string') return fault('must be an email address');
        const address = value.trim();
        if (address.length > 254 || !address.isWellFormed()) return fault('must be an email address');
        if (addressShape.test(address)) return address;
        return addressShape.test(address.replaceAll(' ', '+'))
          ? fault('must be an email address; write + as %2B, since it stands for a space in a form or query')
          : fault('must be an email address');
      },
    },
    description,
    { type: 'string', title: 'email address', pattern: addressShape.source, maxLength: 254 },
  );
