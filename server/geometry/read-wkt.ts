/** Reads WKT of a polygon, a point, or several of one kind into the nested lists of GeoJSON, character by character. */
import { AreaFault } from './area-fault.ts';

const head =
  /^(?:SRID\s*=\s*(\d{1,10})\s*;\s*)?(MULTIPOLYGON|POLYGON|MULTIPOINT|POINT)\s*(?:(ZM|Z|M)\s*)?(?=[(]|EMPTY)/i;
const number = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/iy;
const oneMore = /\s+[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/iy;
const blank = /\s*/y;

/** Returns undefined if the text does not start like WKT; reports later faults with their position. */
export function readWkt(wkt: string, maxPoints: number): { type: string; coordinates: unknown } | undefined {
  const match = head.exec(wkt);
  if (!match) return undefined;
  const [start, system = '4326', name = ''] = match;
  if (Number(system) !== 4326) throw new AreaFault('must be in longitude and latitude of WGS 84 (SRID 4326)');
  const isMulti = /^multi/i.test(name);
  let at = start.length;
  let points = 0;

  const skip = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const [text] = pattern.exec(wkt) ?? [];
    if (text !== undefined) at += text.length;
    return text;
  };
  const wrong = (): never => {
    throw new AreaFault(`is not readable as WKT from character ${at + 1} on`);
  };
  /** Whether the next character is this one; if so, it is consumed. */
  const isNext = (letter: string): boolean => {
    skip(blank);
    if (wkt[at] !== letter) return false;
    at++;
    return true;
  };
  const listOf = <Item>(item: () => Item): Item[] => {
    if (!isNext('(')) return wrong();
    const items = [item()];
    while (isNext(',')) items.push(item());
    return isNext(')') ? items : wrong();
  };
  const point = (): number[] => {
    if (++points > maxPoints)
      throw new AreaFault(`must have at most ${maxPoints} points in all; simplify the outline`);
    skip(blank);
    const numbers: number[] = [];
    for (let text = skip(number); text !== undefined && numbers.length < 4; text = skip(oneMore))
      numbers.push(Number(text));
    // Heights and measures are ignored.
    return numbers.length < 2 ? wrong() : numbers.slice(0, 2);
  };
  const polygon = () => listOf(() => listOf(point));
  /** `(1 2)`; a MULTIPOINT may leave out the parentheses around each point. */
  const pin = (): number[] => {
    if (!isNext('(')) return point();
    const numbers = point();
    return isNext(')') ? numbers : wrong();
  };
  const isPolygon = /polygon$/i.test(name);
  const one = isPolygon ? polygon : pin;
  const coordinates = isMulti ? listOf<unknown>(one) : one();
  skip(blank);
  const kind = isPolygon ? 'Polygon' : 'Point';
  return at === wkt.length ? { type: isMulti ? `Multi${kind}` : kind, coordinates } : wrong();
}
