/** Requests to every operation of the contract: valid, almost valid, and broken in every way. */
import fc from 'fast-check';
import type { Operation } from '../../src/contract/index.ts';
import { anyWords, junk, type Known, valuesFor, type Value } from './values.ts';

/** `row` is the operation of the request; absent if the path was broken. */
export type Fuzzed = {
  row: string | undefined;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
};

export type Fields = [name: string, value: unknown][];

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
// Half a surrogate pair has no percent-encoding; a sloppy client would send a question mark instead.
const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
export const formOf = (fields: Fields) =>
  fields.map(([name, value]) => `${encoded(name)}=${encoded(textOf(value))}`).join('&');
const looseFormOf = (fields: Fields) => fields.map(([name, value]) => `${name}=${textOf(value)}`).join('&');

const boundary = 'x-x-x';
const multipartOf = (fields: Fields) =>
  `${fields
    .map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${textOf(value)}\r\n`,
    )
    .join('')}--${boundary}--\r\n`;

const jsonOf = (fields: Fields) =>
  `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`).join(',')}}`;

export const bodies: [type: string, write: (fields: Fields) => string][] = [
  ['application/json', jsonOf],
  ['application/x-www-form-urlencoded', formOf],
  ['application/x-www-form-urlencoded', looseFormOf],
  [`multipart/form-data; boundary=${boundary}`, multipartOf],
  ['text/plain;charset=UTF-8', jsonOf],
];

const otherTypes = [
  '',
  'application/xml',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'text/html',
  '*/*',
  'x',
];

/** Bytes are changed, removed, repeated or inserted. */
const broken = (bytes: Buffer): fc.Arbitrary<Buffer> =>
  fc
    .array(
      fc.tuple(fc.nat({ max: Math.max(0, bytes.length - 1) }), fc.nat({ max: 255 }), fc.nat({ max: 3 })),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((changes) => {
      let changed = Buffer.from(bytes);
      for (const [at, byte, how] of changes) {
        if (how === 0 && changed.length > at) changed[at] = byte;
        else if (how === 1) changed = changed.subarray(0, at);
        else if (how === 2)
          changed = Buffer.concat([changed.subarray(0, at), Buffer.from([byte]), changed.subarray(at)]);
        else changed = Buffer.concat([changed, changed.subarray(at)]);
      }
      return changed;
    });

/** Optional fields of which one is needed. */
const usual = new Set(['profile_id', 'identifier', 'participant', 'q']);

/** The carelessness of a caller: most mistakes come one at a time. */
const care = fc.constantFrom(0, 0, 0, 1, 8);

/** The fields of an operation, mostly valid. */
export const fieldsFor = (
  operation: Operation,
  known: Known,
  carelessnesses: fc.Arbitrary<number> = care,
): fc.Arbitrary<Fields> => {
  const values = valuesFor(known);
  const { shape } = operation.input;
  const names = Object.keys(shape);
  const isNeeded = (name: string) => usual.has(name) || !shape[name]?.safeParse(undefined).success;
  // About four optional fields, or a third of them if there are few.
  const left = 100 - Math.min(33, 400 / names.length);
  const meant = (name: string): Value => values[name] ?? anyWords;
  return carelessnesses.chain((carelessness) => {
    const value = (name: string) =>
      fc.oneof({ weight: 16, arbitrary: meant(name) }, { weight: carelessness, arbitrary: junk });
    const chosen = names.map((name) =>
      fc.tuple(fc.nat({ max: 99 }), value(name), value(name)).map(([chance, one, other]): Fields => {
        if (chance < 8 && carelessness > 0) return [];
        if (!isNeeded(name) && chance < left) return [];
        // A repeated name.
        return chance > 95 && carelessness > 1
          ? [
              [name, one],
              [name, other],
            ]
          : [[name, one]];
      }),
    );
    const keys = fc.oneof(
      { weight: 40, arbitrary: meant('key') },
      { weight: carelessness > 1 ? 1 : 0, arbitrary: junk },
    );
    const key = operation.auth === 'key' ? keys : fc.constant(undefined);
    const stray = fc.array(fc.tuple(fc.string({ maxLength: 12 }), junk), {
      maxLength: carelessness > 1 ? 2 : 0,
    });
    return fc
      .tuple(key, fc.tuple(...chosen), stray)
      .map(([given, parts, others]): Fields => [
        ...(given === undefined ? [] : ([['key', given]] as Fields)),
        ...(operation.page ? ([['format', 'json']] as Fields) : []),
        ...parts.flat(),
        ...others,
      ]);
  });
};

const noise = fc.dictionary(
  fc.constantFrom(
    ...[
      'origin',
      'authorization',
      'idempotency-key',
      'accept',
      'accept-language',
      'cookie',
      'x-forwarded-for',
    ],
    ...['content-encoding', 'if-none-match', 'range', 'expect', 'referer', 'x-noise'],
  ),
  fc.oneof(
    fc.constantFrom(
      'https://birds.example',
      'null',
      '*/*',
      'Bearer x',
      'gzip',
      '100-continue',
      'bytes=0-1',
      '1.2.3.4',
    ),
    fc.stringMatching(/^[\x21-\x7e\x80-\xff]{0,60}$/),
  ),
  { maxKeys: 3 },
);

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'];

/** One request to one row of the contract, such as `GET /finder`. */
export function requestTo(row: string, operation: Operation, known: Known): fc.Arbitrary<Fuzzed> {
  const [method = 'GET', pattern = '/'] = row.split(' ');
  return fc
    .tuple(
      fieldsFor(operation, known),
      fc.constantFrom(...bodies),
      noise,
      fc.nat({ max: 99 }),
      fc.constantFrom(...otherTypes),
      fc.constantFrom(...methods),
      fc.webPath(),
    )
    .chain(([fields, [type, write], more, chance, otherType, otherMethod, otherPath]) => {
      const inPath = new Set<string>();
      const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
        inPath.add(name);
        return encoded(textOf(fields.find(([field]) => field === name)?.[1] ?? '1')).slice(0, 2000);
      });
      const rest = fields.filter(([name]) => !inPath.has(name));
      const isPost = method === 'POST';
      const query = isPost ? '' : chance % 7 === 0 ? escaped(looseFormOf(rest)) : formOf(rest);
      const plain = isPost ? Buffer.from(write(rest)) : undefined;
      const headers = {
        ...(row.includes(' /embed/') && { origin: 'https://birds.example' }),
        ...(chance > 85 ? more : {}),
        ...(isPost && { 'content-type': chance === 1 ? otherType : type }),
      };
      const address = chance === 2 ? `${path}/${otherPath}` : chance === 3 ? `${path}/` : path;
      const made: Fuzzed = {
        row: chance === 2 || chance === 4 ? undefined : row,
        method: chance === 4 ? otherMethod : method,
        // For longer ones, Node itself replies.
        path: `${address}${query === '' ? '' : `?${query}`}`.slice(0, 15_000),
        headers,
        body: plain,
      };
      return plain && chance > 4 && chance < 20
        ? broken(plain).map((body) => ({ ...made, body }))
        : fc.constant(made);
    });
}

/** Removes characters that are not possible in a request line. */
const escaped = (text: string) =>
  text.toWellFormed().replace(/[^\x21-\x7e]/gu, (letter) => encodeURIComponent(letter));
