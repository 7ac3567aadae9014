/** Sutherland-Hodgman: the part of a ring inside a box, so that a map carries no points that it does not show. */
import type { Box } from '../geometry/outline.ts';
import type { SamplePoint } from './sample-outline.ts';

type ClipSide = {
  isInside: (point: SamplePoint) => boolean;
  cut: (one: SamplePoint, other: SamplePoint) => SamplePoint;
};

const between = (one: number, other: number, share: number) => one + share * (other - one);

const sidesOf = ({ west, east, south, north }: Box): ClipSide[] => {
  const atLng =
    (lng: number) =>
    (one: SamplePoint, other: SamplePoint): SamplePoint => [
      lng,
      between(one[1], other[1], (lng - one[0]) / (other[0] - one[0])),
    ];
  const atLat =
    (lat: number) =>
    (one: SamplePoint, other: SamplePoint): SamplePoint => [
      between(one[0], other[0], (lat - one[1]) / (other[1] - one[1])),
      lat,
    ];
  return [
    { isInside: ([lng]) => lng >= west, cut: atLng(west) },
    { isInside: ([lng]) => lng <= east, cut: atLng(east) },
    { isInside: ([, lat]) => lat >= south, cut: atLat(south) },
    { isInside: ([, lat]) => lat <= north, cut: atLat(north) },
  ];
};

/** `numbers`: longitude and latitude in turn; `turn` is added to each longitude. The box grows a little, so that its edges do not show. */
export function clipRing(numbers: Float64Array, turn: number, box: Box): SamplePoint[] {
  const room = (box.north - box.south) * 0.05;
  let ring: SamplePoint[] = [];
  for (let at = 0; at + 1 < numbers.length; at += 2)
    ring.push([(numbers[at] ?? 0) + turn, numbers[at + 1] ?? 0]);
  const grown = {
    west: box.west - room,
    east: box.east + room,
    south: box.south - room,
    north: box.north + room,
  };
  for (const { isInside, cut } of sidesOf(grown))
    ring = ring.flatMap((point, at) => {
      const before = ring.at(at - 1) ?? point;
      const points = isInside(point) ? [point] : [];
      return isInside(point) === isInside(before) ? points : [cut(before, point), ...points];
    });
  return ring;
}
