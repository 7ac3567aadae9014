/** The worst that a field, or a body of a given length, can be filled with. */
import type { Operation } from '../../src/contract/index.ts';

type Shape = Operation['input']['shape'];
type Meta = {
  type?: unknown;
  format?: string;
  maxLength?: number;
  maxItems?: number;
  items?: Meta;
  enum?: unknown[];
};

const fill = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** In this order each mark is sorted past all before it when the text is normalized. */
const marks = (length: number): string => fill('\u0301', length / 4) + fill('\u0316', length / 4);

/** Many different words: an index has more to do with them than with one. */
const words = (length: number): string => {
  let text = '';
  for (let n = 0; text.length < length; n++) text += `${(n * 7919).toString(36)}word `;
  return text.slice(0, length);
};

/** One ring of so many points around a place; nothing of it crosses. */
const star = (points: number, [lng, lat]: [number, number], reach: number): number[][] => {
  const ring = Array.from({ length: points - 1 }, (_, n) => {
    const [turn, far] = [(2 * Math.PI * n) / (points - 1), reach * (n % 2 === 0 ? 1 : 0.6)];
    return [lng + far * Math.cos(turn), lat + far * Math.sin(turn)];
  });
  return [...ring, ring[0] as number[]];
};
export const bigStar = { type: 'Polygon', coordinates: [star(20_000, [10, 50], 9)] };
/** A comb: long teeth beside each other, so that every line across meets all of them. */
export const bigComb = {
  type: 'Polygon',
  coordinates: [
    [
      ...Array.from({ length: 19_996 }, (_, n) => [n / 1000, [0, 9, 9, 0][n % 4] as number]),
      ...[
        [20, 0],
        [20, -1],
        [0, -1],
        [0, 0],
      ],
    ],
  ],
};
export const manySquares = {
  type: 'MultiPolygon',
  coordinates: Array.from({ length: 4000 }, (_, n) => {
    const [x, y] = [(n % 80) * 2 - 80, Math.floor(n / 80) * 1.5 - 40];
    return [
      [
        [x, y],
        [x + 1, y],
        [x + 1, y + 1],
        [x, y + 1],
        [x, y],
      ],
    ];
  }),
};

const metaOf = (field: Shape[string]): Meta => {
  let inner = field as unknown as { unwrap?: () => unknown; meta: () => Meta | undefined };
  while (inner.unwrap) inner = inner.unwrap() as typeof inner;
  return inner.meta() ?? {};
};

/** The longest value that a field takes, as far as the reference says; otherwise undefined. */
function longest(meta: Meta): unknown {
  const length = meta.maxLength ?? 100;
  if (meta.enum) return meta.enum[0];
  if (meta.format === 'uri') return `https://x.example/${fill('a', length - 20)}`;
  if (meta.format === 'email') return `${fill('a', 60)}@${fill('b.', 180)}example`;
  if (meta.format !== undefined) return undefined;
  if (meta.type === 'array')
    return meta.maxItems
      ? Array.from({ length: meta.maxItems }, (_, n) =>
          words(meta.items?.maxLength ?? 9).replace(/^.{5}/, String(10_000 + n)),
        )
      : undefined;
  return meta.type === 'string' ? words(length) : undefined;
}

/** Fields of a request, by the name of what is bad about them; together they have about `size` bytes. */
export function worstFields(
  shape: Shape,
  size: number,
  usual: Record<string, unknown>,
): Record<string, Record<string, unknown>> {
  const names = Object.keys(shape);
  const share = Math.floor(size / Math.max(1, names.length)) - 40;
  const each = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
  const largest = Object.fromEntries(
    names
      .map((name) => [name, longest(metaOf(shape[name] as Shape[string]))])
      .filter(([, value]) => value !== undefined),
  ) as Record<string, unknown>;
  return {
    'as meant': usual,
    'longest values': { ...largest, ...usual, ...('extra' in shape && { extra: fill('é', 32_768) }) },
    'digits and a letter': each(`${fill('1', share)}x`),
    'white space': each(`${fill(' ', share)}x`),
    'combining marks': each(marks(share)),
    'one letter': each(fill('a', share)),
    'deep lists': each(JSON.parse(fill('[', 60) + fill(']', 60)) as unknown),
    'a list of short texts': each(Array.from({ length: Math.floor(share / 6) }, () => 'ab,')),
    'a list of numbers': each(Array.from({ length: Math.floor(share / 2) }, () => 1)),
    'many names': Object.fromEntries(
      Array.from({ length: Math.min(19_000, Math.floor(size / 11)) }, (_, n) => [`n${n}`, 1]),
    ),
  };
}

/** What else a project may say: areas of as many points as are read, and PPSR's lists. */
export function worstProjects(size: number): Record<string, Record<string, unknown>> {
  const links = (link: string) => Array.from({ length: Math.floor(size / (link.length + 3)) }, () => link);
  const areas = { bigStar, bigComb, manySquares };
  return {
    ...Object.fromEntries(Object.entries(areas).map(([name, regions]) => [`regions: ${name}`, { regions }])),
    'regions: a star as text': { regions: JSON.stringify(bigStar) },
    'regions: a star as WKT': {
      regions: `POLYGON((${bigStar.coordinates[0]?.map((point) => point.join(' ')).join(',')}))`,
    },
    'PPSR: many links': { projectExternalLinks: links('http://a'), projectMedia: links('http://b') },
    'PPSR: long links': { projectExternalLinks: links(`http://a${marks(1900)}/`) },
    'PPSR: many keywords': { keyword: links('a;b'), hasTag: links('c,d'), unRegions: links('(021)') },
  };
}
