/**
 * Reads a request body by what it is rather than by what it is called: urlencoded, multipart, or JSON, since
 * clients send each under the others' names.
 */
import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { ppsrLists } from '../../src/contract/ppsr.ts';
import { isNestedDeeper } from './nesting.ts';
import { Refusal } from './refusal.ts';

/** `extra` may hold 65,536 bytes, and percent-encoding triples them. */
const usualBytes = 65_536 * 3 + 16_384;

export type Fields = Record<string, unknown>;

export async function readFields(request: IncomingMessage, mostBytes = usualBytes): Promise<Fields> {
  const bytes = await readBytes(request, mostBytes);
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

function readJson(bytes: Buffer): Fields {
  let value: unknown;
  const text = bytes.toString();
  if (isNestedDeeper(text, mostDepth))
    throw new Refusal('unreadable', `The body is nested deeper than ${mostDepth} levels; send flat fields.`);
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadable('JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable('a JSON object');
  return withoutEmpty(Object.entries(value));
}

/** Pairs of a query string or form; of a repeated name the first that is not empty counts. */
export function readForm(text: string): Fields {
  return withoutEmpty(Object.entries(parse(text, '&', '=', { maxKeys: 200 })));
}

async function readMultipart(bytes: Buffer, type: string): Promise<Fields> {
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
    const pairs: [string, unknown][] = [];
    for (const [name, value] of form)
      pairs.push([name, typeof value === 'string' ? value : await value.text()]);
    return withoutEmpty(pairs);
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
      Array.isArray(given) && given.every((one) => typeof one === 'string') && !jsonLists.has(name)
        ? given.find((one) => one !== '')
        : given;
    if (name === '' || name === '__proto__' || value === undefined || value === null) continue;
    if (value === '' && name !== 'q') continue;
    fields[name] ??= value;
  }
  return fields;
}

// Fields whose value is a list, in JSON as an array and in a form as a repeated name.
const jsonLists = new Set(['audience', 'UN_regions', 'topics', 'activities', 'tags', ...ppsrLists]);
