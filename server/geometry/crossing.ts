/**
 * Finds rings of a polygon that cross themselves or each other, or have a wrong position, with a line that sweeps over
 * the map from west to east (Shamos and Hoey 1976), in n log n steps for any input. Rings may touch at points. Every
 * decision is exact for the given doubles.
 */
import { EdgeOrder } from './edge-order.ts';
import { edgesOf, type Edges } from './edges.ts';
import { boxOf, isRoundPole, isRoundSouth } from './outline.ts';
import { crossingPasses } from './touching.ts';
import { isPlain } from './simple-polygon.ts';
import { inOrder } from './point-order.ts';
import { orientation } from './orientation.ts';

/** An edge as drawn, by the point of the ring at which it starts; both counted from 0. */
export type EdgePlace = { ring: number; point: number };

/**
 * `crossing`: two edges cross; `along`: they share more than a point; `outside`: a hole (the ring of `one`) is outside
 * the outer ring. `x` and `y` are the position.
 */
export type RingFault = {
  kind: 'crossing' | 'along' | 'outside';
  one: EdgePlace;
  other: EdgePlace;
  x: number;
  y: number;
};

/**
 * A flaw that nobody would see in a drawing a thousand dots wide is tolerated: it comes from simplifying or rounding.
 */
export const unseen = 1 / 1000;

/**
 * Returns the fault of the rings of one polygon (without jumps, the outer one first), apart from tolerated flaws: those
 * of a thousandth of the polygon's size, or of `max` degrees if that is more. After a flaw, the order of the edges
 * near it is uncertain: further faults are real, but one may be missed.
 */
export function ringFault(rings: Float64Array[], max = 0): RingFault | undefined {
  if (isPlain(rings)) return undefined;
  const edges = edgesOf(rings);
  const { west, east, south, north } = boxOf(rings[0] as Float64Array);
  const slip = Math.max(max, Math.max(east - west, north - south) * unseen);
  const fault = new Sweep(rings, edges, 0).firstFault();
  return fault && fault.depth <= slip ? new Sweep(rings, edges, slip).firstFault() : fault;
}

type FoundCrossing = RingFault & { depth: number };

/** One pass of the line from west to east. It finds the first fault that is larger than `slip` degrees. */
class Sweep {
  readonly #edges: Edges;
  readonly #slip: number;
  readonly #events: ReturnType<typeof inOrder>;
  /** The edges that cross the line, from south to north. */
  readonly #order: EdgeOrder;
  /** Whether the map just above an edge is inside the outer ring. */
  readonly #isInside: Uint8Array;
  readonly #isInsideBelow: number;
  #outside: FoundCrossing | undefined;
  /** The length of all overlaps: many short ones can be a ring that goes back along itself. */
  #alongInAll = 0;

  constructor(rings: Float64Array[], edges: Edges, slip: number) {
    const outer = rings[0] as Float64Array;
    this.#edges = edges;
    this.#slip = slip;
    this.#events = inOrder(edges);
    this.#order = new EdgeOrder(edges.count);
    this.#isInside = new Uint8Array(edges.count);
    this.#isInsideBelow = isRoundPole(outer) && isRoundSouth(outer) ? 1 : 0;
  }

  firstFault(): FoundCrossing | undefined {
    const { ends } = this.#edges;
    const events = this.#events;
    for (let from = 0; from < events.length;) {
      const first = events[from] as number;
      const [x, y] = [ends[2 * first] as number, ends[2 * first + 1] as number];
      let to = from + 1;
      for (; to < events.length; to++) {
        const end = events[to] as number;
        if (ends[2 * end] !== x || ends[2 * end + 1] !== y) break;
      }
      const fault = this.#faultAt(from, to, x, y);
      if (fault) return fault;
      from = to;
    }
    return this.#outside;
  }

  /** Moves the line over one point, where these events are: edges that end are removed before others are added. */
  #faultAt(from: number, to: number, x: number, y: number): FoundCrossing | undefined {
    let here = -1;
    for (let at = from; at < to; at++) {
      const end = this.#events[at] as number;
      if (end % 2 === 0) continue;
      const edge = end >> 1;
      const [below, above] = [this.#order.below(edge), this.#order.above(edge)];
      this.#order.remove(edge);
      const fault = this.#crossing(below, above);
      if (fault) return fault;
      here = above >= 0 ? above : below;
    }
    for (let at = from; at < to; at++) {
      const end = this.#events[at] as number;
      if (end % 2 === 1) continue;
      const edge = end >> 1;
      const fault = this.#insert(edge, end, x, y);
      if (fault) return fault;
      here = edge;
    }
    return this.#slip === 0 ? this.#sidesAt(from, to, x, y, here) : undefined;
  }

  /** Adds an edge that starts at `end`. */
  #insert(edge: number, end: number, x: number, y: number): FoundCrossing | undefined {
    const { ends } = this.#edges;
    const [farX, farY] = [ends[2 * end + 2] as number, ends[2 * end + 3] as number];
    let along = -1;
    this.#order.insert(edge, (other) => {
      const place = this.#side(other, x, y) || this.#side(other, farX, farY);
      if (place === 0) along = other;
      return place > 0;
    });
    const shared = along < 0 ? 0 : sharedLength(ends, along, edge);
    this.#alongInAll += shared;
    if (this.#alongInAll > this.#slip) return this.#fault('along', along, edge, x, y, shared);
    return this.#crossing(this.#order.below(edge), edge) ?? this.#crossing(edge, this.#order.above(edge));
  }

  /** Computes again, from the lowest edge at this point upward, which side of each edge is inside. */
  #sidesAt(from: number, to: number, x: number, y: number, near: number): FoundCrossing | undefined {
    const { ends, ring: ringOf } = this.#edges;
    const order = this.#order;
    const isHere = (edge: number) => edge >= 0 && this.#side(edge, x, y) === 0;
    let here = near >= 0 && !isHere(near) ? order.below(near) : near;
    while (isHere(here) && isHere(order.below(here))) here = order.below(here);
    let through = -1;
    for (; isHere(here); here = order.above(here)) {
      const below = order.below(here);
      const inside = below < 0 ? this.#isInsideBelow : (this.#isInside[below] as number);
      const ring = ringOf[here] as number;
      this.#isInside[here] = ring === 0 ? 1 - inside : inside;
      // Reported only if nothing crosses: a hole that crosses the outer ring also starts outside.
      if (ring > 0 && !inside) this.#outside ??= this.#fault('outside', here, here, x, y, Infinity);
      if (ends[4 * here] !== x || ends[4 * here + 1] !== y) through = here;
    }
    const passes = crossingPasses(this.#edges, this.#events.subarray(from, to), through);
    return passes && this.#fault('crossing', passes.one, passes.other, x, y, passes.depth);
  }

  /** On which side of an edge a point is; 0 if it is on the edge, or nearer to it than `slip`. */
  #side(edge: number, x: number, y: number): number {
    const { ends } = this.#edges;
    const at = 4 * edge;
    const [ax, ay] = [ends[at] as number, ends[at + 1] as number];
    const [bx, by] = [ends[at + 2] as number, ends[at + 3] as number];
    const place = orientation(ax, ay, bx, by, x, y);
    return this.#slip > 0 && Math.abs(place) <= this.#slip * Math.hypot(bx - ax, by - ay) ? 0 : place;
  }

  #crossing(lower: number, upper: number): FoundCrossing | undefined {
    if (lower < 0 || upper < 0) return undefined;
    const meeting = meetingOf(this.#edges.ends, lower, upper);
    return meeting && meeting.depth > this.#slip
      ? this.#fault('crossing', lower, upper, meeting.x, meeting.y, meeting.depth)
      : undefined;
  }

  #fault(
    kind: RingFault['kind'],
    one: number,
    other: number,
    x: number,
    y: number,
    depth: number,
  ): FoundCrossing {
    const { ring, point } = this.#edges;
    return {
      kind,
      one: { ring: ring[one] as number, point: point[one] as number },
      other: { ring: ring[other] as number, point: point[other] as number },
      x,
      y,
      depth,
    };
  }
}

type Four = [number, number, number, number];
const areOpposite = (one: number, other: number): boolean => (one > 0 && other < 0) || (one < 0 && other > 0);

/** The point where two edges cross, and the shortest distance by which an end reaches beyond the other edge. */
function meetingOf(ends: Float64Array, one: number, other: number) {
  const [a, b] = [4 * one, 4 * other];
  const [ax, ay, bx, by] = [ends[a], ends[a + 1], ends[a + 2], ends[a + 3]] as Four;
  const [cx, cy, dx, dy] = [ends[b], ends[b + 1], ends[b + 2], ends[b + 3]] as Four;
  if (Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) return undefined;
  const [fromC, fromD] = [orientation(ax, ay, bx, by, cx, cy), orientation(ax, ay, bx, by, dx, dy)];
  if (!areOpposite(fromC, fromD)) return undefined;
  const [fromA, fromB] = [orientation(cx, cy, dx, dy, ax, ay), orientation(cx, cy, dx, dy, bx, by)];
  if (!areOpposite(fromA, fromB)) return undefined;
  const depth = Math.min(
    Math.min(Math.abs(fromC), Math.abs(fromD)) / Math.hypot(bx - ax, by - ay),
    Math.min(Math.abs(fromA), Math.abs(fromB)) / Math.hypot(dx - cx, dy - cy),
  );
  const share = fromC / (fromC - fromD);
  return { x: cx + share * (dx - cx), y: cy + share * (dy - cy), depth };
}

/** The length that two edges share; 0 if they do not overlap. */
function sharedLength(ends: Float64Array, one: number, other: number): number {
  const [a, b] = [4 * one, 4 * other];
  const [ax, ay, bx, by] = [ends[a], ends[a + 1], ends[a + 2], ends[a + 3]] as Four;
  const [cx, cy, dx, dy] = [ends[b], ends[b + 1], ends[b + 2], ends[b + 3]] as Four;
  if (orientation(ax, ay, bx, by, cx, cy) !== 0 || orientation(ax, ay, bx, by, dx, dy) !== 0) return 0;
  // Both edges run eastward, or both northward.
  const [fromX, fromY] = cx > ax || (cx === ax && cy > ay) ? [cx, cy] : [ax, ay];
  const [toX, toY] = dx < bx || (dx === bx && dy < by) ? [dx, dy] : [bx, by];
  return Math.hypot(toX - fromX, toY - fromY);
}
