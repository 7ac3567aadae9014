/** Refuses rings that cross or have a wrong position; each fault names its position. */
import { ambiguousArea } from './ambiguous-area.ts';
import { AreaFault, placed } from './area-fault.ts';
import type { AreaNotes } from './area-notes.ts';
import type { Position } from './area.ts';
import { ringFault, type RingFault } from './crossing.ts';
import { pointsOf, type DrawnPolygon, type DrawnRing, type Size } from './drawn.ts';
import { boxOf, isRoundPole } from './outline.ts';
import { ringArea } from './ring-area.ts';

/** The share of the whole area for which faulty rings may leave open which points are inside. */
const maxShare = 0.03;

/**
 * The budget for faults: points that are checked again after a hole was left out, and crossings that are counted.
 * The largest outline may be checked five times, a small one twenty times.
 */
const maxSteps = 100_000;
const stepsPerPoint = 20;
const stepsToBegin = 10_000;

/**
 * Checks each polygon, and returns them without holes that are outside. Rings that cross are kept as drawn, with a
 * note, if it is clear for nearly all of the area which points are inside.
 */
export function checkPolygons(
  polygons: DrawnPolygon[],
  { area, slip }: Size,
  notes: AreaNotes,
): DrawnPolygon[] {
  const points = polygons.reduce((sum, { rings }) => sum + pointsOf(rings), 0);
  let stepsLeft = Math.min(maxSteps, stepsToBegin + stepsPerPoint * points);
  let areaLeft = maxShare * area;
  /** Returns how much a fault leaves ambiguous, or Infinity if it takes too long to find out. */
  const ambiguousBy = ({ kind, one }: RingFault, rings: DrawnRing[]): number => {
    if (kind === 'outside') {
      stepsLeft -= pointsOf(rings);
      return stepsLeft < 0 ? Infinity : ringArea((rings[one.ring] as DrawnRing).flat);
    }
    const measured = ambiguousArea(
      rings.map(({ flat }) => flat),
      area,
      stepsLeft,
    );
    stepsLeft -= measured?.crossings ?? 0;
    return measured?.area ?? Infinity;
  };
  return polygons.map(({ polygon, rings: drawn }) => {
    for (const ring of drawn) mustGoRoundOnce(ring, polygon);
    let rings = drawn;
    for (;;) {
      const fault = ringFault(
        rings.map(({ flat }) => flat),
        slip,
      );
      if (!fault) break;
      areaLeft -= ambiguousBy(fault, rings);
      if (areaLeft < 0) throw new AreaFault(sentence(fault, rings, polygon));
      const isOutside = fault.kind === 'outside';
      notes.add(isOutside ? 'outside' : 'crossing', place(fault, rings, polygon));
      if (!isOutside) break;
      rings = rings.filter((_, ring) => ring !== fault.one.ring);
    }
    return { polygon, rings };
  });
}

function mustGoRoundOnce({ flat, ring, positions }: DrawnRing, polygon: number): void {
  const { west, east } = boxOf(flat);
  const turns = Math.abs((flat.at(-2) as number) - (flat[0] as number)) / 360;
  if (turns > 1.5 || east - west > (isRoundPole(flat) ? 720 : 360))
    throw new AreaFault(
      `must not go round the world more than once; an edge of more than 180 degrees is taken the short way, across the antimeridian${placed({ polygon, ring }, positions[0])}`,
    );
}

/** The position of a fault, in the rings as they were sent. */
function place({ one, x, y }: RingFault, rings: DrawnRing[], polygon: number): string {
  // Positions are reported as drawn, from -180 to 180.
  const near: Position = [x - 360 * Math.round(x / 360), y];
  return placed({ polygon, ...asSent(one, rings) }, near);
}

const asSent = ({ ring, point }: { ring: number; point: number }, rings: DrawnRing[]) => {
  const sent = rings[ring] as DrawnRing;
  return { ring: sent.ring, point: sent.points[point] as number };
};

function sentence(fault: RingFault, rings: DrawnRing[], polygon: number): string {
  const where = place(fault, rings, polygon);
  const [one, other] = [asSent(fault.one, rings), asSent(fault.other, rings)];
  const edge = `the edge from point ${other.point + 1}${other.ring === one.ring ? '' : ` of ring ${other.ring + 1}`}`;
  if (fault.kind === 'outside')
    return `must have holes inside the outer ring, which is the first of a polygon${where}`;
  if (fault.kind === 'along')
    return `must not have two edges that lie on each other: here runs ${edge}, too${where}`;
  return one.ring === other.ring
    ? `must not have a ring that crosses itself: here it meets ${edge}${where}`
    : `must not have rings that cross each other: here passes ${edge}${where}`;
}
