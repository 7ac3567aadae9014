/**
 * Finds where the rings of a polygon cross, or lie on each other. Such an outline is taken, since even-odd is defined
 * for any ring, but its sender is told. The edges are compared from west to east, each with those that begin before it
 * ends.
 */
import { boxOf, turnsInto } from './outline.ts';

/** The edge from a point of a ring, both counted from 0, and the place where it meets another edge. */
export type Crossing = { ring: number; point: number; x: number; y: number };

/** `length`: of the drawn edge; for one that cuts off a corner, of the shorter edge there. */
type Edge = {
  ring: number;
  point: number;
  isCorner: boolean;
  length: number;
  ax: number;
  ay: number;
  bx: number;
  by: number;
};
type Meeting = { x: number; y: number; depth: number; isAlong: boolean };

/**
 * A flaw that nobody would see in a drawing a thousand dots wide is tolerated: it comes from simplifying or rounding.
 */
export const unseen = 1 / 1000;

/** Degrees: edges that pass each other by no more than a tenth of a millimetre touch. */
const touch = 1e-9;

/** Degrees cut off from each corner: rings that only touch there no longer meet, those that cross there still do. */
const cutOff = 100 * touch;

/**
 * Pairs of edges that are compared, for each edge: published outlines have up to 26. In an outline that has more of
 * them, a crossing may be missed.
 */
const maxPairs = 100;

/**
 * A crossing of the rings of a polygon (without jumps, the outer one first), apart from those of a thousandth of the
 * polygon's size, or of `max` degrees if that is more.
 */
export function crossingOf(rings: Float64Array[], max: number): Crossing | undefined {
  const outer = boxOf(rings[0] as Float64Array);
  const slip = Math.max(max, unseen * Math.max(outer.east - outer.west, outer.north - outer.south));
  const edges = rings.flatMap((numbers, ring) => edgesOf(numbers, ring, turnsInto(outer, numbers)));
  edges.sort((one, other) => westOf(one) - westOf(other));
  let pairs = maxPairs * edges.length;
  // Many short overlaps can be a ring that is drawn twice.
  let along = 0;
  for (const [at, edge] of edges.entries()) {
    const east = Math.max(edge.ax, edge.bx);
    for (let next = at + 1; next < edges.length && pairs-- > 0; next++) {
      const other = edges[next] as Edge;
      if (westOf(other) > east) break;
      const meeting = meetingOf(edge, other);
      if (meeting?.isAlong) along += meeting.depth;
      if (meeting && (meeting.isAlong ? along : meeting.depth) > slip)
        return { ring: edge.ring, point: edge.point, x: meeting.x, y: meeting.y };
    }
  }
  return undefined;
}

const westOf = ({ ax, bx }: Edge): number => Math.min(ax, bx);

/** The edges of a ring whose corners are cut off. */
function edgesOf(numbers: Float64Array, ring: number, aside: number): Edge[] {
  const edges: Edge[] = [];
  let [ax, ay] = [(numbers[0] as number) + aside, numbers[1] as number];
  for (let at = 2; at < numbers.length; at += 2) {
    const [bx, by] = [(numbers[at] as number) + aside, numbers[at + 1] as number];
    const length = Math.hypot(bx - ax, by - ay);
    const share = Math.min(1 / 3, cutOff / length);
    const [dx, dy] = [share * (bx - ax), share * (by - ay)];
    const point = at / 2 - 1;
    const edge = { ring, point, isCorner: false, length, ax: ax + dx, ay: ay + dy, bx: bx - dx, by: by - dy };
    [ax, ay] = [bx, by];
    // A point that is repeated.
    if (length === 0) continue;
    const before = edges.at(-1);
    if (before) edges.push(between(before, edge));
    edges.push(edge);
  }
  const [first, last] = [edges[0], edges.at(-1)];
  const isRoundPole = numbers[0] !== numbers.at(-2);
  if (first && last && !isRoundPole) edges.push(between(last, first));
  return edges;
}

/** The edge that cuts off the corner between two others. */
const between = (before: Edge, after: Edge): Edge => ({
  ring: after.ring,
  point: after.point,
  isCorner: true,
  length: Math.min(before.length, after.length),
  ax: before.bx,
  ay: before.by,
  bx: after.ax,
  by: after.ay,
});

/** How far a point lies to the left of the line of an edge, in degrees. */
const leftOf = ({ ax, ay, bx, by }: Edge, x: number, y: number): number =>
  ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / Math.hypot(bx - ax, by - ay);

const areApart = (one: number, other: number): boolean =>
  Math.min(one, other) < -touch && Math.max(one, other) > touch;

/**
 * Where an edge crosses another that begins farther east, or where they begin to lie on each other. `depth`: the
 * shortest distance by which an end reaches beyond the other edge, or the length that they share.
 */
function meetingOf(one: Edge, other: Edge): Meeting | undefined {
  const { ax, ay, bx, by } = other;
  const south = Math.max(Math.min(ay, by), Math.min(one.ay, one.by));
  const tall = Math.min(Math.max(ay, by), Math.max(one.ay, one.by)) - south;
  if (tall < 0) return undefined;
  const [fromA, fromB] = [leftOf(one, ax, ay), leftOf(one, bx, by)];
  if (areApart(fromA, fromB)) {
    const [oneA, oneB] = [leftOf(other, one.ax, one.ay), leftOf(other, one.bx, one.by)];
    if (!areApart(oneA, oneB)) return undefined;
    const share = fromA / (fromA - fromB);
    const depth =
      one.isCorner || other.isCorner
        ? Math.min(one.length, other.length)
        : Math.min(...[fromA, fromB, oneA, oneB].map(Math.abs));
    return { x: ax + share * (bx - ax), y: ay + share * (by - ay), depth, isAlong: false };
  }
  if (Math.abs(fromA) > touch || Math.abs(fromB) > touch) return undefined;
  // Both lie on one line: they share as much of it as their boxes do.
  const wide = Math.min(Math.max(ax, bx), Math.max(one.ax, one.bx)) - westOf(other);
  return { x: westOf(other), y: south, depth: Math.hypot(Math.max(0, wide), tall), isAlong: true };
}
