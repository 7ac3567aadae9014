/** Refuses rings that bound no area, cross, or lie where they should not, each with the place of the fault. */
import { AreaFault, placed } from './area-fault.ts';
import type { Position, Ring } from './area.ts';
import { ringFault, type RingFault } from './crossing.ts';
import { boxOf, isRoundPole, withoutJumps } from './outline.ts';
import { turn } from './turn.ts';

/** The closed rings of one polygon, the outer one first. */
export function checkRings(rings: Ring[], polygon: number): void {
  const flat = rings.map((ring, index) => {
    if (!hasWidth(ring))
      throw new AreaFault(
        `must have rings that bound an area; this one is a line or a point${placed({ polygon, ring: index }, ring[0])}`,
      );
    const numbers = withoutJumps(ring);
    const { west, east } = boxOf(numbers);
    const turns = Math.abs((numbers.at(-2) as number) - (numbers[0] as number)) / 360;
    if (turns > 1.5 || east - west > (isRoundPole(numbers) ? 720 : 360))
      throw new AreaFault(
        `must not go round the world more than once; an edge of more than 180 degrees is taken the short way, across the antimeridian${placed({ polygon, ring: index }, ring[0])}`,
      );
    return numbers;
  });
  const fault = ringFault(flat);
  if (fault) throw new AreaFault(sentence(fault, polygon));
}

/** Whether not all points lie on one line. */
function hasWidth(ring: Ring): boolean {
  const [ax, ay] = ring[0] as Position;
  const [bx, by] = ring.find(([x, y]) => x !== ax || y !== ay) ?? [ax, ay];
  return ring.some(([x, y]) => turn(ax, ay, bx, by, x, y) !== 0);
}

function sentence({ kind, one, other, x, y }: RingFault, polygon: number): string {
  // Rings are told as they are drawn, from -180 to 180.
  const near: Position = [x - 360 * Math.round(x / 360), y];
  const where = placed({ polygon, ...one }, near);
  const edge = `the edge from point ${other.point + 1}${other.ring === one.ring ? '' : ` of ring ${other.ring + 1}`}`;
  if (kind === 'outside')
    return `must have holes inside the outer ring, which is the first of a polygon${where}`;
  if (kind === 'along')
    return `must not have two edges that lie on each other: here runs ${edge}, too${where}`;
  return one.ring === other.ring
    ? `must not have a ring that crosses itself: here it meets ${edge}${where}`
    : `must not have rings that cross each other: here passes ${edge}${where}`;
}
