/** The geometry of the map on which people set an area: what it shows, and how points of the drawing become degrees. */
import type { MapBox } from '../../contract/pages/maps.ts';

export type Place = { lng: number; lat: number };
export type Dot = { x: number; y: number };

/** As the drawing of the ground (server/places/map-frame.ts). */
export const size = { width: 360, height: 240 };
export const world: MapBox = { west: -180, east: 180, south: -58, north: 80 };
/** Degrees of latitude. */
const least = 0.25;
const max = 90;
const kmPerDegree = 111.19;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const turned = (lng: number): number => ((((lng + 180) % 360) + 360) % 360) - 180;
/** About ten metres: no finger is more exact. */
const rounded = (degrees: number): number => Math.round(degrees * 10_000) / 10_000;

/** The part of the map around a place, as tall as `degrees`; the world if it would be wider. */
export function boxAround({ lng, lat }: Place, degrees: number): MapBox {
  const tall = Math.max(least, degrees);
  const middle = Math.max(-85 + tall / 2, Math.min(85 - tall / 2, lat));
  const wide = (tall * size.width) / size.height / Math.cos(radians(middle));
  if (tall > max || wide >= 360) return world;
  return { west: lng - wide / 2, east: lng + wide / 2, south: middle - tall / 2, north: middle + tall / 2 };
}

/** The part of the map that shows all these places. */
export function boxOf(places: Place[]): MapBox {
  const [first] = places;
  if (!first) return world;
  const lngs = places.map(({ lng }) => first.lng + turned(lng - first.lng));
  const lats = places.map(({ lat }) => lat);
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const middle = { lng: turned((west + east) / 2), lat: (south + north) / 2 };
  const wide = ((east - west) * Math.cos(radians(middle.lat)) * size.height) / size.width;
  return boxAround(middle, 1.6 * Math.max(north - south, wide, least));
}

export const tallOf = ({ south, north }: MapBox): number => north - south;

export function dotAt({ west, east, south, north }: MapBox, { lng, lat }: Place): Dot {
  const middle = (west + east) / 2;
  const near = middle + turned(lng - middle);
  return {
    x: ((near - west) / (east - west)) * size.width,
    y: ((north - lat) / (north - south)) * size.height,
  };
}

export function placeAt({ west, east, south, north }: MapBox, { x, y }: Dot): Place {
  return {
    lng: rounded(turned(west + (x / size.width) * (east - west))),
    lat: rounded(Math.max(-85, Math.min(85, north - (y / size.height) * (north - south)))),
  };
}

/** Kilometres along the great circle (haversine). */
export function kmBetween(one: Place, other: Place): number {
  const [tall, wide] = [radians(other.lat - one.lat), radians(other.lng - one.lng)];
  const half =
    Math.sin(tall / 2) ** 2 +
    Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(wide / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** The half axes of a circle on the drawing. */
export function radiiOf({ west, east, south, north }: MapBox, { lat }: Place, km: number): Dot {
  const degrees = km / kmPerDegree;
  return {
    x: ((degrees / Math.cos(radians(lat))) * size.width) / (east - west),
    y: (degrees * size.height) / (north - south),
  };
}

const side = (a: Dot, b: Dot, c: Dot): number =>
  Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));

/** Whether two edges of the closed line cross: what it encloses twice counts as outside, which is hardly meant. */
export function isCrossed(dots: Dot[]): boolean {
  const edges = dots.map((from, at) => [from, dots[(at + 1) % dots.length] as Dot] as const);
  // Edges that share a corner have it at no side.
  return edges.some(([a, b]) =>
    edges.some(([c, d]) => side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0),
  );
}
