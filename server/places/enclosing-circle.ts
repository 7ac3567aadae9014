/** The circle around the cities of a state or province. */
import type { LngLat } from '../geometry/area.ts';
import { kmBetween } from '../geometry/distance.ts';

const middleOf = (sorted: number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0;
const ascending = (one: number, other: number) => one - other;

/** A city farther away than this many times the distance of nine in ten is an island of its own: Easter Island. */
const outlying = 4;

/** Its radius is in whole kilometres, rounded up. `cities` has at least one. */
export function enclosingCircle(cities: LngLat[]): { center: LngLat; km: number } {
  const [{ lng: west = 0 } = {}] = cities;
  // All on one side of the date line.
  const points = cities.map(({ lat, lng }) => ({
    lat,
    lng: lng + (lng - west > 180 ? -360 : lng - west < -180 ? 360 : 0),
  }));
  const middle = {
    lat: middleOf(points.map(({ lat }) => lat).sort(ascending)),
    lng: middleOf(points.map(({ lng }) => lng).sort(ascending)),
  };
  const kms = points.map((point) => kmBetween(middle, point)).sort(ascending);
  const farthest = outlying * (kms[Math.ceil(kms.length * 0.9) - 1] ?? 0);
  const inside = points.filter((point) => kmBetween(middle, point) <= farthest);
  const half = (what: keyof LngLat) => {
    const all = inside.map((point) => point[what]);
    return (Math.min(...all) + Math.max(...all)) / 2;
  };
  const center = { lat: half('lat'), lng: ((half('lng') + 540) % 360) - 180 };
  return { center, km: Math.ceil(Math.max(...inside.map((point) => kmBetween(center, point)))) };
}
