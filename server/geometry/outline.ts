/**
 * An area as plain numbers, made once and read often. Each ring runs on one flat map without a jump: one that
 * crosses the antimeridian goes on beyond 180, one that goes round a pole is closed along the pole. So every
 * test works with straight lines in longitude and latitude, as RFC 7946 draws them.
 */
import { polygonsOf, type Area, type Ring } from './area.ts';

/** Longitude and latitude in turn; the last point is the first. */
export type OutlineRing = Float64Array;
export type Box = { west: number; south: number; east: number; north: number };
/** The first ring is the outer one, the others are holes. */
export type OutlinePolygon = { rings: OutlineRing[]; box: Box };
export type Outline = { polygons: OutlinePolygon[]; points: number };

export const outlineOf = (area: Area): Outline => outlineOfRings(polygonsOf(area).map(unrolled));

function outlineOfRings(polygons: OutlineRing[][]): Outline {
  let points = 0;
  for (const rings of polygons) for (const ring of rings) points += ring.length / 2;
  return { polygons: polygons.map((rings) => ({ rings, box: boxOf(rings[0] as OutlineRing) })), points };
}

/** The rings of one polygon on one flat map: holes stand where the outer ring is, be it beyond 180. */
function unrolled(polygon: Ring[]): OutlineRing[] {
  const [outer, ...holes] = polygon.map(withoutJumps).map(closedAlongPole);
  if (!outer) return [];
  const outside = boxOf(outer);
  return [outer, ...holes.map((hole) => broughtInto(outside, hole))];
}

/**
 * An edge of more than 180 degrees is meant the short way, across the antimeridian; one of exactly 360 runs
 * along the whole map, as in a box of the world or in Antarctica.
 */
export function withoutJumps(ring: Ring): OutlineRing {
  const flat = new Float64Array(ring.length * 2);
  let turn = 0;
  ring.forEach(([longitude, latitude], index) => {
    const before = ring[index - 1]?.[0] ?? longitude;
    const step = longitude - before;
    if (Math.abs(step) > 180 && Math.abs(step) !== 360) turn -= 360 * Math.sign(step);
    flat[2 * index] = longitude + turn;
    flat[2 * index + 1] = latitude;
  });
  return flat;
}

/** Beyond any latitude: edges there are none of the boundary, they only keep the pole on the inside. */
const beyondPole = 91;

/** A ring that ends a whole turn from where it began goes round a pole, the one that it is nearer to. */
function closedAlongPole(ring: OutlineRing): OutlineRing {
  const [first, last] = [ring[0] as number, ring.at(-2) as number];
  if (first === last) return ring;
  let latitudes = 0;
  for (let at = 1; at < ring.length; at += 2) latitudes += ring[at] as number;
  const pole = latitudes < 0 ? -beyondPole : beyondPole;
  return Float64Array.from([...ring, last, pole, first, pole, first, ring[1] as number]);
}

function broughtInto(outside: Box, hole: OutlineRing): OutlineRing {
  const { west, east } = boxOf(hole);
  const turn = west < outside.west && east + 360 <= outside.east ? 360 : 0;
  const back = east > outside.east && west - 360 >= outside.west ? -360 : 0;
  return turn + back === 0
    ? hole
    : hole.map((number, index) => (index % 2 === 0 ? number + turn + back : number));
}

export function boxOf(ring: OutlineRing): Box {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (let at = 0; at < ring.length; at += 2) {
    const [longitude, latitude] = [ring[at] as number, ring[at + 1] as number];
    if (longitude < box.west) box.west = longitude;
    if (longitude > box.east) box.east = longitude;
    if (latitude < box.south) box.south = latitude;
    if (latitude > box.north) box.north = latitude;
  }
  return box;
}

/**
 * The form at rest: little-endian doubles, for each polygon how many rings it has, for each ring how many points,
 * then the points. Nothing is rounded, and reading it costs next to nothing.
 */
export function outlineBytes({ polygons, points }: Outline): Uint8Array {
  const rings = polygons.reduce((sum, polygon) => sum + polygon.rings.length, 0);
  const numbers = new Float64Array(polygons.length + rings + 2 * points);
  let at = 0;
  for (const polygon of polygons) {
    numbers[at++] = polygon.rings.length;
    for (const ring of polygon.rings) {
      numbers[at++] = ring.length / 2;
      numbers.set(ring, at);
      at += ring.length;
    }
  }
  return new Uint8Array(numbers.buffer);
}

export function outlineFromBytes(bytes: Uint8Array): Outline {
  // A copy, since doubles must begin at a multiple of eight bytes; what arrives may be a part of a larger buffer.
  const numbers = new Float64Array(new Uint8Array(bytes).buffer);
  const polygons: OutlineRing[][] = [];
  for (let at = 0; at < numbers.length;) {
    const rings: OutlineRing[] = [];
    for (let left = numbers[at++] as number; left > 0; left--) {
      const length = 2 * (numbers[at++] as number);
      rings.push(numbers.subarray(at, at + length));
      at += length;
    }
    polygons.push(rings);
  }
  return outlineOfRings(polygons);
}
