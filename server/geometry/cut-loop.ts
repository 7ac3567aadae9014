/** Cuts off the loop in which a ring crosses or overlaps itself, so that the rest can be checked. */
import { isRoundPole } from './outline.ts';
import type { Position } from './area.ts';
import { triangleArea } from './ring-area.ts';
import { withoutSpikes } from './without-spikes.ts';

/** A ring without jumps, and the number of each of its points in the ring as sent. */
export type Numbered = { flat: Float64Array; points: Int32Array };

/**
 * Cuts the ring where it meets itself: at `x`, `y`, on the edges from its points `one` and `other`. `area` is at least
 * that of the smaller loop (as `ringArea` counts), even if the loop itself crosses; `rest` is the ring without the
 * loop, undefined if nothing remains.
 */
export function cutLoop(
  { flat, points }: Numbered,
  meeting: { one: number; other: number; x: number; y: number },
): { area: number; rest: Numbered | undefined } {
  const one = Math.min(meeting.one, meeting.other);
  const other = Math.max(meeting.one, meeting.other);
  const last = points.length - 1;
  const { y } = meeting;
  // The fault may have been found on a different turn of the map than the ring.
  const x = meeting.x + 360 * Math.round(((flat[2 * one] as number) - meeting.x) / 360);

  /**
   * The total area of the triangles from the meeting point to each edge between two points: at least the area of the
   * loop.
   */
  const fan = (from: number, to: number): number => {
    let area = 0;
    for (let at = 2 * from; at < 2 * to; at += 2) {
      const [ax, ay] = [flat[at] as number, flat[at + 1] as number];
      area += triangleArea(x, y, ax, ay, flat[at + 2] as number, flat[at + 3] as number);
    }
    return area;
  };
  const inner = fan(one + 1, other);
  const outer = isRoundPole(flat) ? Infinity : fan(other + 1, last) + fan(0, one);
  const rest =
    inner <= outer
      ? {
          flat: [...flat.subarray(0, 2 * one + 2), x, y, ...flat.subarray(2 * other + 2)],
          points: [...points.subarray(0, one + 1), points[one] as number, ...points.subarray(other + 1)],
        }
      : {
          flat: [x, y, ...flat.subarray(2 * one + 2, 2 * other + 2), x, y],
          points: [points[one] as number, ...points.subarray(one + 1, other + 1), points[other] as number],
        };
  return { area: Math.min(inner, outer), rest: withoutTips(rest) };
}

/** Removes spikes, because the neck of a cut loop may have become one. */
function withoutTips({ flat, points }: { flat: number[]; points: number[] }): Numbered | undefined {
  const kept = withoutSpikes(
    points.map((_, at): Position => [flat[2 * at] as number, flat[2 * at + 1] as number]),
  );
  return kept && { flat: kept.flat, points: kept.points.map((at) => points[at] as number) };
}
