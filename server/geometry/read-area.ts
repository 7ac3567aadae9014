/**
 * Reads an area of coverage: `online`, `anywhere`, GeoJSON or WKT. The result is built number by number, so that
 * nothing else of the input (depth, foreign members, text) reaches the store. Every refusal names the position.
 */
import type { Area, Pins, Ring } from './area.ts';
import { AreaFault } from './area-fault.ts';
import { AreaNotes } from './area-notes.ts';
import { checkPolygons } from './check-rings.ts';
import { type DrawnPolygon, pointsOf } from './drawn.ts';
import { collapsed, drawnPolygons, mustBeClosed, sizeOf } from './draw.ts';
import { isNestedDeeper } from '../http/bodies/nesting.ts';
import { type AreaOrigin, geometryIn, wantedArea } from './read-geojson.ts';
import { type GivenRing, positionOf, readPolygons } from './read-polygons.ts';
import { readWkt } from './read-wkt.ts';
import { simplified } from './simplify.ts';

/** Points of one project; above this number, an outline describes the place better. */
const maxPins = 2000;

/** Throws an `AreaFault` that names the first bad point. */
function readPins(type: Pins['type'], coordinates: unknown): Pins {
  if (type === 'MultiPoint' && !Array.isArray(coordinates)) throw new AreaFault('must have a list of points');
  const points = type === 'Point' ? [coordinates] : (coordinates as unknown[]);
  if (points.length === 0) throw new AreaFault('must have at least one point');
  if (points.length > maxPins)
    throw new AreaFault(`must have at most ${maxPins} points; draw an outline around them`);
  const positions = points.map((each, point) => positionOf(each, type === 'Point' ? {} : { point }));
  const [first = [0, 0]] = positions;
  if (positions.every(([longitude, latitude]) => longitude === 0 && latitude === 0))
    throw new AreaFault('must be a place; programs write 0, 0 where none is known');
  return type === 'Point' ? { type, coordinates: first } : { type, coordinates: positions };
}

export type Regions = { kind: 'online' | 'anywhere' } | { kind: 'area'; geometry: Area; origin?: AreaOrigin };

/** `warnings`: corrections, as predicates of the field: `has a ring that …`. */
type ParsedRegions = { regions: Regions; warnings: string[] };

/** The length of the longest body that may contain it. */
const maxCharacters = 3_000_000;
/** Points of a stored area; an area with more of them is simplified. */
export const maxPoints = 20_000;
/** The maximum share of its area that simplifying may change. */
const maxChanged = 0.01;
/** Points that are accepted as input: the most detailed outlines of the largest countries have 70,000. */
const maxRead = 100_000;
/**
 * Levels. A MultiPolygon in a Feature in a collection has eight; deep nesting costs the parser a multiple of its
 * length.
 */
const maxDepth = 20;
/** Two numbers with a dot or a comma in them, as maps and people write a place. */
const twoNumbers =
  /^[-+]?\d{1,3}(?:[.,]\d+)?(?: ?°)?(?: ?[NS])?(?:[,;] ?| )[-+]?\d{1,3}(?:[.,]\d+)?(?: ?°)?(?: ?[EWO])?$/i;

/** Returns the regions with warnings, or one sentence with their fault. */
export function readRegions(value: unknown): ParsedRegions | { fault: string } {
  try {
    return typeof value === 'string' ? fromText(value.trim()) : fromGeometry(value);
  } catch (error) {
    if (error instanceof AreaFault) return { fault: error.fault };
    throw error;
  }
}

function fromText(text: string): ParsedRegions {
  if (text.length > maxCharacters) throw new AreaFault(`must be at most ${maxCharacters} characters`);
  const word = text.slice(0, 10).toLowerCase();
  if (word === 'online' || word === 'anywhere') return { regions: { kind: word }, warnings: [] };
  if (text.startsWith('{')) return fromGeometry(parsed(text));
  if (text.length < 60 && twoNumbers.test(text.replace(/\s+/g, ' ')))
    throw new AreaFault('is two numbers, which may stand in either order: write POINT(longitude latitude)');
  if (text.startsWith('<'))
    throw new AreaFault('is XML, such as KML, GPX or GML: export it as GeoJSON in WGS 84 (EPSG:4326)');
  if (/^(SRID *= *\d+ *; *)?(MULTI)?LINESTRING\b/i.test(text)) return fromGeometry({ type: 'LineString' });
  const wkt = readWkt(text, maxRead);
  if (!wkt) throw new AreaFault(wantedArea);
  return fromGeometry(wkt);
}

function parsed(text: string): unknown {
  if (isNestedDeeper(text, maxDepth))
    throw new AreaFault(`must be nested no deeper than ${maxDepth} levels; a MultiPolygon needs five`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new AreaFault('is not readable as GeoJSON: it is no JSON');
  }
}

function fromGeometry(value: unknown): ParsedRegions {
  const { type, coordinates, origin = {} } = geometryIn(value);
  const known = Object.keys(origin).length > 0 ? { origin } : {};
  if (type === 'Point' || type === 'MultiPoint')
    return { regions: { kind: 'area', geometry: readPins(type, coordinates), ...known }, warnings: [] };
  const notes = new AreaNotes();
  // Everything is read before anything is checked in detail, so that an outline with too many points costs little.
  const given = readPolygons(type, coordinates, { max: maxPoints, maxRead });
  const polygons = checkedPolygons(given, notes);
  const area = polygons.map(({ rings }) => rings.map(({ positions }) => positions));
  return {
    regions: {
      kind: 'area',
      geometry: type === 'Polygon' ? { type, coordinates: area[0] as Ring[] } : { type, coordinates: area },
      ...known,
    },
    warnings: notes.warnings,
  };
}

/** Omits parts without area, simplifies an outline with too many points, and checks the rest. */
function checkedPolygons(polygons: GivenRing[][], notes: AreaNotes): DrawnPolygon[] {
  const drawn = drawnPolygons(polygons, notes);
  if (drawn.length === 0) {
    const place = collapsed(polygons);
    notes.onlyCollapsed();
    return place;
  }
  const size = sizeOf(drawn);
  mustBeClosed(polygons, size, notes);
  const points = drawn.reduce((sum, { rings }) => sum + pointsOf(rings), 0);
  if (points <= maxPoints) return checkPolygons(drawn, size, notes);
  const simple = simplified(drawn, maxPoints, maxChanged * size.area);
  const share = simple.changed / size.area;
  // NaN fails the comparison as well.
  if (simple.points > maxPoints || !(share <= maxChanged))
    throw new AreaFault(
      `has ${points} points; at most ${maxPoints} are kept, and it cannot be simplified to so many within ${100 * maxChanged} % of its area: simplify the outline`,
    );
  notes.simplified(points, simple.points, share);
  return checkPolygons(simple.polygons, size, notes);
}
