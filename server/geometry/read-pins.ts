/** Reads the coordinates of a GeoJSON Point or MultiPoint. */
import { AreaFault } from './area-fault.ts';
import type { Pins } from './area.ts';
import { positionOf } from './read-polygons.ts';

/** Points of one project; above this number, an outline describes the place better. */
const maxPins = 2000;

/** Throws an `AreaFault` that names the first bad point. */
export function readPins(type: Pins['type'], coordinates: unknown): Pins {
  if (type === 'MultiPoint' && !Array.isArray(coordinates)) throw new AreaFault('must have a list of points');
  const given = type === 'Point' ? [coordinates] : (coordinates as unknown[]);
  if (given.length === 0) throw new AreaFault('must have at least one point');
  if (given.length > maxPins)
    throw new AreaFault(`must have at most ${maxPins} points; draw an outline around them`);
  const positions = given.map((each, point) => positionOf(each, type === 'Point' ? {} : { point }));
  const [first = [0, 0]] = positions;
  if (positions.every(([longitude, latitude]) => longitude === 0 && latitude === 0))
    throw new AreaFault('must be a place; programs write 0, 0 where none is known');
  return type === 'Point' ? { type, coordinates: first } : { type, coordinates: positions };
}
