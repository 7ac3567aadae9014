/** Whether a ring passes through another, or through itself, at a shared point. Merely touching there is allowed. */
import type { Edges } from './edges.ts';
import { orientation } from './orientation.ts';

/** One edge direction at the point; both directions of a ring's pass through the point have the same `pass`. */
type PassingEdge = { edge: number; pass: number; x: number; y: number; length: number };

/**
 * `here` are the ends of edges (from `inOrder`) at one point; `through` is an edge that runs through it, or -1. In the
 * order around the point, the two directions of a pass must not be separated by one direction of another pass. `depth`
 * is the length of the shortest edge.
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
  // Beyond one turn of a cylinder, edges may be missing: the same point is checked a turn away.
  if (isRound && (x < 0 || x >= 360)) return undefined;
  const ways: PassingEdge[] = [];
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
  const isUpper = (way: PassingEdge) => way.y > y || (way.y === y && way.x > x);
  ways.sort(
    (one, other) =>
      Number(isUpper(other)) - Number(isUpper(one)) || orientation(x, y, other.x, other.y, one.x, one.y),
  );
  const open: PassingEdge[] = [];
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
