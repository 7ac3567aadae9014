/** Removes parts of a ring that have no area: paths out and back along the same line, and rings that are a line. */
import type { Position, Ring } from './area.ts';
import { boxOf, withoutJumps } from './outline.ts';

/** `points`: the numbers of the remaining points of the given ring, in order. `spike`: the first removed point. */
export type RingWithoutSpikes = { positions: Ring; points: Int32Array; flat: Float64Array; spike?: number };

/**
 * The rest of a closed ring; undefined if it has no area. A spike with any width stays. The ring stays as drawn
 * if all its spikes together are no longer than `unseen` of its size. Points are put on a stack, and the last one is
 * removed again while it is the tip of a spike, so that each point is examined only a few times however spikes are
 * nested.
 */
export function withoutSpikes(ring: Ring, unseen = 0): RingWithoutSpikes | undefined {
  const flat = withoutJumps(ring);
  if (!hasWidth(flat)) return undefined;
  const points = ring.length - 1;
  // The difference in longitude after one turn of a ring around a pole.
  const period = (flat[2 * points] as number) - (flat[0] as number);
  const x = (index: number) => flat[2 * index] as number;
  const y = (index: number) => flat[2 * index + 1] as number;
  let spike = -1;
  let length = 0;
  const leaveOut = (a: number, b: number, ahead: number) => {
    if (spike < 0) spike = b;
    length += Math.hypot(x(b) + ahead - x(a), y(b) - y(a));
  };
  /**
   * Whether a is at the same place as b, or b is the tip of a spike between a and c; `aheadB`, `aheadC`: whether it is
   * beyond the start.
   */
  const isTip = (a: number, b: number, c: number, aheadB: number, aheadC: number): boolean => {
    const [bx, by] = [x(b) + aheadB, y(b)];
    const [cx, cy] = [x(c) + aheadC, y(c)];
    if ((x(a) - bx) * (cx - bx) + (y(a) - by) * (cy - by) <= 0) return false;
    return orientation(x(a), y(a), bx, by, cx, cy) === 0;
  };
  const isSame = (a: number, b: number, ahead: number) => x(a) === x(b) + ahead && y(a) === y(b);

  const left = new Int32Array(points);
  let end = 0;
  for (let next = 0; next < points; next++) {
    for (; end > 0; end--) {
      const last = left[end - 1] as number;
      if (isSame(last, next, 0)) continue;
      if (end < 2 || !isTip(left[end - 2] as number, last, next, 0, 0)) break;
      leaveOut(left[end - 2] as number, last, 0);
    }
    left[end++] = next;
  }
  let start = 0;
  // The same for the place where the end of the ring meets its start.
  while (end - start > 2) {
    const [a, b] = [left[end - 2] as number, left[end - 1] as number];
    const [c, d] = [left[start] as number, left[start + 1] as number];
    if (isSame(b, c, period)) end--;
    else if (isTip(a, b, c, 0, period)) {
      leaveOut(a, b, 0);
      end--;
    } else if (isTip(b, c, d, period, period)) {
      leaveOut(b, c, period);
      start++;
    } else break;
  }
  const { west, east, south, north } = boxOf(flat);
  if (spike < 0 || length <= unseen * Math.max(east - west, north - south))
    return { positions: ring, points: Int32Array.from(ring.keys()), flat };
  if (end - start < 3) return undefined;
  const closed = Int32Array.of(...left.subarray(start, end), left[start] as number);
  const positions = Array.from(closed, (index) => ring[index] as Position);
  return { positions, points: closed, flat: withoutJumps(positions), spike };
}

/** Positive when c lies to the left of the line from a to b, negative to the right, 0 on it. */
const orientation = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

/** Whether the points are not all on one line. */
function hasWidth(flat: Float64Array): boolean {
  const [ax, ay] = [flat[0] as number, flat[1] as number];
  let [bx, by] = [ax, ay];
  for (let at = 2; at < flat.length; at += 2) {
    const [x, y] = [flat[at] as number, flat[at + 1] as number];
    if (bx === ax && by === ay) [bx, by] = [x, y];
    else if (orientation(ax, ay, bx, by, x, y) !== 0) return true;
  }
  return false;
}
