/**
 * Requests about as large as the limits allow, to find slow ones rather than misread ones: long repetitions, deep
 * nesting, long lists, many names, and bodies that end at the limit or just beyond.
 */
import fc from 'fast-check';
import type { Operation } from '../../src/contract/index.ts';
import { smallBytes, usualBytes } from '../../server/http/bodies/body.ts';
import { formOfField } from './field-form.ts';
import { bodies, type Fields, fieldsFor, formOf, type Fuzzed } from './requests.ts';
import type { Known, Value } from './values.ts';

/** Bytes that a request line may have, without the path and the key. */
const queryBytes = 14_000;

/** Pieces that may be expensive for a parser when repeated many times. */
const pieces = [
  ...[
    'a',
    'A',
    '1',
    '0',
    ' ',
    '\t',
    '\n',
    '\0',
    '.',
    ',',
    ';',
    ':',
    '@',
    '-',
    '_',
    '/',
    '\\',
    '"',
    "'",
    '%',
    '&',
  ],
  ...['=', '+', '(', ')', '[', ']', '{', '}', '<', '*', '|', '?', '#', 'é', 'ß', 'İ', '鳥', '😀'],
  ...['\u0301', '\u0316\u0301', '\u200d', '\u202e', '\u00ad', '\ud800', '\uff21', '\u3000'],
  ...[
    'a.',
    'a,',
    'a b ',
    '0 ',
    '1,',
    '((',
    '[1,',
    '{"a":',
    '""',
    '%41',
    '%c3%a9',
    '&#',
    'http://',
    'a@b.',
    '-1e9 ',
    'xn--',
  ],
];
const endings = ['', 'x', '!', '\0', '@example.org', '))'];

const run = (length: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...pieces), fc.constantFrom(...endings), fc.constantFrom('', 'POINT(', 'https://'))
    .map(([piece, ending, start]) => {
      const left = Math.max(0, length - start.length - ending.length);
      return start + piece.repeat(Math.ceil(left / piece.length)).slice(0, left) + ending;
    });

/** Depths around the limits of areas and of bodies, and far beyond. */
const nested = (max: number): Value =>
  fc
    .tuple(fc.constantFrom(5, 19, 21, 60, 62, 64, 66, 500, 3000), fc.boolean(), fc.boolean())
    .map(([depth, isText, isObject]) => {
      const [open, close] = isObject ? ['{"a":', '}'] : ['[', ']'];
      const levels = Math.min(depth, Math.floor(max / (open.length + 1)) - 1);
      const text = `${open.repeat(levels)}1${close.repeat(levels)}`;
      return isText ? text : (JSON.parse(text) as unknown);
    });

const entry: fc.Arbitrary<[entry: unknown, bytes: number]> = fc.constantFrom<[unknown, number]>(
  ...([
    [1, 2],
    ['', 3],
    ['a', 4],
    ['a,b;c', 8],
    [null, 5],
    [[], 3],
    [[1, 2], 6],
    [{}, 3],
    [{ code: '005', name: 'x' }, 26],
    ['x'.repeat(200), 203],
  ] as [unknown, number][]),
);
const longList = (max: number, maxItems: number): Value =>
  fc
    .tuple(entry, fc.constantFrom(maxItems, maxItems + 1, Infinity))
    .map(([[value, bytes], count]) =>
      Array.from({ length: Math.min(count, Math.floor(max / bytes)) }, () => value),
    );

/** An outline with as many points as fit: a circle, or a comb. */
const outline = (max: number): Value =>
  fc.tuple(fc.constantFrom(20, 60), fc.boolean(), fc.boolean()).map(([bytes, isComb, isText]) => {
    const points = Math.max(4, Math.min(99_000, Math.floor(max / bytes)));
    const ring = Array.from({ length: points }, (_, n) => {
      const turn = (2 * Math.PI * n) / points;
      return isComb && n < points - 2
        ? [(20 * n) / points, n % 2]
        : isComb
          ? [n === points - 1 ? 0 : 20, -9]
          : [10 + 9 * Math.cos(turn), 50 + 9 * Math.sin(turn)];
    });
    const digits = bytes < 50 ? 4 : 16;
    const coordinates = [
      [...ring, ring[0] as number[]].map((point) => point.map((one) => Number(one.toFixed(digits)))),
    ];
    const area = { type: 'Polygon', coordinates };
    return isText ? `POLYGON((${coordinates[0]?.map((point) => point.join(' ')).join(',')}))` : area;
  });

function largeValue(name: string, operation: Operation, max: number): Value {
  const field = operation.input.shape[name];
  const { maxLength = 300, maxItems = 100 } = field ? formOfField(field) : {};
  const lengths = [maxLength - 1, maxLength, maxLength + 1, 4 * maxLength, max];
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(...lengths).chain((length) => run(Math.min(length, max))),
    },
    { weight: 2, arbitrary: longList(max, maxItems) },
    { weight: 1, arbitrary: nested(max) },
    { weight: name === 'regions' ? 12 : 0, arbitrary: outline(max) },
  );
}

const manyNames = (max: number): fc.Arbitrary<Fields> =>
  fc
    .constantFrom(199, 201, 2000, 19_990, 20_010)
    .map((count) =>
      Array.from({ length: Math.min(count, Math.floor(max / 14)) }, (_, n) => [`name${n}`, 'x']),
    );

/** One request to one row of the contract, with its key in the address so that its body may have any length. */
export function largeRequestTo(row: string, operation: Operation, known: Known): fc.Arbitrary<Fuzzed> {
  const [method = 'GET', pattern = '/'] = row.split(' ');
  const isPost = method === 'POST';
  const limit = operation.maxBytes ?? ('extra' in operation.input.shape ? usualBytes : smallBytes);
  const max = isPost ? limit : queryBytes;
  // An operation without fields gets one that it does not know.
  const own = Object.keys(operation.input.shape);
  const names = own.length > 0 ? own : ['unknown'];
  const one = fc
    .constantFrom(...names)
    .chain((name) =>
      largeValue(name, operation, Math.floor(max * 0.9)).map((value): Fields => [[name, value]]),
    );
  const all = fc.tuple(
    ...names.map((name) =>
      largeValue(name, operation, Math.floor((max * 0.9) / names.length)).map((value): Fields => [
        [name, value],
      ]),
    ),
  );
  const large = fc.oneof(
    { weight: 6, arbitrary: one },
    { weight: 2, arbitrary: all.map((fields) => fields.flat()) },
    { weight: 1, arbitrary: manyNames(max) },
  );
  return fc
    .tuple(
      fieldsFor(operation, known, fc.constant(0)),
      large,
      fc.constantFrom(...bodies),
      fc.constantFrom(undefined, max - 1, max, max + 1),
    )
    .map(([meant, fields, [type, write], size]): Fuzzed => {
      const given = new Set(fields.map(([name]) => name));
      const rest = [...meant.filter(([name]) => name !== 'key' && !given.has(name)), ...fields];
      const key = meant.filter(([name]) => name === 'key');
      const path = pattern.replace(/:(\w+)/g, '11');
      const query = formOf(isPost ? key : [...key, ...rest]).slice(0, queryBytes);
      return {
        row,
        method,
        path: query === '' ? path : `${path}?${query}`,
        headers: {
          ...(row.includes(' /embed/') && { origin: 'https://birds.example' }),
          ...(isPost && { 'content-type': type }),
        },
        body: isPost ? filledUp(Buffer.from(write(rest)), size) : undefined,
      };
    });
}

/** Padding that is not read: white space after JSON, more pairs after a form, an epilogue in multipart. */
function filledUp(body: Buffer, size: number | undefined): Buffer {
  const left = (size ?? 0) - body.length;
  if (left <= 0) return body;
  return Buffer.concat([body, Buffer.alloc(left, body[0] === 0x7b ? ' ' : '&')]);
}
