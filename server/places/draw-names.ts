/** The names of the largest towns of a map, so that one recognises where one is. */
import type { Box } from '../geometry/outline.ts';
import { largestTownsIn } from './gazetteer.ts';
import { mapSize, type projection } from './map-frame.ts';

/** A name at the right of its dot, in units of the drawing. */
export type DrawnName = { name: string; x: number; y: number };

const maxNames = 8;
/** Towns that are looked at: near large ones there are others, which have no room. */
const maxTowns = 60;
/** Degrees of latitude: from here on the shapes of the land say more, and their towns would be anywhere. */
const widest = 40;
/** Units of the drawing: half the height of a line, and the width of a letter. */
const [half, letter] = [6, 4.6];

/** None on wide frames. `point` is of the same frame. */
export function townNames(frame: Box, { point }: ReturnType<typeof projection>): DrawnName[] {
  if (frame.north - frame.south > widest) return [];
  const drawn: DrawnName[] = [];
  for (const { name, lat, lng } of largestTownsIn(frame, maxTowns)) {
    const turn = lng < frame.west ? 360 : lng > frame.east ? -360 : 0;
    const [x, y] = point(lng + turn, lat);
    const isInside = y > half && y < mapSize.height - half && x > 0 && rightOf({ name, x }) < mapSize.width;
    const isFree = drawn.every(
      (other) =>
        Math.abs(other.y - y) > 2 * half ||
        rightOf({ name, x }) < other.x - half ||
        rightOf(other) < x - half,
    );
    if (isInside && isFree) drawn.push({ name, x: Math.round(x), y: Math.round(y) });
    if (drawn.length === maxNames) break;
  }
  return drawn;
}

const rightOf = ({ name, x }: Pick<DrawnName, 'name' | 'x'>): number => x + half + letter * name.length;
