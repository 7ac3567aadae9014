/**
 * Finds the geometry in GeoJSON as people export it: several features or geometries of one kind become one, empty ones
 * are left out, and a coordinate system other than WGS 84 is refused, also where its numbers would pass for degrees.
 */
import { AreaFault } from './area-fault.ts';

/** A geometry whose coordinates are still as they were sent. */
export type GivenGeometry = {
  type: 'Polygon' | 'MultiPolygon' | 'Point' | 'MultiPoint';
  coordinates: unknown;
  /** The properties that its features have in common. */
  origin?: AreaOrigin;
};

/** Where a geometry comes from: the name of the place, its id in OpenStreetMap, and the terms of the geometry. */
export type AreaOrigin = { name?: string; osm_id?: number; legal?: string };

type Shape = Record<string, unknown>;
const shapeOf = (value: unknown): Shape | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Shape) : undefined;
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

export const wantedArea =
  'must be a GeoJSON Polygon, MultiPolygon, Point or MultiPoint, WKT of one, online, or anywhere';

/** Features and geometries; each costs its reading, and no list of areas has more. */
const maxParts = 100_000;

/** Throws an `AreaFault` if there is none, or none that can be an area. */
export function geometryIn(value: unknown): GivenGeometry {
  const shape = shapeOf(value);
  if (!shape) throw new AreaFault(wantedArea);
  mustBeGeoJson(shape);
  const all: GivenGeometry[] = [];
  collect(shape, all, { left: maxParts });
  const parts = all.length === 1 ? all : all.filter(({ coordinates }) => listOf(coordinates).length > 0);
  const [first] = parts;
  if (!first) throw new AreaFault('has no geometry: every part of it is empty');
  const origin = inCommon(parts.map((part) => part.origin ?? {}));
  if (parts.length === 1) return { ...first, origin };
  const kinds = new Set(parts.map(({ type }) => type.replace('Multi', '')));
  if (kinds.size > 1)
    throw new AreaFault('has outlines and points; an area is one or the other: leave the points out');
  return {
    type: first.type.endsWith('Point') ? 'MultiPoint' : 'MultiPolygon',
    coordinates: parts.flatMap(({ type, coordinates }) =>
      type.startsWith('Multi') ? listOf(coordinates) : [coordinates],
    ),
    origin,
  };
}

/** Characters of a name or of terms; longer ones are not read. */
const longestText = 500;

/** Reads what Nominatim, Overpass and the specification call these properties. */
function originIn(properties: Shape): AreaOrigin {
  const text = (...names: string[]) =>
    names
      .map((name) => properties[name])
      .find((one) => typeof one === 'string' && one.trim() !== '' && one.length <= longestText) as
      string | undefined;
  const name = text('name');
  const legal = text('legal', 'licence', 'license');
  const osmId = Number(/^(?:\w+\/)?(\d{1,15})$/.exec(String(properties['osm_id'] ?? text('@id') ?? ''))?.[1]);
  return {
    ...(name?.isWellFormed() && !name.includes('\0') && { name: name.trim() }),
    ...(osmId > 0 && { osm_id: osmId }),
    ...(legal?.isWellFormed() && !legal.includes('\0') && { legal: legal.trim() }),
  };
}

/** Keeps the properties that are the same in all features: one area of several has no name of one of them. */
function inCommon([first = {}, ...others]: AreaOrigin[]): AreaOrigin {
  const isCommon = ([name, value]: [string, unknown]) =>
    others.every((other) => other[name as keyof AreaOrigin] === value);
  return Object.fromEntries(Object.entries(first).filter(isCommon)) as AreaOrigin;
}

/** Adds the geometries of a shape. */
function collect(
  shape: Shape,
  parts: GivenGeometry[],
  count: { left: number },
  origin: AreaOrigin = {},
): void {
  if (--count.left < 0) throw new AreaFault(`must have at most ${maxParts} features`);
  mustBeWgs84(shape['crs']);
  const inner =
    shape['type'] === 'FeatureCollection'
      ? listOf(shape['features'])
      : shape['type'] === 'GeometryCollection'
        ? listOf(shape['geometries'])
        : shape['type'] === 'Feature' || (shape['type'] === undefined && Object.hasOwn(shape, 'geometry'))
          ? [shape['geometry']]
          : undefined;
  if (inner) {
    const properties = shapeOf(shape['properties']);
    const own = properties ? originIn(properties) : origin;
    for (const each of inner) {
      const next = shapeOf(each);
      if (next) collect(next, parts, count, own);
      else if (each !== null && each !== undefined) throw new AreaFault(wantedArea);
    }
    return;
  }
  const { type, coordinates } = shape;
  if (type === 'LineString' || type === 'MultiLineString')
    throw new AreaFault(
      'has a line, which encloses nothing: draw an outline around it (a buffer), or send points along it',
    );
  if (!isArea(type)) throw new AreaFault(wantedArea);
  parts.push({ type, coordinates, origin });
}

const isArea = (type: unknown): type is GivenGeometry['type'] =>
  ['Polygon', 'MultiPolygon', 'Point', 'MultiPoint'].includes(type as string);

/** Other formats in JSON, which have numbers of the same look. */
function mustBeGeoJson(shape: Shape): void {
  const isEsri = ['rings', 'paths', 'spatialReference', 'geometryType', 'curveRings'].some((name) =>
    Object.hasOwn(shape, name),
  );
  if (isEsri || (Object.hasOwn(shape, 'x') && Object.hasOwn(shape, 'y')))
    throw new AreaFault(
      "is Esri's JSON: export it as GeoJSON (in ArcGIS, “Features To JSON” with “Output to GeoJSON”)",
    );
  if (shape['type'] === 'Topology')
    throw new AreaFault('is TopoJSON: export it as GeoJSON (topo2geo, or mapshaper.org)');
}

/** The spellings of WGS 84 in longitude and latitude, with letters, digits and points only. */
const wgs84 =
  /^(urn:ogc:def:crs:|https?:\/\/www\.opengis\.net\/def\/crs\/)?(ogc[:/]([\d.]*[:/])?crs84h?|epsg[:/]([\d.]*[:/])?(4326|4979)|crs[: ]?84|wgs[ _]?(19)?84)$/i;

/**
 * The member that GeoJSON had until 2016, and that programs still write. An absent one, and null, are WGS 84 (RFC 7946,
 * section 4).
 */
function mustBeWgs84(crs: unknown): void {
  if (crs === undefined || crs === null) return;
  const system = shapeOf(crs);
  const properties = shapeOf(system?.['properties']);
  const code = properties?.['code'];
  const name =
    typeof crs === 'string'
      ? crs
      : typeof properties?.['name'] === 'string'
        ? properties['name']
        : typeof code === 'number' || typeof code === 'string'
          ? `EPSG:${code}`
          : undefined;
  if (name !== undefined && wgs84.test(name.trim().slice(0, 100))) return;
  throw new AreaFault(
    `is in the coordinate system ${name === undefined ? 'of another file' : name.slice(0, 60)}: export it in WGS 84 (EPSG:4326)`,
  );
}
