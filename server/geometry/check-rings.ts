/** Refuses rings that cross or have a wrong position; each fault names its position. */
import { AreaFault, placed } from './area-fault.ts';
import type { AreaNotes } from './area-notes.ts';
import type { Position } from './area.ts';
import { ringFault, type RingFault } from './crossing.ts';
import { cutLoop, type Numbered } from './cut-loop.ts';
import { pointsOf, type DrawnPolygon, type DrawnRing, type Size } from './drawn.ts';
import { boxOf, isRoundPole } from './outline.ts';
import { ringArea } from './ring-area.ts';

/** The share of the whole area within which flaws may leave open which points are inside. */
const mostShare = 0.01;
const mostShareInAll = 0.05;

/**
 * Points that are checked again after loops or holes were set aside: twenty times the outline, five times the largest
 * one. Each restart costs as much as some points.
 */
const mostAgain = 100_000;
const mostTimesAgain = 20;
const pointsOfBeginning = 25;

/** A cut that removes no point may be followed by one that does; several in a row mean an endless loop. */
const mostStalls = 3;

type Checked = Numbered & { ring: number };

/**
 * Checks each polygon, and returns the polygons without holes that are outside. A small loop, or a small hole that
 * crosses another ring, is set aside with a note and the rest is checked again; the outline itself is kept as drawn.
 */
export function checkPolygons(
  polygons: DrawnPolygon[],
  { area, slip }: Size,
  notes: AreaNotes,
): DrawnPolygon[] {
  const points = polygons.reduce((sum, { rings }) => sum + pointsOf(rings), 0);
  const most = Math.min(mostAgain, mostTimesAgain * points);
  let aside = 0;
  let again = 0;
  const mayPass = (part: number, looked: number): boolean => {
    aside += part;
    again += looked + pointsOfBeginning;
    return part <= mostShare * area && aside <= mostShareInAll * area && again <= most;
  };
  return polygons.map(({ polygon, rings: drawn }) => {
    for (const ring of drawn) mustGoRoundOnce(ring, polygon);
    let rings: Checked[] = drawn;
    const outside = new Set<number>();
    let stalls = 0;
    for (;;) {
      const flats = rings.map(({ flat }) => flat);
      const fault = ringFault(flats, slip);
      if (!fault) break;
      const { one, other, x, y, kind } = fault;
      const faulty = rings[smallerHole(fault, flats)] as Checked;
      const isLoop = kind !== 'outside' && one.ring === other.ring;
      const cut = isLoop
        ? cutLoop(faulty, { one: one.point, other: other.point, x, y })
        : { area: faulty === rings[0] ? Infinity : ringArea(faulty.flat), rest: undefined };
      const isShorter = !cut.rest || cut.rest.points.length < faulty.points.length;
      stalls = isShorter ? 0 : stalls + 1;
      if (!mayPass(cut.area, pointsOf(rings)) || stalls > mostStalls)
        throw new AreaFault(sentence(fault, rings, polygon));
      notes.add(kind === 'outside' ? 'outside' : 'loop', place(fault, rings, polygon));
      if (kind === 'outside') outside.add(faulty.ring);
      rings = rings.flatMap((ring) =>
        ring !== faulty ? [ring] : cut.rest ? [{ ...cut.rest, ring: ring.ring }] : [],
      );
      if (rings.length === 0) break;
    }
    return { polygon, rings: outside.size === 0 ? drawn : drawn.filter(({ ring }) => !outside.has(ring)) };
  });
}

/** Of two rings that cross: the hole, or the smaller of two holes. */
function smallerHole({ one, other }: RingFault, flats: Float64Array[]): number {
  const [least, most] = [Math.min(one.ring, other.ring), Math.max(one.ring, other.ring)];
  if (least === 0) return most;
  const areaOf = (ring: number) => ringArea(flats[ring] as Float64Array);
  return areaOf(least) < areaOf(most) ? least : most;
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
function place({ one, x, y }: RingFault, rings: Checked[], polygon: number): string {
  // Positions are reported as drawn, from -180 to 180.
  const near: Position = [x - 360 * Math.round(x / 360), y];
  return placed({ polygon, ...asSent(one, rings) }, near);
}

const asSent = ({ ring, point }: { ring: number; point: number }, rings: Checked[]) => {
  const sent = rings[ring] as Checked;
  return { ring: sent.ring, point: sent.points[point] as number };
};

function sentence(fault: RingFault, rings: Checked[], polygon: number): string {
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
