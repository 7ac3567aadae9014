/** The points of a project, for its page. */
import { isPins, positionsOf, type Position } from '../../geometry/area.ts';
import type { Regions } from '../../geometry/read-area.ts';

/** `text`: in degrees with the hemisphere. */
export type ShownPin = { text: string; lat: number; lng: number };

const maxShown = 5;

/** The first few points and their total number; none for an outline. */
export function shownPins(regions: Regions | undefined): { pins: ShownPin[]; pinCount: number } {
  if (regions?.kind !== 'area' || !isPins(regions.geometry)) return { pins: [], pinCount: 0 };
  const positions = positionsOf(regions.geometry);
  return { pins: positions.slice(0, maxShown).map(shown), pinCount: positions.length };
}

/** Four decimals correspond to eleven metres. */
const degrees = (value: number, [positive, negative]: [string, string]): string =>
  `${Number(Math.abs(value).toFixed(4))}° ${value < 0 ? negative : positive}`;

const shown = ([lng, lat]: Position): ShownPin => ({
  text: `${degrees(lat, ['N', 'S'])}, ${degrees(lng, ['E', 'W'])}`,
  lat,
  lng,
});
