/** Reads a part of the map as src/contract/pages/maps.ts writes it. */
import type { Box } from '../../geometry/outline.ts';

const pattern = /^(?:-?\d{1,3}(?:\.\d{1,4})?,){3}-?\d{1,3}(?:\.\d{1,4})?$/;

export function readBox(text: string): Box | undefined {
  if (!pattern.test(text)) return undefined;
  const [west = NaN, south = NaN, east = NaN, north = NaN] = text.split(',').map(Number);
  const isOnMap =
    Math.abs(west) <= 180 && Math.abs(east) <= 180 && Math.abs(south) <= 90 && Math.abs(north) <= 90;
  return isOnMap && south < north && west !== east ? { west, south, east, north } : undefined;
}

/** The box without a jump: its east is greater than its west. */
export const unrolled = ({ west, east, ...more }: Box): Box => ({
  ...more,
  west,
  east: east > west ? east : east + 360,
});
