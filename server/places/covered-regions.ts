/** Which countries and US states a project's area is in, by points inside of it: borders that only touch do not count. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Area } from '../geometry/area.ts';
import { covers } from '../geometry/covers.ts';
import { outlineBytes, outlineOf, type Box, type Outline } from '../geometry/outline.ts';
import { allRegions, type Region } from './gazetteer.ts';
import { coarse, pointsInside } from './sample-outline.ts';

/** Outlines are simplified to these bounds first: each is compared with every region of the world. */
const maxPoints = 800;
const maxPolygons = 100;
/** Rows and columns of the grid of sample points, and the number of the largest polygons that are sampled. */
const grid = 6;
const maxSampled = 8;

/** Thousands of projects share the outline of one country. */
const covered = new LRUCache<string, string[]>({ max: 1000 });

let boxed: { region: Region; boxes: Box[] }[] | undefined;
const regions = () => (boxed ??= allRegions().map((region) => ({ region, boxes: boxesOf(region.outline) })));

/** Codes such as `US` and `US-WA`, in alphabetical order. */
export function regionsCovered(area: Area): string[] {
  const whole = outlineOf(area);
  const key = createHash('sha256').update(outlineBytes(whole)).digest('base64');
  const known = covered.get(key);
  if (known) return known;
  const outline = coarse(whole, maxPoints, maxPolygons);
  const inside = pointsInside(outline, grid, maxSampled);
  const boxes = boxesOf(outline);
  const codes = regions()
    .filter(
      ({ region, boxes: others }) =>
        boxes.some((box) => others.some((other) => overlap(box, other))) &&
        (inside.some(([lng, lat]) => covers(region.outline, lng, lat)) ||
          region.inside.some(([lng, lat]) => covers(outline, lng, lat))),
    )
    .map(({ region }) => region.code);
  covered.set(key, codes);
  return codes;
}

const boxesOf = ({ polygons }: Outline): Box[] => polygons.flatMap(([outer]) => (outer ? [outer.box] : []));

const overlap = (one: Box, other: Box): boolean =>
  one.south <= other.north &&
  other.south <= one.north &&
  [-360, 0, 360].some((shift) => one.west + shift <= other.east && other.west <= one.east + shift);
