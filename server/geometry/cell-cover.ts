/** The cells that represent an area in the index: few, and none larger than needed. */
import { boxOfCell, cellAround, cellNumber, deepest, quarters, type Cell } from './cells.ts';
import { covers } from './covers.ts';
import type { Box, Outline } from './outline.ts';

/** `isInside`: the whole cell belongs to the area, so that no further test is needed there. */
export type CoverCell = { cell: number; isInside: boolean };

const maxCells = 16;

/** Edges as ax, ay, bx, by, one after the other. */
type PackedEdges = Float64Array;
type CellEdges = { cell: Cell; edges: PackedEdges };

/**
 * At most 16 cells that contain the whole area: the largest cell with an edge inside is split into quarters again and
 * again. A point on the line between two cells may be in one of them only; queries look on both sides.
 */
export function cellCover(outline: Outline): CoverCell[] {
  const edges = edgesOnMap(outline);
  const inside: Cell[] = [];
  const done: CellEdges[] = [];
  const open: CellEdges[] = [smallest({ cell: { depth: 0, column: 0, row: 0 }, edges }, outline)];
  const finest = Math.min(deepest, depthOf(outline) + 5);
  for (;;) {
    const part = open.sort((one, other) => one.cell.depth - other.cell.depth).shift();
    if (!part) break;
    const split = part.cell.depth < finest ? quartered(part, outline) : undefined;
    const count = inside.length + done.length + open.length;
    const isNone = split?.inside.length === 0 && split.parts.length === 0;
    if (!split || isNone || count + split.inside.length + split.parts.length > maxCells) done.push(part);
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

/** The depth at which a cell is about as large as the area. */
function depthOf({ polygons }: Outline): number {
  const sizes = polygons.flatMap((rings) =>
    rings.map(({ box }) => Math.max(box.east - box.west, 2 * (box.north - box.south))),
  );
  return Math.max(0, Math.floor(Math.log2(360 / Math.max(...sizes))));
}

/** All edges, on the map from -180 to 180; a ring that goes beyond is repeated one turn away. */
function edgesOnMap({ polygons }: Outline): PackedEdges {
  const onMap: { numbers: Float64Array; turn: number }[] = [];
  for (const rings of polygons)
    for (const { numbers, box } of rings)
      for (let turn = -720; box.west + turn <= 180; turn += 360)
        if (box.east + turn >= -180) onMap.push({ numbers, turn });
  const edges = new Float64Array(onMap.reduce((sum, { numbers }) => sum + 2 * (numbers.length - 2), 0));
  let at = 0;
  for (const { numbers, turn } of onMap)
    for (let from = 0; from < numbers.length - 2; from += 2) {
      edges[at++] = (numbers[from] as number) + turn;
      edges[at++] = numbers[from + 1] as number;
      edges[at++] = (numbers[from + 2] as number) + turn;
      edges[at++] = numbers[from + 3] as number;
    }
  return edges;
}

function quartered({ cell, edges }: CellEdges, outline: Outline): { inside: Cell[]; parts: CellEdges[] } {
  const inside: Cell[] = [];
  const parts: CellEdges[] = [];
  for (const quarter of quarters(cell)) {
    const box = boxOfCell(quarter);
    const within = edgesThrough(box, edges);
    if (within.length > 0) parts.push(smallest({ cell: quarter, edges: within }, outline));
    else if (covers(outline, (box.west + box.east) / 2, (box.south + box.north) / 2)) inside.push(quarter);
  }
  return { inside, parts };
}

/** Moves edges into the smallest cell that contains them, if nothing else of the area is in the larger one. */
function smallest({ cell, edges }: CellEdges, outline: Outline): CellEdges {
  const map = boxOfCell(cell);
  const held: Box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (let at = 0; at < edges.length; at += 2) {
    const x = edges[at] as number;
    const y = edges[at + 1] as number;
    if (x < held.west) held.west = x;
    if (x > held.east) held.east = x;
    if (y < held.south) held.south = y;
    if (y > held.north) held.north = y;
  }
  if (!isWithin(held, map)) return { cell, edges };
  const smaller = cellAround(held);
  // All edges end within the cell: the space around them is all inside, as around a hole, or all outside.
  const isAllWithin =
    smaller.depth > cell.depth &&
    isWithin(held, boxOfCell(smaller)) &&
    [map.west, map.east].every((x) => [map.south, map.north].every((y) => !covers(outline, x, y)));
  return isAllWithin ? { cell: smaller, edges } : { cell, edges };
}

/** Rounding may put a point on a line between cells into the neighbouring cell. */
const isWithin = (held: Box, { west, east, south, north }: Box): boolean =>
  held.west >= west && held.east <= east && held.south >= south && held.north <= north;

/**
 * The edges that pass through the interior of a box, without its sides. A point on a side counts: otherwise no cell
 * would contain it.
 */
function edgesThrough({ west, east, south, north }: Box, edges: PackedEdges): PackedEdges {
  const through = new Float64Array(edges.length);
  let length = 0;
  for (let at = 0; at < edges.length; at += 4) {
    const ax = edges[at] as number;
    const ay = edges[at + 1] as number;
    const bx = edges[at + 2] as number;
    const by = edges[at + 3] as number;
    if (ax === bx && ay === by) {
      if (ax < west || ax > east || ay < south || ay > north) continue;
    } else if (
      (ax <= west && bx <= west) ||
      (ax >= east && bx >= east) ||
      (ay <= south && by <= south) ||
      (ay >= north && by >= north)
    )
      continue;
    // All corners are on one side of the edge's line, so it passes by.
    const dx = bx - ax;
    const dy = by - ay;
    const southwest = dx * (south - ay) - dy * (west - ax);
    const southeast = dx * (south - ay) - dy * (east - ax);
    const northwest = dx * (north - ay) - dy * (west - ax);
    const northeast = dx * (north - ay) - dy * (east - ax);
    if (southwest > 0 && southeast > 0 && northwest > 0 && northeast > 0) continue;
    if (southwest < 0 && southeast < 0 && northwest < 0 && northeast < 0) continue;
    through[length] = ax;
    through[length + 1] = ay;
    through[length + 2] = bx;
    through[length + 3] = by;
    length += 4;
  }
  return through.subarray(0, length);
}
