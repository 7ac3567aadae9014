/** The edges of one polygon in the form that the search for crossings needs: each from its west end to its east end. */
import { boxOf, isRoundPole } from './outline.ts';

export type Edges = {
  count: number;
  /** West end, then east end: x, y, x, y. For an edge that runs due north, the lower end is first. */
  ends: Float64Array;
  /** The ring and point at which an edge starts as drawn, counted from 0. */
  ring: Int32Array;
  point: Int32Array;
  /** The corner of the drawing at each edge's west end, then at its east end: consecutive edges share one. */
  corners: Int32Array;
  /** 1 for an edge that starts at its west end as drawn. */
  isEastward: Uint8Array;
  /**
   * Whether the map is a cylinder. Edges may then be present twice, and the list is complete only from 0 to below 360.
   */
  isRound: boolean;
};

/** Doubles nearer to zero are treated as zero: their products would underflow. */
const nothing = 1e-100;

/**
 * All edges of the rings of a polygon (without jumps) on one flat map. If a ring goes around a pole, the map is a
 * cylinder: each edge is moved so that it starts within one turn, and an edge that crosses its end is added a second
 * time.
 */
export function edgesOf(rings: Float64Array[]): Edges {
  const isRound = rings.some(isRoundPole);
  const outer = boxOf(rings[0] as Float64Array);
  const max = rings.reduce((sum, ring) => sum + ring.length / 2, 0) * (isRound ? 2 : 1);
  const edges = {
    count: 0,
    ends: new Float64Array(max * 4),
    ring: new Int32Array(max),
    point: new Int32Array(max),
    corners: new Int32Array(max * 2),
    isEastward: new Uint8Array(max),
    isRound,
  };
  let corner = 0;
  const add = (ax: number, ay: number, bx: number, by: number, ring: number, point: number) => {
    const isEastward = ax < bx || (ax === bx && ay < by);
    const at = edges.count++;
    const west = 4 * at + (isEastward ? 0 : 2);
    const east = 4 * at + (isEastward ? 2 : 0);
    edges.ends[west] = ax;
    edges.ends[west + 1] = ay;
    edges.ends[east] = bx;
    edges.ends[east + 1] = by;
    edges.ring[at] = ring;
    edges.point[at] = point;
    edges.isEastward[at] = isEastward ? 1 : 0;
    edges.corners[2 * at + (isEastward ? 0 : 1)] = corner;
    edges.corners[2 * at + (isEastward ? 1 : 0)] = corner + 1;
  };
  for (const [ring, numbers] of rings.entries()) {
    const [first, firstCorner] = [edges.count, corner];
    const aside = isRound ? 0 : turnsInto(outer, numbers);
    let [ax, ay, from] = [placed(numbers[0] as number) + aside, placed(numbers[1] as number), 0];
    for (let at = 2; at < numbers.length; at += 2) {
      const bx = placed(numbers[at] as number) + aside;
      const by = placed(numbers[at + 1] as number);
      // A point that is repeated.
      if (ax === bx && ay === by) continue;
      if (isRound) {
        const back = 360 * Math.floor(Math.min(ax, bx) / 360);
        add(ax - back, ay, bx - back, by, ring, from);
        const more = back + 360;
        // A single subtraction, so that the ends of consecutive edges remain the same doubles.
        if (Math.max(ax, bx) >= more) add(ax - more, ay, bx - more, by, ring, from);
      } else add(ax, ay, bx, by, ring, from);
      corner++;
      [ax, ay, from] = [bx, by, at / 2];
    }
    // The last edge, which may be present twice, ends where the ring starts.
    for (let end = 2 * Math.max(first, edges.count - 2); end < 2 * edges.count; end++)
      if (edges.corners[end] === corner) edges.corners[end] = firstCorner;
    corner++;
  }
  return edges;
}

const placed = (value: number): number => (Math.abs(value) < nothing ? 0 : value);

/** Degrees by which a hole is drawn turns away from its outer ring. */
export function turnsInto(outer: { west: number; east: number }, hole: Float64Array): number {
  const { west, east } = boxOf(hole);
  if (west < outer.west && east + 360 <= outer.east) return 360;
  return east > outer.east && west - 360 >= outer.west ? -360 : 0;
}
