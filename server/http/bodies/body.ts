/**
 * Reads a request body by its content, not by its Content-Type: urlencoded, multipart, or JSON. Clients send each of
 * them under the names of the others.
 */
import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { api } from '../../../src/contract/index.ts';
import { ppsrLists } from '../../../src/contract/ppsr/names.ts';
import { type Charset, charsetOf, declaredIn, decodePairs, decodeText, maxPairs } from './decode-text.ts';
import { type FormPart, partsOf } from './multipart.ts';
import { hasMoreNames, isNestedDeeper } from './nesting.ts';
import { Refusal } from '../refusal.ts';

/** Bytes. `extra` may have 65,536 bytes, and percent-encoding triples them. */
export const usualBytes = 65_536 * 3 + 16_384;
/** Bytes. More than any form without `extra` needs. */
export const smallBytes = 65_536;

export type RequestFields = Record<string, unknown>;

/** A body as it arrived, with its content type (an empty text if there is none). */
export type Body = { bytes: Uint8Array; type: string };

/** `query`: the fields in the address, to which those of the body are added. */
export type UnreadBody = Body & { query: RequestFields; slug: string; onAlias: () => void };

/**
 * Bytes. A longer body of an operation with `ownReading` is read in a thread. Measured: an outline of 16 kB blocks the
 * event loop for 2 ms, a hostile one for 11 ms; handing it to the thread blocks for 0.2 ms, and delays the reply by 1
 * ms.
 */
export const longBody = 16_384;

/** Reads a whole body. `advice` is appended to the limit in the message that refuses a larger one. */
export async function readBody(request: IncomingMessage, maxBytes = smallBytes, advice = ''): Promise<Body> {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    request.resume();
    throw new Refusal('unknown_body', 'Send the body uncompressed, as a form or as JSON.');
  }
  const bytes = await readBytes(request, maxBytes, advice);
  return { bytes, type: request.headers['content-type'] ?? '' };
}

/** Reads the fields of a body that has at most `maxBytes`. */
export const readFields = async (request: IncomingMessage, maxBytes?: number): Promise<RequestFields> =>
  fieldsOf(await readBody(request, maxBytes));

/** Parses a body into its fields. */
export function fieldsOf({ bytes: given, type }: Body): RequestFields {
  const bytes = withoutMark(Buffer.from(given.buffer, given.byteOffset, given.byteLength));
  if (bytes.length === 0) return {};
  const charset = declaredIn(type);
  if (isMultipart(type)) return fieldsIn(partsOf(bytes, type, maxPairs), charset);
  const first = bytes[0];
  const isJson = first === 0x7b || first === 0x5b || /^application\/json/i.test(type);
  if (isJson) return readJson(decodeText(bytes, charset ?? 'utf-8', 'body'));
  if (type === '' || /^(application\/x-www-form-urlencoded|text\/plain)/i.test(type))
    return readUrlencoded(bytes.toString('latin1'), charset);
  throw new Refusal('unknown_body', 'Send the body as a form or as JSON.');
}

const isMultipart = (type: string): boolean => /^multipart\/form-data/i.test(type);

/** Parses the body of a form with a file. The fields besides the file may have `maxBytes`. */
export function formWithFile(
  { bytes, type }: Body,
  field: string,
  maxBytes: number,
): { fields: RequestFields; file?: Buffer } {
  const parts = isMultipart(type)
    ? partsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), type, maxPairs)
    : undefined;
  const others = parts?.filter(({ name }) => name !== field) ?? [];
  const size = parts ? others.reduce((sum, part) => sum + part.bytes.length, 0) : bytes.length;
  if (size > maxBytes)
    throw new Refusal('too_large', `The fields of a form may have at most ${maxBytes} bytes.`);
  const file = parts?.find(({ name, isFile }) => name === field && isFile);
  return {
    fields: parts ? fieldsIn(others, declaredIn(type)) : fieldsOf({ bytes, type }),
    ...(file && { file: file.bytes }),
  };
}

/**
 * A request whose body is being read has a function that aborts the reading. A WeakMap of the requests would be
 * visited by each garbage collection.
 */
const stop = Symbol('stop reading');
type Reading = IncomingMessage & { [stop]?: (refusal: Refusal) => void };

/** Refuses a request whose body is being read; returns false if it is not being read. */
export function stopReading(request: Reading, refusal: Refusal): boolean {
  request[stop]?.(refusal);
  return request[stop] !== undefined;
}

function readBytes(request: Reading, maxBytes: number, advice: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const tooLarge = () => new Refusal('too_large', `A body may have at most ${maxBytes} bytes${advice}.`);
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
      request.resume();
      reject(tooLarge());
      return;
    }
    request[stop] = reject;
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else reject(tooLarge());
    });
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.on('error', reject);
    request.on('aborted', () => reject(new Refusal('unreadable', 'The request ended before its body.')));
  });
}

const unreadable = (what: string) => new Refusal('unreadable', `The body is not readable as ${what}.`);

/** Levels; no field needs more. Deep nesting costs the parser many times what its length does. */
const maxDepth = 64;
/** Names (object keys); no real request has more. Each costs the parser many times its length. */
const maxNames = 20_000;

/** Some editors put a byte order mark before UTF-8. */
const withoutMark = (bytes: Buffer): Buffer =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

function readJson(text: string): RequestFields {
  let value: unknown;
  if (isNestedDeeper(text, maxDepth))
    throw new Refusal('unreadable', `The body is nested deeper than ${maxDepth} levels; send flat fields.`);
  if (hasMoreNames(text, maxNames))
    throw new Refusal('unreadable', `The body has more than ${maxNames} names; send fewer.`);
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadable('JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable('a JSON object');
  const pairs = Object.entries(value);
  if (pairs.length > maxPairs)
    throw new Refusal('unreadable', `The body may have at most ${maxPairs} fields; send fewer.`);
  return withoutEmpty(pairs);
}

/** The pairs of a query string. If a name is repeated, its first value that is not empty counts. */
export const readForm = (query: string): RequestFields =>
  withoutEmpty(Object.entries(decodePairs(query, 'utf-8', 'address')));

function readUrlencoded(binary: string, declared: Charset | undefined): RequestFields {
  const inForm = /(?:^|&)_charset_=([^&]*)/.exec(binary)?.[1];
  const charset = oneCharset(declared, charsetOf(inForm)) ?? 'utf-8';
  return withoutEmpty(Object.entries(decodePairs(binary, charset, 'body')));
}

/** A form may name its charset in a field `_charset_` (HTML, RFC 7578 4.6). */
function oneCharset(declared: Charset | undefined, inForm: Charset | undefined): Charset | undefined {
  if (declared && inForm && declared !== inForm)
    throw new Refusal('unreadable', 'Content-Type and _charset_ name two charsets; name the right one only.');
  return declared ?? inForm;
}

function fieldsIn(parts: FormPart[], declared: Charset | undefined): RequestFields {
  const inForm = parts.find(({ name }) => name === '_charset_');
  const charset = oneCharset(declared, inForm && charsetOf(inForm.bytes.toString('latin1'))) ?? 'utf-8';
  const pairs = new Map<string, string[]>();
  for (const { name, bytes: value, type: partType } of parts)
    pairs.set(name, [...(pairs.get(name) ?? []), decodeText(value, declaredIn(partType) ?? charset, 'body')]);
  return withoutEmpty([...pairs].map(([name, values]) => [name, values.length > 1 ? values : values[0]]));
}

/**
 * Objects that inherit nothing, because a field may have a name such as `constructor`. Unlike those of
 * `Object.create(null)`, which are hash tables, V8 compiles access to their properties.
 */
const Fields = function () {} as unknown as new () => RequestFields;
Fields.prototype = Object.create(null);

/** Treats an empty value as absent, except `q`, where it means all projects. */
function withoutEmpty(pairs: Iterable<[string, unknown]>): RequestFields {
  const fields = new Fields();
  for (const [name, given] of pairs) {
    const value =
      Array.isArray(given) &&
      given.length > 0 &&
      given.every((one) => typeof one === 'string') &&
      !jsonLists.has(name)
        ? given.find((one) => one !== '')
        : given;
    if (name === '' || name === '__proto__' || value === undefined || value === null) continue;
    if (value === '' && name !== 'q') continue;
    fields[name] ??= value;
  }
  return fields;
}

/** The names of an operation's fields that take a list. */
function listsOf(input: z.ZodObject): string[] {
  return Object.entries(input.shape).flatMap(([name, field]) => {
    let inner = field as z.ZodType;
    while ('unwrap' in inner) inner = (inner.unwrap as () => z.ZodType)();
    return inner.meta()?.['type'] === 'array' ? [name] : [];
  });
}

// Fields whose value is a list: an array in JSON, a repeated name in a form.
const jsonLists = new Set([...Object.values(api).flatMap(({ input }) => listsOf(input)), ...ppsrLists]);
