/** On which side of a line a point is: exactly, for any doubles of the magnitude of degrees (Shewchuk 1997). */
import { orient2d } from 'robust-predicates';

/** Positive when c lies to the left of the line from a to b, negative to the right, 0 on it; the sign is exact. */
export const orientation = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number =>
  -orient2d(ax, ay, bx, by, cx, cy);
