/** The exact orientation predicate (Shewchuk 1997): the side of a line on which a point lies. */
import { orient2d } from 'robust-predicates';

/** Positive when c lies to the left of the line from a to b, negative to the right, 0 on it; the sign is exact. */
export const orientation = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number =>
  -orient2d(ax, ay, bx, by, cx, cy);
