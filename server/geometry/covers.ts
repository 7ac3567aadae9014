/** Whether an area covers a point: exact, with holes, across the antimeridian and at the poles. */
import { isBeyondPole, type Outline, type OutlinePolygon, type OutlineRing } from './outline.ts';

/** Degrees: a point within a tenth of a millimetre of the boundary is on it. */
const onBoundary = 1e-9;

/** Points on the boundary are covered, also those on the boundary of a hole. */
export const covers = ({ polygons }: Outline, longitude: number, latitude: number): boolean =>
  polygons.some((polygon) => polygonCovers(polygon, longitude, latitude));

function polygonCovers(rings: OutlinePolygon, longitude: number, latitude: number): boolean {
  for (const [index, ring] of rings.entries()) {
    const side = sideOf(ring, longitude, latitude);
    if (side === 'boundary') return true;
    if ((side === 'inside') !== (index === 0)) return false;
  }
  return true;
}

type PointSide = 'inside' | 'outside' | 'boundary';

/** The side of one ring. Rings reach beyond 180, so the point is tested on every turn of the map. */
export function sideOf(ring: OutlineRing, longitude: number, latitude: number): PointSide {
  const { west, east, south, north } = ring.box;
  if (latitude < south - onBoundary || latitude > north + onBoundary) return 'outside';
  let isInside = false;
  for (let x = longitude - 720; x <= east + onBoundary; x += 360) {
    if (x < west - onBoundary) continue;
    const side = sideOnMap(ring.numbers, x, latitude);
    if (side === 'boundary') return side;
    // A ring around a pole may reach into its own next turn, where it is crossed once more.
    if (side === 'inside') isInside = !isInside;
  }
  return isInside ? 'inside' : 'outside';
}

/** Ray casting: counts how often a line from the point to the east crosses the ring. */
function sideOnMap(ring: Float64Array, x: number, y: number): PointSide {
  let isInside = false;
  let ax = ring[0] as number;
  let ay = ring[1] as number;
  for (let at = 2; at < ring.length; at += 2) {
    const bx = ring[at] as number;
    const by = ring[at + 1] as number;
    const isBeside = Math.max(ay, by) < y - onBoundary || Math.min(ay, by) > y + onBoundary;
    if (!isBeside && Math.max(ax, bx) >= x - onBoundary) {
      if (isOn(ax, ay, bx, by, x, y)) return 'boundary';
      if (ay > y !== by > y) {
        const turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        // Only edges to the east: otherwise an edge at the point itself would count on one turn of the map and not on
        // the next.
        if (by > ay ? turn > 0 : turn < 0) isInside = !isInside;
      }
    }
    ax = bx;
    ay = by;
  }
  return isInside ? 'inside' : 'outside';
}

function isOn(ax: number, ay: number, bx: number, by: number, x: number, y: number): boolean {
  if (isBeyondPole(ay) || isBeyondPole(by)) return false;
  const dx = bx - ax;
  const dy = by - ay;
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.abs(ax + along * dx - x) <= onBoundary && Math.abs(ay + along * dy - y) <= onBoundary;
}
