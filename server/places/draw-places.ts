/** A small map of where people contributed: a dot for each cell, larger for more people. Drawn here, without tiles. */
import { LRUCache } from 'lru-cache';
import type { Disclosed } from '../../src/contract/api/disclosed.ts';
import type { FigureSet } from '../../src/contract/pages/stats-figures.ts';
import type { Box } from '../geometry/outline.ts';
import { groundPaths } from './draw-paths.ts';
import { frameAround, mapSize, projection } from './map-frame.ts';

type DrawnMap = NonNullable<FigureSet['map']>;

/** The figures change once a day, and the page is read more often. */
const drawn = new LRUCache<string, DrawnMap>({ max: 50 });

export function drawPlaces(places: [cell: Box, people: Disclosed][]): DrawnMap {
  const key = JSON.stringify(places);
  const known = drawn.get(key);
  if (known) return known;
  const frame = frameAround(places.map(([cell]) => cell));
  const project = projection(frame);
  const map = {
    ...mapSize,
    ...groundPaths(frame, project),
    dots: places.map(([{ west, east, south, north }, people]) => {
      const middle = (west + east) / 2;
      const [x, y] = project.point(middle < frame.west ? middle + 360 : middle, (south + north) / 2);
      return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10, people };
    }),
  };
  drawn.set(key, map);
  return map;
}
