/**
 * Simplifies an outline by Visvalingam and Whyatt (1993): the point whose triangle with its neighbours is smallest is
 * removed first. A point stays while another point of the same polygon is in its triangle, so that no edge starts to
 * cross another. The ends of a ring and points on the antimeridian or at a pole always stay.
 */
import FlatQueue from 'flatqueue';
import type { Position } from './area.ts';
import { pointsOf, type DrawnPolygon, type DrawnRing } from './drawn.ts';
import { boxOf, isRoundPole, turnsInto } from './outline.ts';
import { PointGrid } from './point-grid.ts';
import { triangleArea } from './ring-area.ts';
import { withoutSpikes } from './without-spikes.ts';

/** The average number of grid points that may be examined for each point of the outline. */
const maxLooks = 60;

/** Points in order; the last point of a ring is its first again. */
type Chains = {
  x: Float64Array;
  y: Float64Array;
  before: Int32Array;
  after: Int32Array;
  /** The index, in the list below, of the ring that a point belongs to. */
  ring: Int32Array;
  isFixed: Uint8Array;
};
type Chain = {
  drawn: DrawnRing;
  polygon: number;
  isOuter: boolean;
  isRound: boolean;
  start: number;
  left: number;
};

/**
 * Reduces an outline to at most `max` points, with closing points, or to as few as possible before more than
 * `maxChanged` of the area changes. `changed` is at least the area that belongs to only one of the two outlines, as
 * `ringArea` counts it: the total of the removed triangles.
 */
export function simplified(
  polygons: DrawnPolygon[],
  max: number,
  maxChanged: number,
): { polygons: DrawnPolygon[]; points: number; changed: number } {
  const { rings, chains } = chained(polygons);
  const { x, y, before, after, ring: ringOf, isFixed } = chains;
  const isOff = new Uint8Array(x.length);
  const grid = new PointGrid(x, y, isOff, maxLooks * x.length);
  const area = new Float64Array(x.length);
  const queue = new FlatQueue<number>(3 * x.length);
  /** The number of rings that a polygon still has: its outer ring is removed last. */
  const ringsLeft = polygons.map((polygon) => polygon.rings.length);
  let points = x.length;
  let changed = 0;

  const weigh = (point: number, least: number): void => {
    const [a, c] = [before[point] as number, after[point] as number];
    if (isFixed[point] === 1 || Math.abs((x[a] as number) - (x[c] as number)) >= 180) return;
    // Never less than the previous area: otherwise a point could go only because its neighbour did.
    area[point] = Math.max(triangleAt(chains, point), least);
    queue.push(point, area[point]);
  };
  const drop = (point: number): void => {
    isOff[point] = 1;
    points--;
    (rings[ringOf[point] as number] as Chain).left--;
  };
  for (let point = 0; point < x.length; point++) weigh(point, 0);

  while (points > max && changed <= maxChanged) {
    const size = queue.peekValue();
    const point = queue.pop();
    if (point === undefined || size === undefined) break;
    // Outdated: the area was computed again since, or the point was removed.
    if (isOff[point] === 1 || area[point] !== size) continue;
    const ring = rings[ringOf[point] as number] as Chain;
    const [a, c] = [before[point] as number, after[point] as number];
    const isLast = ring.left === 4 && !ring.isRound;
    if (ring.left <= 4 && !(isLast && (!ring.isOuter || ringsLeft[ring.polygon] === 1))) continue;
    const end = ring.start + ring.drawn.points.length - 1;
    const isOther = (other: number): boolean =>
      (rings[ringOf[other] as number] as Chain).polygon === ring.polygon &&
      !(other === ring.start && c === end) &&
      !(other === end && a === ring.start);
    if (grid.holds(a, point, c, isOther)) continue;
    changed += triangleAt(chains, point);
    if (isLast) {
      for (let each = ring.start; each < end; each = after[each] as number) drop(each);
      drop(end);
      ringsLeft[ring.polygon] = (ringsLeft[ring.polygon] as number) - 1;
      continue;
    }
    drop(point);
    after[a] = c;
    before[c] = a;
    weigh(a, size);
    weigh(c, size);
  }
  const left = rebuilt(polygons, rings, isOff);
  return { polygons: left, points: left.reduce((sum, each) => sum + pointsOf(each.rings), 0), changed };
}

/** The area of the triangle of a point with its neighbours. */
function triangleAt({ x, y, before, after }: Chains, point: number): number {
  const [a, c] = [before[point] as number, after[point] as number];
  const [px, py] = [x[point] as number, y[point] as number];
  return triangleArea(x[a] as number, y[a] as number, px, py, x[c] as number, y[c] as number);
}

function chained(polygons: DrawnPolygon[]): { rings: Chain[]; chains: Chains } {
  const count = polygons.reduce((sum, { rings }) => sum + pointsOf(rings), 0);
  const chains: Chains = {
    x: new Float64Array(count),
    y: new Float64Array(count),
    before: new Int32Array(count),
    after: new Int32Array(count),
    ring: new Int32Array(count),
    isFixed: new Uint8Array(count),
  };
  const rings: Chain[] = [];
  let start = 0;
  for (const [polygon, { rings: drawnRings }] of polygons.entries())
    for (const [index, drawn] of drawnRings.entries()) {
      // Holes are moved to the same turn of the map as their outer ring.
      const aside = index === 0 ? 0 : turnsInto(boxOf((drawnRings[0] as DrawnRing).flat), drawn.flat);
      const left = drawn.points.length;
      for (const [at, [longitude, latitude]] of drawn.positions.entries()) {
        const point = start + at;
        chains.x[point] = (drawn.flat[2 * at] as number) + aside;
        chains.y[point] = latitude;
        [chains.before[point], chains.after[point]] = [point - 1, point + 1];
        chains.ring[point] = rings.length;
        const isEnd = at === 0 || at === left - 1;
        chains.isFixed[point] = isEnd || Math.abs(longitude) === 180 || Math.abs(latitude) === 90 ? 1 : 0;
      }
      rings.push({ drawn, polygon, isOuter: index === 0, isRound: isRoundPole(drawn.flat), start, left });
      start += left;
    }
  return { rings, chains };
}

function rebuilt(polygons: DrawnPolygon[], chains: Chain[], isOff: Uint8Array): DrawnPolygon[] {
  let next = 0;
  return polygons
    .map(({ polygon, rings }) => ({
      polygon,
      rings: rings.flatMap((drawn): DrawnRing[] => {
        const { start } = chains[next++] as Chain;
        const isLeft = (_: unknown, at: number) => isOff[start + at] === 0;
        const positions: Position[] = drawn.positions.filter(isLeft);
        // A spike may remain where an outline crossed itself.
        const ring = positions.length === 0 ? undefined : withoutSpikes(positions);
        if (!ring) return [];
        const sent = drawn.points.filter(isLeft);
        return [{ ...drawn, ...ring, points: ring.points.map((at) => sent[at] as number) }];
      }),
    }))
    .filter(({ rings }) => rings.length > 0);
}
