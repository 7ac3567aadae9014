/**
 * Reads an area of coverage: `online`, `anywhere`, GeoJSON or WKT. What is read is written anew, number by number, so
 * that nothing else of the input (depth, foreign members, text) reaches the store. Every refusal names the place.
 */
import type { Area, Position, Ring } from './area.ts';
import { AreaFault, placed } from './area-fault.ts';
import { checkRings } from './check-rings.ts';
import { isNestedDeeper } from '../http/nesting.ts';
import { readWkt } from './read-wkt.ts';

export type Regions = { kind: 'online' | 'anywhere' } | { kind: 'area'; geometry: Area };

/** Twenty thousand points with every digit that a double has. */
const mostCharacters = 1_000_000;
export const mostPoints = 20_000;
/** A MultiPolygon in a Feature in a collection has eight; deep nesting costs the parser a multiple of its length. */
const mostDepth = 20;
const wanted = 'must be a GeoJSON Polygon or MultiPolygon, WKT of one, online, or anywhere';

/** The regions, or one sentence on what is wrong with them. */
export function readRegions(value: unknown): Regions | { fault: string } {
  try {
    return typeof value === 'string' ? fromText(value.trim()) : fromGeometry(value);
  } catch (error) {
    if (error instanceof AreaFault) return { fault: error.fault };
    throw error;
  }
}

function fromText(given: string): Regions {
  if (given.length > mostCharacters) throw new AreaFault(`must be at most ${mostCharacters} characters`);
  const word = given.slice(0, 10).toLowerCase();
  if (word === 'online' || word === 'anywhere') return { kind: word };
  if (given.startsWith('{')) return fromGeometry(parsed(given));
  const wkt = readWkt(given, mostPoints);
  if (!wkt) throw new AreaFault(wanted);
  return fromGeometry(wkt);
}

function parsed(given: string): unknown {
  if (isNestedDeeper(given, mostDepth))
    throw new AreaFault(`must be nested no deeper than ${mostDepth} levels; a MultiPolygon needs five`);
  try {
    return JSON.parse(given) as unknown;
  } catch {
    throw new AreaFault('is not readable as GeoJSON: it is no JSON');
  }
}

type Shape = { type?: unknown; geometry?: unknown; features?: unknown; coordinates?: unknown };
const shapeOf = (value: unknown): Shape | undefined =>
  typeof value === 'object' && value !== null ? value : undefined;

/** A geometry, or a Feature (or a collection) of one. */
function fromGeometry(value: unknown): Regions {
  const geometry = geometryOf(shapeOf(value));
  if (geometry?.type !== 'Polygon' && geometry?.type !== 'MultiPolygon') throw new AreaFault(wanted);
  const { type, coordinates } = geometry;
  const count = { points: 0 };
  const given = type === 'Polygon' ? [coordinates] : filled(coordinates, 'polygon', '');
  // All of it is read before any of it is looked at closely: what has too many points costs little.
  const polygons = given.map((each, index) => polygonOf(each, index, count));
  for (const [index, rings] of polygons.entries()) checkRings(rings, index);
  return {
    kind: 'area',
    geometry:
      type === 'Polygon' ? { type, coordinates: polygons[0] as Ring[] } : { type, coordinates: polygons },
  };
}

function geometryOf(shape: Shape | undefined): Shape | undefined {
  let feature = shape;
  if (shape?.type === 'FeatureCollection') {
    const features = Array.isArray(shape.features) ? (shape.features as unknown[]) : [];
    if (features.length !== 1)
      throw new AreaFault('must be one geometry: join the features into one MultiPolygon');
    feature = shapeOf(features[0]);
  }
  const geometry = feature !== shape || shape?.type === 'Feature' ? shapeOf(feature?.geometry) : shape;
  if (geometry?.type === 'GeometryCollection')
    throw new AreaFault(
      'must be one geometry, not a GeometryCollection: join its parts into one MultiPolygon',
    );
  return geometry;
}

function filled(value: unknown, what: string, where: string): unknown[] {
  if (!Array.isArray(value) || value.length === 0)
    throw new AreaFault(`must have at least one ${what}${where}`);
  if (value.length > mostPoints) throw new AreaFault(tooMany);
  return value as unknown[];
}

const tooMany = `must have at most ${mostPoints} points in all; simplify the outline`;

function polygonOf(value: unknown, polygon: number, count: { points: number }): Ring[] {
  return filled(value, 'ring', placed({ polygon })).map((each, ring) => {
    const where = { polygon, ring };
    const points = filled(each, 'point', placed(where));
    count.points += points.length;
    if (count.points > mostPoints) throw new AreaFault(tooMany);
    if (points.length < 4)
      throw new AreaFault(`must have rings of at least 4 points, the last of them the first${placed(where)}`);
    const read = points.map((point, index) => positionOf(point, { ...where, point: index }));
    const [first, last] = [read[0] as Position, read.at(-1) as Position];
    if (first[0] !== last[0] || first[1] !== last[1])
      throw new AreaFault(
        `must have closed rings, where the last point is the first again${placed({ ...where, point: points.length - 1 }, last)}`,
      );
    return read;
  });
}

type PointPlace = { polygon: number; ring: number; point: number };

function positionOf(value: unknown, where: PointPlace): Position {
  const [longitude, latitude] = Array.isArray(value) ? (value as unknown[]) : [];
  if (Array.isArray(longitude))
    throw new AreaFault(
      `is nested too deep: a MultiPolygon is a list of polygons, each a list of rings, each a list of points of two numbers, and a Polygon is one level less${placed(where)}`,
    );
  if (typeof longitude !== 'number' || typeof latitude !== 'number')
    throw new AreaFault(`must have points of two numbers${placed(where)}`);
  // Not a number and infinity fail these comparisons as well.
  if (Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90) return [longitude, latitude];
  const isBeyond = Math.abs(longitude) > 180 && Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90;
  const why = isBeyond
    ? '; beyond the antimeridian longitudes go on from -180'
    : '; the longitude comes first';
  throw new AreaFault(
    `must have points with a longitude from -180 to 180, then a latitude from -90 to 90${why}${placed(where)}`,
  );
}
