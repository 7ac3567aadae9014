/** The regions of a project: an outline or points, and UN geographical regions. */
import { fromJoined, longestJoined } from './kinds.ts';
import { fault, field } from './field.ts';
import { regionShapes } from './geojson.ts';

const regionText = {
  type: 'string',
  examples: ['online', 'POLYGON((9.7 53.4, 10.3 53.4, 10.3 53.7, 9.7 53.7, 9.7 53.4))'],
};

/** Regions as sent: `online`, `anywhere`, GeoJSON or WKT; server/geometry/read-area.ts parses the geometry. */
export const regions = field<unknown>(
  {
    // Characters: a hundred thousand points. For most operations, the limit of the body is lower.
    longest: 3_000_000,
    read: (value) =>
      typeof value === 'string' || typeof value === 'object'
        ? value
        : fault('must be a GeoJSON Polygon, MultiPolygon, Point or MultiPoint, online, or anywhere'),
  },
  'GeoJSON Polygon or MultiPolygon of the area of coverage, or Point or MultiPoint (2,000 points at most) of the places, or WKT of one; or `online`, or `anywhere`. Several features of one kind become one; coordinates are in WGS 84. An edge of more than 180 degrees of longitude crosses the antimeridian. An outline of more than 20,000 points (100,000 at most) is simplified to 20,000, if that changes at most 1 % of its area. Parts without area are left out. An outline that crosses itself is taken even-odd: what a ring encloses twice counts as outside. `warnings` report each',
  { anyOf: [regionText, ...regionShapes] },
);

const unRegionsExpected = 'must be an array of names, codes or {code, name}';
const longestUnRegion = 200;
const maxUnRegions = 300;

const unRegionText = { type: 'string', maxLength: longestUnRegion };
const unRegionCode = { type: 'integer', minimum: 1, maximum: 999 };
const unRegionForms = [
  unRegionText,
  unRegionCode,
  {
    type: 'object',
    properties: {
      code: { anyOf: [unRegionText, unRegionCode], examples: ['021'] },
      name: { ...unRegionText, examples: ['Northern America'] },
    },
    minProperties: 1,
  },
];

/**
 * Names are normalized before they are compared: a text that is longer than every name in the list is refused first.
 */
const isShort = (name: unknown) => typeof name !== 'string' || name.length <= longestUnRegion;

export const unRegions = field<unknown[]>(
  {
    longest: longestJoined(maxUnRegions, longestUnRegion),
    tooLong: unRegionsExpected,
    read: (value) => {
      const areas = typeof value === 'string' ? fromJoined(value) : value;
      if (!Array.isArray(areas)) return fault(unRegionsExpected);
      const areShort = (areas as unknown[]).every((entry) => {
        const { code, name } = (
          typeof entry === 'object' && entry !== null ? entry : { name: entry }
        ) as Record<string, unknown>;
        return isShort(code) && isShort(name);
      });
      return areShort ? areas : fault(`must have names of at most ${longestUnRegion} characters`);
    },
  },
  'UN geographical regions: names, codes, or objects {code, name}',
  { type: 'array', maxItems: maxUnRegions, items: { anyOf: unRegionForms } },
);
