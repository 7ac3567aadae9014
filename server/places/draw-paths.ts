/** Outlines as SVG paths: those of the world's countries and states, and any other. */
import type { Box, Outline } from '../geometry/outline.ts';
import { clipRing } from './clip-ring.ts';
import { allRegions } from './gazetteer.ts';
import type { Projection } from './map-frame.ts';
import type { SamplePoint } from './sample-outline.ts';

/** Borders of states are drawn up to this width in degrees. */
const maxStatesSpan = 65;

const turns = [-360, 0, 360];

/** The countries, and the borders of states where they can be told apart. */
export function groundPaths(frame: Box, project: Projection): { land: string; borders: string } {
  const pathsOf = (kind: 'country' | 'state') =>
    allRegions()
      .filter(({ code }) => code.includes('-') === (kind === 'state'))
      .map(({ outline }) => pathOf(outline, frame, project))
      .join('');
  const hasStates = frame.east - frame.west <= maxStatesSpan;
  return { land: pathsOf('country'), borders: hasStates ? pathsOf('state') : '' };
}

/** Whole numbers, where a degree is so small that nobody sees more. */
const wholeBelow = 8;
const rounding = (scale: number) =>
  scale < wholeBelow ? Math.round : (value: number) => Math.round(value * 10) / 10;

/** Points nearer to each other than this are drawn as one. */
const minStep = 1.5;

/** Smaller islands are no more than a dot. */
const minIsland = 1;

export function pathOf({ polygons }: Outline, frame: Box, { point, scale }: Projection): string {
  const round = rounding(scale);
  let path = '';
  for (const [outer] of polygons)
    for (const turn of outer ? turns : []) {
      const { numbers, box } = outer as NonNullable<typeof outer>;
      const isOutside =
        box.west + turn > frame.east ||
        box.east + turn < frame.west ||
        box.south > frame.north ||
        box.north < frame.south ||
        Math.max(box.east - box.west, box.north - box.south) * scale < minIsland;
      if (isOutside) continue;
      const steps = apart(clipRing(numbers, turn, frame).map(([lng, lat]) => point(lng, lat)));
      if (steps.length > 2) path += `M${steps.map((step) => step.map(round).join(' ')).join('L')}Z`;
    }
  return path;
}

/** Without points that nobody could tell from the one before. */
function apart(points: SamplePoint[]): SamplePoint[] {
  const path: SamplePoint[] = [];
  for (const point of points) {
    const last = path.at(-1);
    if (!last || Math.abs(point[0] - last[0]) + Math.abs(point[1] - last[1]) >= minStep) path.push(point);
  }
  return path;
}
