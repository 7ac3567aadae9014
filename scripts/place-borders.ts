/**
 * Fewer points for the borders of countries and states. Neighbours share each arc of a topology, so an arc that is
 * simplified once is the same for both: outlines that are simplified one by one leave gaps and overlaps between them,
 * which a map shows as lakes and lines.
 */
import type { Position } from 'geojson';
import type { Topology } from 'topojson-specification';

/** Degrees: a pixel and a half of the closest map that is drawn. */
const tolerance = 0.03;
/** A share of the extent of an arc, so that a small country or island keeps its shape. */
const maxShare = 1 / 40;

/** The same topology with simplified arcs, and without its quantization. */
export function withFewerPoints(topology: Topology): Topology {
  const { transform, arcs, ...rest } = topology;
  const [scaleX = 1, scaleY = 1] = transform?.scale ?? [];
  const [fromX = 0, fromY = 0] = transform?.translate ?? [];
  const decoded = arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([stepX = 0, stepY = 0]): Position => {
      [x, y] = transform ? [x + stepX, y + stepY] : [stepX, stepY];
      return [x * scaleX + fromX, y * scaleY + fromY];
    });
  });
  return { ...rest, arcs: decoded.map(simplifiedArc) };
}

/** Douglas-Peucker (1973); the ends stay, where other arcs begin. */
function simplifiedArc(arc: Position[]): Position[] {
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
  [x = 0, y = 0]: Position = [],
  [ax = 0, ay = 0]: Position = [],
  end: Position = [],
): number {
  const [bx = 0, by = 0] = end;
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}
