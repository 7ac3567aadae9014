/**
 * How a field may arrive on the wire: strict in meaning, lenient in form. Forms send everything as text,
 * JSON clients send numbers and booleans; both mean the same. A message names what to do, never echoes input.
 */
import { z } from 'zod';

/** What a reading answers when the value cannot be meant: one sentence for the caller. */
class Fault {
  readonly message: string;
  readonly status: 400 | 413;
  constructor(message: string, status: 400 | 413) {
    this.message = message;
    this.status = status;
  }
}

export const fault = (message: string, status: 400 | 413 = 400) => new Fault(message, status);

/** Ids are whole numbers below 2^53, the largest that JSON and JavaScript carry exactly. */
export const largestId = Number.MAX_SAFE_INTEGER;

/** What the reference says of a field: its best form as JSON Schema. Other forms are read as leniently as ever. */
export type Form = Record<string, unknown>;

/** A field that is read by one function from whatever arrived; absent and null are refused as missing. */
export function field<T, Said = T>(
  read: (value: unknown) => T | Fault,
  description: string,
  form: Form = {},
): z.ZodType<T, Said> {
  const schema = z
    .unknown()
    .transform((value, ctx): T => {
      const answer = value === undefined || value === null ? fault('is required') : read(value);
      if (!(answer instanceof Fault)) return answer;
      ctx.addIssue({ code: 'custom', message: answer.message, params: { status: answer.status } });
      return z.NEVER;
    })
    .meta({ description, ...form });
  // `Said` is the best form as a type, for those who call with types; whatever else arrives is read all the same.
  return schema as unknown as z.ZodType<T, Said>;
}

// JavaScript would also read 0x1f and Infinity; nobody means those.
const decimal = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i;

const numberIn = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && decimal.test(value) ? Number(value) : NaN;

/** A whole number in a range; `"12"` and `12` are the same. */
export const wholeNumber = (description: string, least = -largestId, most = largestId) =>
  field(
    (value) => {
      const number = numberIn(value);
      if (!Number.isSafeInteger(number)) return fault('must be a whole number');
      return number < least || number > most ? fault(`must be between ${least} and ${most}`) : number;
    },
    description,
    { type: 'integer', minimum: least, maximum: most },
  );

/** A number that identifies something: positive and below 2^53. */
export const id = (description: string) =>
  field(
    (value) => {
      const number = numberIn(value);
      return Number.isSafeInteger(number) && number > 0 ? number : fault('must be a positive whole number');
    },
    description,
    { type: 'integer', minimum: 1, maximum: largestId },
  );

/** A finite number in a range. */
export const realNumber = (description: string, least: number, most: number) =>
  field(
    (value) => {
      const number = numberIn(value);
      if (!Number.isFinite(number)) return fault('must be a number');
      return number < least || number > most ? fault(`must be between ${least} and ${most}`) : number;
    },
    description,
    { type: 'number', minimum: least, maximum: most },
  );

/** What a form or JSON may write a word as; an object or array is none, and need not even have a text. */
const wordOf = (value: unknown): string =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : '';

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
  field((value) => flags.get(wordOf(value).toLowerCase()) ?? fault('must be true or false'), description, {
    type: 'boolean',
  });

// Text is stored as given; only what no person can mean is refused: a NUL byte (PostgreSQL cannot hold it)
// and half a surrogate pair (it has no UTF-8 form).
const unstorable = /\0/;

/** Unicode code points: what a person would call a character, but for letters that are put together of several. */
export function characters(value: string): number {
  let count = 0;
  // Half a surrogate pair is none of its own: the other half has been counted.
  for (let at = 0; at < value.length; at++) if ((value.charCodeAt(at) & 0xfc00) !== 0xdc00) count++;
  return count;
}

/** Text of at most `most` characters; surrounding white space is not part of it. */
export const text = (description: string, most: number) =>
  field(
    (value) => {
      if (typeof value !== 'string') return fault('must be text');
      if (value.length > 2 * most || characters(value) > most)
        return fault(`must be at most ${most} characters`);
      if (unstorable.test(value) || !value.isWellFormed())
        return fault('contains a character that is not text');
      return value.trim() === '' ? fault('must not be empty') : value.trim();
    },
    description,
    { type: 'string', minLength: 1, maxLength: most },
  );

/** One of a fixed list, in its exact spelling or any case of it. */
export const oneOf = <const T extends string>(description: string, values: readonly T[]) =>
  field<T>(
    (value) => {
      const wanted = wordOf(value).toLowerCase();
      return (
        values.find((name) => name.toLowerCase() === wanted) ?? fault(`must be one of: ${values.join(', ')}`)
      );
    },
    description,
    { type: 'string', enum: values },
  );

/** An array of texts, or one comma-joined text, or JSON of an array; without empty entries and repeats. */
export const list = (description: string, most = 100, longest = 200) =>
  field<string[]>(
    (value) => {
      const given = typeof value === 'string' ? fromJoined(value) : value;
      if (!Array.isArray(given)) return fault('must be an array of texts, or one text joined by commas');
      if (given.length > most) return fault(`must have at most ${most} entries`);
      const names: string[] = [];
      for (const entry of given) {
        if (typeof entry !== 'string' || !entry.isWellFormed() || unstorable.test(entry))
          return fault('must contain texts only');
        if (entry.length > 2 * longest || characters(entry) > longest)
          return fault(`must have entries of at most ${longest} characters`);
        const name = entry.trim();
        if (name !== '' && !names.includes(name)) names.push(name);
      }
      return names;
    },
    description,
    { type: 'array', maxItems: most, items: { type: 'string', maxLength: longest } },
  );

/** The entries of a text: joined by commas, or JSON of an array. */
export function fromJoined(value: string): unknown {
  if (!value.trimStart().startsWith('[')) return value.split(',');
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}

/** An http or https address; anything else in a link is a way to run script on our pages. */
export const httpUrl = (description: string) =>
  field(
    (value) => {
      if (typeof value !== 'string' || value.length > 2000)
        return fault('must be an address of at most 2000 characters');
      const url = URL.parse(value.trim());
      if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
        return fault('must be an address that starts with http:// or https://');
      return url.href;
    },
    description,
    { type: 'string', format: 'uri', pattern: '^https?://', maxLength: 2000 },
  );

const addressShape =
  /^[^\s@<>()",;:\\[\]\0]{1,64}@[^\s@<>()",;:\\[\]\0]+\.[^\s@<>()",;:\\[\]\0.]+$|^[a-z0-9._+-]+@localhost$/i;

/** An e-mail address as typed; the trimmed, lower-cased form is what is hashed (see profile.ts). */
export const emailAddress = (description: string) =>
  field(
    (value) => {
      if (typeof value !== 'string') return fault('must be an e-mail address');
      const address = value.trim();
      return address.length <= 254 && address.isWellFormed() && addressShape.test(address)
        ? address
        : fault('must be an e-mail address');
    },
    description,
    { type: 'string', format: 'email', maxLength: 254 },
  );

const instantShape =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?\s*(Z|[+-]\d\d:?\d\d)?$/i;

/** An ISO timestamp as milliseconds since 1970 UTC; without an offset it is UTC. Never silently "now". */
export const instant = (description: string) =>
  field<number, string>(
    (value) => {
      // A plus sign that was not percent-encoded arrives as a space: 10:20:30 02:00 means +02:00.
      const given = wordOf(value).replace(/ (\d\d:?\d\d)$/, '+$1');
      const parts = instantShape.exec(given);
      const unreadable = fault('must be a date and time like 2026-05-01T10:20:30Z');
      if (typeof value !== 'string' || !parts) return unreadable;
      const [, year = '', month = '', day = '', hour, minute, second, fraction = '', offset = 'Z'] = parts;
      const zone = /z/i.test(offset) ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`;
      const time = Date.parse(
        `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}${zone}`,
      );
      // Date.parse accepts 30 February and makes it March: the day must be one of the calendar.
      const isCalendarDay =
        new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
      return time >= Date.UTC(1000, 0, 1) && isCalendarDay ? time : unreadable;
    },
    description,
    { type: 'string', format: 'date-time' },
  );
