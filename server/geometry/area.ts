/** The area or points where a project takes place, as in GeoJSON: longitude first, in degrees, WGS 84. */
export type Position = [longitude: number, latitude: number];
export type Ring = Position[];
export type Pins = { type: 'Point'; coordinates: Position } | { type: 'MultiPoint'; coordinates: Position[] };
export type Area =
  { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] } | Pins;

/** A point to search around. */
export type LngLat = { lng: number; lat: number };

export const isPins = (area: Area): area is Pins => area.type === 'Point' || area.type === 'MultiPoint';

export const positionsOf = (pins: Pins): Position[] =>
  pins.type === 'Point' ? [pins.coordinates] : pins.coordinates;

/** The rings of each polygon. A point is a ring with one edge of length zero, so that every test can read it. */
export const polygonsOf = (area: Area): Ring[][] => {
  if (isPins(area)) return positionsOf(area).map((position) => [[position, position]]);
  return area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
};
