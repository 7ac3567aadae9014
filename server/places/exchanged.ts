/** Latitude and longitude in the wrong order, where the country of an area shows it. */
import { isPins, polygonsOf, positionsOf, type Area } from '../geometry/area.ts';
import type { Box } from '../geometry/outline.ts';
import { allRegions, placeMeant } from './gazetteer.ts';

/** Degrees: the outlines of countries are coarse, and projects reach beyond borders. */
const slack = 2;

/** Whether an area is far from a country, and in it once its two numbers change places. */
export function isExchanged(area: Area, country: string): boolean {
  const code = placeMeant(country)?.region;
  const region = allRegions().find((one) => one.code === code);
  const first = isPins(area) ? positionsOf(area)[0] : polygonsOf(area)[0]?.[0]?.[0];
  if (!region || !first) return false;
  const isNear = (lng: number, lat: number): boolean =>
    region.outline.polygons.some(([outer]) => outer !== undefined && isIn(outer.box, lng, lat));
  const [longitude, latitude] = first;
  return !isNear(longitude, latitude) && isNear(latitude, longitude);
}

const isIn = ({ west, east, south, north }: Box, lng: number, lat: number): boolean =>
  lat >= south - slack &&
  lat <= north + slack &&
  [-360, 0, 360].some((turn) => lng + turn >= west - slack && lng + turn <= east + slack);
