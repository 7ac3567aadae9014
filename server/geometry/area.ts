/** An area of coverage as GeoJSON has it: longitude first, in degrees, WGS 84. */
export type Position = [longitude: number, latitude: number];
export type Ring = Position[];
export type Area = { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] };

/** Where somebody is. */
export type Place = { lng: number; lat: number };

export const polygonsOf = (area: Area): Ring[][] =>
  area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
