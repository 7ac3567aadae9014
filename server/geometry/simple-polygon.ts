/** A fast check for small polygons, of which a region may have thousands: the search for crossings is expensive. */
import { isRoundPole } from './outline.ts';
import { orientation } from './orientation.ts';

const maxPoints = 20;

/**
 * Returns true if the rings of a polygon (without jumps, the outer one first) are certainly valid: they are few and
 * short, no two edges even touch, and holes are inside. False means only that a full check is needed.
 */
export function isPlain(rings: Float64Array[]): boolean {
  let points = 0;
  for (const ring of rings) points += ring.length / 2;
  if (points > maxPoints || rings.some(isRoundPole)) return false;
  const outer = rings[0] as Float64Array;
  for (const [index, ring] of rings.entries()) {
    if (!isApartFromItself(ring)) return false;
    if (index > 0 && !isInside(outer, ring[0] as number, ring[1] as number)) return false;
    for (let other = 0; other < index; other++)
      if (!areApart(ring, rings[other] as Float64Array)) return false;
  }
  return true;
}

function isApartFromItself(ring: Float64Array): boolean {
  const edges = ring.length / 2 - 1;
  for (let edge = 0; edge < edges; edge++) {
    const next = (edge + 1) % edges;
    const [a, b] = [2 * edge, 2 * next];
    // A real corner: not a repeated point, and not a straight continuation or reversal.
    if (turnAt(ring, a, ring[b + 2] as number, ring[b + 3] as number) === 0) return false;
    for (let other = edge + 2; other < edges; other++)
      if (!(edge === 0 && other === edges - 1) && !isApart(ring, a, ring, 2 * other)) return false;
  }
  return true;
}

function areApart(one: Float64Array, other: Float64Array): boolean {
  for (let a = 0; a < one.length - 2; a += 2)
    for (let b = 0; b < other.length - 2; b += 2) if (!isApart(one, a, other, b)) return false;
  return true;
}

/** Whether one of two edges lies completely on one side of the other's line. */
function isApart(one: Float64Array, a: number, other: Float64Array, b: number): boolean {
  const [cx, cy] = [other[b] as number, other[b + 1] as number];
  const [dx, dy] = [other[b + 2] as number, other[b + 3] as number];
  if (areAlike(turnAt(one, a, cx, cy), turnAt(one, a, dx, dy))) return true;
  const [ax, ay] = [one[a] as number, one[a + 1] as number];
  const [bx, by] = [one[a + 2] as number, one[a + 3] as number];
  return areAlike(turnAt(other, b, ax, ay), turnAt(other, b, bx, by));
}

const areAlike = (one: number, other: number): boolean => (one > 0 && other > 0) || (one < 0 && other < 0);

const turnAt = (ring: Float64Array, edge: number, x: number, y: number): number =>
  orientation(
    ring[edge] as number,
    ring[edge + 1] as number,
    ring[edge + 2] as number,
    ring[edge + 3] as number,
    x,
    y,
  );

function isInside(ring: Float64Array, x: number, y: number): boolean {
  let inside = false;
  for (let at = 0; at < ring.length - 2; at += 2) {
    const [fromY, toY] = [ring[at + 1] as number, ring[at + 3] as number];
    if (fromY > y !== toY > y && turnAt(ring, at, x, y) > 0 === toY > fromY) inside = !inside;
  }
  return inside;
}
