/**
 * Reads an area of coverage: `online`, `anywhere`, GeoJSON or WKT. The result is built number by number, so that
 * nothing else of the input (depth, foreign members, text) reaches the store. Every refusal names the position.
 */
import type { Area, Ring } from './area.ts';
import { AreaFault } from './area-fault.ts';
import { AreaNotes } from './area-notes.ts';
import { checkPolygons } from './check-rings.ts';
import { pointsOf, type DrawnPolygon } from './drawn.ts';
import { collapsed, drawnPolygons, mustBeClosed, sizeOf } from './draw.ts';
import { isNestedDeeper } from '../http/nesting.ts';
import { readPins } from './read-pins.ts';
import { type GivenRing, readPolygons } from './read-polygons.ts';
import { readWkt } from './read-wkt.ts';
import { simplified } from './simplify.ts';

export type Regions = { kind: 'online' | 'anywhere' } | { kind: 'area'; geometry: Area };

/** `warnings`: corrections, as predicates of the field: `has a ring that …`. */
export type ParsedRegions = { regions: Regions; warnings: string[] };

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
const wanted =
  'must be a GeoJSON Polygon, MultiPolygon, Point or MultiPoint, WKT of one, online, or anywhere';

/** Returns the regions with warnings, or one sentence with their fault. */
export function readRegions(value: unknown): ParsedRegions | { fault: string } {
  try {
    return typeof value === 'string' ? fromText(value.trim()) : fromGeometry(value);
  } catch (error) {
    if (error instanceof AreaFault) return { fault: error.fault };
    throw error;
  }
}

function fromText(given: string): ParsedRegions {
  if (given.length > maxCharacters) throw new AreaFault(`must be at most ${maxCharacters} characters`);
  const word = given.slice(0, 10).toLowerCase();
  if (word === 'online' || word === 'anywhere') return { regions: { kind: word }, warnings: [] };
  if (given.startsWith('{')) return fromGeometry(parsed(given));
  const wkt = readWkt(given, maxRead);
  if (!wkt) throw new AreaFault(wanted);
  return fromGeometry(wkt);
}

function parsed(given: string): unknown {
  if (isNestedDeeper(given, maxDepth))
    throw new AreaFault(`must be nested no deeper than ${maxDepth} levels; a MultiPolygon needs five`);
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
function fromGeometry(value: unknown): ParsedRegions {
  const geometry = geometryOf(shapeOf(value));
  if (geometry?.type === 'Point' || geometry?.type === 'MultiPoint')
    return {
      regions: { kind: 'area', geometry: readPins(geometry.type, geometry.coordinates) },
      warnings: [],
    };
  if (geometry?.type !== 'Polygon' && geometry?.type !== 'MultiPolygon') throw new AreaFault(wanted);
  const { type, coordinates } = geometry;
  const notes = new AreaNotes();
  // Everything is read before anything is checked in detail, so that an outline with too many points costs little.
  const given = readPolygons(type, coordinates, { max: maxPoints, maxRead });
  const polygons = checkedPolygons(given, notes);
  const area = polygons.map(({ rings }) => rings.map(({ positions }) => positions));
  return {
    regions: {
      kind: 'area',
      geometry: type === 'Polygon' ? { type, coordinates: area[0] as Ring[] } : { type, coordinates: area },
    },
    warnings: notes.warnings,
  };
}

/** Omits parts without area, simplifies an outline with too many points, and checks the rest. */
function checkedPolygons(given: GivenRing[][], notes: AreaNotes): DrawnPolygon[] {
  const drawn = drawnPolygons(given, notes);
  if (drawn.length === 0) {
    const place = collapsed(given);
    notes.onlyCollapsed();
    return place;
  }
  const size = sizeOf(drawn);
  mustBeClosed(given, size, notes);
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
