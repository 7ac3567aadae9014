/** Whether an area covers a point: exactly, with holes, across the antimeridian and at the poles. */
import type { Outline, OutlinePolygon, OutlineRing } from './outline.ts';

/** Degrees: what is a tenth of a millimetre from the boundary lies on it. */
export const onBoundary = 1e-9;

/** Points of the boundary are covered, those of a hole's boundary too. */
export function covers({ polygons }: Outline, longitude: number, latitude: number): boolean {
  return polygons.some(
    (polygon) =>
      polygonCovers(polygon, longitude, latitude) ||
      polygonCovers(polygon, longitude + 360, latitude) ||
      polygonCovers(polygon, longitude - 360, latitude),
  );
}

function polygonCovers({ rings, box }: OutlinePolygon, x: number, y: number): boolean {
  if (x < box.west - onBoundary || x > box.east + onBoundary) return false;
  if (y < box.south - onBoundary || y > box.north + onBoundary) return false;
  for (const [index, ring] of rings.entries()) {
    const side = sideOf(ring, x, y);
    if (side === 'boundary') return true;
    if ((side === 'inside') !== (index === 0)) return false;
  }
  return true;
}

/** By how often a line from the point to the east meets the ring. */
function sideOf(ring: OutlineRing, x: number, y: number): 'inside' | 'outside' | 'boundary' {
  let isInside = false;
  let [ax, ay] = [ring[0] as number, ring[1] as number];
  for (let at = 2; at < ring.length; at += 2) {
    const [bx, by] = [ring[at] as number, ring[at + 1] as number];
    const isBelow = Math.max(ay, by) < y - onBoundary;
    const isAbove = Math.min(ay, by) > y + onBoundary;
    if (!isBelow && !isAbove && Math.max(ax, bx) >= x - onBoundary) {
      if (isOn(ax, ay, bx, by, x, y)) return 'boundary';
      if (ay > y !== by > y) {
        const turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        if (turn > 0 === by > ay) isInside = !isInside;
      }
    }
    [ax, ay] = [bx, by];
  }
  return isInside ? 'inside' : 'outside';
}

function isOn(ax: number, ay: number, bx: number, by: number, x: number, y: number): boolean {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(ax + along * dx - x, ay + along * dy - y) <= onBoundary;
}
