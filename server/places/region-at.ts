/** The country or state at a point. */
import { covers } from '../geometry/covers.ts';
import type { Box } from '../geometry/outline.ts';
import { allRegions, regionName } from './gazetteer.ts';

const has = ({ west, east, south, north }: Box, lng: number, lat: number): boolean =>
  lat >= south && lat <= north && [-360, 0, 360].some((turn) => lng + turn >= west && lng + turn <= east);

/** Its name, of a state where there is one; undefined at sea. */
export function regionNameAt(lng: number, lat: number): string | undefined {
  const codes = allRegions()
    .filter(
      ({ outline }) =>
        outline.polygons.some(([outer]) => outer !== undefined && has(outer.box, lng, lat)) &&
        covers(outline, lng, lat),
    )
    .map(({ code }) => code);
  const code = codes.find((each) => each.includes('-')) ?? codes[0];
  return code === undefined ? undefined : regionName(code);
}
