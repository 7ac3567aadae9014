/** Reads the nested lists of GeoJSON's coordinates into rings of points, and checks each number. */
import { AreaFault, placed } from './area-fault.ts';
import type { Position, Ring } from './area.ts';

/** A ring as sent, closed if it was not; `gap`: the degrees between its first and its last point as sent. */
export type GivenRing = { positions: Ring; gap: number };

type PolygonLimits = { max: number; maxRead: number };

/** Reads the rings of each polygon. A list may be empty; whether anything remains is checked later. */
export function readPolygons(
  type: 'Polygon' | 'MultiPolygon',
  coordinates: unknown,
  limits: PolygonLimits,
): GivenRing[][] {
  const count = { points: 0 };
  const polygons = type === 'Polygon' ? [coordinates] : listOf(coordinates, 'polygon', '', limits);
  if (polygons.length === 0) throw new AreaFault('must have at least one polygon');
  return polygons.map((rings, polygon) =>
    listOf(rings, 'ring', placed({ polygon }), limits).map((ring, index) =>
      ringOf(ring, { polygon, ring: index }, count, limits),
    ),
  );
}

function listOf(value: unknown, what: string, where: string, limits: PolygonLimits): unknown[] {
  if (!Array.isArray(value)) throw new AreaFault(`must have a list of ${what}s${where}`);
  if (value.length > limits.maxRead) throw new AreaFault(tooMany(limits));
  return value as unknown[];
}

const tooMany = ({ max, maxRead }: PolygonLimits): string =>
  `must have at most ${maxRead} points in all, of which ${max} are kept; simplify the outline`;

function ringOf(
  value: unknown,
  where: { polygon: number; ring: number },
  count: { points: number },
  limits: PolygonLimits,
): GivenRing {
  const points = listOf(value, 'point', placed(where), limits);
  count.points += points.length;
  if (count.points > limits.maxRead) throw new AreaFault(tooMany(limits));
  const positions = points.map((point, index) => positionOf(point, { ...where, point: index }));
  const [first, last] = [positions[0], positions.at(-1)];
  if (!first || !last) return { positions, gap: 0 };
  const gap = gapOf(first, last);
  if (gap > 0 && positions.length < 4)
    throw new AreaFault(`must have rings of at least 4 points, the last of them the first${placed(where)}`);
  return first[0] === last[0] && first[1] === last[1]
    ? { positions, gap }
    : { positions: [...positions, first], gap };
}

/** The distance in degrees; both sides of the antimeridian are the same place. */
function gapOf([ax, ay]: Position, [bx, by]: Position): number {
  const across = Math.abs(bx - ax);
  return Math.hypot(Math.min(across, 360 - across), by - ay);
}

type PointPlace = { polygon?: number; ring?: number; point?: number };

/** `where`: the position as sent, counted from 0, for the fault. */
export function positionOf(value: unknown, where: PointPlace): Position {
  const [longitude, latitude] = Array.isArray(value) ? (value as unknown[]) : [];
  if (Array.isArray(longitude))
    throw new AreaFault(
      where.ring === undefined
        ? `is nested too deep: a MultiPoint is a list of points of two numbers, and a Point is one level less${placed(where)}`
        : `is nested too deep: a MultiPolygon is a list of polygons, each a list of rings, each a list of points of two numbers, and a Polygon is one level less${placed(where)}`,
    );
  if (typeof longitude !== 'number' || typeof latitude !== 'number')
    throw new AreaFault(`must have points of two numbers${placed(where)}`);
  // NaN and infinity fail these comparisons as well.
  if (Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90) return [longitude, latitude];
  const isBeyond = Math.abs(longitude) > 180 && Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90;
  const why = isBeyond
    ? '; beyond the antimeridian longitudes go on from -180'
    : '; the longitude comes first';
  throw new AreaFault(
    `must have points with a longitude from -180 to 180, then a latitude from -90 to 90${why}${placed(where)}`,
  );
}
