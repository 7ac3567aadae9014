/** Notes where the rings of a polygon cross, and finds holes outside of the outer ring, which take nothing away. */
import { AreaFault, placed } from './area-fault.ts';
import type { AreaNotes } from './area-notes.ts';
import type { Position } from './area.ts';
import { sideOf } from './covers.ts';
import { crossingOf } from './crossing.ts';
import type { DrawnPolygon, DrawnRing, Size } from './drawn.ts';
import { outlineOf, type OutlineRing } from './outline.ts';
import { ringArea } from './ring-area.ts';

/** The share of the whole area; larger holes outside are meant as something else, such as a second polygon. */
const maxShare = 0.03;

/**
 * Returns the polygons without small holes outside of the outer ring, and refuses larger ones. Rings that cross are
 * kept as drawn, with a note.
 */
export function checkPolygons(
  polygons: DrawnPolygon[],
  { area, slip }: Size,
  notes: AreaNotes,
): DrawnPolygon[] {
  let areaLeft = maxShare * area;
  return polygons.map(({ polygon, rings }) => {
    const crossing = crossingOf(
      rings.map(({ flat }) => flat),
      slip,
    );
    if (crossing) {
      const { ring, points } = rings[crossing.ring] as DrawnRing;
      // Places are named as drawn, from -180 to 180.
      const near: Position = [crossing.x - 360 * Math.round(crossing.x / 360), crossing.y];
      notes.add('crossing', placed({ polygon, ring, point: points[crossing.point] as number }, near));
      return { polygon, rings };
    }
    const outer = outlineOf({ type: 'Polygon', coordinates: [(rings[0] as DrawnRing).positions] });
    const [[outerRing] = []] = outer.polygons;
    const inside = rings.filter(({ ring, positions, flat }, index) => {
      if (index === 0 || !isOutside(positions, outerRing as OutlineRing)) return true;
      const place = placed({ polygon, ring }, positions[0]);
      areaLeft -= ringArea(flat);
      if (areaLeft < 0)
        throw new AreaFault(`must have holes inside the outer ring, which is the first of a polygon${place}`);
      notes.add('outside', place);
      return false;
    });
    return { polygon, rings: inside };
  });
}

/** Whether some points of a hole are outside and none is inside; points on the boundary do not tell. */
function isOutside(hole: Position[], outer: OutlineRing): boolean {
  let isAway = false;
  for (const [longitude, latitude] of hole) {
    const side = sideOf(outer, longitude, latitude);
    if (side === 'inside') return false;
    isAway ||= side === 'outside';
  }
  return isAway;
}
