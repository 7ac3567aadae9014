/** A place as one point: where an activity occurred, or around which to search. */
import { fault, field } from './field.ts';
import { pointShapes } from './geojson.ts';

/** A point: longitude first, in degrees, WGS 84. */
export type Point = { type: 'Point'; coordinates: [longitude: number, latitude: number] };

const wktPoint =
  /^(?:SRID=4326;)?\s*POINT\s*(?:Z\s*)?\(\s*([-+.\deE]+)\s+([-+.\deE]+)(?:\s+[-+.\deE]+)?\s*\)$/i;

const longestPoint = 2000;
const pointExpected = 'must be a GeoJSON Point or WKT POINT(longitude latitude)';

/** GeoJSON Point (or a Feature of one), as text or object, or WKT `POINT(lng lat)`; out of range is refused. */
export const point = (description: string) =>
  field<Point, Point | string>(
    {
      longest: longestPoint,
      tooLong: pointExpected,
      read: (value) => {
        const wanted = fault(pointExpected);
        let parts: unknown = value;
        if (typeof value === 'string') {
          const wkt = wktPoint.exec(value.trim());
          if (wkt) return inRange(Number(wkt[1]), Number(wkt[2])) ?? outOfRange;
          try {
            parts = JSON.parse(value);
          } catch {
            return wanted;
          }
        }
        const shape = parts as { type?: string; geometry?: unknown; coordinates?: unknown } | null;
        const geometry = (shape?.type === 'Feature' ? shape.geometry : shape) as typeof shape;
        if (geometry?.type !== 'Point' || !Array.isArray(geometry.coordinates)) return wanted;
        const [longitude, latitude] = geometry.coordinates as unknown[];
        if (typeof longitude !== 'number' || typeof latitude !== 'number') return wanted;
        return inRange(longitude, latitude) ?? outOfRange;
      },
    },
    description,
    { anyOf: [pointText, ...pointShapes] },
  );

const pointText = {
  type: 'string',
  maxLength: longestPoint,
  examples: ['POINT(10.02 53.57)', '{"type":"Point","coordinates":[10.02,53.57]}'],
};

const outOfRange = fault('must have a longitude from -180 to 180, then a latitude from -90 to 90');

function inRange(longitude: number, latitude: number): Point | undefined {
  const isOnEarth = Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
  return isOnEarth ? { type: 'Point', coordinates: [longitude, latitude] } : undefined;
}
