/** Whether a ring passes through another, or through itself, at a point that both have: touching there is fine. */
import type { Edges } from './edges.ts';
import { turn } from './orientation.ts';

/** One way out of the point; `pass` is the same for the two that belong together. */
type Way = { edge: number; pass: number; x: number; y: number; length: number };

/**
 * `here` are the ends of edges (as of `inOrder`) at one point, `through` an edge that runs on through it, or -1. Going
 * around the point, the two ways of a pass must not be parted by one way of another. `depth` is the shortest way.
 */
export function crossingPasses(
  edges: Edges,
  here: Int32Array,
  through: number,
): { one: number; other: number; depth: number } | undefined {
  const { ends, corners, isRound } = edges;
  if (here.length === 2 && through < 0) return undefined;
  const first = here[0] as number;
  const [x, y] = [ends[2 * first] as number, ends[2 * first + 1] as number];
  // Beyond one turn of a cylinder not every edge is there: the same point is judged a turn away.
  if (isRound && (x < 0 || x >= 360)) return undefined;
  const ways: Way[] = [];
  const add = (edge: number, isEast: boolean, pass: number) => {
    const at = 4 * edge + (isEast ? 2 : 0);
    const [wayX, wayY] = [ends[at] as number, ends[at + 1] as number];
    ways.push({ edge, pass, x: wayX, y: wayY, length: Math.hypot(wayX - x, wayY - y) });
  };
  for (const end of here) {
    const edge = end >> 1;
    add(edge, end % 2 === 0, corners[end] as number);
  }
  if (through >= 0) {
    add(through, true, -1);
    add(through, false, -1);
  }
  const isUpper = (way: Way) => way.y > y || (way.y === y && way.x > x);
  ways.sort(
    (one, other) =>
      Number(isUpper(other)) - Number(isUpper(one)) || turn(x, y, other.x, other.y, one.x, one.y),
  );
  const open: Way[] = [];
  for (const way of ways)
    if (open.at(-1)?.pass === way.pass) open.pop();
    else open.push(way);
  const [one, other] = open;
  if (!one || !other) return undefined;
  return {
    one: one.edge,
    other: other.edge,
    depth: Math.min(...open.slice(0, 4).map(({ length }) => length)),
  };
}
