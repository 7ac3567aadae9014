/**
 * Reads a request body by what it is rather than by what it is called: urlencoded, multipart, or JSON, since
 * clients send each under the others' names.
 */
import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import type { z } from 'zod';
import { api } from '../../src/contract/index.ts';
import { ppsrLists } from '../../src/contract/ppsr.ts';
import { hasMoreNames, isNestedDeeper } from './nesting.ts';
import { Refusal } from './refusal.ts';

/** `extra` may hold 65,536 bytes, and percent-encoding triples them. */
const usualBytes = 65_536 * 3 + 16_384;

export type Fields = Record<string, unknown>;

export async function readFields(request: IncomingMessage, mostBytes = usualBytes): Promise<Fields> {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    request.resume();
    throw new Refusal('unknown_body', 'Send the body uncompressed, as a form or as JSON.');
  }
  const bytes = withoutMark(await readBytes(request, mostBytes));
  if (bytes.length === 0) return {};
  const type = request.headers['content-type'] ?? '';
  if (/^multipart\/form-data/i.test(type)) return readMultipart(bytes, type);
  const first = bytes[0];
  const isJson = first === 0x7b || first === 0x5b || /^application\/json/i.test(type);
  if (isJson) return readJson(bytes);
  if (type === '' || /^(application\/x-www-form-urlencoded|text\/plain)/i.test(type))
    return readForm(bytes.toString());
  throw new Refusal('unknown_body', 'Send the body as a form or as JSON.');
}

function readBytes(request: IncomingMessage, mostBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const tooLarge = () => new Refusal('too_large', `A body may have at most ${mostBytes} bytes.`);
    if (Number(request.headers['content-length'] ?? 0) > mostBytes) {
      request.resume();
      reject(tooLarge());
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= mostBytes) chunks.push(chunk);
      else reject(tooLarge());
    });
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.on('error', reject);
    request.on('aborted', () => reject(new Refusal('unreadable', 'The request ended before its body.')));
  });
}

const unreadable = (what: string) => new Refusal('unreadable', `The body is not readable as ${what}.`);

/** What no field needs; deep nesting costs the parser many times what its length does. */
const mostDepth = 64;
/** More names than anything that is meant; each costs the parser many times its length. */
const mostNames = 20_000;

/** Some editors put a byte order mark before UTF-8. */
const withoutMark = (bytes: Buffer): Buffer =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

function readJson(bytes: Buffer): Fields {
  let value: unknown;
  const text = bytes.toString();
  if (isNestedDeeper(text, mostDepth))
    throw new Refusal('unreadable', `The body is nested deeper than ${mostDepth} levels; send flat fields.`);
  if (hasMoreNames(text, mostNames))
    throw new Refusal('unreadable', `The body has more than ${mostNames} names; send fewer.`);
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadable('JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable('a JSON object');
  return withoutEmpty(Object.entries(value));
}

/** No form of ours has as many fields; reading more would be work for nothing. */
const mostPairs = 200;

/** Pairs of a query string or form; of a repeated name the first that is not empty counts. */
export function readForm(text: string): Fields {
  return withoutEmpty(Object.entries(parse(text, '&', '=', { maxKeys: mostPairs })));
}

async function readMultipart(bytes: Buffer, type: string): Promise<Fields> {
  // Counted before they are read: a part costs far more than its bytes.
  const boundary = `--${/boundary="?([^";]+)/i.exec(type)?.[1] ?? ''}`;
  let parts = 0;
  for (let at = bytes.indexOf(boundary); at >= 0 && parts <= mostPairs + 1; parts++)
    at = bytes.indexOf(boundary, at + boundary.length);
  if (parts > mostPairs + 1)
    throw new Refusal('unreadable', `A form may have at most ${mostPairs} fields; send fewer.`);
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
    const pairs = new Map<string, string[]>();
    for (const [name, value] of form)
      pairs.set(name, [...(pairs.get(name) ?? []), typeof value === 'string' ? value : await value.text()]);
    return withoutEmpty([...pairs].map(([name, values]) => [name, values.length > 1 ? values : values[0]]));
  } catch {
    throw unreadable('a multipart form');
  }
}

/** An empty value counts as absent, save `q`, where it means all projects. */
function withoutEmpty(pairs: Iterable<[string, unknown]>): Fields {
  // Without a prototype: a field may be called like what every object has, such as `constructor`.
  const fields = Object.create(null) as Fields;
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

// Fields whose value is a list, in JSON as an array and in a form as a repeated name.
const jsonLists = new Set([...Object.values(api).flatMap(({ input }) => listsOf(input)), ...ppsrLists]);
