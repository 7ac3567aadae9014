/**
 * Search by place: the areas that cover a point, then those within 100 km of it.
 *
 * The unit is the area, not the project: a thousand projects of one country share one area, which is tested once.
 * So `around` costs what the areas near the point cost, however many projects have them, and answers two ways on:
 * - few near, many match: `near` lists the projects, nearest first; take from the list what else matches.
 * - many near, few match: `hasArea` (near-store.ts) is a condition for `where`.
 * Projects that are `online` or `anywhere` have no area; they have a tag of the kind `where`.
 */
import type { Place } from '../geometry/area.ts';
import { cellsAt, cellsWithin } from '../geometry/cells.ts';
import { covers } from '../geometry/covers.ts';
import { distanceKm } from '../geometry/distance.ts';
import { outlineFromBytes, type Outline } from '../geometry/outline.ts';
import type { NearStore } from './near-store.ts';

/** What is farther than this is not nearby. */
export const nearbyKm = 100;

/** `nearby` has the nearest first. `isCut`: there are more areas than one search looks at. */
export type Around = { covering: number[]; nearby: { area: number; km: number }[]; isCut: boolean };

export type Nearness = ReturnType<typeof nearness>;

/** The most areas that one search looks at, by place and around it; the smallest cells come first. */
const mostAreas = 4000;
/** With this many areas around it, a search looks no further away. */
const enoughNearby = 1000;
const radii = [3, 12, 40, nearbyKm];
/** From here on, going through all projects in order finds the first of them sooner than sorting these. */
const common = 20_000;

export function nearness(store: NearStore) {
  const outlines = keptOutlines(store);

  const around = async (place: Place): Promise<Around> => {
    const candidates = await store.inCells(cellsAt(place), mostAreas);
    const isInside = new Set(candidates.filter((one) => one.isInside).map(({ area }) => area));
    const beside = [...new Set(candidates.map(({ area }) => area))].filter((area) => !isInside.has(area));
    const kms = new Map<number, number>();
    await outlines.each(beside, (area, outline) => {
      if (covers(outline, place.lng, place.lat)) isInside.add(area);
    });
    let isCut = candidates.length === mostAreas;
    for (const radius of radii) {
      const { ranges, above } = cellsWithin(radius, place);
      const found = await store.inRanges(
        [...ranges, ...above.map((cell): [number, number] => [cell, cell])],
        mostAreas,
      );
      isCut ||= found.length === mostAreas;
      const fresh = found.filter((area) => !isInside.has(area) && (kms.get(area) ?? Infinity) === Infinity);
      await outlines.each(fresh, (area, outline) => {
        const km = distanceKm(outline, place, radius);
        if (km === 0) isInside.add(area);
        else if (km <= radius) kms.set(area, km);
      });
      if (isCut || kms.size >= enoughNearby) break;
    }
    const nearby = [...kms].map(([area, km]) => ({ area, km }));
    nearby.sort((one, other) => one.km - other.km || one.area - other.area);
    return { covering: [...isInside], nearby, isCut };
  };

  /** Shown projects of these areas, nearest first, then by id. */
  const beside = async (nearby: Around['nearby'], most: number): Promise<{ id: number; km: number }[]> => {
    const found: { id: number; km: number }[] = [];
    const kms = new Map(nearby.map(({ area, km }) => [area, km]));
    for (let from = 0; from < nearby.length && found.length < most;) {
      const left = most - found.length;
      let some = nearby.slice(from, from + atOnce).map(({ area }) => area);
      let rows = await store.areasOf(some, left + 1);
      // More than there is room for: one area after another, since a whole country may be 50 km away.
      if (rows.length > left && some.length > 1) {
        some = some.slice(0, 1);
        rows = (await store.withAreas(some, left, false)).map((id) => ({ id, area: some[0] as number }));
      }
      const each = rows.map(({ id, area }) => ({ id, km: kms.get(area) as number }));
      found.push(...each.sort((one, other) => one.km - other.km || one.id - other.id));
      from += some.length;
    }
    return found.slice(0, most);
  };

  return {
    around,

    /** Shown projects with a region at the place (0 km), by id, then those nearby, nearest first; at most `most`. */
    async near(place: Place, most: number): Promise<{ id: number; km: number }[]> {
      const { covering, nearby } = await around(place);
      const isCommon = (await store.count(covering, common)) === common;
      const here = await store.withAreas(covering, most, isCommon);
      return [...here.map((id) => ({ id, km: 0 })), ...(await beside(nearby, most - here.length))];
    },
  };
}

const atOnce = 200;
/** Milliseconds of work after which others have their turn. */
const longest = 8;
const mostKeptPoints = 2_000_000;

/** Outlines by area, the last used ones kept: an area never changes, it gets another number instead. */
function keptOutlines(store: NearStore) {
  const kept = new Map<number, Outline>();
  let points = 0;

  const keep = (area: number, outline: Outline) => {
    kept.set(area, outline);
    points += outline.points;
    for (const [oldest, { points: its }] of kept) {
      if (points <= mostKeptPoints) break;
      kept.delete(oldest);
      points -= its;
    }
  };

  return {
    /** Calls `look` with the outline of every area, and lets others have their turn in between. */
    async each(areas: number[], look: (area: number, outline: Outline) => void): Promise<void> {
      let started = performance.now();
      for (let from = 0; from < areas.length; from += atOnce) {
        const some = areas.slice(from, from + atOnce);
        const missing = await store.outlines(some.filter((area) => !kept.has(area)));
        const read = new Map(missing.map(({ area, bytes }) => [area, outlineFromBytes(bytes)]));
        for (const area of some) {
          const outline = kept.get(area) ?? read.get(area);
          if (!outline) continue;
          kept.delete(area);
          if (read.has(area)) keep(area, outline);
          else kept.set(area, outline);
          look(area, outline);
          if (performance.now() - started < longest) continue;
          await new Promise((resolve) => setImmediate(resolve));
          started = performance.now();
        }
      }
    },
  };
}
