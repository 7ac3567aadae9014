/**
 * Fewer points for the borders of countries and states. Neighbours share each arc of a topology, so an arc that is
 * simplified once is the same for both: outlines that are simplified one by one leave gaps and overlaps between them,
 * which a map shows as lakes and lines.
 */
import { readFileSync } from 'node:fs';
import type { Area, Position } from '../server/geometry/area.ts';

type Geometry = {
  id?: string | number;
  properties?: { name: string };
} & ({ type: 'Polygon'; arcs: number[][] } | { type: 'MultiPolygon'; arcs: number[][][] });

/** TopoJSON (https://github.com/topojson/topojson-specification), with those of its parts that are read here. */
export type Topology = {
  transform?: { scale: [number, number]; translate: [number, number] };
  arcs: number[][][];
  objects: Record<string, { type: 'GeometryCollection'; geometries: Geometry[] }>;
};

export const readTopology = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Topology;

/** Names the outlines of an object, with the arcs in place of the topology's. */
export function outlinesIn(
  { objects }: Topology,
  object: string,
  arcs: Position[][],
): { id: string | number | undefined; name: string; area: Area }[] {
  // Arcs that follow one another share a point. `~at` is arc `at`, backwards.
  const ring = (numbers: number[]) =>
    numbers.flatMap((at, place) => {
      const points = at < 0 ? (arcs[~at] ?? []).toReversed() : (arcs[at] ?? []);
      return place === 0 ? points : points.slice(1);
    });
  return (objects[object]?.geometries ?? []).map(({ id, properties, ...shape }) => ({
    id,
    name: properties?.name ?? '',
    area:
      shape.type === 'Polygon'
        ? { type: 'Polygon', coordinates: shape.arcs.map(ring) }
        : { type: 'MultiPolygon', coordinates: shape.arcs.map((polygon) => polygon.map(ring)) },
  }));
}

/** Degrees: a pixel and a half of the closest map that is drawn. */
const tolerance = 0.03;
/** A share of the extent of an arc, so that a small country or island keeps its shape. */
const maxShare = 1 / 40;

/** The arcs of a topology as positions: the file has whole numbers, each as its distance from the one before. */
export function arcsOf({ transform, arcs }: Topology): Position[][] {
  const [scaleX = 1, scaleY = 1] = transform?.scale ?? [];
  const [fromX = 0, fromY = 0] = transform?.translate ?? [];
  return arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([stepX = 0, stepY = 0]): Position => {
      [x, y] = transform ? [x + stepX, y + stepY] : [stepX, stepY];
      return [x * scaleX + fromX, y * scaleY + fromY];
    });
  });
}

/** Douglas-Peucker (1973); the ends stay, where other arcs begin. */
export function simplifiedArc(arc: Position[]): Position[] {
  const max = Math.min(tolerance, extentOf(arc) * maxShare);
  const kept = new Set([0, arc.length - 1]);
  const open: [number, number][] = [[0, arc.length - 1]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [first, last] = span;
    let farthest = { index: -1, distance: max };
    for (let index = first + 1; index < last; index++) {
      const distance = distanceTo(arc[index], arc[first], arc[last]);
      if (distance > farthest.distance) farthest = { index, distance };
    }
    if (farthest.index < 0) continue;
    kept.add(farthest.index);
    open.push([first, farthest.index], [farthest.index, last]);
  }
  return arc.filter((_, index) => kept.has(index));
}

const extentOf = (arc: Position[]): number => {
  const sides = [0, 1].map((axis) => arc.map((point) => point[axis] ?? 0));
  return Math.hypot(...sides.map((side) => Math.max(...side) - Math.min(...side)));
};

/** From a point to the line between two others, in degrees. */
function distanceTo(
  [x, y]: Position = [0, 0],
  [ax, ay]: Position = [0, 0],
  [bx, by]: Position = [0, 0],
): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}
