/** The town by which people name a point. */
import type { LngLat } from '../geometry/area.ts';
import { kmBetween } from '../geometry/distance.ts';
import { townsIn } from './gazetteer.ts';

/** A town that is farther away says nothing about a point. */
const maxKm = 50;
const kmPerDegree = 111.2;

/** About the radius of a town: a point in a suburb is near the city, and not near the next village. */
const reachKm = (inhabitants: number): number => 0.005 * Math.sqrt(inhabitants);

/** Its name; undefined at sea, and where nobody lives. */
export function townNear({ lat, lng }: LngLat): string | undefined {
  const [tall, narrowing] = [maxKm / kmPerDegree, Math.cos((lat * Math.PI) / 180)];
  const wide = Math.min(180, tall / Math.max(narrowing, 0.01));
  const box = { south: lat - tall, north: lat + tall, west: lng - wide, east: lng + wide };
  return townsIn(box)
    .map((town) => ({ ...town, km: kmBetween(town, { lat, lng }) }))
    .filter(({ km }) => km <= maxKm)
    .sort((one, other) => one.km - reachKm(one.weight) - (other.km - reachKm(other.weight)))[0]?.name;
}
