/** Converts the places of a project in PPSR Core, its coverage or its pins, to our regions. */
import { beginningOf, isBlank, isText, listed, parsed } from './forms.ts';

type PlaceFields = Record<string, unknown>;

/** One coverage, or several of one kind merged: polygons, or points. */
export const coverage = (value: unknown): unknown => {
  const shapes = listed(value)
    .filter((each) => !isBlank(each))
    .map(parsed);
  if (shapes.length < 2) return shapes[0];
  const together = (kind: 'Polygon' | 'Point') => {
    const parts = shapes.map((shape) => {
      const { type, coordinates } = (shape ?? {}) as { type?: unknown; coordinates?: unknown };
      if (type === kind) return [coordinates];
      return type === `Multi${kind}` && Array.isArray(coordinates) ? (coordinates as unknown[]) : undefined;
    });
    return parts.includes(undefined) ? undefined : { type: `Multi${kind}`, coordinates: parts.flat() };
  };
  return together('Polygon') ?? together('Point') ?? value;
};

export const mustBePin =
  'must be decimal degrees: a latitude from -90 to 90 with a longitude from -180 to 180';

/**
 * The pins of one or several locations; undefined if there are none, or only 0, 0, which programs write if the place is
 * unknown.
 */
export const pins = (value: unknown): unknown => {
  const positions = beginningOf(value).flatMap((location) => {
    const { projectPinLatitude, projectPinLongitude } = (location ?? {}) as PlaceFields;
    if (isBlank(projectPinLatitude) && isBlank(projectPinLongitude)) return [];
    const position = [degrees(projectPinLongitude), degrees(projectPinLatitude)];
    return position.every((each) => each === 0) ? [] : [position];
  });
  if (positions.length === 0) return undefined;
  return positions.length === 1
    ? { type: 'Point', coordinates: positions[0] }
    : { type: 'MultiPoint', coordinates: positions };
};

/** A number, as JSON or as text; other values are passed on. */
const degrees = (value: unknown): unknown =>
  isText(value) && value.length <= 40 && /^\s*[-+]?\d/.test(value) && Number.isFinite(Number(value))
    ? Number(value)
    : value;
