/** The point that stands for an area on a map of many projects. */
import type { LngLat } from '../geometry/area.ts';
import { isOfPoints, type Outline } from '../geometry/outline.ts';
import { isWorldwide } from './map-frame.ts';
import { coarse, pointsInside, type SamplePoint } from './sample-outline.ts';

/** As many points are looked at, however many an outline has. */
const maxPoints = 800;
const maxPolygons = 100;
const grid = 9;
/** Parts of the map end before their northern edge, and the last one ends at the pole. */
const maxLatitude = 89.9999;

/** Eleven metres: the same number as text in both engines. */
const rounded = (degrees: number): number => Math.round(degrees * 10_000) / 10_000;

/**
 * The point inside the largest part that is nearest to its middle; for pins, the one nearest to the middle of all.
 * Undefined for an outline that reaches around the world.
 */
export function middleOf(outline: Outline): LngLat | undefined {
  const { polygons } = coarse(outline, maxPoints, maxPolygons);
  const boxes = polygons.flatMap(([outer]) => (outer ? [outer.box] : []));
  const isPins = isOfPoints(outline);
  if (boxes.length === 0 || (!isPins && isWorldwide(boxes))) return undefined;
  const inside = pointsInside({ polygons, points: maxPoints }, grid, isPins ? maxPolygons : 1);
  const [largest] = boxes;
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle: SamplePoint =
    isPins || !largest
      ? [mean(inside.map(([lng]) => lng)), mean(inside.map(([, lat]) => lat))]
      : [(largest.west + largest.east) / 2, (largest.south + largest.north) / 2];
  const away = ([lng, lat]: SamplePoint) => Math.hypot(lng - middle[0], lat - middle[1]);
  const [lng, lat] = inside.reduce(
    (best, point) => (away(point) < away(best) ? point : best),
    inside[0] ?? middle,
  );
  return {
    lng: rounded(((((lng + 180) % 360) + 360) % 360) - 180),
    lat: Math.min(maxLatitude, rounded(lat)),
  };
}
