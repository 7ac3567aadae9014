/** A part of the map as an address has it: `west,south,east,north` in degrees; from 170 to -170 is across the antimeridian. */

export type MapBox = { west: number; east: number; south: number; north: number };

const rounded = (degrees: number): number => Math.round(degrees * 10_000) / 10_000;

const onMap = (lng: number, side: -180 | 180): number => {
  const turned = rounded(((((lng + 180) % 360) + 360) % 360) - 180);
  return turned === -180 ? side : turned;
};

/** The whole way around is from -180 to 180. */
export const boxText = ({ west, south, east, north }: MapBox): string =>
  east - west >= 360
    ? [-180, rounded(south), 180, rounded(north)].join(',')
    : [onMap(west, -180), rounded(south), onMap(east, 180), rounded(north)].join(',');

/** Answers with the places of a `name` as JSON, the likeliest first: a `FoundPlace[]`. */
export const mapPlacesPath = '/map-places.json';

/** The middle of a place, and how many degrees of latitude a map needs to show it. */
export type FoundPlace = { name: string; lng: number; lat: number; tall: number };
