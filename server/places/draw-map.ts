/** A small map of where a project takes place, as SVG paths: drawn here, so that no page loads tiles from anybody. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CoverageMap } from '../../src/contract/pages/maps.ts';
import type { Area } from '../geometry/area.ts';
import { isOfPoints, outlineBytes, outlineOf, type Box, type Outline } from '../geometry/outline.ts';
import { groundPaths, pathOf } from './draw-paths.ts';
import { frameAround, mapSize, projection } from './map-frame.ts';
import { coarse } from './sample-outline.ts';

/** An area that is drawn smaller than this is marked with a dot. */
const minDrawn = 10;
const maxPins = 200;

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
  const isSmall = (box: Box) =>
    Math.max(box.east - box.west, box.north - box.south) * project.scale < minDrawn;
  const marked = isOfPoints(outline) || boxes.every(isSmall) ? boxes.slice(0, maxPins) : [];
  return {
    ...mapSize,
    ...groundPaths(frame, project),
    area: isOfPoints(outline) ? '' : pathOf(outline, frame, project),
    pins: marked.map(({ west, east, south, north }) => {
      const middle = (west + east) / 2;
      const [x, y] = project.point(middle < frame.west ? middle + 360 : middle, (south + north) / 2);
      return { x: Math.round(x), y: Math.round(y) };
    }),
  };
}
