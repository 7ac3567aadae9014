/** Cuts off the loop in which a ring crosses itself or lies on itself, to see what is wrong with the rest. */
import { isRoundPole } from './outline.ts';
import type { Position } from './area.ts';
import { triangleArea } from './ring-area.ts';
import { withoutSpikes } from './without-spikes.ts';

/** A ring without jumps, and for each point which one of the ring as sent it is. */
export type Numbered = { flat: Float64Array; points: Int32Array };

/**
 * The ring meets itself at `x`, `y`, on the edges from its points `one` and `other`. `area` is at least that of the
 * smaller loop, as `ringArea` counts, even where the loop itself crosses; `rest` is the ring without it,
 * undefined where nothing is left.
 */
export function cutLoop(
  { flat, points }: Numbered,
  meeting: { one: number; other: number; x: number; y: number },
): { area: number; rest: Numbered | undefined } {
  const one = Math.min(meeting.one, meeting.other);
  const other = Math.max(meeting.one, meeting.other);
  const last = points.length - 1;
  const { y } = meeting;
  // A fault may be found on another turn of the map than the ring is on.
  const x = meeting.x + 360 * Math.round(((flat[2 * one] as number) - meeting.x) / 360);

  /** The triangles from the meeting to each edge from one point to another: together at least what the loop encloses. */
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

/** What was the neck of a loop may now be a spike. */
function withoutTips({ flat, points }: { flat: number[]; points: number[] }): Numbered | undefined {
  const kept = withoutSpikes(
    points.map((_, at): Position => [flat[2 * at] as number, flat[2 * at + 1] as number]),
  );
  return kept && { flat: kept.flat, points: kept.points.map((at) => points[at] as number) };
}
