/** The most expensive values for a field, or for a body of a given length. */
import { type FieldForm, formOfField, type Shape } from '../../fuzz/field-form.ts';

const fill = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** In this order, normalizing sorts each mark past all marks before it. */
const marks = (length: number): string => fill('\u0301', length / 4) + fill('\u0316', length / 4);

/** Many different words: they cost an index more than one word. */
const words = (length: number): string => {
  let text = '';
  for (let n = 0; text.length < length; n++) text += `${(n * 7919).toString(36)}word `;
  return text.slice(0, length);
};

/** As many short words as fit, all different. */
export const manyOf = (length: number): string => {
  let text = '';
  for (let n = 0; text.length < length; n++) text += `${n.toString(36)} `;
  return text.slice(0, length);
};

type Shape2d = { type: string; coordinates: unknown };
/** Longitude and latitude with so many digits that a hundred thousand points fit into the longest body. */
const degrees = (value: number): number => Number(value.toFixed(8));

/** One ring with this many points around a place, without crossings. */
const round = (points: number, farOf: (n: number) => number): Shape2d => {
  const ring = Array.from({ length: points - 1 }, (_, n) => {
    const turn = (2 * Math.PI * n) / (points - 1);
    return [degrees(10 + farOf(n) * Math.cos(turn)), degrees(50 + farOf(n) * Math.sin(turn))];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
};
/** As many points as are stored, or as many as are read: simplified if that changes little, otherwise refused. */
const star = (points: number): Shape2d => round(points, (n) => (n % 2 === 0 ? 9 : 5.4));
const circle = (points: number): Shape2d => round(points, (n) => 9 + (n % 7) * 1e-6);

/** Long teeth next to each other, so that every line across meets all of them. */
const comb = (points: number): Shape2d => ({
  type: 'Polygon',
  coordinates: [
    [
      ...Array.from({ length: points - 4 }, (_, n) => [
        degrees((20 * n) / points),
        [0, 9, 9, 0][n % 4] as number,
      ]),
      ...[
        [20, 0],
        [20, -1],
        [0, -1],
        [0, 0],
      ],
    ],
  ],
});
/** The same teeth, level: every line from south to north meets all of them. */
const levelComb = (points: number): Shape2d => {
  const { type, coordinates } = comb(points);
  return {
    type,
    coordinates: (coordinates as number[][][]).map((ring) => ring.map((point) => point.toReversed())),
  };
};
/** Crosses itself everywhere. */
const scribble = (points: number): Shape2d => {
  const ring = Array.from({ length: points - 1 }, (_, n) => [
    ((n * 7919) % 1601) / 10 - 80,
    ((n * 104_729) % 1201) / 10 - 60,
  ]);
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
};
const squares = (count: number): Shape2d => ({
  type: 'MultiPolygon',
  coordinates: Array.from({ length: count }, (_, n) => {
    const [x, y] = [(n % 160) * 2 - 170, Math.floor(n / 160) * 1.2 - 80];
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
});
const [max, maxRead] = [20_000, 99_999];
/** Expensive outlines, by the name of their difficulty. */
const worstOutlines: Record<string, Shape2d> = {
  'a star': star(max),
  'a comb': comb(max),
  'a level comb': levelComb(max),
  'a scribble': scribble(max),
  squares: squares(max / 5),
  'a large circle': circle(maxRead),
  'a large star': star(maxRead),
  'a large comb': comb(maxRead),
  'many squares': squares(Math.floor(maxRead / 5)),
};

/** The same as WKT. */
const wkt = ({ coordinates }: Shape2d): string =>
  `POLYGON((${(coordinates as number[][][])[0]?.map((point) => point.join(' ')).join(',')}))`;

/** The longest value that the reference allows for a field; otherwise undefined. */
function longest(meta: FieldForm): unknown {
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

/** Fields of a request, by the name of their difficulty; together they have about `size` bytes. */
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
      .map((name) => [name, longest(formOfField(shape[name] as Shape[string]))])
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

/** Further values for projects: areas with as many points as are read, and PPSR's lists. */
export function worstProjects(size: number): Record<string, Record<string, unknown>> {
  const links = (link: string) => Array.from({ length: Math.floor(size / (link.length + 3)) }, () => link);
  const largest = worstOutlines['a large circle'] as Shape2d;
  return {
    ...Object.fromEntries(
      Object.entries(worstOutlines).map(([name, regions]) => [`regions: ${name}`, { regions }]),
    ),
    'regions: a large circle as text': { regions: JSON.stringify(largest) },
    'regions: a large circle as WKT': { regions: wkt(largest) },
    'regions: a large circle by PPSR': {
      projectGeographicLocation: { projectGeographicCoverage: largest },
    },
    'PPSR: many links': { projectExternalLinks: links('http://a'), projectMedia: links('http://b') },
    'PPSR: long links': { projectExternalLinks: links(`http://a${marks(1900)}/`) },
    'PPSR: many keywords': { keyword: links('a;b'), hasTag: links('c,d'), unRegions: links('(021)') },
  };
}
