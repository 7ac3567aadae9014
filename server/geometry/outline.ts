/**
 * An area as plain numbers, made once and read often. Each ring is on one flat map without a jump: a ring that crosses
 * the antimeridian continues beyond 180, and a ring that goes around a pole is closed beyond the pole. So every test
 * can use straight lines in longitude and latitude, as in RFC 7946.
 */
import { polygonsOf, type Area, type Position, type Ring } from './area.ts';

export type Box = { west: number; south: number; east: number; north: number };
/** Longitudes and latitudes alternate; the last point is the first. */
export type OutlineRing = { numbers: Float64Array; box: Box };
/** The first ring is the outer one, the others are holes. */
export type OutlinePolygon = OutlineRing[];
export type Outline = { polygons: OutlinePolygon[]; points: number };

export const outlineOf = (area: Area): Outline =>
  outlineOfRings(polygonsOf(area).map((rings) => rings.map((ring) => closedBeyondPole(withoutJumps(ring)))));

function outlineOfRings(polygons: Float64Array[][]): Outline {
  let points = 0;
  for (const rings of polygons) for (const numbers of rings) points += numbers.length / 2;
  return {
    polygons: polygons.map((rings) => rings.map((numbers) => ({ numbers, box: boxOf(numbers) }))),
    points,
  };
}

/**
 * The points of a closed ring without a jump. An edge of more than 180 degrees goes the short way, across the
 * antimeridian. The ends of an edge of exactly 360 degrees are the same place, as where an islet touches the
 * antimeridian, unless the edge runs along the whole map: along a pole, as in Antarctica, or as a side of a world-wide
 * rectangle.
 */
export function withoutJumps(ring: Ring): Float64Array {
  const flat = new Float64Array(ring.length * 2);
  let turn = 0;
  let [before] = ring[0] ?? [0];
  for (const [index, [longitude, latitude]] of ring.entries()) {
    const step = longitude - before;
    const isJump = Math.abs(step) > 180 && !(Math.abs(step) === 360 && isAlongMap(ring, index));
    if (isJump) turn -= 360 * Math.sign(step);
    flat[2 * index] = longitude + turn;
    flat[2 * index + 1] = latitude;
    before = longitude;
  }
  return flat;
}

/**
 * Whether the edge of 360 degrees that ends at this point is horizontal, and lies on a pole or between two vertical
 * sides.
 */
function isAlongMap(ring: Ring, index: number): boolean {
  const latitude = latitudeAt(ring, index);
  if (latitudeAt(ring, index - 1) !== latitude) return false;
  return Math.abs(latitude) === 90 || (isUpright(ring, index - 1, -1) && isUpright(ring, index, 1));
}

const latitudeAt = (ring: Ring, index: number): number => (ring[index] as Position)[1];

/**
 * Whether the ring continues along a meridian from a point, forwards (1) or backwards (-1). Repeated points are
 * skipped.
 */
function isUpright(ring: Ring, index: number, way: 1 | -1): boolean {
  const [longitude, latitude] = ring[index] as Position;
  const points = ring.length - 1;
  for (let steps = 1; steps < points; steps++) {
    const [otherLongitude, otherLatitude] = ring[(index + way * steps + points) % points] as Position;
    if (otherLongitude !== longitude) return false;
    if (otherLatitude !== latitude) return true;
  }
  return false;
}

/** Whether an outline consists of points only. */
export const isOfPoints = ({ polygons }: Outline): boolean =>
  polygons.every((rings) => rings.every(({ box }) => box.west === box.east && box.south === box.north));

/** Whether a ring without jumps ends a whole turn from its start. */
export const isRoundPole = (numbers: Float64Array): boolean =>
  Math.abs((numbers.at(-2) as number) - (numbers[0] as number)) > 180;

/** Whether a ring goes around the south pole: the pole that its points are nearer to. */
export function isRoundSouth(numbers: Float64Array): boolean {
  let latitudes = 0;
  for (let at = 1; at < numbers.length; at += 2) latitudes += numbers[at] as number;
  return latitudes < 0;
}

/** Degrees by which a hole is drawn turns away from its outer ring. */
export function turnsInto(outer: Box, hole: Float64Array): number {
  const { west, east } = boxOf(hole);
  if (west < outer.west && east + 360 <= outer.east) return 360;
  return east > outer.east && west - 360 >= outer.west ? -360 : 0;
}

const beyondPole = 91;

/**
 * Whether a latitude is beyond a pole: such an edge is not part of the boundary; it only keeps the pole on the inside.
 */
export const isBeyondPole = (latitude: number): boolean => Math.abs(latitude) > 90;

function closedBeyondPole(numbers: Float64Array): Float64Array {
  if (!isRoundPole(numbers)) return numbers;
  const [first, last] = [numbers[0] as number, numbers.at(-2) as number];
  const pole = isRoundSouth(numbers) ? -beyondPole : beyondPole;
  return Float64Array.from([...numbers, last, pole, first, pole, first, numbers[1] as number]);
}

export function boxOf(numbers: Float64Array): Box {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (let at = 0; at < numbers.length; at += 2) {
    const [longitude, latitude] = [numbers[at] as number, numbers[at + 1] as number];
    if (longitude < box.west) box.west = longitude;
    if (longitude > box.east) box.east = longitude;
    if (latitude < box.south) box.south = latitude;
    if (latitude > box.north) box.north = latitude;
  }
  return box;
}

/**
 * The stored form: little-endian doubles; for each polygon its number of rings, for each ring its number of points,
 * then the points. Nothing is rounded, and reading is almost free.
 */
export function outlineBytes({ polygons, points }: Outline): Uint8Array {
  const rings = polygons.reduce((sum, polygon) => sum + polygon.length, 0);
  const numbers = new Float64Array(polygons.length + rings + 2 * points);
  let at = 0;
  for (const polygon of polygons) {
    numbers[at++] = polygon.length;
    for (const ring of polygon) {
      numbers[at++] = ring.numbers.length / 2;
      numbers.set(ring.numbers, at);
      at += ring.numbers.length;
    }
  }
  return new Uint8Array(numbers.buffer);
}

export function outlineFromBytes(bytes: Uint8Array): Outline {
  // A copy, because doubles must start at a multiple of eight bytes, and the bytes may be part of a larger buffer.
  const numbers = new Float64Array(new Uint8Array(bytes).buffer);
  const polygons: Float64Array[][] = [];
  for (let at = 0; at < numbers.length;) {
    const rings: Float64Array[] = [];
    for (let left = numbers[at++] as number; left > 0; left--) {
      const length = 2 * (numbers[at++] as number);
      rings.push(numbers.subarray(at, at + length));
      at += length;
    }
    polygons.push(rings);
  }
  return outlineOfRings(polygons);
}
