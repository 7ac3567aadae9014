/** A place that is typed as degrees: latitude first, as maps show them. */
import type { LngLat } from '../geometry/area.ts';

const pattern = /^(-?\d{1,2}(?:\.\d+)?)(?:[,;]\s?|\s)(-?\d{1,3}(?:\.\d+)?)$/;
const longest = 60;

export function degreesIn(text: string): LngLat | undefined {
  const [, lat = NaN, lng = NaN] = (pattern.exec(text.slice(0, longest)) ?? []).map(Number);
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined;
}
