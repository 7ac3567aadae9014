/**
 * Measures for how much of a polygon with faulty rings it is unclear what is inside. Outer rings are taken to run
 * counterclockwise and holes clockwise, whatever their direction as drawn. The winding number of a point is then 1
 * inside and 0 outside; with any other winding number, rules for filling a polygon disagree about the point.
 */
import { edgesOf, type Edges } from './edges.ts';
import { isRoundPole, isRoundSouth } from './outline.ts';
import { signedArea } from './ring-area.ts';

/** Meridians across a polygon as wide as the whole geometry; a narrower one gets fewer, in proportion to its width. */
const maxMeridians = 500;
const leastMeridians = 25;

const radians = Math.PI / 180;

/**
 * The area, as `ringArea` counts, of the points of a polygon (rings without jumps, the outer one first) whose winding
 * number is neither 0 nor 1, measured along evenly spaced meridians; `crossings` is how many edges they crossed.
 * Undefined if they are more than `maxCrossings`. `whole` is the area of the geometry.
 */
export function ambiguousArea(
  rings: Float64Array[],
  whole: number,
  maxCrossings: number,
): { area: number; crossings: number } | undefined {
  const edges = edgesOf(rings);
  const [west, east] = extentOf(edges);
  const wanted = Math.ceil((maxMeridians * (east - west)) / Math.sqrt(whole));
  const count = Math.max(leastMeridians, Math.min(maxMeridians, wanted));
  const spacing = (east - west) / count;
  const meridians = { west, spacing, count };
  const crossed = crossingsOf(edges, rings.map(windingSign), meridians, maxCrossings);
  if (!crossed) return undefined;
  const atSouthPole = rings.reduce(
    (sum, ring, index) => sum + (isRoundPole(ring) && isRoundSouth(ring) ? (index === 0 ? 1 : -1) : 0),
    0,
  );
  let [area, crossings] = [0, 0];
  for (const each of crossed) {
    crossings += each.length;
    each.sort((one, other) => one.sine - other.sine);
    let winding = atSouthPole;
    for (const [index, { sine, step }] of each.entries()) {
      winding += step;
      const next = each[index + 1];
      if (next && winding !== 0 && winding !== 1) area += (next.sine - sine) * (spacing / radians);
    }
  }
  return { area, crossings };
}

/** From the west end of the first edge to the east end of the last; the edges of a cylinder are within one turn. */
function extentOf({ count, ends, isRound }: Edges): [west: number, east: number] {
  if (isRound) return [0, 360];
  let [west, east] = [Infinity, -Infinity];
  for (let at = 0; at < 4 * count; at += 4) {
    west = Math.min(west, ends[at] as number);
    east = Math.max(east, ends[at + 2] as number);
  }
  return [west, east];
}

/** A meridian crosses an edge; `step` is the change of the winding number from south to north. */
type Crossing = { sine: number; step: number };

/** The crossings of each meridian, or undefined if that is too much. Each runs in the middle of its strip. */
function crossingsOf(
  { count: edgeCount, ends, ring, isEastward }: Edges,
  signs: number[],
  { west, spacing, count }: { west: number; spacing: number; count: number },
  maxCrossings: number,
): Crossing[][] | undefined {
  const all = Array.from({ length: count }, (): Crossing[] => []);
  const firstFrom = (x: number) => Math.min(count, Math.max(0, Math.ceil((x - west) / spacing - 0.5)));
  let total = 0;
  for (let edge = 0; edge < edgeCount; edge++) {
    const [ax, ay] = [ends[4 * edge] as number, ends[4 * edge + 1] as number];
    const [bx, by] = [ends[4 * edge + 2] as number, ends[4 * edge + 3] as number];
    const [first, end] = [firstFrom(ax), firstFrom(bx)];
    total += end - first;
    if (total > maxCrossings) return undefined;
    const step = (isEastward[edge] === 1 ? 1 : -1) * (signs[ring[edge] as number] as number);
    for (let at = first; at < end; at++) {
      const share = (west + (at + 0.5) * spacing - ax) / (bx - ax);
      (all[at] as Crossing[]).push({ sine: Math.sin((ay + share * (by - ay)) * radians), step });
    }
  }
  return all;
}

/** 1 if an outer ring is drawn counterclockwise, or a hole clockwise, otherwise -1. */
function windingSign(numbers: Float64Array, index: number): 1 | -1 {
  const isEastward = (numbers.at(-2) as number) > (numbers[0] as number);
  const isLeft = isRoundPole(numbers) ? isEastward !== isRoundSouth(numbers) : signedArea(numbers) > 0;
  return isLeft === (index === 0) ? 1 : -1;
}
