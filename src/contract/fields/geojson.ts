/** GeoJSON (RFC 7946) as JSON Schema, as far as we read and return it. */

type JsonSchema = Record<string, unknown>;

const arrayOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const position = { ...arrayOf({ type: 'number' }), minItems: 2 };
const rings = arrayOf(arrayOf(position));

const shape = (type: string, coordinates: JsonSchema): JsonSchema => ({
  type: 'object',
  title: type,
  properties: { type: { const: type }, coordinates },
  required: ['type', 'coordinates'],
});

const feature = (geometries: JsonSchema[]): JsonSchema => ({
  type: 'object',
  title: 'Feature',
  properties: {
    type: { const: 'Feature' },
    geometry: geometries.length === 1 ? geometries[0] : { anyOf: geometries },
  },
  required: ['type', 'geometry'],
});

const point = shape('Point', position);
const regions = [
  shape('Polygon', rings),
  shape('MultiPolygon', arrayOf(rings)),
  point,
  shape('MultiPoint', arrayOf(position)),
];

/** A point, or a feature with one. */
export const pointShapes = [point, feature([point])];

/** A polygon or a point, one or several, or a feature with them, or a collection of features of one kind. */
export const regionShapes = [
  ...regions,
  feature(regions),
  {
    type: 'object',
    title: 'FeatureCollection',
    properties: {
      type: { const: 'FeatureCollection' },
      features: { type: 'array', minItems: 1, items: feature(regions) },
    },
    required: ['type', 'features'],
  },
];
