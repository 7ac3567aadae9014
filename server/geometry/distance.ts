/** The distance of a point from an area, on a sphere. */
import type { LngLat } from './area.ts';
import { covers } from './covers.ts';
import { isBeyondPole, type Outline } from './outline.ts';

const earthRadius = 6371.0088;
const radians = Math.PI / 180;
/** Of latitude. */
export const kmPerDegree = earthRadius * radians;

/** Degrees, so that rounding in the last digit does not exclude an edge. */
const rounding = 1e-9;

/** The great-circle distance in kilometres. */
export function kmBetween(one: LngLat, other: LngLat): number {
  const north = Math.sin(((other.lat - one.lat) * radians) / 2);
  const east = Math.sin(((other.lng - one.lng) * radians) / 2);
  const square = north * north + Math.cos(one.lat * radians) * Math.cos(other.lat * radians) * east * east;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(square)));
}

/**
 * Kilometres to the nearest point of the boundary; 0 if the area covers the point, Infinity if all of it is farther
 * than `within`. Edges are straight in longitude and latitude. Accurate to half a percent, by which the sphere differs
 * from the ellipsoid. An edge is halved only while a half may contain something nearer than the nearest known point.
 */
export function distanceKm(outline: Outline, place: LngLat, within = Infinity): number {
  if (covers(outline, place.lng, place.lat)) return 0;
  let best = within;
  let isFound = false;
  const take = (km: number) => {
    if (km <= best) [best, isFound] = [km, true];
  };
  const nearest = (ax: number, ay: number, bx: number, by: number): void => {
    const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
    const half = (Math.hypot(bx - ax, by - ay) / 2) * kmPerDegree;
    // Cheaper than the distance, and enough for most edges of a large area.
    if (Math.abs(y - place.lat) * kmPerDegree - half > best) return;
    const km = kmBetween(place, { lng: x, lat: y });
    if (km - half > best) return;
    take(km);
    if (half > shortest) {
      nearest(ax, ay, x, y);
      nearest(x, y, bx, by);
    } else take(kmToShort(place, ax, ay, bx, by));
  };
  for (const rings of outline.polygons)
    for (const { numbers, box } of rings) {
      if ((Math.max(box.south - place.lat, place.lat - box.north) - rounding) * kmPerDegree > best) continue;
      for (let at = 2; at < numbers.length; at += 2) {
        const [ax, ay] = [numbers[at - 2] as number, numbers[at - 1] as number];
        const [bx, by] = [numbers[at] as number, numbers[at + 1] as number];
        if (!isBeyondPole(ay) && !isBeyondPole(by)) nearest(ax, ay, bx, by);
      }
    }
  return isFound ? best : Infinity;
}

/** Half the length, in kilometres, below which the map may be treated as flat. */
const shortest = 20;

/**
 * The distance to an edge so short that its nearest point can be found on a flat map; the distance itself is on the
 * sphere.
 */
function kmToShort(place: LngLat, ax: number, ay: number, bx: number, by: number): number {
  const wide = Math.cos(((ay + by) / 2) * radians);
  // The edge and the place may be on different turns of the map.
  const turn = 360 * Math.round((place.lng - (ax + bx) / 2) / 360);
  const [dx, dy] = [(bx - ax) * wide, by - ay];
  const [px, py] = [(place.lng - turn - ax) * wide, place.lat - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length));
  return kmBetween(place, { lng: ax + along * (bx - ax), lat: ay + along * (by - ay) });
}
