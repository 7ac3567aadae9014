/** The points of a project, for its page. */
import type { PageData } from '../../../src/contract/pages.ts';
import { isPins, positionsOf } from '../../geometry/area.ts';
import type { Regions } from '../../geometry/read-area.ts';

const maxShown = 5;

/** The first few points and their total number; none for an outline. */
export function shownPins(regions: Regions | undefined): Pick<PageData['project'], 'pins' | 'pinCount'> {
  if (regions?.kind !== 'area' || !isPins(regions.geometry)) return { pins: [], pinCount: 0 };
  const positions = positionsOf(regions.geometry);
  return {
    pins: positions.slice(0, maxShown).map(([lng, lat]) => ({ lat, lng })),
    pinCount: positions.length,
  };
}
