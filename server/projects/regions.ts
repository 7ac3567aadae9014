/**
 * Reads the area of coverage: `online`, `anywhere`, GeoJSON or WKT. What is read is written anew, number by
 * number, so that nothing else of the input (depth, foreign members, text) reaches the store.
 */
import { wktToGeoJSON } from 'betterknown';

type Position = [longitude: number, latitude: number];
type Ring = Position[];

export type Area = { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] };
export type Regions = { kind: 'online' | 'anywhere' } | { kind: 'area'; geometry: Area };

const mostCharacters = 200_000;
const mostVertices = 20_000;
const wanted = 'must be a GeoJSON Polygon or MultiPolygon, WKT of one, online, or anywhere';

class Fault {
  readonly fault: string;
  constructor(fault: string) {
    this.fault = fault;
  }
}

/** The regions, or one sentence on what is wrong with them. The cost grows with the length of the input. */
export function readRegions(value: unknown): Regions | { fault: string } {
  try {
    return typeof value === 'string' ? fromText(value.trim()) : area(value);
  } catch (error) {
    if (error instanceof Fault) return { fault: error.fault };
    throw error;
  }
}

function fromText(given: string): Regions {
  if (given.length > mostCharacters) throw new Fault(`must be at most ${mostCharacters} characters`);
  const word = given.slice(0, 10).toLowerCase();
  if (word === 'online' || word === 'anywhere') return { kind: word };
  if (given.startsWith('{')) return area(parsed(given));
  if (/^(SRID=4326;)?\s*(MULTI)?POLYGON/i.test(given)) return area(fromWkt(given));
  throw new Fault(wanted);
}

function parsed(given: string): unknown {
  try {
    return JSON.parse(given) as unknown;
  } catch {
    throw new Fault('is not readable as GeoJSON');
  }
}

// Looked at before the parser sees it: only what WKT of an area consists of, nested no deeper than that.
const wktText = /^[\sA-Za-z\d+\-.,;=()]*$/;

function fromWkt(given: string): unknown {
  if (!wktText.test(given) || !isOneNest(given)) throw new Fault('is not readable as WKT');
  try {
    return wktToGeoJSON(given);
  } catch {
    throw new Fault('is not readable as WKT');
  }
}

/** Parentheses at most three deep, opened once and closed by the last character. */
function isOneNest(given: string): boolean {
  let depth = 0;
  let at = 0;
  for (const letter of given) {
    at += 1;
    if (letter === '(' && ++depth > 3) return false;
    if (letter === ')' && --depth === 0) return at === given.length;
  }
  return false;
}

/** A geometry, or a Feature (or a collection) of one. */
function area(value: unknown): Regions {
  const geometry = geometryOf(value);
  const rings = { vertices: 0 };
  if (geometry?.type === 'Polygon')
    return { kind: 'area', geometry: { type: 'Polygon', coordinates: polygon(geometry.coordinates, rings) } };
  if (geometry?.type !== 'MultiPolygon') throw new Fault(wanted);
  const coordinates = filled(geometry.coordinates, 'polygon').map((each) => polygon(each, rings));
  return { kind: 'area', geometry: { type: 'MultiPolygon', coordinates } };
}

type Shape = { type?: unknown; geometry?: unknown; features?: unknown; coordinates?: unknown };

function geometryOf(value: unknown): Shape | undefined {
  const shape = (value ?? undefined) as Shape | undefined;
  if (shape?.type === 'FeatureCollection') {
    const features = Array.isArray(shape.features) ? (shape.features as unknown[]) : [];
    if (features.length !== 1) throw new Fault('must be one geometry: join the features into a MultiPolygon');
    return ((features[0] as Shape | null)?.geometry ?? undefined) as Shape | undefined;
  }
  return shape?.type === 'Feature' ? ((shape.geometry ?? undefined) as Shape | undefined) : shape;
}

function filled(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value) || value.length === 0) throw new Fault(`must have at least one ${what}`);
  if (value.length > mostVertices) throw new Fault(tooMany);
  return value as unknown[];
}

const tooMany = `must have at most ${mostVertices} points; simplify the outline`;

function polygon(value: unknown, count: { vertices: number }): Ring[] {
  return filled(value, 'ring').map((each) => {
    const positions = filled(each, 'point');
    count.vertices += positions.length;
    if (count.vertices > mostVertices) throw new Fault(tooMany);
    if (positions.length < 4) throw new Fault('must have rings of at least 4 points');
    const ring = positions.map(position);
    const [first, last] = [ring[0], ring.at(-1)];
    if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1])
      throw new Fault('must have closed rings: the last point of each is its first');
    return ring;
  });
}

function position(value: unknown): Position {
  const [longitude, latitude] = Array.isArray(value) ? (value as unknown[]) : [];
  if (typeof longitude !== 'number' || typeof latitude !== 'number')
    throw new Fault('must have points of two numbers');
  // Not a number and infinity fail these comparisons as well.
  if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90))
    throw new Fault('must have points with a longitude from -180 to 180, then a latitude from -90 to 90');
  return [longitude, latitude];
}
