/** Outlines as packages publish them: countries, land and states at several scales. */
import type { Area } from '../../server/geometry/area.ts';
import { arcsOf, outlinesIn, readTopology } from '../../scripts/place-borders.ts';
import { packageFile, placesFile } from '../../scripts/place-files.ts';

export type Outline = { name: string; area: Area };

function fromTopology(file: string, object: string): Outline[] {
  const topology = readTopology(file);
  return outlinesIn(topology, object, arcsOf(topology));
}

const topologies: [from: string, scale: string, file: string, object: string][] = [
  ...['110m', '50m', '10m'].flatMap((scale) =>
    ['countries', 'land'].map((object): [string, string, string, string] => [
      'world-atlas',
      `${object}-${scale}`,
      packageFile('world-atlas', `${object}-${scale}.json`),
      object,
    ]),
  ),
  ...['nation', 'states'].map((object): [string, string, string, string] => [
    'us-atlas',
    object,
    placesFile('us-states.json'),
    object,
  ]),
];

/**
 * `scale` is the package's own name for a file's level of detail. The files are read on demand, because together they
 * are large.
 */
export const published: { from: string; scale: string; read: () => Promise<Outline[]> }[] = topologies.map(
  ([from, scale, file, object]) => ({
    from,
    scale,
    read: () => Promise.resolve(fromTopology(file, object)),
  }),
);
