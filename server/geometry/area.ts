/** Where a project takes place, as GeoJSON has it: longitude first, in degrees, WGS 84. */
export type Position = [longitude: number, latitude: number];
export type Ring = Position[];
export type Pins = { type: 'Point'; coordinates: Position } | { type: 'MultiPoint'; coordinates: Position[] };
export type Area =
  { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] } | Pins;

/** Where somebody is. */
export type Place = { lng: number; lat: number };

export const isPins = (area: Area): area is Pins => area.type === 'Point' || area.type === 'MultiPoint';

export const positionsOf = (pins: Pins): Position[] =>
  pins.type === 'Point' ? [pins.coordinates] : pins.coordinates;

/** The rings of each polygon. A point is a ring of one edge without length, so that every test reads it as well. */
export const polygonsOf = (area: Area): Ring[][] => {
  if (isPins(area)) return positionsOf(area).map((position) => [[position, position]]);
  return area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
};
