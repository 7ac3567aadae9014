/** Draws the rings as sent on flat maps, without parts that have no area. */
import { AreaFault, placed } from './area-fault.ts';
import type { AreaNotes } from './area-notes.ts';
import type { Position, Ring } from './area.ts';
import { boxOf, isRoundPole, withoutJumps } from './outline.ts';
import { unseen } from './crossing.ts';
import type { DrawnPolygon, DrawnRing, Size } from './drawn.ts';
import type { GivenRing } from './read-polygons.ts';
import { ringArea } from './ring-area.ts';
import { withoutSpikes } from './without-spikes.ts';

/** The polygons that have an area. */
export function drawnPolygons(given: GivenRing[][], notes: AreaNotes): DrawnPolygon[] {
  const polygons = given.map((rings, polygon): DrawnPolygon => {
    if (rings.length === 0) notes.add('empty', placed({ polygon }));
    const drawn = rings.flatMap(({ positions }, ring) => drawnRing(positions, { polygon, ring }, notes));
    if (drawn[0] && drawn[0].ring > 0) notes.add('promoted', placed({ polygon, ring: drawn[0].ring }));
    return { polygon, rings: drawn };
  });
  return polygons.filter(({ rings }) => rings.length > 0);
}

/** Degrees: an outline that is no larger may have collapsed when a whole map was simplified. */
const maxCollapsed = 0.1;

/** The two ends of an outline without area, drawn as a polygon: the place of a town that was too small for an area. */
export function collapsed(polygons: GivenRing[][]): DrawnPolygon[] {
  const positions = polygons.flatMap((rings) => rings.flatMap((ring) => ring.positions));
  const [first] = positions;
  if (!first) throw new AreaFault(`must have at least one ring${placed({ polygon: 0 })}`);
  const distance = ([x, y]: Position) => Math.hypot(x - first[0], y - first[1]);
  const last = positions.reduce((far, each) => (distance(each) > distance(far) ? each : far), first);
  // 0, 0 is what programs write when the place is unknown.
  const isNowhere = first[0] === 0 && first[1] === 0 && distance(last) === 0;
  if (isNowhere || distance(last) > maxCollapsed)
    throw new AreaFault(
      `must have rings that bound an area; this one is a line or a point${placed({ polygon: 0, ring: 0 }, first)}`,
    );
  const line: Ring = [first, last, last, first];
  return [
    {
      polygon: 0,
      rings: [{ ring: 0, positions: line, points: Int32Array.from([0, 1, 2, 3]), flat: withoutJumps(line) }],
    },
  ];
}

function drawnRing(
  positions: Position[],
  where: { polygon: number; ring: number },
  notes: AreaNotes,
): DrawnRing[] {
  const ring = positions.length < 4 ? undefined : withoutSpikes(positions, unseen);
  if (!ring) {
    notes.add('empty', placed(where, positions[0]));
    return [];
  }
  mustGoRoundOnce(ring.flat, placed(where, positions[0]));
  const { spike, ...rest } = ring;
  if (spike !== undefined) notes.add('spike', placed({ ...where, point: spike }, positions[spike]));
  return [{ ring: where.ring, ...rest }];
}

function mustGoRoundOnce(flat: Float64Array, place: string): void {
  const { west, east } = boxOf(flat);
  const turns = Math.abs((flat.at(-2) as number) - (flat[0] as number)) / 360;
  if (turns > 1.5 || east - west > (isRoundPole(flat) ? 720 : 360))
    throw new AreaFault(
      `must not go round the world more than once; an edge of more than 180 degrees is taken the short way, across the antimeridian${place}`,
    );
}

/** Tolerances depend on the whole geometry: the same flaw is equally small on an islet and on the mainland. */
export function sizeOf(polygons: DrawnPolygon[]): Size {
  const area = polygons.reduce((sum, { rings }) => sum + ringArea((rings[0] as DrawnRing).flat), 0);
  return { area, slip: Math.sqrt(area) * unseen };
}

/** Closes small gaps, which an outline has when its ends were rounded differently; refuses larger ones. */
export function mustBeClosed(polygons: GivenRing[][], { slip }: Size, notes: AreaNotes): void {
  for (const [polygon, rings] of polygons.entries())
    for (const [ring, { positions, gap }] of rings.entries()) {
      if (gap === 0) continue;
      const last = positions.length - 2;
      const where = placed({ polygon, ring, point: last }, positions[last]);
      if (gap > slip)
        throw new AreaFault(`must have closed rings, where the last point is the first again${where}`);
      notes.add('open', where);
    }
}
