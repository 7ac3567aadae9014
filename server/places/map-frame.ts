/** The part of the world that a map shows, and how its degrees become the points of a drawing. */
import type { Box } from '../geometry/outline.ts';

export const mapSize = { width: 360, height: 240 };

/** Degrees of latitude that a map shows at least: a park is found by the coast and the borders around it. */
const minSpan = 5;
/** A map as wide as this shows the world, from where people live in the south to where they do in the north. */
const worldSpan = 170;
const world: Box = { west: -180, east: 180, south: -58, north: 80 };

export const isWorldwide = (boxes: Box[]): boolean => {
  const { west, east } = spanOf(boxes);
  return east - west >= worldSpan;
};

/** The boxes with room around them, in the shape of the map; `room`: 1 is none; `least`: degrees of latitude. */
export function frameAround(boxes: Box[], room = 1.3, least = minSpan): Box {
  const box = {
    ...spanOf(boxes),
    south: Math.max(-85, Math.min(...boxes.map(({ south }) => south))),
    north: Math.min(85, Math.max(...boxes.map(({ north }) => north))),
  };
  if (box.east - box.west >= worldSpan) return world;
  const [lng, lat] = [(box.west + box.east) / 2, (box.south + box.north) / 2];
  const narrowing = Math.cos((lat * Math.PI) / 180);
  const { width, height } = mapSize;
  const spanned = Math.max(
    least,
    room * (box.north - box.south),
    (room * (box.east - box.west) * narrowing * height) / width,
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

export type Projection = { scale: number; point: (lng: number, lat: number) => [number, number] };

/** Equirectangular, true to scale in the middle of the frame. */
export function projection({ west, east, south, north }: Box): Projection {
  const [across, down] = [mapSize.width / (east - west), mapSize.height / (north - south)];
  return { scale: down, point: (lng, lat) => [(lng - west) * across, (north - lat) * down] };
}
