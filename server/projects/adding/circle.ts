/** The area within a distance of a place, as GeoJSON: for people who cannot draw, or do not want to. */
import type { LngLat, Position, Ring } from '../../geometry/area.ts';
import { kmPerDegree } from '../../geometry/distance.ts';
import { degreesIn } from '../../places/degrees.ts';
import { placesNamed } from '../../places/gazetteer.ts';

export type Circle = { regions: object } | { fault: string };

const maxKm = 1000;
/** Corners of the outline: it differs from a circle by a tenth of a percent. */
const corners = 64;

/** `at`: a named place, or degrees. */
export function circleAround(at: string, kmText: string): Circle {
  const center = degreesIn(at.trim()) ?? placesNamed(at)[0];
  if (!center) return { fault: 'needs a place that we know, or its latitude and longitude, as its middle' };
  const km = Number(kmText.replace(',', '.'));
  if (!/^\d{1,4}(?:[.,]\d{1,3})?$/.test(kmText) || km <= 0 || km > maxKm)
    return { fault: `needs a distance of at most ${maxKm} km, such as 25` };
  if (Math.abs(center.lat) + km / kmPerDegree > 89)
    return { fault: 'is around a pole: its outline has to be pasted' };
  return { regions: { type: 'Polygon', coordinates: [ringAround(center, km)] } };
}

/** The circle as a closed ring. */
export function ringAround(center: LngLat, km: number): Ring {
  const tall = km / kmPerDegree;
  const ring = Array.from({ length: corners }, (_, corner): Position => {
    const turn = (2 * Math.PI * corner) / corners;
    const lat = center.lat + tall * Math.sin(turn);
    const wide = tall / Math.cos((lat * Math.PI) / 180);
    return [onMap(center.lng + wide * Math.cos(turn)), rounded(lat)];
  });
  return [...ring, ring[0] as Position];
}

const rounded = (degrees: number): number => Math.round(degrees * 100_000) / 100_000;

const onMap = (lng: number): number => rounded(lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng);
