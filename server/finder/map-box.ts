/** A part of the map as the search has it: `west,south,east,north` in degrees; from 170 to -170 is across the antimeridian. */
import type { Box } from '../geometry/outline.ts';

const pattern = /^(?:-?\d{1,3}(?:\.\d{1,4})?,){3}-?\d{1,3}(?:\.\d{1,4})?$/;

export function readBox(text: string): Box | undefined {
  if (!pattern.test(text)) return undefined;
  const [west = NaN, south = NaN, east = NaN, north = NaN] = text.split(',').map(Number);
  const isOnMap =
    Math.abs(west) <= 180 && Math.abs(east) <= 180 && Math.abs(south) <= 90 && Math.abs(north) <= 90;
  return isOnMap && south < north && west !== east ? { west, south, east, north } : undefined;
}

const rounded = (degrees: number): number => Math.round(degrees * 10_000) / 10_000;

const onMap = (lng: number, side: -180 | 180): number => {
  const turned = rounded(((((lng + 180) % 360) + 360) % 360) - 180);
  return turned === -180 ? side : turned;
};

/** The whole way around is from -180 to 180. */
export const boxText = ({ west, south, east, north }: Box): string =>
  east - west >= 360
    ? [-180, rounded(south), 180, rounded(north)].join(',')
    : [onMap(west, -180), rounded(south), onMap(east, 180), rounded(north)].join(',');

/** The box without a jump: its east is greater than its west. */
export const unrolled = ({ west, east, ...more }: Box): Box => ({
  ...more,
  west,
  east: east > west ? east : east + 360,
});
