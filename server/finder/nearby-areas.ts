/**
 * Search by place: the areas that cover a point, then those within 100 km of it.
 *
 * The unit is the area, not the project: a thousand projects of one country share one area, which is tested once. So
 * the cost depends on the areas near the point, and not on the number of their projects. The filter `where`
 * (filters.ts) then finds the projects from the smaller side: from the few that are near, or from the few that match.
 */
import type { LngLat } from '../geometry/area.ts';
import { cellsAt, cellsWithin } from '../geometry/cells.ts';
import { distanceKm } from '../geometry/distance.ts';
import { isOfPoints, outlineFromBytes, type Box, type Outline } from '../geometry/outline.ts';
import type { AreaStore } from './area-store.ts';
import type { More } from './read-query.ts';

/** Areas farther away than this are not nearby. */
const nearbyKm = 100;

/** Pins and places are written with few digits: a place this near to a pin is at it. */
const atPinKm = 0.05;

/**
 * `nearby` has the nearest first. `isFew`: few enough projects have one of these areas that each can be looked at;
 * `isCut`: there are more areas than one search looks at.
 */
export type NearbyAreas = {
  covering: number[];
  nearby: { area: number; km: number }[];
  isFew: boolean;
  isCut: boolean;
};

export type Nearness = ReturnType<typeof nearness>;

/** The most areas that one search looks at by place, and again around it; the smallest cells come first. */
const maxAreas = 4000;
/** If there are too many areas around, a search looks less far. */
const narrowerKm = [400, 100, 25, 6, 1.5];

export function nearness(store: AreaStore) {
  const outlines = keptOutlines(store);

  return {
    /** How large each of these areas is: 0 for a town, 1 for a state, 2 for more. */
    async sizes(areas: number[]): Promise<Map<number, number>> {
      const sizes = new Map<number, number>();
      await outlines.each(areas, (area, { polygons }) => {
        const squareDegrees = polygons.reduce((sum, [outer]) => sum + (outer ? sizeOfBox(outer.box) : 0), 0);
        sizes.set(area, sizeSteps.filter((step) => squareDegrees > step).length);
      });
      return sizes;
    },

    /** `km`: how far a search looks, at most `nearbyKm`; all of an area, which covers everything in it. */
    async around(
      place: LngLat,
      { km = nearbyKm, isArea }: Pick<More, 'km' | 'isArea'>,
    ): Promise<NearbyAreas> {
      const within = (reach: number) => {
        const { ranges, above } = cellsWithin(reach, place);
        const single = above.map((cell): [number, number] => [cell, cell]);
        return store.inRanges([...ranges, ...single], maxAreas);
      };
      let radius = isArea ? km : Math.min(km, nearbyKm);
      const [candidates, widest] = await Promise.all([
        store.inCells(cellsAt(place), maxAreas),
        within(radius),
      ]);
      const covering = new Set(candidates.filter((one) => one.isInside).map(({ area }) => area));
      const tested = new Set(candidates.map(({ area }) => area));
      let isCut = candidates.length === maxAreas;
      let others = widest;
      for (const narrower of narrowerKm.filter((each) => each < km)) {
        if (others.length < maxAreas) break;
        isCut = true;
        radius = narrower;
        others = await within(radius);
      }
      for (const area of others) tested.add(area);
      const nearby: NearbyAreas['nearby'] = [];
      const isWhole = await outlines.each(
        [...tested].filter((area) => !covering.has(area)),
        (area, outline) => {
          const away = distanceKm(outline, place, radius);
          if (away === 0 || (isArea && away <= radius) || (away <= atPinKm && isOfPoints(outline)))
            covering.add(area);
          else if (away <= radius) nearby.push({ area, km: away });
        },
      );
      nearby.sort((one, other) => one.km - other.km || one.area - other.area);
      const isFew = await store.isFew([...covering, ...nearby.map(({ area }) => area)]);
      return { covering: [...covering], nearby, isFew, isCut: isCut || !isWhole };
    },
  };
}

/** In square degrees of their boxes: up to a large county, up to a large state. */
const sizeSteps = [4, 200];
const sizeOfBox = ({ west, east, south, north }: Box): number => (east - west) * (north - south);

const atOnce = 200;
/** Milliseconds of work after which others have their turn. */
const longest = 8;
/** The most points of outlines that one search goes through. */
const maxPoints = 400_000;
/** In points of outlines; each outline counts as some points more. */
const maxKept = 2_000_000;
const weightOf = ({ points }: Outline): number => points + 50;

/** Outlines by area, the last used ones kept: an area never changes, it gets another number instead. */
function keptOutlines(store: AreaStore) {
  const outlines = new Map<number, Outline>();
  let weight = 0;

  const keep = (area: number, outline: Outline) => {
    if (!outlines.delete(area)) weight += weightOf(outline);
    outlines.set(area, outline);
    for (const [oldest, its] of outlines) {
      if (weight <= maxKept) break;
      outlines.delete(oldest);
      weight -= weightOf(its);
    }
  };

  const read = async (areas: number[]): Promise<Map<number, Outline>> => {
    const found = new Map<number, Outline>();
    for (const area of areas) {
      const outline = outlines.get(area);
      if (outline) found.set(area, outline);
    }
    for (const { area, bytes } of await store.outlines(areas.filter((area) => !found.has(area))))
      found.set(area, outlineFromBytes(bytes));
    for (const [area, outline] of found) keep(area, outline);
    return found;
  };

  return {
    /**
     * Calls `look` with the outline of every area, and lets others have their turn in between. Answers whether it came
     * to the end: there is a limit to how much one search may look at.
     */
    async each(areas: number[], look: (area: number, outline: Outline) => void): Promise<boolean> {
      let started = performance.now();
      let points = 0;
      for (let from = 0; from < areas.length; from += atOnce)
        for (const [area, outline] of await read(areas.slice(from, from + atOnce))) {
          points += outline.points;
          if (points > maxPoints) return false;
          look(area, outline);
          if (performance.now() - started < longest) continue;
          await new Promise((resolve) => setImmediate(resolve));
          started = performance.now();
        }
      return true;
    },
  };
}
