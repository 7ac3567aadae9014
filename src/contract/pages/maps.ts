/** The data of the maps on our pages, and of a part of the map. */

/** As an address has it: `west,south,east,north` in degrees; from 170 to -170 is across the antimeridian. */
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

/** A drawn map: paths of SVG on a ground of `width` by `height`. */
export type CoverageMap = {
  width: number;
  height: number;
  land: string;
  borders: string;
  area: string;
  pins: { x: number; y: number }[];
};

/** The finder's map: groups of projects on a drawing of the world, each with the search that leads to them. */
export type ProjectMap = {
  width: number;
  height: number;
  /** The address of the drawing of land and borders. */
  ground: string;
  groups: ProjectGroup[];
  /** The area that is searched around a place. */
  circle?: { x: number; y: number; rx: number; ry: number } | undefined;
  /** Projects of the search that are on the map, and those that are not. */
  placed: number;
  unplaced: number;
  /** The same search in a wider part of the map, and without a part of it. */
  wider?: string;
  whole?: string;
};

/** `place`: the country or state at its middle; empty at sea. */
export type ProjectGroup = {
  x: number;
  y: number;
  radius: number;
  projects: number;
  place: string;
  path: string;
};
