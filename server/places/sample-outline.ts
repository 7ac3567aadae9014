/** Coarse outlines and points inside of them: enough to say which regions two areas share, at a bounded cost. */
import { covers } from '../geometry/covers.ts';
import { boxOf, isOfPoints, type Box, type Outline } from '../geometry/outline.ts';

export type SamplePoint = [lng: number, lat: number];

/** Each ring keeps at least this many points. */
const minRing = 12;

const sizeOf = ({ west, east, south, north }: Box): number => (east - west) * (north - south);

/** The largest polygons without their holes, with about `maxPoints` points: every n-th point of each ring. */
export function coarse({ polygons, points }: Outline, maxPoints: number, maxPolygons: number): Outline {
  const largest = polygons
    .flatMap(([outer]) => (outer ? [outer] : []))
    .sort((one, other) => sizeOf(other.box) - sizeOf(one.box))
    .slice(0, maxPolygons);
  const step = Math.max(1, Math.ceil(points / maxPoints));
  const rings = largest.map(({ numbers }) => {
    const length = numbers.length / 2;
    const stride = Math.max(1, Math.min(step, Math.floor(length / minRing)));
    const sampled: number[] = [];
    for (let at = 0; at < length - 1; at += stride)
      sampled.push(numbers[2 * at] ?? 0, numbers[2 * at + 1] ?? 0);
    sampled.push(numbers[2 * length - 2] ?? 0, numbers[2 * length - 1] ?? 0);
    const ring = Float64Array.from(sampled);
    return { numbers: ring, box: boxOf(ring) };
  });
  return {
    polygons: rings.map((ring) => [ring]),
    points: rings.reduce((sum, { numbers }) => sum + numbers.length / 2, 0),
  };
}

/**
 * The points of a grid over each of the first polygons that lie inside; for an area of points, the points themselves.
 */
export function pointsInside(outline: Outline, grid: number, maxPolygons: number): SamplePoint[] {
  const boxes = outline.polygons.flatMap(([outer]) => (outer ? [outer.box] : [])).slice(0, maxPolygons);
  if (isOfPoints(outline)) return boxes.map(({ west, south }) => [west, south]);
  const steps = Array.from({ length: grid }, (_, step) => (step + 0.5) / grid);
  return boxes
    .flatMap(({ west, east, south, north }) =>
      steps.flatMap((x) =>
        steps.map((y): SamplePoint => [west + x * (east - west), south + y * (north - south)]),
      ),
    )
    .filter(([lng, lat]) => covers(outline, lng, lat));
}
