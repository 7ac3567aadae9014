/** The cells that stand for an area in the index: few, and none larger than needed. */
import { boxOfCell, cellAround, cellNumber, deepest, quarters, type Cell } from './cells.ts';
import { covers } from './covers.ts';
import type { Box, Outline } from './outline.ts';

/** `isInside`: the whole cell belongs to the area, so that no further test is needed there. */
export type CoverCell = { cell: number; isInside: boolean };

const mostCells = 16;

/** Edges as ax, ay, bx, by in turn. */
type Edges = number[];
type Part = { cell: Cell; edges: Edges };

/**
 * At most 16 cells that hold the whole area: the largest that an edge goes through is quartered again and again.
 * What lies on the line between two cells may be in one of them only; whoever asks looks on both sides.
 */
export function cellCover(outline: Outline): CoverCell[] {
  const edges = edgesOnMap(outline);
  const inside: Cell[] = [];
  const done: Part[] = [];
  const open: Part[] = [smallest({ cell: { depth: 0, column: 0, row: 0 }, edges }, outline)];
  const finest = Math.min(deepest, depthOf(outline) + 5);
  for (;;) {
    const part = open.sort((one, other) => one.cell.depth - other.cell.depth).shift();
    if (!part) break;
    const split = part.cell.depth < finest ? quartered(part, outline) : undefined;
    const count = inside.length + done.length + open.length;
    const isNone = split?.inside.length === 0 && split.parts.length === 0;
    if (!split || isNone || count + split.inside.length + split.parts.length > mostCells) done.push(part);
    else {
      inside.push(...split.inside);
      open.push(...split.parts);
    }
  }
  return [
    ...inside.map((cell) => ({ cell: cellNumber(cell), isInside: true })),
    ...done.map(({ cell }) => ({ cell: cellNumber(cell), isInside: false })),
  ];
}

/** The depth at which cells are about as large as the area. */
function depthOf({ polygons }: Outline): number {
  const sizes = polygons.flatMap((rings) =>
    rings.map(({ box }) => Math.max(box.east - box.west, 2 * (box.north - box.south))),
  );
  return Math.max(0, Math.floor(Math.log2(360 / Math.max(...sizes))));
}

/** Every edge on the map from -180 to 180; a ring that goes beyond is there once more, a turn away. */
function edgesOnMap({ polygons }: Outline): Edges {
  const edges: Edges = [];
  for (const rings of polygons)
    for (const { numbers, box } of rings)
      for (let turn = -720; box.west + turn <= 180; turn += 360) {
        if (box.east + turn < -180) continue;
        for (let at = 2; at < numbers.length; at += 2)
          edges.push(
            (numbers[at - 2] as number) + turn,
            numbers[at - 1] as number,
            (numbers[at] as number) + turn,
            numbers[at + 1] as number,
          );
      }
  return edges;
}

function quartered({ cell, edges }: Part, outline: Outline): { inside: Cell[]; parts: Part[] } {
  const inside: Cell[] = [];
  const parts: Part[] = [];
  for (const quarter of quarters(cell)) {
    const box = boxOfCell(quarter);
    const within = edgesThrough(box, edges);
    if (within.length > 0) parts.push(smallest({ cell: quarter, edges: within }, outline));
    else if (covers(outline, (box.west + box.east) / 2, (box.south + box.north) / 2)) inside.push(quarter);
  }
  return { inside, parts };
}

/** The same edges in the smallest cell that holds them, where nothing else of the area lies in theirs. */
function smallest({ cell, edges }: Part, outline: Outline): Part {
  const map = boxOfCell(cell);
  const held: Box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (let at = 0; at < edges.length; at += 2) {
    const [x, y] = [edges[at] as number, edges[at + 1] as number];
    held.west = Math.min(held.west, x);
    held.east = Math.max(held.east, x);
    held.south = Math.min(held.south, y);
    held.north = Math.max(held.north, y);
  }
  if (held.west < map.west || held.east > map.east || held.south < map.south || held.north > map.north)
    return { cell, edges };
  const smaller = cellAround(held);
  // All edges end within the cell: what is around them is all inside, as about a hole, or all outside.
  const isAllWithin =
    smaller.depth > cell.depth &&
    [map.west, map.east].every((x) => [map.south, map.north].every((y) => !covers(outline, x, y)));
  return isAllWithin ? { cell: smaller, edges } : { cell, edges };
}

/** Those that go through the inside of a box; its sides do not count. */
function edgesThrough(box: Box, edges: Edges): Edges {
  const through: Edges = [];
  const { west, east, south, north } = box;
  for (let at = 0; at < edges.length; at += 4) {
    const [ax, ay] = [edges[at] as number, edges[at + 1] as number];
    const [bx, by] = [edges[at + 2] as number, edges[at + 3] as number];
    if (Math.max(ax, bx) <= west || Math.min(ax, bx) >= east) continue;
    if (Math.max(ay, by) <= south || Math.min(ay, by) >= north) continue;
    // All corners on one side of the edge's line: it passes by.
    const side = (x: number, y: number) => (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    const corners = [side(west, south), side(east, south), side(west, north), side(east, north)];
    if (Math.min(...corners) > 0 || Math.max(...corners) < 0) continue;
    through.push(ax, ay, bx, by);
  }
  return through;
}
