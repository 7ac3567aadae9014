/**
 * The quad-tree of the world. A cell is a quarter of its parent; its number encodes its position and depth, and
 * everything within a cell is one range of numbers, so that a plain B-tree finds it.
 */
import type { LngLat } from './area.ts';
import type { Box } from './outline.ts';

/** The smallest cells measure 38 metres from east to west at the equator. */
export const deepest = 20;
const side = 2 ** deepest;

/** Columns from the antimeridian eastward, rows from the south pole; `2 ** depth` of each. */
export type Cell = { depth: number; column: number; row: number };

/** `(position * 2 + 1) * 4 ** (deepest - depth)`, where `position` counts along the quarters (Z-order): below 2^42. */
export const cellNumber = ({ depth, column, row }: Cell): number =>
  (interleaved(column, row) * 2 + 1) * 4 ** (deepest - depth);

/** The numbers of a cell and of everything within it, both ends included. */
function cellRange(cell: Cell): [from: number, to: number] {
  const [number, reach] = [cellNumber(cell), 4 ** (deepest - cell.depth) - 1];
  return [number - reach, number + reach];
}

export const boxOfCell = ({ depth, column, row }: Cell): Box => {
  const size = 2 ** depth;
  return {
    west: (column / size) * 360 - 180,
    east: ((column + 1) / size) * 360 - 180,
    south: (row / size) * 180 - 90,
    north: ((row + 1) / size) * 180 - 90,
  };
};

export const quarters = ({ depth, column, row }: Cell): Cell[] =>
  [0, 1].flatMap((up) =>
    [0, 1].map((right) => ({ depth: depth + 1, column: 2 * column + right, row: 2 * row + up })),
  );

/** The smallest cell that contains a box on the map. */
export function cellAround({ west, south, east, north }: Box): Cell {
  let [column, row] = [columnOf(west), rowOf(south)];
  let [right, top] = [columnOf(east), rowOf(north)];
  let depth = deepest;
  for (; column !== right || row !== top; depth--) {
    [column, row] = [column >> 1, row >> 1];
    [right, top] = [right >> 1, top >> 1];
  }
  return { depth, column, row };
}

const within = (index: number): number => Math.min(side - 1, Math.max(0, Math.floor(index)));
const columnOf = (longitude: number): number => within(((longitude + 180) / 360) * side);
const rowOf = (latitude: number): number => within(((latitude + 90) / 180) * side);

/** Degrees: a few times the tolerance for lying on a boundary. */
const atEdge = 4e-9;

/**
 * All cells, the smallest first, in which an area that covers the place may be found. A place on the edge between cells
 * is in all of them, and the antimeridian is such an edge.
 */
export function cellsAt({ lng, lat }: LngLat): number[] {
  const numbers = new Set<number>();
  const columns = new Set(
    [-atEdge, 0, atEdge].map((off) => columnOf(lng + off > 180 ? -180 : lng + off < -180 ? 180 : lng + off)),
  );
  const rows = new Set([-atEdge, 0, atEdge].map((off) => rowOf(lat + off)));
  for (let up = 0; up <= deepest; up++)
    for (const column of columns)
      for (const row of rows)
        numbers.add(cellNumber({ depth: deepest - up, column: column >> up, row: row >> up }));
  return [...numbers];
}

const degreesPerKm = 1 / 111.19;
const maxColumns = 32;
/** Levels: the cells are a quarter as wide as the circle, because larger ones contain much that is too far away. */
const finer = 2;

/** Ranges of cells that together contain everything within `km` of a place, and their parent cells. */
export function cellsWithin(
  km: number,
  { lng, lat }: LngLat,
): { ranges: [number, number][]; above: number[] } {
  const reach = km * degreesPerKm;
  const [south, north] = [Math.max(-90, lat - reach), Math.min(90, lat + reach)];
  const narrow = Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180);
  // Near a pole, a small circle reaches all longitudes.
  const wide = narrow * 180 > reach ? reach / narrow : 180;
  let depth = Math.min(deepest, Math.floor(Math.log2(180 / (north - south))) + finer);
  while (depth > 0 && Math.ceil((2 * wide) / (360 / 2 ** depth)) + 1 > maxColumns) depth--;
  const up = deepest - depth;
  const [bottom, top] = [rowOf(south) >> up, rowOf(north) >> up];
  const columns = 2 ** depth;
  const first = Math.floor(((lng - wide + 180) / 360) * columns);
  const last = Math.floor(((lng + wide + 180) / 360) * columns);
  const ranges: [number, number][] = [];
  const above = new Set<number>();
  for (let index = first; index <= Math.min(last, first + columns - 1); index++)
    for (let row = bottom; row <= top; row++) {
      const column = (index + columns) % columns;
      ranges.push(cellRange({ depth, column, row }));
      for (let more = 1; more <= depth; more++)
        above.add(cellNumber({ depth: depth - more, column: column >> more, row: row >> more }));
    }
  return { ranges: joined(ranges), above: [...above] };
}

/** Joins ranges of adjacent cells. */
function joined(ranges: [from: number, to: number][]): [from: number, to: number][] {
  const all: [from: number, to: number][] = [];
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    const before = all.at(-1);
    // Between two adjacent cells there is one number: that of a cell above them.
    if (before && from - before[1] <= 2) before[1] = to;
    else all.push([from, to]);
  }
  return all;
}

/** Interleaves the bits of two numbers below 2^20 (Morton code); in two halves, because bit operations have 32 bits. */
const interleaved = (column: number, row: number): number =>
  (spread(column >> 10) + 2 * spread(row >> 10)) * 2 ** 20 + spread(column & 1023) + 2 * spread(row & 1023);

/** Spreads ten bits, with a zero before each. */
function spread(bits: number): number {
  let wide = bits;
  wide = (wide | (wide << 8)) & 0x00ff00ff;
  wide = (wide | (wide << 4)) & 0x0f0f0f0f;
  wide = (wide | (wide << 2)) & 0x33333333;
  return (wide | (wide << 1)) & 0x55555555;
}
