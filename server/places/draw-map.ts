/** A small map of where a project takes place, as SVG paths: drawn here, so that no page loads tiles from anybody. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CoverageMap } from '../../src/contract/coverage-map.ts';
import type { Area } from '../geometry/area.ts';
import { isOfPoints, outlineBytes, outlineOf, type Box, type Outline } from '../geometry/outline.ts';
import { clipRing } from './clip-ring.ts';
import { allRegions } from './gazetteer.ts';
import { coarse, type SamplePoint } from './sample-outline.ts';

const width = 360;
const height = 240;
/** Degrees of latitude that a map shows at least: a park is found by the coast and the borders around it. */
const minSpan = 5;
/** A map as wide as this shows the world, from where people live in the south to where they do in the north. */
const worldSpan = 170;
const world: Box = { west: -180, east: 180, south: -58, north: 80 };
/** Borders of states are drawn up to this width in degrees. */
const maxStatesSpan = 65;
/** An area that is drawn smaller than this is marked with a dot. */
const minDrawn = 10;
const maxPins = 200;

const turns = [-360, 0, 360];

/** Thousands of projects share the outline of one country. */
const drawn = new LRUCache<string, CoverageMap>({ max: 100 });

export function coverageMap(area: Area): CoverageMap {
  const whole = outlineOf(area);
  const key = createHash('sha256').update(outlineBytes(whole)).digest('base64');
  const known = drawn.get(key);
  if (known) return known;
  const map = drawMap(coarse(whole, 1500, 100));
  drawn.set(key, map);
  return map;
}

function drawMap(outline: Outline): CoverageMap {
  const boxes = outline.polygons.flatMap(([outer]) => (outer ? [outer.box] : []));
  const frame = frameAround(boxes);
  const project = projection(frame);
  const path = (one: Outline) => pathOf(one, frame, project);
  const isOf = (kind: 'country' | 'state') =>
    allRegions().filter(({ code }) => code.includes('-') === (kind === 'state'));
  const hasStates = frame.east - frame.west <= maxStatesSpan;
  const isSmall = (box: Box) =>
    Math.max(box.east - box.west, box.north - box.south) * project.scale < minDrawn;
  const marked = isOfPoints(outline) || boxes.every(isSmall) ? boxes.slice(0, maxPins) : [];
  return {
    width,
    height,
    land: isOf('country')
      .map(({ outline: one }) => path(one))
      .join(''),
    borders: hasStates
      ? isOf('state')
          .map(({ outline: one }) => path(one))
          .join('')
      : '',
    area: isOfPoints(outline) ? '' : path(outline),
    pins: marked.map(({ west, east, south, north }) => {
      const middle = (west + east) / 2;
      const [x, y] = project.point(middle < frame.west ? middle + 360 : middle, (south + north) / 2);
      return { x: Math.round(x), y: Math.round(y) };
    }),
  };
}

/** The boxes with room around them, in the shape of the map. */
function frameAround(boxes: Box[]): Box {
  const box = {
    ...spanOf(boxes),
    south: Math.max(-85, Math.min(...boxes.map(({ south }) => south))),
    north: Math.min(85, Math.max(...boxes.map(({ north }) => north))),
  };
  if (box.east - box.west >= worldSpan) return world;
  const [lng, lat] = [(box.west + box.east) / 2, (box.south + box.north) / 2];
  const narrowing = Math.cos((lat * Math.PI) / 180);
  const spanned = Math.max(
    minSpan,
    1.3 * (box.north - box.south),
    (1.3 * (box.east - box.west) * narrowing * height) / width,
  );
  const tall = Math.min(spanned, 140);
  const wide = (tall * width) / height / narrowing;
  return { west: lng - wide / 2, east: lng + wide / 2, south: lat - tall / 2, north: lat + tall / 2 };
}

/** The shortest way around the globe over all boxes: Alaska and the rest of the United States are not the whole world. */
function spanOf(boxes: Box[]): Pick<Box, 'west' | 'east'> {
  const spans = boxes
    .map(({ west, east }) => {
      const turn = 360 * Math.floor((west + 180) / 360);
      return { west: west - turn, east: east - turn };
    })
    .sort((one, other) => one.west - other.west);
  let reached = -Infinity;
  let widest = { gap: (spans[0]?.west ?? 0) + 360 - Math.max(...spans.map(({ east }) => east)), from: -180 };
  for (const { west, east } of spans) {
    if (west - reached > widest.gap && reached > -Infinity) widest = { gap: west - reached, from: west };
    reached = Math.max(reached, east);
  }
  const turned = spans.map(({ west, east }) =>
    west < widest.from ? [west + 360, east + 360] : [west, east],
  );
  return {
    west: Math.min(...turned.map(([west = 0]) => west)),
    east: Math.max(...turned.map(([, east = 0]) => east)),
  };
}

type Projection = { scale: number; point: (lng: number, lat: number) => [number, number] };

/** Equirectangular, true to scale in the middle of the frame. */
function projection({ west, east, south, north }: Box): Projection {
  const [across, down] = [width / (east - west), height / (north - south)];
  return { scale: down, point: (lng, lat) => [(lng - west) * across, (north - lat) * down] };
}

/** Whole numbers, where a degree is so small that nobody sees more. */
const wholeBelow = 8;
const rounding = (scale: number) =>
  scale < wholeBelow ? Math.round : (value: number) => Math.round(value * 10) / 10;

/** Points nearer to each other than this are drawn as one. */
const minStep = 1.5;

/** Smaller islands are no more than a dot. */
const minIsland = 1;

function pathOf({ polygons }: Outline, frame: Box, { point, scale }: Projection): string {
  const round = rounding(scale);
  let path = '';
  for (const [outer] of polygons)
    for (const turn of outer ? turns : []) {
      const { numbers, box } = outer as NonNullable<typeof outer>;
      const isOutside =
        box.west + turn > frame.east ||
        box.east + turn < frame.west ||
        box.south > frame.north ||
        box.north < frame.south ||
        Math.max(box.east - box.west, box.north - box.south) * scale < minIsland;
      if (isOutside) continue;
      const steps = apart(clipRing(numbers, turn, frame).map(([lng, lat]) => point(lng, lat)));
      if (steps.length > 2) path += `M${steps.map((step) => step.map(round).join(' ')).join('L')}Z`;
    }
  return path;
}

/** Without points that nobody could tell from the one before. */
function apart(points: SamplePoint[]): SamplePoint[] {
  const kept: SamplePoint[] = [];
  for (const point of points) {
    const last = kept.at(-1);
    if (!last || Math.abs(point[0] - last[0]) + Math.abs(point[1] - last[1]) >= minStep) kept.push(point);
  }
  return kept;
}
